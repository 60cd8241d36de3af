"""What the draft of a release holds: read by card, report, Croissant, licence and eval.yaml."""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import jinja2
import polars as pl

from cpsyexam import browsing, pages, taxonomy
from cpsyexam.release import ReleaseSpec
from publishing import markdown
from publishing.origins import Origins, origins
from publishing.shards import PUBLIC, Shard
from publishing.statistics import Statistics

if TYPE_CHECKING:
    from publishing.overview import Overview


ALL = "all"  # the config that loads everything


def kinds() -> list[tuple[str, tuple[str, ...], str]]:
    """Name, tasks and format of the configs that harnesses run: questions of one format each."""
    choice = [(f"{t}_{f}", (t,), f) for t in taxonomy.tasks() for f in ("SCQ", "MAQ")]
    return [*choice, ("QA", taxonomy.tasks(), "QA")]


@dataclass(frozen=True)
class Config:
    """What `load_dataset(repo, name)` loads: split → its shards."""

    name: str
    files: tuple[tuple[str, tuple[Shard, ...]], ...]


@dataclass(frozen=True)
class Contents:
    """The public shards of a release, and the counts of the build that it came from."""

    spec: ReleaseSpec
    shards: tuple[Shard, ...]
    statistics: Statistics
    answers_shown: int = 0  # withheld answers that stand in another version
    decoys: int = 0  # of what is held back, never asked
    follows: str = ""  # label of the version before; "": none

    @cached_property
    def overview(self) -> "Overview":
        """What cards and report tell at a glance; found once, since it reads whole tables."""
        from publishing.overview import Overview

        return Overview(self)

    @cached_property
    def configs(self) -> list[Config]:
        """All, then one config per exam and case task, and one per kind of question: the same files
        under several names.
        """

        def config(name: str, mine: list[Shard]) -> Config:
            files = ((split, tuple(s for s in mine if s.split == split)) for split in PUBLIC)
            return Config(name, tuple((split, found) for split, found in files if found))

        exams = taxonomy.exams()
        made = [] if ALL in exams else [config(ALL, list(self.shards))]
        made += [config(exam, [s for s in self.shards if s.exam == exam]) for exam in exams]
        cases = taxonomy.cases()
        made += [config(case, [s for s in self.shards if s.task == case]) for case in cases]
        for name, tasks, form in kinds():
            mine = [s for s in self.shards if s.task in tasks and s.format == form]
            made.append(config(name, mine))
        return [one for one in made if one.files]

    @property
    def total(self) -> int:
        """Public questions."""
        return sum(shard.rows for shard in self.shards)

    @property
    def browsed(self) -> bool:
        """Whether the release has a page of all questions."""
        return self.total <= browsing.MOST

    @property
    def exam_table(self) -> list[dict[str, Any]]:
        """Exam × split of the public part, with numbers by task and format."""
        rows = []
        shown = self.statistics.counts.filter(pl.col("split") != "reserved")
        for exam in taxonomy.exams():
            for split in PUBLIC:
                here = shown.filter(pl.col("exam") == exam, pl.col("split") == split)
                if here.height:
                    row: dict[str, Any] = {"exam": exam, "split": split, "all": here["rows"].sum()}
                    row |= dict.fromkeys((*taxonomy.tasks(), *taxonomy.FORMATS), 0)
                    for column in ("task", "format"):
                        row |= dict(here.group_by(column).agg(pl.col("rows").sum()).rows())
                    rows.append(row)
        return rows

    @cached_property
    def origins(self) -> Origins:
        """Printed and generated questions, apart."""
        return origins(self.spec.build)

    def model_terms(self, source: str) -> str:
        """Licence and terms of the model that wrote a source's questions, in words."""
        terms = next(one.terms for one in self.statistics.sources if one.source == source)
        found = [terms.get(name, "") for name in ("model_licence", "model_terms_url")]
        return ", ".join(part for part in found if part) or "not stated"

    @cached_property
    def splits(self) -> tuple[str, ...]:
        """The public splits that hold a question, and always train, dev and test."""
        found = {shard.split for shard in self.shards}
        return tuple(name for name in PUBLIC if name in found or name != "valid")

    @property
    def subject_table(self) -> list[dict[str, Any]]:
        """Exam × subject of the public part, with numbers by split."""
        shown = self.statistics.counts.filter(pl.col("split") != "reserved")
        summed = shown.group_by("exam", "subject", "split").agg(pl.col("rows").sum())
        found: dict[tuple[str, str], dict[str, Any]] = {}
        for exam, subject, split, rows in summed.sort("exam", "subject").iter_rows():
            english = taxonomy.subjects(exam).get(subject, "")
            entry = {"exam": exam, "subject": subject, "english": english}
            found.setdefault((exam, subject), entry | dict.fromkeys(PUBLIC, 0))[split] = rows
        return list(found.values())

    @property
    def findable(self) -> int:
        """Held-back questions of sources that others may have, decoys included."""
        return sum(self.reserved.values()) - self.statistics.reserved_unpublished

    @property
    def reserved(self) -> dict[str, int]:
        """Reserved questions by exam."""
        held = self.statistics.counts.filter(pl.col("split") == "reserved")
        summed = held.group_by("exam").agg(pl.col("rows").sum()).sort("exam")
        return dict(summed.rows())


@cache
def templates() -> jinja2.Environment:
    """The texts of a release; an unknown name in one of them is an error."""
    made = pages.environment("publishing", "templates")
    made.filters |= {"literal": markdown.literal, "link": markdown.link}
    return made
