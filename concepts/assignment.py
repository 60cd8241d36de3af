"""Questions → the concept and the chapter that each is about, where one is near enough.

Weights and thresholds were chosen on one half of the questions labelled by hand and measured on the
other half (`python -m bench.coverage`, docs/concepts.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from concepts.retrieval import Retrieval, Scores
from concepts.schema import Catalogue

STEM, RIGHT, WRONG, EXPLAINED = 1.0, 2.0, 0.3, 0.5  # weights of a question's parts
LONGEST = 200  # characters from the end of material and stem: what is asked stands there
CONCEPT, CHAPTER = 0.225, 0.203  # least scores
GRAMS = (1, 2)
NAMED = 0.1  # for a concept whose whole name stands in stem and right options
_BEST = (1.0, 0.5, 0.25)  # of a chapter's best concepts

SCHEMA = {
    "raw_id": pl.String, "concept": pl.String, "score": pl.Float64,
    "chapter": pl.String, "chapter_score": pl.Float64,
}  # fmt: skip


@dataclass(frozen=True)
class Chapters:
    """The chapters of an index, and the places of their concepts in it."""

    names: tuple[str, ...]
    places: tuple[tuple[int, ...], ...]

    def scores(self, scores: Scores) -> Scores:
        """A score a chapter: its three best concepts, with falling weights."""
        found = []
        for places in self.places:
            best = np.sort(scores[list(places)])[::-1][: len(_BEST)]
            found.append(best @ np.array(_BEST[: len(best)], np.float32))
        return np.array(found, np.float32)


def index_of(catalogue: Catalogue) -> Retrieval:
    """The index that questions are assigned by."""
    return Retrieval(catalogue, GRAMS)


def chapters_of(index: Retrieval) -> Chapters:
    """The chapters of an index that have a concept, in order."""
    places: dict[str, list[int]] = {}
    for place, entry in enumerate(index.entries):
        places.setdefault(entry.chapter_id, []).append(place)
    return Chapters(tuple(places), tuple(tuple(found) for found in places.values()))


def assign(questions: pl.DataFrame, index: Retrieval) -> pl.DataFrame:
    """One row a question with columns of SCHEMA; "" where no concept, or no chapter, is near.

    `questions`: raw_id, material, stem, options, answer (positions), and explanation where known.
    """
    chapters = chapters_of(index)
    rows = []
    for row in questions.iter_rows(named=True):
        parts = _parts(row)
        asked, right = parts[0][0], parts[1][0]
        scores = index.scores(parts) + np.float32(NAMED) * index.named(f"{asked} {right}")
        by_chapter = chapters.scores(scores)
        concept, chapter = int(scores.argmax()), int(by_chapter.argmax())
        near, within = float(scores[concept]), float(by_chapter[chapter])
        name = index.entries[concept].id if near >= CONCEPT else ""
        rows.append(
            (
                row["raw_id"],
                name,
                near,
                chapters.names[chapter] if within >= CHAPTER else "",
                within,
            )
        )
    return pl.DataFrame(rows, SCHEMA, orient="row")


def settle(assigned: pl.DataFrame, known: Mapping[str, str], catalogue: Catalogue) -> pl.DataFrame:
    """The assignment with the concepts that are known by raw_id, where the catalogue has them."""
    chapters = {entry.id: entry.chapter_id for entry in catalogue.entries()}
    given = [known.get(name, "") for name in assigned["raw_id"]]
    sure = pl.Series("sure", [name if name in chapters else "" for name in given], dtype=pl.String)
    within = pl.Series("within", [chapters.get(name, "") for name in given], dtype=pl.String)
    return (
        assigned.with_columns(sure, within)
        .with_columns(
            pl.when(pl.col("sure") == "").then("concept").otherwise("sure").alias("concept"),
            pl.when(pl.col("sure") == "").then("chapter").otherwise("within").alias("chapter"),
        )
        .drop("sure", "within")
    )


def _parts(row: dict[str, object]) -> list[tuple[str, float]]:
    options, answer = row["options"], row["answer"]
    assert isinstance(options, list)
    assert isinstance(answer, list)
    right = [text for place, text in enumerate(options) if place in answer]
    wrong = [text for place, text in enumerate(options) if place not in answer]
    asked = f"{row['material']} {row['stem']}"[-LONGEST:]
    reference = str(row.get("reference") or "")
    return [
        (asked, STEM),
        (" ".join([*right, reference]), RIGHT),
        (" ".join(wrong), WRONG),
        (str(row.get("explanation") or ""), EXPLAINED),
    ]
