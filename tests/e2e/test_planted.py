"""Plants in the next version: what becomes of them tells neither keys nor what is reserved."""

import json
import shutil
from pathlib import Path

import polars as pl
import pytest

from bench import planted_questions as plants
from cpsyexam import stage
from tests.shared import made_once

# they name digests of other files, or what no one can know without the salt key
SEALED = {"RELEASE.json", "provenance/captures.parquet", "provenance/rules.json"}


@pytest.fixture(scope="session")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of 120 questions with withheld answers, and its reserve."""
    return made_once(tmp_path_factory, "planted", _first)


def _first(root: Path) -> None:
    plants.build(root, "0.1.0", bank=plants.found(120))


def next_version(first: Path, place: Path, planted: list[plants.Row]) -> Path:
    shutil.copytree(first, place)
    return plants.build(place, "0.2.0", bank=plants.found(120), plant=planted)


def manifest(release: Path) -> dict[str, object]:
    """RELEASE.json without what is sealed and the digests of files."""
    told = json.loads((release / "RELEASE.json").read_text("utf-8"))
    told["files"] = [one["path"] for one in told["files"]]
    told["builder"]["recipe_sha256"] = told["root"] = told["lineage"] = told["builder"][
        "commit"
    ] = ""
    for shard in told["shards"]:
        shard["root"] = ""
    return dict(told)


def same(one: Path, other: Path) -> None:
    """Two worlds look the same to who reads their public folders."""
    assert set(plants.differing(one, other)) <= SEALED
    assert manifest(one) == manifest(other)
    pages = [
        pl.read_parquet(f / "provenance/captures.parquet").drop("digest") for f in (one, other)
    ]
    assert pages[0].equals(pages[1])


def test_no_guess_at_a_withheld_key_can_be_read_off(first: Path, tmp_path: Path) -> None:
    release = first / "releases/planted-0.1.0"
    truth = plants.answers(first / "reserve/planted-0.1.0")
    tested = [r for r in plants.records(release, "test") if r["format"] == "SCQ"][:12]
    assert len(tested) == 12
    right = [plants.copy(r, truth[r["id"]]) for r in tested]
    wrong = [{**row, "answer": "ABCD"["BCDA".index(row["answer"])]} for row in right]
    edited = [
        {**row, "stem": row["stem"].replace("下列正确的是", "下列正确是")}
        for row in (*right, *wrong)
    ]
    worlds = [
        next_version(first, tmp_path / name, [*rows, *some])
        for name, rows, some in (("r", right, edited[:12]), ("w", wrong, edited[12:]))
    ]
    same(*worlds)
    there = {row["id"] for row in plants.records(worlds[1], "test")}
    assert {row["id"] for row in tested} <= there
    told = stage.read(tmp_path / "w/build", "unique/rejected").filter(source="plant")
    assert set(told["detail"].str.slice(0, 11)) == {"keys differ"}  # a person looks


def opened(row: plants.Row) -> plants.Row:
    """A question without its options, its key in words."""
    return {**row, **dict.fromkeys("ABCD", ""), "answer": row[row["answer"]]}


def test_no_question_can_be_told_to_be_reserved(first: Path, tmp_path: Path) -> None:
    held = plants.records(first / "reserve/planted-0.1.0", "reserved")
    assert len(held) > 5
    secret = [plants.copy(r, r["answer"]) for r in held]
    fresh = plants.found(len(held) - 1, seed=7)
    worlds = [
        next_version(first, tmp_path / name, rows)
        for name, rows in (
            ("members", secret),
            ("others", [*fresh, secret[0]]),
            ("asked without options", [*fresh, opened(secret[0])]),
        )
    ]
    same(*worlds[:2])
    same(*worlds[1:])
    gone = stage.read(tmp_path / "others/build", "unique/rejected").filter(source="plant")
    assert set(gone["rule"]) == {"not_vouched"}
    assert gone.height == len(held)
