"""What questions of an earlier version are called now: each present one has one forerunner."""

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from publishing.heirs import followed

IDS = st.integers(0, 8).map("q{}".format)


@given(st.sets(IDS), st.lists(st.tuples(IDS, IDS), max_size=12), st.sets(IDS))
def test_a_text_that_stays_goes_on_as_itself_and_others_merge_into_it(
    had: set[str], heirs: list[tuple[str, str]], present: set[str]
) -> None:
    found = followed(
        pl.DataFrame({"id": sorted(had)}, schema={"id": pl.String}),
        pl.DataFrame(heirs, schema={"name": pl.String, "now": pl.String}, orient="row"),
        pl.Series(sorted(present), dtype=pl.String),
    )
    assert sorted(found["id"]) == sorted(had)
    wanted = {}
    for name in had:
        led = sorted(now for old, now in heirs if old == name and now in present)
        wanted[name] = name if name in present else next(iter(led), None)
    assert dict(found.select("id", "now").iter_rows()) == wanted
    for now in {*wanted.values()} - {None}:
        rivals = sorted((name for name in had if wanted[name] == now), key=lambda n: (n != now, n))
        goes_on = found.filter(pl.col("now") == now, ~pl.col("merged"))["id"].to_list()
        assert goes_on == rivals[:1]
    assert not found.filter(pl.col("now").is_null())["merged"].any()
