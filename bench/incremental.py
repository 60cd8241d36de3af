"""`make bench-incremental`: one question in a hundred is new: what of a build is done again.

The builder's own audit is part of the release; a reader's, which checks everything, stands apart.

A bank of two files is built without the second, which then comes in, as a new version that follows
the one before (`--same-version`: in its place); beside it the whole bank is built from nothing.
Each build runs in a process of its own, stage by stage. Both must end in the same products and the
same root.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench import line_bank
from bench.frame import measured, publish
from cpsyexam import chain
from cpsyexam.files import digest_file
from cpsyexam.stage import read_receipt

COLUMNS = ["stage", "full CPU s", "full wall s", "incremental CPU s", "wall s", "CPU %", "MB"]
_READERS = "audit"  # no part of a build
Figures = dict[str, tuple[float, float, int]]  # by stage: CPU, wall, peak MB


def main() -> None:
    """Measure and publish the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="200000")
    parser.add_argument("--same-version", action="store_true", help="nobody has the one before")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(_build(Path(options.one[0]), Path(options.one[1]))))
        return
    rows: list[list[Any]] = []
    facts: dict[str, Any] = {}
    for size in map(int, options.sizes.split(",")):
        found, said = measure(size, follows=not options.same_version)
        rows += found
        facts[f"{size:,}"] = said
    publish("incremental", "One question in a hundred is new", COLUMNS, rows, facts)


def measure(size: int, *, follows: bool) -> tuple[list[list[Any]], dict[str, Any]]:
    """A row a stage, and what both builds have in common."""
    place = Path(tempfile.mkdtemp(prefix="bench-incremental-"))
    root, load = place / "line", os.getloadavg()[0]
    try:
        fresh = prepare(root, size)
        alone(root, root / "grown")
        (root / "before").mkdir()
        for path in (_release(root / "grown") / "data").rglob("*.parquet"):
            (root / "before" / digest_file(path)).touch()
        fresh.rename(root / "bank" / "b.jsonl")
        if follows:
            raise_version(root)
            with_earlier(root / "grown", root / "whole")
        grown, whole = alone(root, root / "grown"), alone(root, root / "whole")
        _same(root / "grown", root / "whole")
        names = [name for name in whole if whole[name][0] >= 0.1]
        rows = [_row(name, [name], whole, grown) for name in names]
        stages = [name for name in whole if name != _READERS]
        rows.append(_row("all before the release", stages[:-1], whole, grown))
        rows.append(_row("all but a reader's audit", stages, whole, grown))
        return rows, {
            "CPU % of the full build": rows[-1][5],
            "CPU % before the release": rows[-2][5],
            "MB of shards that a push sends": [
                _sent(root),
                _megabytes(_release(root / "grown") / "data"),
            ],
            "MB kept": _megabytes(root / "grown" / "build" / "cache"),
            "load": [round(load, 1), round(os.getloadavg()[0], 1)],
        }
    finally:
        shutil.rmtree(place)


def prepare(root: Path, size: int) -> Path:
    """A bank folder with all but the last hundredth; returns the file of that, which lies aside."""
    line_bank.make(root, size)
    (root / "bank").mkdir()
    lines = (root / "bank.jsonl").read_bytes().splitlines(keepends=True)
    (root / "bank.jsonl").unlink()
    cut = len(lines) - max(1, size // 100)
    (root / "bank" / "a.jsonl").write_bytes(b"".join(lines[:cut]))
    (root / "new.jsonl").write_bytes(b"".join(lines[cut:]))
    bank = root / "bank.toml"
    bank.write_text(bank.read_text("utf-8").replace("bank.jsonl", "bank"), "utf-8")
    return root / "new.jsonl"


def raise_version(root: Path) -> None:
    """The recipe's next build is a version of its own, which follows the last."""
    recipe = root / "recipe.toml"
    recipe.write_text(recipe.read_text("utf-8").replace('"0.1.0"', '"0.2.0"'), "utf-8")


def with_earlier(grown: Path, out: Path) -> None:
    """Put the version before, which a build follows, beside one that starts from nothing."""
    for place in grown.glob("re*/*-0.1.0"):
        shutil.copytree(place, out / place.relative_to(grown), dirs_exist_ok=True)


def alone(root: Path, out: Path) -> Figures:
    """A build in a process of its own."""
    command = [sys.executable, "-m", "bench.incremental", "--one", str(root), str(out)]
    told = {**os.environ, "SOURCE_DATE_EPOCH": "1767225600"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=told)
    if done.returncode:
        sys.exit(f"{out.name}: {done.stderr}")
    found: Figures = json.loads(done.stdout.splitlines()[-1])
    sys.stderr.write(f"{out.name}: {sum(one[0] for one in found.values()):.1f} CPU s\n")
    return found


def _build(root: Path, out: Path) -> Figures:
    from cpsyexam.runner import run
    from manifests.audit import audit
    from pipeline.paths import Paths
    from pipeline.recipe import read_recipe
    from pipeline.stages import stages
    from pipeline.supplies import Run

    file, paths = root / "recipe.toml", Paths(out)
    recipe = read_recipe(file)
    found: Figures = {}
    for step in stages(Run(recipe, file, paths, replace=True)):
        with measured() as spent:
            run(step, paths.build)
        found[step.name] = (spent.cpu, spent.wall, spent.peak_mb)
    label = recipe.label_name
    with measured() as spent:
        checks = audit(paths.release(label), reserve=paths.reserve(label), build=paths.build)
    found["audit"] = (spent.cpu, spent.wall, spent.peak_mb)
    if failed := [check for check in checks if not check.ok]:
        sys.exit(f"{failed[0].name}: {failed[0].detail}")
    return found


def _same(*outs: Path) -> None:
    """Both builds hold the same bytes, stage by stage, and end in the same root."""
    for name in (*chain.CHAIN.names, chain.CHAIN.release.name):
        left, right = ((read_receipt(out / "build", name) or {}).get("outputs") for out in outs)
        if left != right or not left:
            sys.exit(f"{name}: the incremental build has other rows than the full one")
    manifests = (_release(out) / "RELEASE.json" for out in outs)
    if len({json.loads(path.read_text("utf-8"))["root"] for path in manifests}) > 1:
        sys.exit("the incremental release has another root than the full one")


def _row(name: str, stages: list[str], whole: Figures, grown: Figures) -> list[Any]:
    full, part = ([sum(f[s][i] for s in stages) for i in (0, 1)] for f in (whole, grown))
    peak = max(grown[stage][2] for stage in stages)
    figures = (*full, *part, 100 * part[0] / full[0])
    return [name, *(round(figure, 1) for figure in figures), peak]


def _release(out: Path) -> Path:
    return max((out / "releases").iterdir())


def _sent(root: Path) -> float:
    """Megabytes of shards whose bytes the release before had not: `push` sends no others."""
    had = {path.stem for path in (root / "before").glob("*")}
    shards = (_release(root / "grown") / "data").rglob("*.parquet")
    new = (path for path in shards if digest_file(path) not in had)
    return round(sum(path.stat().st_size for path in new) / 1e6, 1)


def _megabytes(folder: Path) -> float:
    return round(sum(p.stat().st_size for p in folder.rglob("*") if p.is_file()) / 1e6, 1)


if __name__ == "__main__":
    main()
