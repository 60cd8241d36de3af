"""Findings in pairs of questions: copies, leaks between splits and banks, contradictions."""

from collections.abc import Iterator

import polars as pl

from cleaning.duplicates import find_edges
from cpsyexam.components import components

FOUND = {
    "raw_id": pl.String,
    "family": pl.String,
    "rule": pl.String,
    "detail": pl.String,
    "other": pl.String,
    "strength": pl.Float64,
}
Place = tuple[str, str]  # bank, split
Finding = tuple[str, str, str, str, str, float | None]
RULES = {
    "exact_copy": "the same question again",
    "near_copy": "the same question again, with slips",
    "copy_across_splits": "the same question on both sides of a split",
    "copy_across_banks": "the same question in another bank",
    "case_across_splits": "one case on both sides of a split",
    "case_across_banks": "one case in two banks",
    "contradictory_keys": "the same question with another key",
    "possible_copy": "perhaps the same question",
}
_LEARNT = ("train", "dev", "val", "valid", "validation", "test")  # what is seen first, first


def scan(questions: pl.DataFrame) -> pl.DataFrame:
    """Findings (columns FOUND); `other` is the counterpart that may stay.

    Needs raw_id, source, split, material, stem, options, answer (positions), reference. Copies
    inside a place (a split of a bank) are duplicates; a copy or a case in two places is a leak, and
    the finding names the one in the later place (train before dev before test). Questions with
    different keys are a `conflict`, and a leak as well where they lie in two places.
    """
    edges = find_edges(questions)
    named = pl.concat([edges["left"], edges["right"]]).unique()
    known = questions.filter(pl.col("raw_id").is_in(named.implode()))
    places = {name: (bank, split) for name, bank, split in known.select(
        "raw_id", "source", "split").iter_rows()}  # fmt: skip
    found = [*_copies(edges, places), *_cases(edges, places), *_others(edges)]
    return pl.DataFrame(found, schema=FOUND, orient="row")


def _copies(edges: pl.DataFrame, places: dict[str, Place]) -> Iterator[Finding]:
    """Clusters of copies: inside each place, and from each later place to the first."""
    same = edges.filter(pl.col("kind").is_in(["exact", "near", "conflict"]))
    said = {(a, b): (kind, why, ratio) for a, b, kind, why, ratio in same.iter_rows()}
    exact = components([pair for pair, (kind, _, _) in said.items() if kind == "exact"])

    def between(one: str, two: str) -> tuple[str, str, float | None]:
        direct = said.get((one, two)) or said.get((two, one))
        if exact.find(one) == exact.find(two):
            return "exact", "same text", 1.0
        return direct or ("near", "joined by other copies", None)

    for group in components(list(said)).groups():
        by_place: dict[Place, list[str]] = {}
        for name in sorted(group, key=lambda n: (_rank(places[n]), n)):
            by_place.setdefault(places[name], []).append(name)
        origin, (first, *_) = next(iter(by_place.items()))
        for place, members in by_place.items():
            leaks = _apart(origin, place)
            keeper, *copies = members if leaks or place == origin else [first, *members]
            for name in copies:
                kind, why, ratio = between(keeper, name)
                if kind != "conflict":
                    yield name, "duplicate", f"{kind}_copy", why, keeper, ratio
            for name in members if leaks else ():
                _, why, ratio = between(first, name)
                rule, where = _crossing(origin, place, "copy")
                yield name, "leak", rule, f"{why} ({where})", first, ratio


def _cases(edges: pl.DataFrame, places: dict[str, Place]) -> Iterator[Finding]:
    """Cases: one finding per question in a later place, against the first question of its case."""
    siblings = edges.filter(pl.col("kind") == "sibling").select("left", "right")
    for group in components(list(siblings.iter_rows())).groups():
        ordered = sorted(group, key=lambda n: (_rank(places[n]), n))
        first = ordered[0]
        for name in ordered:
            if _apart(places[first], places[name]):
                rule, where = _crossing(places[first], places[name], "case")
                yield name, "leak", rule, f"one case, another question ({where})", first, None


def _others(edges: pl.DataFrame) -> Iterator[Finding]:
    rules = {"conflict": ("conflict", "contradictory_keys"), "review": ("doubt", "possible_copy")}
    for left, right, kind, why, ratio in edges.iter_rows():
        if kind in rules:
            family, rule = rules[kind]
            yield right, family, rule, why, left, ratio


def _rank(place: Place) -> tuple[str, int, str]:
    bank, split = place
    return bank, _LEARNT.index(split) if split in _LEARNT else len(_LEARNT), split


def _apart(one: Place, two: Place) -> bool:
    """True for two banks, or two named splits of one: what is in no split leaks nowhere."""
    return one[0] != two[0] or (one[1] != two[1] and bool(one[1] and two[1]))


def _crossing(one: Place, two: Place, what: str) -> tuple[str, str]:
    """The rule that two places break, and both in words."""
    if one[0] != two[0]:
        return f"{what}_across_banks", f"{one[0]} / {two[0]}"
    return f"{what}_across_splits", f"{one[1]} / {two[1]}"
