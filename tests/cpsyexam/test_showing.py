"""What may be shown of a build: no question of the reserve by any of its names, no print of one."""

import polars as pl
import pytest

from cpsyexam.errors import ConfigError
from cpsyexam.showing import NOTHING, of_tables, refuse
from tests.reviewing.tables import frames, question

SAME = {"stem": "提出操作条件作用的是（　　）。"}
ROWS = [
    question(1, split="reserved", capture="c1", **SAME),
    question(2, capture="c2"),
    question(3, capture="c3", rule="missing_answer", answer="", **SAME),
]


def test_a_reserved_question_is_hidden_by_every_name_and_in_every_print() -> None:
    found = frames(ROWS)
    split = found["split"].with_columns(also=pl.lit(["r0009"]))
    hidden = of_tables(split, found["parsed"], ["q-earlier"])
    assert hidden.hides("r0001")
    assert hidden.hides(split.filter(split="reserved")["id"][0])
    assert hidden.hides("r0009")
    assert hidden.hides("q-earlier")
    assert hidden.hides("r0003")  # the same text, without its key
    assert not hidden.hides("r0002")
    assert hidden.pages == {"c1", "c3"}
    with pytest.raises(ConfigError, match="--reserve shows it"):
        refuse(hidden, ("r0001",), "r0001")


@pytest.mark.parametrize(
    ("rows", "left"),
    [
        ({"raw_id": ["r0001", "r0002"]}, 1),
        ({"parent": ["r0003", "r0002", None]}, 2),
        ({"left": ["r0002"], "right": ["r0001"]}, 0),
        ({"raw_ids": [["r0002", "r0001"], [], None]}, 2),
        ({"capture": ["c1", "c2"]}, 1),  # lines of its page
        ({"capture": ["c1"], "raw_id": ["r0002"]}, 1),  # another question of its page
        ({"number": [1]}, 1),
    ],
)
def test_rows_of_any_table_are_hidden_by_what_they_name(
    rows: dict[str, list[object]], left: int
) -> None:
    found = frames(ROWS)
    hidden = of_tables(found["split"], found["parsed"])
    assert hidden.without(pl.DataFrame(rows)).height == left
    assert NOTHING.without(pl.DataFrame(rows)).height == len(next(iter(rows.values())))


def test_without_a_reserve_nothing_is_hidden() -> None:
    found = frames(ROWS[1:])
    assert of_tables(found["split"], found["parsed"]) == NOTHING
