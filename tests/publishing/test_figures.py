"""Figures of a release are those of its rows, counted here one by one."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from publishing import distributions, statistics
from tests.publishing.varied import BOUNDS, Row, public, root, rows, seen, split_settings

__all__ = ["public", "root", "rows", "seen"]

LETTERS = "ABCDEFGH"


def _by(rows: Iterable[Row], series: str, label: Any) -> dict[str, dict[str, int]]:
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        found[row[series]][str(label(row))] += 1
    return {name: dict(counts) for name, counts in found.items()}


def _shares(places: list[int]) -> dict[str, float]:
    return {LETTERS[p]: n / len(places) for p, n in sorted(Counter(places).items())}


def test_places_of_the_right_answer(public: list[Row], seen: distributions.Distributions) -> None:
    mine = [row for row in public if row["format"] == "SCQ"]
    released = [row["answer"][0] for row in mine]
    printed = [row["order"][row["answer"][0]] for row in mine]
    assert seen.positions["released"] == pytest.approx(_shares(released))
    assert seen.positions["printed"] == pytest.approx(_shares(printed))
    assert list(seen.positions["printed"]) == list("ABCDE")


def test_numbers_of_options_and_of_right_ones(
    public: list[Row], seen: distributions.Distributions
) -> None:
    choice = [row for row in public if row["format"] != "QA"]
    several = [row for row in public if row["format"] == "MAQ"]
    assert seen.options == _by(choice, "split", lambda row: len(row["options"]))
    assert seen.right == _by(several, "split", lambda row: len(row["answer"]))
    assert list(seen.options) == ["train", "dev", "test"]
    assert {n for part in seen.options.values() for n in part} == {"4", "5"}


def test_a_length_at_a_bound_belongs_below_it(
    public: list[Row], seen: distributions.Distributions
) -> None:
    expected = _by(
        public, "split", lambda row: next(
            (i for i, top in enumerate(BOUNDS) if len(row["stem"]) <= top), len(BOUNDS)
        )
    )  # fmt: skip
    assert seen.lengths == expected
    assert distributions.length_names()[0] == "≤10"
    assert distributions.length_names()[-2:] == ["≤200", ">200"]
    places = {int(place) for part in seen.lengths.values() for place in part}
    assert max(places) == len(distributions.length_names()) - 1


def test_confidence_is_counted_in_steps_of_five_in_a_hundred(
    public: list[Row], seen: distributions.Distributions
) -> None:
    scans = [row for row in public if row["confidence"] is not None]
    steps = {0.62: 12, 0.7: 14, 0.99: 19, 1.0: 20}
    assert seen.confidence == _by(scans, "source", lambda row: steps[row["confidence"]])


def test_copies_flags_and_rules(public: list[Row], seen: distributions.Distributions) -> None:
    copies = Counter(len(row["also"]) for row in public)
    assert copies[2] > 0
    assert seen.clusters == {str(n): copies[n] for n in sorted(copies) if n}
    flags: defaultdict[str, list[str]] = defaultdict(list)
    for row in public:
        for flag in row["flags"]:
            flags[flag.partition(":")[0]].append(row["id"])
    assert seen.flags == [(kind, len(flags[kind]), min(flags[kind])) for kind in ("short", "key")]
    rules = Counter(row["task_rule"] for row in public)
    assert [told for told in seen.labels if told[0] == "task"] == [
        ("task", "material", rules["material"]), ("task", "keyword", rules["keyword"]),
    ]  # fmt: skip
    assert ("format", "made_up", len(public)) in seen.labels


def test_examples_of_copies_show_those_with_most_and_how_the_copies_read(
    public: list[Row], seen: distributions.Distributions
) -> None:
    most = sorted(public, key=lambda row: (-len(row["also"]), row["id"]))
    assert [shown["id"] for shown in seen.examples] == [row["id"] for row in most[:8]]
    for shown in seen.examples:
        (copy,) = shown["copies"]
        assert copy["parent"] == shown["also"][0]
        assert copy["rule"] == "exact_duplicate"
        assert copy["stem"] == json.loads(copy["record"])["stem"]


def test_withheld_answers_are_in_no_figure_that_could_tell_one(
    root: Path, public: list[Row], seen: distributions.Distributions
) -> None:
    told = distributions.distributions(root / "build", withheld=True)
    shown = [row for row in public if row["split"] != "test"]
    places = [row["answer"][0] for row in shown if row["format"] == "SCQ"]
    assert told.positions["released"] == pytest.approx(_shares(places))
    assert "test" not in told.right
    assert "test" in seen.right
    tested = {row["id"] for row in public if row["split"] == "test"}
    assert tested & {one["id"] for one in seen.examples}
    assert not tested & {one["id"] for one in told.examples}
    assert sum(n for label, _, n in told.labels if label == "format") == len(shown)
    assert sum(n for _, n, _ in told.flags) == sum(len(row["flags"]) for row in shown)
    assert (told.lengths, told.options, told.confidence) == (
        seen.lengths, seen.options, seen.confidence,
    )  # fmt: skip


def test_what_became_of_each_source(root: Path, rows: list[Row], public: list[Row]) -> None:
    split_settings(root / "build", reserve_unit="page", unpublished=["site"])
    found = statistics.gather(root / "build")
    for source in found.sources:
        mine = [row for row in rows if row["source"] == source.source]
        assert source.kept == len(mine)
        assert source.public == sum(row["source"] == source.source for row in public)
        assert source.questions == source.kept + source.rejected
        assert source.rejected == sum(source.rules.values()) > 0
        assert source.terms["owner"] == "nobody"
    assert {source.source: source.kind for source in found.sources} == {
        "book": "books", "site": "web",
    }  # fmt: skip
    captures = pl.read_parquet(root / "build/parsed/captures.parquet")["source"].value_counts()
    assert {s.source: s.captures for s in found.sources} == dict(captures.iter_rows())
    held = [row for row in rows if row["split"] == "reserved"]
    assert found.reserved_unpublished == sum(row["source"] == "site" for row in held) > 0
    assert found.whole_papers
    assert found.rules[0] == ("unique", "exact_duplicate", 48)
    assert found.rules[1] == ("cleaned", "missing_answer", 3)
    assert found.captures_rejected == {"list_page": 1}
    assert found.edges == {"exact": 48}
    assert [kind.name for kind in found.kinds] == ["web", "books"]
    assert found.shown == found.sources
    shown = {(row["exam"], row["subject"]) for row in public}
    assert found.subjects_gone == len({(row["exam"], row["subject"]) for row in held} - shown)
    split_settings(root / "build", reserve_unit="group")
    other = statistics.gather(root / "build")
    assert (other.whole_papers, other.reserved_unpublished) == (False, 0)


def test_terms_are_read_as_texts() -> None:
    assert statistics.terms_of("") == {}
    assert statistics.terms_of('{"owner": "某社", "year": 2011}') == {
        "owner": "某社", "year": "2011",
    }  # fmt: skip
