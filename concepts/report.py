"""Assigned questions → the tables, lines, figures and page of a coverage report."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import polars as pl

from concepts.coverage import Level, blind, counted, crowded, rates, spread, units
from concepts.schema import Catalogue
from cpsyexam.pages import environment
from cpsyexam.pages.tongues import tongues
from cpsyexam.terminal import say


@dataclass(frozen=True)
class Report:
    """Coverage of a set of questions. `assigned` has the columns of concepts.assignment."""

    name: str
    catalogue: Catalogue
    assigned: pl.DataFrame
    least: int = 1

    @cached_property
    def concepts(self) -> pl.DataFrame:
        """Questions by concept."""
        return self._counted("concept")

    @cached_property
    def chapters(self) -> pl.DataFrame:
        """Questions by chapter."""
        return self._counted("chapter")

    def _counted(self, level: Level) -> pl.DataFrame:
        once = self.assigned.unique(["raw_id", level], maintain_order=True)
        return counted(once[level].to_list(), units(self.catalogue, level))

    @property
    def size(self) -> int:
        """How many questions; one may be assigned to several concepts, a row each."""
        return self.assigned["raw_id"].n_unique()

    @property
    def unassigned(self) -> int:
        """How many questions are near no concept."""
        found = self.assigned.filter(pl.col("concept") != "")["raw_id"].n_unique()
        return self.size - found

    def tables(self, *, chapters: bool = False) -> list[tuple[str, pl.DataFrame]]:
        """Titles and rates: concepts by subject (or chapter), chapters by subject, both in all."""
        by = ["chapter"] if chapters else ["subject"]
        whole = [
            rates(counts, least=self.least).insert_column(0, pl.Series("level", [level]))
            for level, counts in (("concepts", self.concepts), ("chapters", self.chapters))
        ]
        return [
            (f"Concepts by {by[0]}", rates(self.concepts, by=by, least=self.least)),
            ("Chapters by subject", rates(self.chapters, by=["subject"], least=self.least)),
            (f"{self.size} questions of {self.name}", pl.concat(whole)),
        ]

    def lines(self, limit: int = 10) -> list[str]:
        """What the tables do not say: unassigned, spread, blind spots, crowded concepts."""
        n, without = max(self.size, 1), self.unassigned
        uneven = spread(self.chapters)
        unmet = blind(self.concepts, self.least)
        sizes = uneven.observed, uneven.noise, uneven.real
        told = (
            "spread over chapters (questions ÷ expected): sd {:.2f}, by chance {:.2f}, real {:.2f}"
        )
        lines = [
            say("near no concept: {} of {} questions ({:.0%})", without, n, without / n),
            say(told, *sizes),
            say("blind spots: {} concepts, {}", len(unmet), "、".join(unmet[:limit]))
            if unmet
            else say("blind spots: {} concepts", 0),
        ]
        most = crowded(self.concepts, limit)
        shown = "、".join(f"{u} {q} (×{t:.0f})" for u, q, t in most.iter_rows())
        return [*lines, say("most crowded: {}", shown)] if shown else lines

    def figures(self) -> dict[str, Any]:
        """Everything as plain data."""
        uneven = spread(self.chapters)
        return {
            "questions": self.size,
            "unassigned": self.unassigned,
            "tables": {title: frame.to_dicts() for title, frame in self.tables(chapters=True)},
            "spread": {"observed": uneven.observed, "noise": uneven.noise, "real": uneven.real},
            "blind": blind(self.concepts, self.least),
            "crowded": crowded(self.concepts, 50).to_dicts(),
        }


def page(report: Report) -> str:
    """The report as one HTML page without scripts or outside files."""
    return (
        environment("concepts")
        .get_template("coverage.html.j2")
        .render(
            report=report,
            tables=report.tables(chapters=True)[::-1],
            whole=report.tables()[-1][1].to_dicts(),
            spread=spread(report.chapters),
            crowded=crowded(report.concepts, 15),
            unmet=len(blind(report.concepts, report.least)),
            blind=_by_chapter(blind(report.concepts, report.least)),
            heads=_HEADS,
            tongues=tongues(),
        )
    )


_HEADS = {
    "required": "in the catalogue",
    "even": "by chance, evenly",
    "proportional": "by chance, by weight",
}


def _by_chapter(units_: list[str]) -> list[tuple[str, list[str]]]:
    """Subject and chapter, and the concepts in them, most of them first."""
    found: dict[str, list[str]] = {}
    for unit in units_:
        chapter, _, concept = unit.rpartition("/")
        found.setdefault(chapter.replace("/", " · "), []).append(concept)
    return sorted(found.items(), key=lambda pair: -len(pair[1]))
