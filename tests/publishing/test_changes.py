"""Two releases of a few records, compared record by record."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from bench import builds
from cpsyexam.errors import ReleaseError
from cpsyexam.files import digest_file
from publishing import changes, draft
from publishing.columns import NAMES

Row = dict[str, Any]


def record(name: str, **other: object) -> Row:
    row: Row = dict.fromkeys(NAMES, "")
    return row | {"id": name, "options": ["甲", "乙"], "answer": "A", "canary": None} | other


def release(folder: Path, **splits: list[Row]) -> Path:
    """A release folder with a shard a split, all of GEE, and its manifest."""
    schema = {name: pl.List(pl.String) if name == "options" else pl.String for name in NAMES}
    for split, rows in splits.items():
        path = folder / f"data/GEE/{split}-00000-of-00001.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        pl.DataFrame(rows, schema=schema).write_parquet(path)
    name, _, version = folder.name.rpartition("-")
    told = {"name": name, "version": version, "shards": []}
    (folder / "RELEASE.json").write_text(json.dumps(told), "utf-8")
    return folder


def test_each_record_that_differs_has_a_row_that_says_how(tmp_path: Path) -> None:
    old = release(
        tmp_path / "made-up-0.1.0",
        train=[record("q1"), record("q2"), record("q4"), record("q7")],
        test=[record("q3", canary="one"), record("q5", canary="one")],
    )
    new = release(
        tmp_path / "made-up-0.2.0",
        train=[record("q1"), record("q4", answer="B", question="改"), record("q6")],
        test=[record("q3", canary="two"), record("q7", canary="two", answer="B")],
    )
    diff = changes.compare(old, new, {"q4": "lin: 印刷答案有误", "q1": "nobody asks"})
    assert (diff.previous, diff.columns) == ("made-up-0.1.0", ())
    assert diff.sha256 == digest_file(old / "RELEASE.json")
    names = ("id", "change", "fields", "why", "old_split", "new_split")
    assert diff.rows.select(names).rows() == [
        ("q2", "removed", [], "", "train", ""),
        ("q4", "changed", ["question", "answer"], "lin: 印刷答案有误", "train", "train"),
        ("q5", "removed", [], "", "test", ""),
        ("q6", "added", [], "", "", "train"),
        ("q7", "moved", ["answer"], "", "train", "test"),
    ]
    for row in diff.rows.iter_rows(named=True):
        assert (row["old_sha256"] == "") == (row["change"] == "added")
        assert (row["new_sha256"] == "") == (row["change"] == "removed")
    assert diff.level == 2


def test_equal_records_have_one_digest_whatever_their_canary_and_order(tmp_path: Path) -> None:
    rows = [record("q2"), record("q1", canary="x")]
    one = changes.records(release(tmp_path / "a-0.1.0", test=rows))
    two = changes.records(release(tmp_path / "b-0.1.0", test=[record("q1"), rows[0]]))
    assert one["id"].to_list() == ["q1", "q2"]
    assert one["sha256"].to_list() == two["sha256"].to_list()
    assert one["sha256"].n_unique() == 2
    assert set(one["split"]) == {"test"}


def test_a_column_of_one_of_them_alone_is_told(tmp_path: Path) -> None:
    old = release(tmp_path / "made-up-0.1.0", train=[record("q1")])
    new = release(tmp_path / "made-up-1.0.0", train=[record("q1")])
    path = new / "data/GEE/train-00000-of-00001.parquet"
    pl.read_parquet(path).with_columns(pl.lit("").alias("year")).write_parquet(path)
    added, gone = changes.compare(old, new, {}), changes.compare(new, old, {})
    assert (added.columns, added.gone, added.level) == (("year",), (), 1)
    assert (gone.columns, gone.gone, gone.level) == (("year",), ("year",), 2)


@pytest.mark.parametrize(
    ("there", "version", "found"),
    [
        (["0.9.0", "0.10.0", "1.0.0"], "0.11.0", "0.10.0"),
        (["0.9.0", "0.10.0"], "0.10.0", "0.9.0"),
        (["1.0.0"], "0.1.0", None),
        ([], "0.1.0", None),
        (["0.1.0", "0.2.0-draft", "0.x.0"], "0.3.0", "0.1.0"),
    ],
)
def test_the_release_before_is_the_newest_lower_version_beside(
    tmp_path: Path, there: list[str], version: str, found: str | None
) -> None:
    for other in there:
        _bare(tmp_path, other)
    (tmp_path / "releases/made-up-0.0.9").mkdir(parents=True)  # holds no release
    (tmp_path / "releases/other-0.0.8").mkdir()
    before = changes.find_previous(builds.spec(tmp_path, version))
    assert before == (found and tmp_path / f"releases/made-up-{found}")


def _bare(root: Path, version: str) -> None:
    folder = root / f"releases/made-up-{version}"
    folder.mkdir(parents=True)
    (folder / "RELEASE.json").write_text("{}")


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("changes")
    builds.make(root / "build", 120)
    return root


def _published(root: Path, version: str, **settings: Any) -> Path:
    """A draft, put where a sealed release would be."""
    spec = builds.spec(root, version, **settings)
    draft.write(spec)
    spec.folder.parent.mkdir(parents=True, exist_ok=True)
    spec.public.rename(spec.folder)
    told = {"name": spec.name, "version": version, "shards": []}
    (spec.folder / "RELEASE.json").write_text(json.dumps(told), "utf-8")
    return spec.folder


@pytest.fixture
def root(build: Path, tmp_path: Path) -> Path:
    (tmp_path / "build").symlink_to(build / "build")
    _published(tmp_path, "0.1.0")
    return tmp_path


def _less(folder: Path, split: str = "train") -> str:
    """Take a record out of a release; the next one seems to have added it."""
    path = min(folder.glob(f"data/*/{split}-*.parquet"))
    rows = pl.read_parquet(path)
    rows.slice(1).write_parquet(path)
    return str(rows["id"][0])


def test_entries_of_earlier_versions_stay_below_the_new_one(root: Path) -> None:
    first = (root / "releases/made-up-0.1.0/CHANGELOG.md").read_text("utf-8")
    assert first == "# Changes of made-up\n\n## 0.1.0 (2026-01-02)\n\nFirst release.\n"
    _less(root / "releases/made-up-0.1.0")
    _published(root, "0.2.0")
    text = (_published(root, "0.2.1") / "CHANGELOG.md").read_text("utf-8")
    heads = [line for line in text.splitlines() if line.startswith("#")]
    assert heads == [
        "# Changes of made-up", "## 0.2.1 (2026-01-02)", "## 0.2.0 (2026-01-02)",
        "## 0.1.0 (2026-01-02)",
    ]  # fmt: skip
    assert "\n- added: 1\n" in text
    assert "Every record that differs from made-up-0.1.0 stands in `CHANGES.parquet`." in text
    assert "No record differs from made-up-0.2.0." in text
    assert text.count("First release.") == 1


def test_the_table_of_changes_names_the_release_it_is_against(root: Path) -> None:
    before = root / "releases/made-up-0.1.0"
    name = _less(before)
    path = _published(root, "0.2.0") / "CHANGES.parquet"
    assert pl.read_parquet(path).select("id", "change").rows() == [(name, "added")]
    notes = pl.read_parquet_metadata(path)
    assert notes["previous"] == "made-up-0.1.0"
    assert notes["sha256"] == digest_file(before / "RELEASE.json")


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("0.1.0", r"version 0\.1\.0 is not above 0\.1\.0; build with --version 0\.2\.0"),
        ("0.1.9", r"is a PATCH step, but the changes .*added.* \(first q.*ask for MINOR"),
    ],
)
def test_a_version_that_does_not_grow_enough(root: Path, version: str, said: str) -> None:
    before = root / "releases/made-up-0.1.0"
    name = _less(before)
    with pytest.raises(ReleaseError, match=said) as told:
        draft.write(builds.spec(root, version, previous=str(before)))
    assert "first" not in said or f"(first {name})" in str(told.value)


def test_a_higher_version_may_grow_by_more_than_it_must(root: Path) -> None:
    for version in ("0.2.0", "1.0.0"):
        _less(root / "releases/made-up-0.1.0")
        draft.write(builds.spec(root, version))


def test_what_was_public_stays_public(root: Path) -> None:
    """A question of the reserve that stood in an earlier release."""
    split = pl.read_parquet(root / "build/split/kept.parquet")
    held = split.filter(split="reserved")["id"].sort().to_list()[0]
    before = root / "releases/made-up-0.1.0"
    path = min(before.glob("data/*/train-*.parquet"))
    rows = pl.read_parquet(path)
    more = rows.head(1).with_columns(pl.lit(held).alias("id"))
    pl.concat([rows, more]).write_parquet(path)
    with pytest.raises(ReleaseError, match=rf"1 questions of made-up-0\.1\.0 .*first {held}"):
        draft.write(builds.spec(root, "1.0.0"))
