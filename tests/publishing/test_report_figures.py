"""The first figures of a report and its charts, counted here from the rows one by one."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from bench import builds
from cpsyexam import taxonomy
from cpsyexam.pages.tongues import Tongue
from publishing import distributions, draft, report, statistics
from publishing.overview import Overview
from tests.publishing.test_charts import drawn
from tests.publishing.varied import Row, public, root, rows, seen, split_settings

__all__ = ["public", "root", "rows", "seen"]


@pytest.fixture(scope="module")
def overview(root: Path) -> Overview:
    split_settings(root / "build", reserve_unit="page")
    return Overview(draft.write(builds.spec(root)).contents)


def test_the_table_of_subjects_is_shaded_on_a_scale_of_each_split(
    overview: Overview, public: list[Row]
) -> None:
    counts = Counter((row["exam"], row["subject"], row["split"]) for row in public)
    most = {s: max(n for key, n in counts.items() if key[2] == s) for s in ("train", "dev", "test")}
    assert len(overview.heat) == len({key[:2] for key in counts})
    for row in overview.heat:
        assert row["english"] == taxonomy.subjects(str(row["exam"]))[str(row["subject"])]
        cells: Any = row["cells"]
        assert list(cells) == list(most)
        for split, (number, depth) in cells.items():
            assert number == counts[row["exam"], row["subject"], split]
            assert depth == (1 + round(4 * number / most[split]) if number else 0)
    depths = {cell[1] for row in overview.heat for cell in row["cells"].values()}  # type: ignore[attr-defined]
    assert {0, 5} <= depths <= set(range(6))


def test_the_funnel_names_each_loss(overview: Overview, rows: list[Row], public: list[Row]) -> None:
    held = len(rows) - len(public)
    assert [(name, number) for name, _, number in overview.funnel] == [
        ("printed", len(rows) + 48 + 3), ("exact_duplicate", -48), ("missing_answer", -3),
        ("reserved", -held), ("public", len(public)),
    ]  # fmt: skip


def test_chance_is_that_of_the_options_of_each_question(
    overview: Overview, public: list[Row]
) -> None:
    tested = [row for row in public if row["split"] == "test"]
    one = [1 / len(row["options"]) for row in tested if row["format"] == "SCQ"]
    many = [1 / 11 for row in tested if row["format"] == "MAQ"]  # 2^4 sets of four, less 1 and 4
    assert [(form, n) for form, n, _ in overview.chance] == [("SCQ", len(one)), ("MAQ", len(many))]
    shares = [share for *_, share in overview.chance]
    assert shares == pytest.approx([sum(one) / len(one), 1 / 11])


def test_examples_are_one_of_each_kind_knowledge_and_single_choice_first(
    overview: Overview, public: list[Row]
) -> None:
    train = {row["id"]: row for row in public if row["split"] == "train"}
    kinds = [(row["task"], row["format"]) for row in overview.examples]
    assert kinds == [("KG", "SCQ"), ("KG", "MAQ"), ("KG", "QA")]
    for shown in overview.examples:
        row = train[str(shown["id"])]
        titles = {"book": "样书", "site": "样站"}
        assert (shown["title"], shown["url"]) == (titles[row["source"]], row["url"])
    record = json.loads(overview.record)
    assert record["id"] == overview.examples[0]["id"]
    assert not {"url", "title", "raw_id", "printed_stem"} & set(record)


@pytest.mark.parametrize(
    ("settings", "share", "dev"),
    [
        ({"by": "subject", "quotas": "proportional", "share": 0.25, "dev": 0.1}, 0.25, 0.1),
        ({"by": "exam", "quotas": "proportional", "share": 0.25, "dev": 0.1}, 0.0, 0.1),
        ({"by": "subject", "quotas": "sample", "share": 0.25}, 0.0, 0.0),
        ({"by": "subject", "quotas": "proportional", "share": 0.2, "test": {"GEE": 9}}, 0.0, 0.0),
        ({}, 0.0, 0.0),
    ],
)
def test_a_share_is_told_where_one_was_asked_of_each_subject(
    overview: Overview, settings: dict[str, object], share: float, dev: float
) -> None:
    build = overview.contents.spec.build
    split_settings(build, **settings)
    pl.DataFrame({"split": ["test", "reserved", "train", "test"]}).write_parquet(
        build / "split/problems.parquet"
    )
    found = Overview(overview.contents).shares
    assert (found["share"], found["dev"], found["bent"]) == (share, dev, 3)
    (build / "split/problems.parquet").unlink()
    assert Overview(overview.contents).shares["bent"] == 0


def test_the_report_s_charts_show_these_figures_shares_in_percent(
    root: Path, seen: distributions.Distributions
) -> None:
    drawings = report._charts(statistics.gather(root / "build"), seen, Tongue("en"))

    def shown(name: str) -> dict[str, float]:
        bars = [bar.told.rpartition(": ") for bar in drawn(drawings[name]).bars]
        return {told: float(number.replace(",", "")) for told, _, number in bars}

    places = shown("positions")
    for name, shares in seen.positions.items():
        for letter in "ABCDE":
            share = places[f"{letter}, {name}"]
            assert share == pytest.approx(100 * shares.get(letter, 0), rel=1e-3)
    names = distributions.length_names()
    for chart, figures in (("right", seen.right), ("options", seen.options)):
        bars = shown(chart)
        assert bars == {
            f"{n}, {s}": figures[s].get(n, 0) for s in figures for n in told_of(figures)
        }
    lengths = shown("lengths")
    for split, counts in seen.lengths.items():
        assert [lengths[f"{name}, {split}"] for name in names] == [
            counts.get(str(place), 0) for place in range(len(names))
        ]
    assert shown("clusters") == {f"{n}, questions": rows for n, rows in seen.clusters.items()}
    steps = shown("confidence")
    assert steps["60, book"] == seen.confidence["book"]["12"]
    assert "100, book" in steps


def told_of(figures: dict[str, dict[str, int]]) -> list[str]:
    """All labels of a figure, in order of their numbers."""
    return sorted({label for counts in figures.values() for label in counts}, key=int)
