"""Splits of questions written for concepts: nothing of a concept in dev and in test."""

from collections import Counter

import polars as pl
import pytest

from bench.population import KEY, Row, frame, row
from splitting.settings import ChapterQuotas, SplitSettings
from splitting.stage import split

SUBJECTS = 4


def _rows(chapters: int = 6, concepts: int = 5, each: int = 4) -> list[Row]:
    """`each` questions a concept, every one a group of its own, four an answer of a model."""
    rows = []
    for subject in range(SUBJECTS):
        for chapter in range(chapters):
            for concept in range(concepts):
                name = f"S{subject}/C{chapter}/K{concept}"
                for n in range(each):
                    raw = f"{name}.{n}"
                    notes = [f"concept:{name}", "prompt:theory"]
                    rows.append(
                        row("KG", "GEE", f"S{subject}", "SCQ", group=raw, raw_id=raw, notes=notes)
                        | {"capture": f"{name} answer {n // 4}"}
                    )
    return rows


def _split(rows: list[Row], quotas: ChapterQuotas, key: bytes = KEY) -> pl.DataFrame:
    settings = SplitSettings(by="chapter", chapters=quotas)
    found = split({"shuffled": frame(rows)}, settings, key=key)
    concept = pl.col("notes").list.first().str.strip_prefix("concept:")
    chapter = concept.str.extract("^(.*)/")
    return found.kept.with_columns(concept.alias("concept"), chapter.alias("chapter"))


def test_no_concept_is_torn() -> None:
    rows = _split(_rows(each=7), ChapterQuotas(reserved=0.1))
    assert (rows.group_by("concept").agg(pl.col("split").n_unique())["split"] == 1).all()
    assert rows["split"].n_unique() == 4


def test_dev_has_exemplars_of_every_subject_in_whole_concepts() -> None:
    rows = _split(_rows(), ChapterQuotas())
    dev = rows.filter(pl.col("split") == "dev")
    assert dict(dev["subject"].value_counts().iter_rows()) == {f"S{i}": 8 for i in range(SUBJECTS)}
    # two concepts a subject, of different chapters
    assert dev["chapter"].n_unique() == 2 * SUBJECTS


def test_train_and_reserve_are_a_share_of_every_subject() -> None:
    rows = _split(_rows(chapters=8, concepts=10), ChapterQuotas(train=0.1, reserved=0.2))
    rest = rows.filter(pl.col("split") != "dev").height
    counts = Counter(rows["split"])
    assert counts["train"] == pytest.approx(0.1 * rest, abs=4)
    assert counts["reserved"] == pytest.approx(0.2 * rest, abs=4)
    by_chapter = rows.filter(pl.col("split") != "dev").group_by("chapter")
    shares = by_chapter.agg((pl.col("split") == "train").sum().alias("train"), pl.len())
    off = (shares["train"] - 0.1 * shares["len"]).abs()
    assert off.max() is not None
    assert off.max() <= 4  # type: ignore[operator]
    assert set(rows.filter(pl.col("split") == "test")["chapter"]) == set(rows["chapter"])


def test_copies_across_concepts_stay_together() -> None:
    rows = _rows()
    rows[0]["group"] = rows[4]["group"] = "shared"
    found = _split(rows, ChapterQuotas())
    pair = found.filter(pl.col("group") == "shared")
    assert pair["concept"].n_unique() == 2
    both = found.filter(pl.col("concept").is_in(pair["concept"].implode()))
    assert both["unit"].n_unique() == both["split"].n_unique() == 1


def test_another_key_draws_others_and_the_same_the_same() -> None:
    one, again = _split(_rows(), ChapterQuotas()), _split(_rows()[::-1], ChapterQuotas())
    other = _split(_rows(), ChapterQuotas(), b"another key for tests only")
    splits = [dict(f.select("raw_id", "split").rows()) for f in (one, again, other)]
    assert splits[0] == splits[1]
    assert splits[0] != splits[2]


def test_a_subject_with_one_concept_keeps_it_for_the_test() -> None:
    rows = _split(_rows(chapters=1, concepts=1), ChapterQuotas())
    assert set(rows["split"]) == {"test"}


def test_printed_questions_beside_have_their_subject_for_a_chapter() -> None:
    printed = [row("KG", "GEE", "S0", "SCQ", group=f"p{n}", raw_id=f"p{n}") for n in range(40)]
    rows = _split(_rows() + printed, ChapterQuotas(train=0.25))
    mine = rows.filter(pl.col("raw_id").str.starts_with("p"))
    assert Counter(mine["split"])["train"] == pytest.approx(10, abs=4)
