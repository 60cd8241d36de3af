"""The sample with withheld answers: what a reader of the public folder alone can find out."""

import re
from pathlib import Path

import polars as pl

from cpsyexam.taxonomy import LETTERS
from tests.e2e.conftest import Call


def derive(release: Path) -> dict[str, str]:
    """Answers by id, from what parsers noted and from the order of options."""
    found = {}
    for path in sorted(release.glob("provenance/*/test-*.parquet")):
        for row in pl.read_parquet(path).iter_rows(named=True):
            for note in row["notes"]:
                if told := re.fullmatch(r"answer: bitmask (\d+)", note):
                    printed = [i for i in range(8) if int(told[1]) >> i & 1]
                elif told := re.fullmatch(r"doubt:explanation_says ([A-H]+)", note):
                    printed = [LETTERS.index(letter) for letter in told[1]]
                else:
                    continue
                order = row["order"] or list(range(8))
                places = sorted(order.index(i) for i in printed if i in order)
                found[row["id"]] = "".join(LETTERS[i] for i in places)
    return found


def test_no_withheld_answer_is_derived_from_the_public_folder(withheld: Path, call: Call) -> None:
    release = withheld / "releases/withheld-0.1.0"
    kept = withheld / "reserve/withheld-0.1.0/answers"
    truth = pl.concat([pl.read_parquet(path) for path in sorted(kept.glob("*.parquet"))])
    assert truth.height > 60
    assert derive(release) == {}
    done = call("audit", str(release), "--out", str(withheld))
    assert done.returncode == 0, done.stdout
