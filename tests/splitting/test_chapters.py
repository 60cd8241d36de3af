"""Splits of questions written for concepts: nothing of a concept in dev and in test."""

from collections import Counter

import polars as pl
import pytest

from bench.population import KEY, Row, frame, row
from concepts import PSYCHOLOGY
from concepts.reading import read_catalogue
from cpsyexam.lineage import of_splits
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


@pytest.mark.parametrize("each", [1, 4, 7])
def test_no_concept_lies_in_dev_and_test_or_in_the_reserve_and_outside(each: int) -> None:
    rows = _split(_rows(each=each), ChapterQuotas(reserved=0.1, train=0.1))
    found = rows.group_by("concept").agg(pl.col("split").unique().sort().str.join("+"))
    splits = {"test", "train", "reserved", "dev", "valid"}
    assert set(found["split"]) <= splits | {"dev+train", "test+valid"}
    assert set(rows["split"]) == splits


@pytest.mark.parametrize("each", [3, 4, 5, 7])
def test_dev_has_five_exemplars_of_every_subject(each: int) -> None:
    rows = _split(_rows(each=each), ChapterQuotas())
    dev = rows.filter(pl.col("split") == "dev")
    assert dict(dev["subject"].value_counts().iter_rows()) == {f"S{i}": 5 for i in range(SUBJECTS)}
    # concepts of different chapters
    assert dev["chapter"].n_unique() == dev["concept"].n_unique()
    # what they leave is train, and nothing else is
    left = rows.filter(pl.col("split") == "train")
    assert set(left["concept"]) <= set(dev["concept"])


def test_valid_is_a_tenth_of_every_chapter_and_the_test_asks_for_every_concept() -> None:
    rows = _split(_rows(chapters=7, concepts=5), ChapterQuotas())
    rest = rows.filter(pl.col("split").is_in(["valid", "test"]))
    counts = Counter(rest["split"])
    assert counts["valid"] == pytest.approx(rest.height / 10, abs=SUBJECTS)
    by_chapter = rest.group_by("chapter").agg((pl.col("split") == "valid").sum(), pl.len())
    assert (by_chapter["split"] - 0.1 * by_chapter["len"]).abs().max() < 1  # type: ignore[operator]
    assert set(rest.filter(pl.col("split") == "test")["concept"]) == set(rest["concept"])


def test_an_earlier_release_keeps_its_splits_and_new_questions_follow_their_concepts() -> None:
    rows = _rows(each=6)
    before = _split([r for r in rows if int(str(r["raw_id"])[-1]) < 4], ChapterQuotas(reserved=0.1))
    settings = SplitSettings(by="chapter", chapters=ChapterQuotas(reserved=0.1))
    after = split(
        {"shuffled": frame(rows)},
        settings,
        key=KEY,
        previous=of_splits(before.select("raw_id", "split")),
    ).kept
    both = after.join(before.select("raw_id", was="split"), on="raw_id", how="left")
    old = both.filter(pl.col("was").is_not_null())
    assert (old["split"] == old["was"]).all()
    concept = pl.col("notes").list.first()
    of_dev = both.filter(pl.col("split") == "dev").select(concept).to_series()
    new = both.filter(pl.col("was").is_null())
    assert set(new.filter(concept.is_in(of_dev.implode()))["split"]) == {"train"}
    reserved = both.filter(pl.col("split") == "reserved").select(concept).to_series()
    assert set(new.filter(concept.is_in(reserved.implode()))["split"]) == {"reserved"}


def test_train_and_reserve_are_a_share_of_every_subject() -> None:
    rows = _split(_rows(chapters=8, concepts=10), ChapterQuotas(train=0.1, reserved=0.2))
    shown = rows.filter(pl.col("split") == "dev")["concept"]
    rows = rows.filter(~pl.col("concept").is_in(shown.implode()))
    rest = rows.height
    counts = Counter(rows["split"])
    assert counts["train"] == pytest.approx(0.1 * rest, abs=4)
    assert counts["reserved"] == pytest.approx(0.2 * rest, abs=4)
    by_chapter = rows.group_by("chapter")
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
    assert pair["unit"].n_unique() == pair["split"].n_unique() == 1
    assert set(both["split"]) <= {"dev", "train"} or set(both["split"]) <= {"valid", "test"}


def test_another_key_draws_others_and_the_same_the_same() -> None:
    one, again = _split(_rows(), ChapterQuotas()), _split(_rows()[::-1], ChapterQuotas())
    other = _split(_rows(), ChapterQuotas(), b"another key for tests only")
    splits = [dict(f.select("raw_id", "split").rows()) for f in (one, again, other)]
    assert splits[0] == splits[1]
    assert splits[0] != splits[2]


def test_a_subject_with_one_concept_keeps_it_for_the_test() -> None:
    rows = _split(_rows(chapters=1, concepts=1), ChapterQuotas())
    assert Counter(rows["split"]) == {"test": 14, "valid": 2}
    assert set(rows.filter(pl.col("split") == "test")["concept"]) == set(rows["concept"])


def test_printed_questions_beside_have_their_subject_for_a_chapter() -> None:
    printed = [row("KG", "GEE", "S0", "SCQ", group=f"p{n}", raw_id=f"p{n}") for n in range(40)]
    rows = _split(_rows() + printed, ChapterQuotas(train=0.25))
    mine = rows.filter(pl.col("raw_id").str.starts_with("p"))
    assert Counter(mine["split"])["train"] == pytest.approx(10, abs=4)


def _published() -> list[Row]:
    """As many questions and concepts in every chapter as the papers' tables of chapters print."""
    rows = []
    for subject, chapter in read_catalogue(PSYCHOLOGY).chapters():
        left = chapter.wanted_questions
        for place in range(chapter.wanted_concepts):
            each = round(left / (chapter.wanted_concepts - place))
            left -= each
            for n in range(each):
                name = f"{subject.name}/{chapter.name}/{place}"
                notes = [f"concept:{name}"]
                raw = f"{name}.{n}"
                rows.append(row("KG", "GEE", "S", "SCQ", group=raw, raw_id=raw, notes=notes))
    return rows


def test_at_the_size_of_the_papers() -> None:
    rows = _split(_published(), ChapterQuotas())
    counts = Counter(rows["split"])
    assert (rows.height, counts["dev"]) == (4571, 60)
    assert counts["valid"] == pytest.approx((counts["valid"] + counts["test"]) / 10, abs=1)
    rest = rows.filter(pl.col("split").is_in(["valid", "test"]))
    chapters = rest.group_by("chapter").agg((pl.col("split") == "valid").sum(), pl.len())
    assert chapters.height == 84
    assert (chapters["split"] - 0.1 * chapters["len"]).abs().max() <= 1  # type: ignore[operator]
    assert set(rest.filter(pl.col("split") == "test")["concept"]) == set(rest["concept"])
