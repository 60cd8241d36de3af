"""`make bench-planted-questions`: what plants in the next version tell of keys and of the reserve.

A bank of 2,000 is released with withheld answers. Then somebody who may add a source plants copies
of 40 test questions with guessed keys, of 30 reserved questions, and 30 others, and reads all that
the public folder of the next version says of each. The advantage is the share that the best rule
over what is seen tells right, less the share of the larger group.
"""

import argparse
import csv
import json
import random
import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import chdir
from pathlib import Path
from typing import Any

import polars as pl

from bench.frame import publish
from bench.leaks import draw
from bench.line_bank import TERMS, keys
from cpsyexam.errors import ReleaseError
from cpsyexam.files import digest_file
from cpsyexam.taxonomy import LETTERS

RECIPE = """\
name = "planted"
version = "{version}"
[keys]
split = "split.key"
salt = "salt.key"
[banks]
sources = {sources}
[split]
reserve_unit = "group"
reserved = 0.2
few_shot = 1
min_train = 1
[split.test]
GEE = {{ SCQ = 0.3 }}
[release]
licence = "cc0-1.0"
test_answers = "withheld"
signing_key = "none"
created = "2026-01-01T00:00:00Z"
"""
OF = {"exam": "GEE", "subject": "普通心理学"}
Row = dict[str, str]


def found(rows: int, seed: int = 1) -> list[Row]:
    """So many questions, none like another."""
    drawn = (row for n in range(rows) for row in draw("long options", 1000 * seed + n))
    unlike = {row["stem"]: row for _, row in zip(range(rows * 2), drawn, strict=False)}
    return list(unlike.values())[:rows]


def write(root: Path, version: str, **banks: Sequence[Row]) -> Path:
    """Banks as CSV files, the recipe over all of them; returns the recipe's path."""
    for name, rows in banks.items():
        with (root / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, ["stem", *"ABCD", "answer", *OF])
            writer.writeheader()
            writer.writerows(row | OF for row in rows)
        text = f'title = "{name}"\npath = "{name}.csv"\n{TERMS}'
        (root / f"{name}.toml").write_text(text, "utf-8")
    if not (root / "salt.key").exists():
        keys(root)
    sources = json.dumps([f"{name}.toml" for name in banks])
    path = root / "recipe.toml"
    path.write_text(RECIPE.format(version=version, sources=sources), "utf-8")
    return path


def build(root: Path, version: str, **banks: Sequence[Row]) -> Path:
    """A release of these banks; that a source was set aside is no failure here."""
    from pipeline.api.releases import build as make

    recipe = write(root, version, **banks)
    with chdir(root):
        try:
            make(recipe.name)
        except ReleaseError as error:
            if "set aside" not in str(error):
                raise
    return root / "releases" / f"planted-{version}"


def records(folder: Path, part: str) -> list[dict[str, Any]]:
    """The records of a part in a release or a reserve."""
    files = sorted(folder.glob(f"data/*/{part}-*.parquet"))
    return pl.concat([pl.read_parquet(path) for path in files]).sort("id").to_dicts()


def answers(reserve: Path) -> dict[str, str]:
    """The withheld answers by id."""
    files = sorted(reserve.glob("answers/*.parquet"))
    return dict(pl.concat([pl.read_parquet(p) for p in files]).select("id", "answer").iter_rows())


def copy(record: Mapping[str, Any], key: str) -> Row:
    """A question as somebody plants it."""
    options = dict(zip(LETTERS, record["options"], strict=False))
    return {"stem": record["question"], **options, "answer": key}


def seen(release: Path, number: int, planted: Row) -> str:
    """All that a release's files say of row `number` of the planted file, and of its question."""
    texts = []
    for path in sorted(release.rglob("*.parquet")):
        rows = pl.read_parquet(path)
        place = path.relative_to(release).as_posix()
        for row in rows.to_dicts():
            same = sorted(row.get("options") or ()) == sorted(planted[letter] for letter in "ABCD")
            if same and row.get("question") == planted["stem"]:
                said = {k: row[k] for k in ("format", "task", "answer") if k in row}
                texts.append(f"{place}: {json.dumps(said, ensure_ascii=False)}")
            elif row.get("source") == "plant" and row.get("locator", "") == f"row={number}":
                texts.append(f"{place}: the plant itself")
    return "\n".join(texts)


def decided(release: Path, number: int) -> str:
    """What the table of decisions says of row `number` of the planted file."""
    from cpsyexam.records import OWN_FILE, capture_id, question_row

    capture = capture_id("plant", "plant.csv", OWN_FILE)
    name = question_row("plant", capture, f"row={number}")["raw_id"]
    rows = pl.read_parquet(release / "provenance/decisions.parquet").filter(parent=name)
    return json.dumps([[row["stage"], row["rule"], row["strength"]] for row in rows.to_dicts()])


def advantage(signs: Sequence[str], truth: Sequence[bool]) -> float:
    """Right answers of the best rule over the signs, less those of the best guess without them."""
    by_sign: dict[str, Counter[bool]] = defaultdict(Counter)
    for sign, true in zip(signs, truth, strict=True):
        by_sign[sign][true] += 1
    right = sum(max(counts.values()) for counts in by_sign.values())
    return (right - max(Counter(truth).values())) / len(truth)


def differing(one: Path, other: Path) -> list[str]:
    """Files in which two releases differ, but for those that name digests of all others."""
    folders = [
        {p.relative_to(f).as_posix(): digest_file(p) for p in f.rglob("*") if p.is_file()}
        for f in (one, other)
    ]
    names = sorted({*folders[0], *folders[1]})
    return [name for name in names if folders[0].get(name) != folders[1].get(name)]


def main() -> None:
    """Plant, build, look, and publish the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=2000)
    given = parser.parse_args()
    root = Path(tempfile.mkdtemp(prefix="bench-planted-"))
    rows = []
    try:
        for what, told in measure(root, given.rows).items():
            rows.append([what, *told])
    finally:
        shutil.rmtree(root)
    columns = ["planted", "copies", "others", "advantage"]
    publish("planted_questions", "What plants tell in the next version", columns, rows)


def measure(root: Path, size: int) -> dict[str, tuple[int, int, float]]:
    """Kind of plant → copies (right guesses, reserved ones), others, advantage."""
    bank, chance = found(size), random.Random(5)
    first = build(root, "0.1.0", bank=bank)
    reserve = root / "reserve" / first.name
    truth = answers(reserve)
    tested = [r for r in records(first, "test") if r["format"] == "SCQ"]
    tested = chance.sample(tested, 40)
    guesses = [chance.choice("ABCD") for _ in tested]
    right = [truth[r["id"]] == guess for r, guess in zip(tested, guesses, strict=True)]
    held = chance.sample(records(reserve, "reserved"), 30)
    plants = [copy(r, guess) for r, guess in zip(tested, guesses, strict=True)]
    secret = [copy(r, r["answer"]) for r in held]
    fresh = found(30, seed=7)
    out: dict[str, tuple[int, int, float]] = {}
    for what, planted in (("keys alone", plants), ("all at once", [*plants, *secret, *fresh])):
        world = root / what.replace(" ", "-")
        shutil.copytree(root, world, ignore=shutil.ignore_patterns("keys-*", "all-*"))
        release = build(world, "0.2.0", bank=bank, plant=planted)
        signs = [
            f"{seen(release, n, row)}\n{decided(release, n)}" for n, row in enumerate(planted, 1)
        ]
        out[f"guessed keys of test, {what}"] = (
            sum(right), len(right) - sum(right), advantage(signs[:40], right)
        )  # fmt: skip
        if len(planted) > len(plants):
            member = [True] * len(secret) + [False] * len(fresh)
            told = advantage(signs[40:], member)
            out["reserved or not, all at once"] = (len(secret), len(fresh), told)
    return out


if __name__ == "__main__":
    main()
