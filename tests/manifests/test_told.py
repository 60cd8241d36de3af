"""Which pages and rejections a release tells: those of public questions, nothing that leads on."""

import polars as pl

from manifests import decisions
from tests.manifests.forging import Copy


def test_lists_and_pages_without_a_public_question_are_not_told(made: Copy) -> None:
    split = pl.read_parquet(made.build / "split/kept.parquet")
    listed = pl.read_parquet(made.folder / "provenance/captures.parquet")["capture"]
    private = pl.read_parquet(made.reserve / "provenance/captures.parquet")["capture"]
    assert "clist" in set(private)  # a list page: its links lead to all papers
    public = split.filter(pl.col("split") != "reserved")
    assert set(public["capture"]) <= set(listed)
    assert not set(split.filter(pl.col("split") == "reserved")["capture"]) & set(listed)
    every = pl.read_parquet(made.build / "parsed/captures.parquet")["capture"]
    assert sorted([*listed, *private]) == sorted(every)


def _decided(*rows: tuple[str, str, str]) -> pl.DataFrame:
    """Parent, capture and counterpart of rejected rows."""
    return pl.DataFrame(rows, schema=["parent", "capture", "counterpart"], orient="row")


def _split(*rows: tuple[str, str, str, list[str]]) -> pl.DataFrame:
    schema: dict[str, pl.DataType] = {
        "raw_id": pl.String(), "capture": pl.String(), "split": pl.String(),
        "also": pl.List(pl.String),
    }  # fmt: skip
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    return frame.with_columns(cluster="raw_id", unit="raw_id")


def test_what_is_told() -> None:
    split = _split(
        ("r1", "open", "train", ["r2"]), ("r3", "held", "reserved", ["r4"]),
    )  # fmt: skip
    rejected = {
        "a copy of a public question": ("r2", "copy", "r1"),
        "a leftover of a public page": ("open", "", ""),
        "a bad question on a public page": ("r5", "open", ""),
        "a leftover of a page of a copy": ("copy", "", ""),
    }
    hidden = {
        "a copy of a reserved question": ("r4", "copy 2", "r3"),
        "a copy of that copy, on a public page": ("r6", "open", "r4"),
        "a leftover of a reserved page": ("held", "", ""),
        "a view page": ("view", "", ""),
        "a rejected pair: one hangs in the air": ("r7", "open", "r8"),
        "the other": ("r8", "elsewhere", "r7"),
    }
    every = _decided(*rejected.values(), *hidden.values())
    told, pages = decisions.shown(every, split, set())
    assert told.to_list() == [True] * len(rejected) + [False] * len(hidden)
    assert pages == {"open", "copy"}


def test_a_page_that_also_printed_a_copy_of_a_reserved_question_is_not_told() -> None:
    split = _split(("r1", "open", "train", ["r2"]), ("r3", "held", "reserved", ["r4"]))
    copies = _decided(("r2", "both", "r1"), ("r4", "both", "r3"))
    told, pages = decisions.shown(copies, split, set())
    assert pages == {"open"}
    assert told.to_list() == [False, False]
