"""Rules as data."""

import polars as pl

from cpsyexam.rules import Rule, apply, broken

FRAME = pl.DataFrame({"raw_id": ["a", "b", "c"], "source": ["s"] * 3, "n": [1, 2, None]})
RULES = [
    Rule("two", "n is two", pl.col("n") == 2, pl.col("n")),
    Rule("any", "n is there", lambda f: f["n"].is_not_null()),
]


def test_each_rule_is_a_column() -> None:
    assert broken(RULES, FRAME).to_dict(as_series=False) == {
        "two": [False, True, False],
        "any": [True, True, False],
    }


def test_the_first_rule_names_the_row_and_all_are_told() -> None:
    kept, rejected = apply(RULES, FRAME, stage="cleaned")
    assert kept["raw_id"].to_list() == ["c"]
    assert rejected.select("parent", "rule", "detail").rows() == [
        ("a", "any", ""),
        ("b", "two", "2; also any"),
    ]


def test_no_row_breaks_a_rule() -> None:
    kept, rejected = apply(RULES, FRAME.tail(1), stage="cleaned")
    assert (kept.height, rejected.height) == (1, 0)
