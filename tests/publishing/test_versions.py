"""Changes between releases, and the version that they ask for."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from cpsyexam.errors import ConfigError, ReleaseError
from manifests.audit import audit
from reviewing.application import DECISIONS
from tests.publishing.conftest import build_release, drafted, sealed

Change = Callable[[pl.DataFrame], pl.DataFrame]


@pytest.fixture
def root(made: Path, tmp_path: Path) -> Path:
    """A copy of build, releases and reserve."""
    for name in ("build", "releases", "reserve"):
        shutil.copytree(made / name, tmp_path / name)
    return tmp_path


def _edit(root: Path, change: Change) -> None:
    path = root / "build/split/kept.parquet"
    change(pl.read_parquet(path)).write_parquet(path)


def _public(split: pl.DataFrame, name: str = "test") -> str:
    return str(split.filter(pl.col("split") == name, pl.col("format") == "SCQ")["id"].sort()[0])


def _set(column: str, value: pl.Expr, split: str = "test") -> Change:
    def change(rows: pl.DataFrame) -> pl.DataFrame:
        mine = pl.col("id") == _public(rows, split)
        return rows.with_columns(pl.when(mine).then(value).otherwise(column).alias(column))

    return change


def _decide(root: Path, question: pl.DataFrame) -> None:
    """A decision that stage `reviewed` applied: the key of this question was wrong."""
    change = {"rule": "decision", "field": "answer", "before": "A", "after": "B"}
    row = {
        **dict.fromkeys(("file", "stale", "evidence"), ""),
        "decision": "d" * 64, "line": 1, "id": question["id"][0], "verdict": "correct",
        "by": "lin", "when": "2026-01-02T00:00:00Z", "why": "印刷答案有误", "status": "applied",
        "raw_ids": [question["raw_id"][0]], "changes": [change],
        "labels": {"task": None, "category": None},
    }  # fmt: skip
    pl.DataFrame([row], schema=DECISIONS).write_parquet(root / "build/reviewed/decisions.parquet")


def _changes(folder: Path) -> pl.DataFrame:
    return pl.read_parquet(folder / "CHANGES.parquet")


def test_first_release_has_nothing_to_compare_with(made: Path) -> None:
    folder = made / "releases/made-up-0.1.0"
    assert _changes(folder).height == 0
    assert "First release." in (folder / "CHANGELOG.md").read_text("utf-8")


def test_nothing_changed(root: Path) -> None:
    folder = drafted(root, "0.1.1")
    assert _changes(folder).height == 0
    text = (folder / "CHANGELOG.md").read_text("utf-8")
    assert "No record differs from made-up-0.1.0." in text
    assert "First release." in text  # the older entry is kept


def test_corrected_answer_is_a_patch_with_its_erratum(root: Path) -> None:
    split = pl.read_parquet(root / "build/split/kept.parquet")
    name = _public(split)
    old = split.filter(pl.col("id") == name)["answer"][0][0]
    new = (old + 1) % 4
    _edit(root, _set("answer", pl.lit([new]).cast(pl.List(pl.Int8))))
    _decide(root, split.filter(pl.col("id") == name))
    folder = drafted(root, "0.1.1")
    (row,) = _changes(folder).iter_rows(named=True)
    assert (row["id"], row["change"], row["fields"]) == (name, "changed", ["answer"])
    assert row["why"] == "lin: 印刷答案有误"
    assert row["old_sha256"] != row["new_sha256"]
    [change] = row["differences"]
    (before, after) = (split.filter(pl.col("id") == name)["options"][0][at] for at in (old, new))
    assert change == {"field": "answer", "before": before, "after": after}
    line = f"- {name} changed: key {before} → {after}; lin: 印刷答案有误"
    assert line in (folder / "CHANGELOG.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("change", "version", "wanted"),
    [
        (
            lambda rows: rows.filter(pl.col("id") != _public(rows, "train")),
            "0.1.1",
            "MINOR; .*0.2.0$",
        ),
        (_set("split", pl.lit("test"), "train"), "0.2.0", "MAJOR; build with --version 1.0.0$"),
    ],
)
def test_version_must_grow_as_the_changes_ask(
    root: Path, change: Change, version: str, wanted: str
) -> None:
    _edit(root, change)
    with pytest.raises(ReleaseError, match=f"ask for {wanted}") as told:
        build_release(root, version)
    assert "removed" in told.value.what or re.search(
        r"\d moved from train to test", told.value.what
    )
    assert not (root / f"releases/made-up-{version}").exists()


def test_same_version_with_other_records_is_refused_unless_nobody_has_it(root: Path) -> None:
    before = (root / "releases/made-up-0.1.0/RELEASE.json").read_bytes()
    _edit(root, _set("split", pl.lit("test"), "train"))
    with pytest.raises(
        ReleaseError, match=r"with other records; build with --version 0\.1\.1; while"
    ):
        build_release(root, "0.1.0")
    assert (root / "releases/made-up-0.1.0/RELEASE.json").read_bytes() == before
    assert _changes(build_release(root, "0.1.0", again=True)).height == 0


def test_same_version_with_the_same_records_is_written_again(root: Path) -> None:
    folder = root / "releases/made-up-0.1.0"
    (folder / "LICENSE").write_text("mine")
    build_release(root, "0.1.0")
    assert (folder / "LICENSE").read_text("utf-8") != "mine"


def _open_reserve(root: Path, *reveal: str) -> list[str]:
    """Make the reserve of GEE public in the build; the recipe names what is revealed."""
    rows = pl.read_parquet(root / "build/split/kept.parquet")
    opened = (pl.col("split") == "reserved") & (pl.col("exam") == "GEE")
    page = pl.col("capture").is_in(rows.filter(opened)["capture"].implode())
    moved = pl.when(page).then(pl.lit("test")).otherwise("split").alias("split")
    _edit(root, lambda frame: frame.with_columns(moved))
    path = root / "build/split/receipt.json"
    receipt = json.loads(path.read_text("utf-8"))
    receipt["settings"]["reveal"] = list(reveal)
    path.write_text(json.dumps(receipt))
    was = rows.filter(page, pl.col("split") == "reserved")
    return sorted(was["id"])


def test_what_was_reserved_is_not_made_public_in_silence(root: Path) -> None:
    ids = _open_reserve(root)
    message = rf"{len(ids)} questions that made-up-0.1.0 reserved would be public, first {ids[0]}"
    with pytest.raises(ReleaseError, match=message):
        build_release(root, "1.0.0")
    _open_reserve(root, *ids[1:])
    with pytest.raises(ReleaseError, match=rf"1 questions .* first {ids[0]}"):
        build_release(root, "1.0.0")
    with pytest.raises(ReleaseError, match=rf"1 questions .* first {ids[0]}"):
        build_release(root, "0.0.9")  # a lower version shows as much


def test_what_is_revealed_is_named(root: Path) -> None:
    ids = _open_reserve(root)
    _open_reserve(root, *ids)
    text = (sealed(root, "1.0.0") / "CHANGELOG.md").read_text("utf-8")
    assert all(f"- {name} revealed: it was reserved before" in text for name in ids)
    (root / "build/split/receipt.json").write_text(
        (root / "build/split/receipt.json").read_text("utf-8").replace(ids[0], "q0")
    )
    with pytest.raises(ReleaseError, match="reveals q0, which no other version reserved"):
        build_release(root, "2.0.0")


def test_without_the_earlier_reserve_no_version_is_made(root: Path) -> None:
    shutil.rmtree(root / "reserve/made-up-0.1.0")
    with pytest.raises(ReleaseError, match=r"made-up-0\.1\.0 reserved \d+ questions, 0 of them"):
        build_release(root, "0.1.1")
    drafted(root, "0.1.1", previous="none")


def test_removed_question_is_listed(root: Path) -> None:
    gone = _public(pl.read_parquet(root / "build/split/kept.parquet"), "train")
    _edit(root, lambda rows: rows.filter(pl.col("id") != gone))
    (row,) = _changes(drafted(root, "0.2.0")).iter_rows(named=True)
    assert (row["id"], row["change"], row["new_split"]) == (gone, "removed", "")


def test_lower_version_than_the_one_named_is_refused(root: Path) -> None:
    previous = str(root / "releases/made-up-0.1.0")
    with pytest.raises(ReleaseError, match=r"0\.0\.9 is not above 0\.1\.0"):
        build_release(root, "0.0.9", previous=previous)


def test_public_question_cannot_become_reserved(root: Path) -> None:
    _edit(root, _set("split", pl.lit("reserved")))
    with pytest.raises(ReleaseError, match="would now be reserved, first q"):
        build_release(root, "2.0.0")


def test_previous_must_be_a_release(root: Path) -> None:
    with pytest.raises(ConfigError, match=r"is not a release; check release\.previous"):
        build_release(root, "0.2.0", previous=str(root / "build"))


def test_source_that_was_taken_down_is_not_released(root: Path) -> None:
    path = root / "build/parsed/sources.parquet"
    sources = pl.read_parquet(path)
    sources.with_columns(pl.col("terms").str.replace("cleared", "taken_down")).write_parquet(path)
    with pytest.raises(ReleaseError, match="book: taken down, yet"):
        build_release(root, "0.2.0")


def test_page_in_two_worlds_is_refused(root: Path) -> None:
    split = pl.read_parquet(root / "build/split/kept.parquet")
    page = split.filter(pl.col("split") == "reserved")["capture"][0]
    other = _public(split, "train")
    moved = pl.when(pl.col("id") == other).then(pl.lit(page)).otherwise("capture").alias("capture")
    _edit(root, lambda rows: rows.with_columns(moved))
    with pytest.raises(
        ReleaseError, match=f"hold both reserved and public questions, first {page}"
    ):
        build_release(root, "0.2.0")


def test_stopped_run_leaves_the_last_release_as_it_was(root: Path) -> None:
    before = (root / "releases/made-up-0.1.0/RELEASE.json").read_bytes()
    _edit(root, lambda rows: rows.clear())
    with pytest.raises(ReleaseError, match="no question to release"):
        build_release(root)
    assert (root / "releases/made-up-0.1.0/RELEASE.json").read_bytes() == before


def test_a_reason_never_tells_a_withheld_answer(root: Path) -> None:
    split = pl.read_parquet(root / "build/split/kept.parquet")
    _decide(root, split.filter(pl.col("id") == _public(split)))
    _edit(root, _set("stem", pl.col("stem") + pl.lit("？")))
    folder = sealed(root, "1.0.0", test_answers="withheld")
    assert "印刷答案有误" not in (folder / "CHANGELOG.md").read_text("utf-8")
    assert set(_changes(folder)["why"]) == {""}
    told = pl.read_parquet(folder / "provenance/corrections.parquet")
    assert told.select("verdict", "fields", "by", "why").rows() == [("correct", [], "", "")]


def test_digests_of_earlier_open_records_do_not_tell_withheld_answers(root: Path) -> None:
    folder = sealed(root, "1.0.0", test_answers="withheld")
    changes = _changes(folder)
    tested = changes.filter(pl.col("new_split") == "test")
    assert tested.height > 10
    assert set(tested["fields"].explode()) >= {"answer"}
    assert set(tested["old_sha256"]) == {""}
    assert audit(folder, only=("withheld",))[1].ok


def test_decisions_on_the_reserve_stay_private(root: Path) -> None:
    split = pl.read_parquet(root / "build/split/kept.parquet")
    _decide(root, split.filter(pl.col("split") == "reserved").head(1))
    folder = sealed(root, "0.1.1")
    name = "provenance/corrections.parquet"
    assert pl.read_parquet(folder / name).is_empty()
    assert pl.read_parquet(root / "reserve" / folder.name / name).height == 1
