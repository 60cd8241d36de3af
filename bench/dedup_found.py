"""`make bench-dedup_found`: what is found in the released CPsyExam train and dev questions.

Prints the table of edges, what would be dropped, and the rule's recall and precision from the
verdicts of a hand check (bench/dedup_verdicts.toml: pairs of ids, no texts). Needs the shared data.
"""

import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import polars as pl
from scipy import sparse

from bench.frame import SHARED, measured, publish
from cleaning.duplicates import KINDS, find_edges
from cleaning.duplicates.edges import surest_first
from cleaning.duplicates.resolution import APART
from cleaning.duplicates.texts import comparison_rows
from cpsyexam.components import components
from cpsyexam.files import digest

VERDICTS = Path(__file__).with_name("dedup_verdicts.toml")
SEED = 20_26
SAMPLED = {"near": 100, "rejected": 60}
LIKE = 0.6  # Jaccard of 2-grams from which the exhaustive search counts a pair
Pair = tuple[str, str]


def bank(folder: Path = SHARED / "cpsyexam") -> pl.DataFrame:
    """The released questions; raw_id is `<split>/<file>#<place>`."""

    def rows() -> Iterator[dict[str, object]]:
        for split in ("train", "dev"):
            for path in sorted((folder / split).glob("*.json")):
                for place, asked in enumerate(json.loads(path.read_text("utf-8"))):
                    options = [asked["options"].get(c) or "" for c in "ABCDE"]
                    filled = max((i + 1 for i, o in enumerate(options) if o.strip()), default=0)
                    yield {
                        "raw_id": f"{split}/{path.stem}#{place}",
                        "material": "",
                        "stem": asked["question"],
                        "options": options[:filled],
                        "answer": ["ABCDE".index(c) for c in asked["answer"] if c in "ABCDE"],
                    }

    types = {"options": pl.List(pl.String), "answer": pl.List(pl.Int64)}
    return pl.DataFrame(list(rows()), schema_overrides=types)


def alike(rows: pl.DataFrame) -> list[Pair]:
    """All pairs with a Jaccard of 2-grams of at least LIKE, those of two cases left out."""
    heads = rows.filter(pl.col("text") != "")
    known: dict[str, int] = {}
    at: list[Pair] = []
    places = [
        (row, known.setdefault(text[i : i + 2], len(known)))
        for row, text in enumerate(heads["text"])
        for i in {text[j : j + 2]: j for j in range(len(text) - 1)}.values()
    ]
    row, column = (np.array(side) for side in zip(*places, strict=True))
    table = sparse.csr_matrix((np.ones(len(row), dtype=np.int32), (row, column)))
    size = np.asarray(table.sum(axis=1)).ravel()
    shared = sparse.triu(table @ table.T, k=1).tocoo()
    union = size[shared.row] + size[shared.col] - shared.data
    near: npt.NDArray[np.bool_] = shared.data >= LIKE * union
    names, cases = heads["raw_id"].to_list(), heads["material"].to_list()
    for one, two in zip(shared.row[near].tolist(), shared.col[near].tolist(), strict=True):
        if not (cases[one] and cases[two]):
            at.append((names[one], names[two]))
    return sorted(at)


def main() -> None:
    """Publish what is found; with `sample`, print the pairs to be judged by hand instead."""
    frame = bank()
    with measured() as spent:
        edges = find_edges(frame)
    apart_rows = edges.filter(pl.col("kind").is_in(APART)).select("left", "right").rows()
    joined = components(surest_first(edges), apart_rows)
    like = alike(comparison_rows(frame))
    apart = [p for p in like if joined.find(p[0]) != joined.find(p[1])]
    near = sorted(edges.filter(pl.col("kind") == "near").select("left", "right").rows())
    samples = {"near": _sample(near, "near"), "rejected": _sample(apart, "rejected")}
    if sys.argv[1:] == ["sample"]:
        _show(frame, samples)
        return
    verdicts = tomllib.loads(VERDICTS.read_text("utf-8"))
    wrong = {frozenset(p.split(" ~ ")) for p in verdicts["near"]["other_questions"]}
    missed = {frozenset(p.split(" ~ ")) for p in verdicts["rejected"]["same_questions"]}
    bad = sum(frozenset(p) in wrong for p in samples["near"])
    lost = sum(frozenset(p) in missed for p in samples["rejected"]) / len(samples["rejected"])
    accepted = len(like) - len(apart)
    recall = accepted / (accepted + lost * len(apart))
    dropped = frame.height - len({joined.find(name) for name in frame["raw_id"]})
    rows = [[kind, edges.filter(pl.col("kind") == kind).height] for kind in KINDS]
    rows += [["questions", frame.height], ["copies to drop or settle", dropped]]
    torn = sum(joined.find(one) == joined.find(two) for one, two in apart_rows)
    publish(
        "dedup_found",
        "Duplicates in the released train and dev questions",
        ["what", "count"],
        rows,
        {
            "near pairs judged": len(samples["near"]),
            "of these other questions": bad,
            "precision of near pairs": 1 - bad / len(samples["near"]),
            "pairs alike (Jaccard 0.6) and joined": accepted,
            "pairs alike and not joined": len(apart),
            "of a sample, same questions": lost,
            "rule recall": round(recall, 3),
            "flips, siblings, variants, orphans dropped": torn,
            "cpu seconds": round(spent.cpu, 2),
        },
    )


def _sample(pairs: list[Pair], name: str) -> list[Pair]:
    """The first pairs by a seeded hash: a change of a rule changes few of them."""
    ranked = sorted(pairs, key=lambda pair: digest(f"{SEED}\n{pair[0]}\n{pair[1]}"))
    return ranked[: SAMPLED[name]]


def _show(frame: pl.DataFrame, samples: dict[str, list[Pair]]) -> None:
    rows = comparison_rows(frame).with_columns(frame["raw_id"])
    at = {row["raw_id"]: row for row in rows.iter_rows(named=True)}
    for name, pairs in samples.items():
        for number, pair in enumerate(pairs):
            sys.stdout.write(f"{name} {number}: {' ~ '.join(pair)}\n")
            for end in pair:
                row = at[end]
                given, key = " / ".join(row["given"]), row["key"].replace("\x1e", " / ")
                sys.stdout.write(f"    {row['question']} | {given} | {key}\n")


if __name__ == "__main__":
    main()
