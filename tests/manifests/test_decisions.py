"""Which decisions may be told: none that leads to a reserved question, over however many links."""

from collections.abc import Mapping

import polars as pl

from manifests.decisions import shown

EMPTY: dict[str, object] = {
    "stage": "unique", "rule": "copy", "detail": "", "counterpart": "", "strength": None,
    "source": "s", "capture": "",
}  # fmt: skip
KINDS = {
    "parent": pl.String, "stage": pl.String, "rule": pl.String, "detail": pl.String,
    "counterpart": pl.String, "strength": pl.Int32, "source": pl.String, "capture": pl.String,
}  # fmt: skip


def decided(*rows: Mapping[str, object]) -> pl.DataFrame:
    return pl.DataFrame([{**EMPTY, **row} for row in rows], schema=KINDS)


def question(raw: str, split: str, capture: str) -> dict[str, object]:
    return {
        "raw_id": raw, "split": split, "capture": capture, "cluster": raw, "unit": raw, "also": [],
    }  # fmt: skip


def questions(*rows: dict[str, object]) -> pl.DataFrame:
    text = dict.fromkeys(("raw_id", "split", "capture", "cluster", "unit"), pl.String)
    return pl.DataFrame(list(rows), schema={**text, "also": pl.List(pl.String)})


def told(decisions: pl.DataFrame, split: pl.DataFrame) -> list[str]:
    mask, _ = shown(decisions, split, set())
    return decisions.filter(mask)["parent"].to_list()


SPLIT = questions(question("open", "train", "page-1"), question("held", "reserved", "page-2"))


def test_copies_of_public_questions_are_told_and_their_pages_too() -> None:
    copy = decided({"parent": "a", "counterpart": "open", "capture": "page-3"})
    known = question("open", "train", "page-1") | {"also": ["a"]}
    mask, pages = shown(copy, questions(known), set())
    assert mask.to_list() == [True]
    assert pages == {"page-1", "page-3"}


def test_copies_of_copies_of_a_reserved_question_are_not_told() -> None:
    chain = [("a", "held"), ("b", "a"), ("c", "b"), ("d", "c")]
    rows = decided(
        *({"parent": one, "counterpart": other, "capture": "page-1"} for one, other in chain),
        {"parent": "e", "counterpart": "open", "capture": "page-1"},
    )
    assert told(rows, SPLIT) == ["e"]


def test_what_was_reserved_before_it_left_is_not_told() -> None:
    rows = decided(*({"parent": name, "capture": "page-1"} for name in ("a", "b")))
    mask, _ = shown(rows, SPLIT, {"a"})
    assert rows.filter(mask)["parent"].to_list() == ["b"]


def test_a_page_with_a_copy_of_a_reserved_question_is_not_told() -> None:
    rows = decided(
        {"parent": "a", "counterpart": "held", "capture": "page-3"},
        {"parent": "b", "counterpart": "a", "capture": "page-4"},
        {"parent": "c", "counterpart": "open", "capture": "page-4"},
    )
    known = question("open", "train", "page-1") | {"also": ["c"]}
    split = questions(known, question("held", "reserved", "page-2"))
    mask, pages = shown(rows, split, set())
    assert pages == {"page-1"}
    assert not mask.any()


def test_what_names_a_hidden_row_is_hidden_and_what_names_that_too() -> None:
    # `a` stands on a page that is not told; `b` names `a`, `c` names `b`, and so on
    rows = decided(
        {"parent": "a", "counterpart": "", "capture": "page-9"},
        {"parent": "b", "counterpart": "a", "capture": "page-1"},
        {"parent": "c", "counterpart": "b", "capture": "page-1"},
        {"parent": "d", "counterpart": "c", "capture": "page-1"},
        {"parent": "e", "counterpart": "", "capture": "page-1"},
    )
    assert told(rows, SPLIT) == ["e"]
