"""`make bench-dedup`: duplicates among generated questions, side by side with other tools.

Every method runs in a process of its own on the same texts: datasketch, rensa and datatrove in
`.venv/bench`, ours here. Ours reads the file inside the measured time, and is given twice: pairs
alone, as the others give them, and with every pair verified.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from bench.dedup_data import planted, write
from bench.frame import ROOT, measured, publish

PEERS = ("datasketch", "rensa", "rensa matrix", "datatrove")
OURS = ("ours, pairs", "ours, verified")
DEFAULT = "30000,100000,1000000"
_COPIES = ("exact", "near", "conflict")
Pairs = npt.NDArray[np.uint64]


def main() -> None:
    """Run the comparison, or (called by itself in a fresh process) one of our own methods."""
    parser = argparse.ArgumentParser(prog="python -m bench.dedup")
    parser.add_argument("--rows", default=DEFAULT, help="sizes, e.g. 30000,100000")
    parser.add_argument("--alone", action="store_true", help="leave the other tools out")
    parser.add_argument("--one", nargs=3, metavar=("METHOD", "DATA", "OUT"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        _ours(asked.one[0], Path(asked.one[1]), Path(asked.one[2]))
        return
    peer = ROOT / ".venv" / "bench" / "bin" / "python"
    methods = [*OURS, *(PEERS if not asked.alone and peer.exists() else ())]
    found = [row for rows in map(int, asked.rows.split(",")) for row in _size(rows, methods, peer)]
    name = "dedup-alone" if asked.alone else "dedup"
    columns = ["method", "rows", "cpu s", "docs / cpu s", "wall s", "peak MB", "pairs", "recall"]
    table = [[row[c] for c in columns] for row in found]
    publish(name, "Duplicates among generated questions", columns, table, _facts(found))


def _size(rows: int, methods: list[str], peer: Path) -> Iterator[dict[str, Any]]:
    data = write(ROOT / "build" / "bench" / f"dedup-{rows}.parquet", rows)
    truth = pl.read_parquet(data, columns=["raw_id", "cluster", "level"])
    wanted = planted(truth)
    for method in methods:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "found.npy"
            module = "bench.dedup" if method in OURS else "bench.dedup_peers"
            program = sys.executable if method in OURS else str(peer)
            flag = ["--one"] if method in OURS else []
            call = [program, "-W", "ignore", "-m", module, *flag, method, str(data), str(out)]
            done = subprocess.run(
                call, cwd=ROOT, env={**os.environ, "POLARS_MAX_THREADS": "2"},
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            if done.returncode:
                sys.stderr.write(f"{method}: {done.stderr.strip().splitlines()[-1:]}\n")
                continue
            spent = json.loads(done.stdout.strip().splitlines()[-1])
            pairs = np.load(out)
            judged = _judged(Path(folder) / "edges.parquet", truth)
        yield {
            "method": method,
            "rows": rows,
            "cpu s": round(spent["cpu"], 2),
            "docs / cpu s": round(rows / spent["cpu"]),
            "wall s": round(spent["wall"], 1),
            "peak MB": spent["peak_mb"],
            "pairs": len(pairs) if method != "datatrove" else "clusters",
            "recall": round(_recall(method, pairs, wanted), 4),
            **judged,
        }


def _recall(method: str, found: Pairs, wanted: Pairs) -> float:
    """Share of the planted pairs that were found; datatrove gives clusters, not pairs."""
    if method == "datatrove":
        low, shift = np.uint64(0xFFFFFFFF), np.uint64(32)
        return float((found[wanted >> shift] == found[wanted & low]).mean())
    return float(np.isin(wanted, found, assume_unique=True).mean())


def _judged(edges: Path, truth: pl.DataFrame) -> dict[str, int]:
    """What was accepted as a copy and is none, by what was planted."""
    if not edges.exists():
        return {}
    same = pl.read_parquet(edges).filter(pl.col("kind").is_in(_COPIES))
    for end in ("left", "right"):
        known = truth.rename({"raw_id": end, "cluster": f"{end}_cluster", "level": f"{end}_level"})
        same = same.join(known, on=end)
    wrong = same.filter(pl.col("left_cluster") != pl.col("right_cluster"))
    flips = (pl.col("left_level") == "flip") | (pl.col("right_level") == "flip")
    return {
        "accepted": same.height,
        "flips accepted": wrong.filter(flips).height,
        "others accepted wrongly": wrong.filter(~flips).height,
    }


def _ours(method: str, data: Path, out: Path) -> None:
    from cleaning.duplicates.edges import candidate_pairs, edges_of
    from cleaning.duplicates.settings import DuplicateSettings
    from cleaning.duplicates.texts import Stored

    settings = DuplicateSettings()
    with measured() as spent:
        if method == OURS[0]:
            pairs = candidate_pairs(Stored(data), settings)
        else:
            edges = edges_of(Stored(data), settings)
    if method == OURS[1]:
        edges.write_parquet(out.with_name("edges.parquet"))
        pairs = _numbers(edges.filter(pl.col("kind").is_in(_COPIES)))
    np.save(out, pairs)
    figures = {"cpu": spent.cpu, "wall": spent.wall, "peak_mb": spent.peak_mb}
    sys.stdout.write(json.dumps(figures) + "\n")


def _numbers(edges: pl.DataFrame) -> Pairs:
    """All pairs of each cluster that the accepted edges join, as row numbers."""
    from cpsyexam.components import components

    found = []
    for group in components(list(edges.select("left", "right").iter_rows())).groups():
        rows = sorted(int(name[1:]) for name in group)
        found += [(a << 32) | b for i, a in enumerate(rows) for b in rows[i + 1 :]]
    return np.array(sorted(found), dtype=np.uint64)


def _facts(found: list[dict[str, Any]]) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    at = {(row["method"], row["rows"]): row for row in found}
    largest = max(row["rows"] for row in found)
    for ours in OURS:
        for peer in PEERS:
            if (peer, largest) in at and (ours, largest) in at:
                ratio = at[peer, largest]["cpu s"] / at[ours, largest]["cpu s"]
                facts[f"{ours}: times {peer}'s docs per cpu second"] = round(ratio, 1)
        sizes = sorted(rows for method, rows in at if method == ours)
        if len(sizes) > 1 and sizes[-1] >= 4 * sizes[-2]:
            grown = at[ours, sizes[-1]]["cpu s"] / at[ours, sizes[-2]]["cpu s"]
            exponent = math.log(grown) / math.log(sizes[-1] / sizes[-2])
            facts[f"{ours}: growth exponent {sizes[-2]:,} to {sizes[-1]:,}"] = round(exponent, 2)
    for key in ("accepted", "flips accepted", "others accepted wrongly"):
        if (OURS[1], largest) in at:
            facts[key] = at[OURS[1], largest][key]
    return facts


if __name__ == "__main__":
    main()
