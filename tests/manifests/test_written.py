"""What a Parquet file can carry beside its rows is found."""

import hashlib
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from manifests import verify
from manifests.parquet_layout import unaccounted
from manifests.parquet_values import strange
from tests.manifests.forging import Cases, Copy, duplicate

CASES = Cases()
SECRET = "保留的题目：下列属于程序性知识的是（　　）。"


def _replaced(copy: Copy, path: str, data: bytes) -> None:
    (copy.folder / path).write_bytes(data)
    copy.reseal()


@CASES.case("bytes", r"data/GEE/train-.*: its rows give \d+ bytes, it has \d+; first other: \d+")
def text_between_rows_and_footer(copy: Copy) -> None:
    path = copy.shard("train")
    data = (copy.folder / path).read_bytes()
    end = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    rows = pl.read_parquet(copy.folder / path)
    _replaced(copy, path, data[:end] + SECRET.encode() + data[end:])
    assert pl.read_parquet(copy.folder / path).equals(rows)


@CASES.case("bytes", r"data/GEE/train-.*: its rows give \d+ bytes")
def dictionary_entry_of_no_row(copy: Copy) -> None:
    path = copy.folder / copy.shard("train")
    table = pq.read_table(path)
    subjects = table["subject"].combine_chunks().dictionary_encode()
    words = pa.array([*subjects.dictionary.to_pylist(), SECRET])
    column = pa.DictionaryArray.from_arrays(subjects.indices, words)
    place = table.schema.get_field_index("subject")
    table = table.set_column(place, pa.field("subject", column.type), column)
    notes = {k: v for k, v in pq.read_metadata(path).metadata.items() if k != b"ARROW:schema"}
    table = table.replace_schema_metadata(notes)
    pq.write_table(table, path, compression="zstd", store_schema=False)
    assert pl.read_parquet(path)["subject"].dtype == pl.String
    assert SECRET not in pl.read_parquet(path)["subject"]
    copy.reseal()


@CASES.case("bytes", r"data/GEE/train-.*: has metadata more, which no release has")
def note_in_the_metadata(copy: Copy) -> None:
    path = copy.folder / copy.shard("train")
    table = pq.read_table(path)
    table = table.replace_schema_metadata({**(table.schema.metadata or {}), b"more": b"x"})
    pq.write_table(table, path, compression="zstd")
    copy.reseal()


@CASES.case("bytes", r"provenance/captures.parquet: its rows give \d+ bytes")
def statistics_where_none_are(copy: Copy) -> None:
    path = copy.folder / "provenance/captures.parquet"
    pl.read_parquet(path).write_parquet(path, compression="zstd", statistics=True)
    copy.reseal()


@pytest.mark.parametrize("name", CASES.found)
def test_what_stands_beside_the_rows_is_found(name: str, copy: Copy) -> None:
    CASES.run(name, copy)


def test_another_writer_s_version_is_said_and_metadata_is_still_looked_at(copy: Copy) -> None:
    manifest = copy.manifest
    manifest["builder"]["writers"] = {"polars": "1.0.0", "pyarrow": "1.0.0"}
    copy.write_manifest(manifest)
    check = copy.audit("bytes")["bytes"]
    assert (check.ok, check.skipped) == (True, True)
    assert "not checked: written with polars 1.0.0, pyarrow 1.0.0, here is layout" in check.detail
    note_in_the_metadata(copy)
    assert not copy.audit("bytes")["bytes"].ok


def test_the_same_rows_give_the_same_bytes(made: Copy, tmp_path: Path) -> None:
    first = duplicate(made, tmp_path)
    assert first.audit("bytes")["bytes"].ok
    digests = {entry["path"]: entry["sha256"] for entry in made.manifest["files"]}
    place = "CHANGES.parquet"
    assert hashlib.sha256((first.folder / place).read_bytes()).hexdigest() == digests[place]
    assert verify.verify(first.folder) == []


def other_writers(copy: Copy) -> None:
    """A forger claims that other versions wrote the files, so that none can be written again."""
    manifest = copy.manifest
    manifest["builder"]["writers"] = {"polars": "9.9.9", "pyarrow": "99.0.0", "layout": "9"}
    copy.write_manifest(manifest)


@pytest.mark.parametrize("where", ["footer", "pages", "frame"])
@pytest.mark.parametrize("kind", ["data", "provenance"])
def test_bytes_beside_the_pages_are_found_whoever_wrote_the_file(
    copy: Copy, where: str, kind: str
) -> None:
    name = copy.shard("train") if kind == "data" else "provenance/captures.parquet"
    path = copy.folder / name
    data, rows = path.read_bytes(), pl.read_parquet(path)
    end = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    column = pq.read_metadata(path).row_group(0).column(0)
    secret = SECRET.encode()
    if where == "frame":  # a frame that readers skip, behind the pages
        secret = b"\x50\x2a\x4d\x18" + len(secret).to_bytes(4, "little") + secret
    if where == "pages":
        # the last page of a column is read by its offset: what lies before it is not
        last = pq.read_metadata(path).row_group(0).num_columns - 1
        at = pq.read_metadata(path).row_group(0).column(last).data_page_offset
        assert at > column.data_page_offset
        path.write_bytes(data[: end - len(secret)] + secret + data[end:])
    else:
        path.write_bytes(data[:end] + secret + data[end:])
        assert pl.read_parquet(path).equals(rows)
    copy.reseal()
    other_writers(copy)
    assert not copy.audit("bytes")["bytes"].ok


@pytest.mark.parametrize("where", ["index", "footer"])
def test_text_in_statistics_and_indexes_is_found_whoever_wrote_the_file(
    copy: Copy, where: str
) -> None:
    path = copy.folder / copy.shard("train")
    data, subject = path.read_bytes(), pl.read_parquet(path)["subject"].max()
    assert isinstance(subject, str)
    last = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    at = data.rfind(subject.encode(), 0, None if where == "footer" else last)
    assert (at > last) is (where == "footer")
    secret = ("保" * len(subject)).encode()
    path.write_bytes(data[:at] + secret + data[at + len(secret) :])
    copy.reseal()
    other_writers(copy)
    check = copy.audit("bytes")["bytes"]
    assert "its statistics name" in check.detail


def test_entries_of_a_dictionary_that_no_row_uses_are_found_whoever_wrote_the_file(
    copy: Copy,
) -> None:
    dictionary_entry_of_no_row(copy)
    other_writers(copy)
    assert (
        "subject: a dictionary has entries that no row uses" in copy.audit("bytes")["bytes"].detail
    )


@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize(
    "column", [["记忆", "思维" * 9], [[], ["a", None, "b" * 40]], [1, None, 3]]
)
def test_bytes_behind_the_values_of_a_page_are_found(
    tmp_path: Path, version: str, column: list[object]
) -> None:
    path = tmp_path / "a.parquet"
    table = pa.table({"x": column})
    for dictionary in (True, False):
        for packed in ("zstd", "none"):
            pq.write_table(
                table, path, compression=packed, use_dictionary=dictionary,
                data_page_version=version,
            )  # fmt: skip
            assert [*unaccounted(path), *strange(path)] == []
    text = ("思维" * 9).encode() if column[0] == "记忆" else b"b" * 40
    data = path.read_bytes()
    at = data.find(len(text).to_bytes(4, "little") + text)
    if at < 0:
        return  # numbers have no length that could be lessened
    path.write_bytes(data[:at] + (6).to_bytes(4, "little") + data[at + 4 :])
    assert pq.read_table(path, schema=table.schema)["x"].to_pylist() != column
    assert list(unaccounted(path)) == []
    (said,) = strange(path)
    assert "a page holds other bytes than its values" in said


def test_what_other_versions_wrote_is_no_problem(copy: Copy) -> None:
    other_writers(copy)
    assert copy.audit("bytes")["bytes"].skipped
