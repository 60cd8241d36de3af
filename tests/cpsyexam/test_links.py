"""Which lineages questions continue: by texts first, by places where no text says otherwise."""

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from cpsyexam.lineage import links

NAMES = st.builds(lambda kind, n: f"{kind}{n}", st.sampled_from("rq"), st.integers(0, 5))
QUESTIONS = st.integers(0, 4).map("Q{}".format)
LINEAGES = st.integers(0, 4).map("L{}".format)


def table(rows: list[tuple[str, str]], *columns: str) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String), orient="row")


@given(
    st.lists(st.tuples(QUESTIONS, NAMES), max_size=16),
    st.lists(st.tuples(NAMES, LINEAGES), max_size=16),
    st.sets(LINEAGES),
)
def test_a_place_links_what_no_text_links_and_some_lineages_are_asked_as_all_are(
    asked: list[tuple[str, str]], known: list[tuple[str, str]], some: set[str]
) -> None:
    names, told = table(asked, "question", "name"), table(known, "name", "lineage")
    hits = {(q, of, name[0]) for q, name in asked for other, of in known if name == other}
    texts = {(q, of) for q, of, kind in hits if kind == "q"}
    claimed = {q for q, _ in texts}, {of for _, of in texts}
    places = {(q, of) for q, of, kind in hits if kind == "r"}
    left = {(q, of) for q, of in places if q not in claimed[0] and of not in claimed[1]}
    found = links(names, told).rows()
    assert sorted(found) == sorted(texts | left)
    among = table([(one, "") for one in sorted(some)], "lineage", "split")
    part = links(names, told, among).rows()
    assert sorted(part) == sorted(pair for pair in found if pair[1] in some)
