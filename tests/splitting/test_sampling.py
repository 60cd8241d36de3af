"""Units drawn into a split, and the search that betters what was drawn."""

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.population import row
from splitting.few_shot import top_up
from splitting.sampling import Pool, draw, gather, refine

# units of one to four questions in up to three strata
UNITS = st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=4), min_size=1, max_size=14)
QUOTAS = st.lists(st.integers(0, 9), min_size=3, max_size=3)


def pool_of(units: list[list[int]], strata: int = 3) -> Pool:
    """A pool of units in draw order, each a list of its questions' strata."""
    cells = [(turn, stratum) for turn, unit in enumerate(units) for stratum in unit]
    rows = pl.DataFrame(cells, schema={"turn": pl.UInt32, "stratum": pl.Int64}, orient="row")
    return gather(rows, strata)


def sizes(units: list[list[int]], taken: list[int]) -> list[int]:
    """Questions per stratum of the units taken."""
    return [sum(units[i].count(stratum) for i in taken) for stratum in range(3)]


def test_a_unit_that_fits_goes_before_an_earlier_one_that_overshoots() -> None:
    assert draw(pool_of([[0] * 3, [0] * 2]), [2, 0, 0], [0, 0, 0]) == [1]


def test_a_unit_that_fills_as_much_as_it_overshoots_is_not_taken() -> None:
    assert draw(pool_of([[0] * 2]), [1, 0, 0], [0, 0, 0]) == []
    assert draw(pool_of([[0] * 3]), [2, 0, 0], [0, 0, 0]) == [0]


def test_a_unit_over_two_strata_counts_in_both() -> None:
    assert draw(pool_of([[0, 1, 1]]), [1, 0, 0], [0, 0, 0]) == []
    assert draw(pool_of([[0, 1, 1]]), [1, 1, 0], [0, 0, 0]) == [0]
    # with one quota for the strata of a cell it fits as a whole
    assert draw(pool_of([[0, 1, 1]]), [3], [0, 0, 0], [0, 0, 0]) == [0]


def test_what_overshoots_is_exchanged_for_what_fits() -> None:
    pool = pool_of([[0] * 4, [0] * 3, [0] * 3])
    drawn = draw(pool, [6, 0, 0], [0, 0, 0])
    assert drawn == [0, 1], "four fit, and three fill more than they overshoot"
    assert refine(pool, drawn, [6, 0, 0], [0, 0, 0]) == [1, 2]


@settings(max_examples=150)
@given(UNITS, QUOTAS, QUOTAS)
def test_the_search_leaves_books_in_order_and_nothing_to_better(
    units: list[list[int]], quotas: list[int], keep: list[int]
) -> None:
    pool = pool_of(units)
    everything = sizes(units, list(range(len(units))))
    drawn = draw(pool, quotas, keep)
    before = _distance(units, drawn, quotas)
    taken = refine(pool, drawn, quotas, keep)
    assert _distance(units, taken, quotas) <= before
    assert pool.free == [i not in taken for i in range(len(units))]
    left = [n - m for n, m in zip(everything, sizes(units, taken), strict=True)]
    assert pool.left == left
    for stratum in range(3):
        touched = any(stratum in units[i] for i in taken)
        assert not touched or left[stratum] >= min(keep[stratum], everything[stratum])
    for stratum, got in enumerate(sizes(units, taken)):
        if got == quotas[stratum]:
            continue
        for other in _neighbours(units, taken, stratum):
            rest = [n - m for n, m in zip(everything, sizes(units, other), strict=True)]
            if all(a >= min(k, b) for a, k, b in zip(rest, keep, left, strict=True)):
                assert _distance(units, other, quotas) >= _distance(units, taken, quotas)


def _distance(units: list[list[int]], taken: list[int], quotas: list[int]) -> int:
    return sum(abs(n - m) for n, m in zip(sizes(units, taken), quotas, strict=True))


def _neighbours(units: list[list[int]], taken: list[int], stratum: int) -> list[list[int]]:
    """One unit of a stratum given back, taken or exchanged for another of it."""
    here = [i for i, unit in enumerate(units) if stratum in unit]
    free = [i for i in here if i not in taken]
    less = [[i for i in taken if i != out] for out in here if out in taken]
    return [*less, *([*part, i] for part in (taken, *less) for i in free)]


def _train(groups: dict[str, list[tuple[str, int]]]) -> pl.DataFrame:
    """Groups in draw order, each a list of its questions' (format, stratum)."""
    rows = [
        {
            **row("KG", "GEE", "普通心理学", form), "stratum": stratum,
            "group": name, "turn": turn, "split": "train", "fresh": True,
        }
        for turn, (name, members) in enumerate(groups.items())
        for form, stratum in members
    ]  # fmt: skip
    return pl.DataFrame(rows)


def test_exemplars_are_so_many_as_asked_for_in_draw_order() -> None:
    rows = _train({name: [("SCQ", 0)] for name in "abcdef"})
    assert top_up(rows, 2, keep=1) == ["a", "b"]


def test_exemplars_are_not_taken_below_what_train_keeps() -> None:
    rows = _train({name: [("SCQ", 0)] for name in "abcd"})
    assert top_up(rows, 3, keep=2) == ["a", "b"]


def test_what_a_version_had_in_train_stays_there_where_a_new_question_can_go() -> None:
    rows = _train({name: [("SCQ", 0)] for name in "abcd"})
    rows = rows.with_columns(fresh=pl.col("group") == "c")
    assert top_up(rows, 1, keep=3) == ["c"]
    assert top_up(rows, 2, keep=2) == ["c", "a"]


def test_a_unit_of_two_formats_is_moved_once_and_counts_for_both() -> None:
    rows = _train({"ab": [("MAQ", 1), ("SCQ", 0)], "c": [("SCQ", 0)], "d": [("MAQ", 1)]})
    assert top_up(rows, 1, keep=1) == ["ab"]
    assert top_up(rows, 2, keep=0) == ["ab", "d", "c"]


def test_exemplars_that_dev_has_are_not_asked_for_again() -> None:
    rows = _train({name: [("SCQ", 0)] for name in "abcd"})
    rows = rows.with_columns(
        pl.when(pl.col("group") == "a").then(pl.lit("dev")).otherwise("split").alias("split")
    )
    assert top_up(rows, 2, keep=0) == ["b"]
