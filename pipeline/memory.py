"""How much memory a build takes, stage by stage, and how many workers fit into a bound.

In: the sizes of the sources, and after they were read that of their questions. What a stage takes
is a part that does not grow, a part for a MB of questions, and its workers (docs/scaling.md).
"""

import math
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from cpsyexam import chain
from cpsyexam.errors import ConfigError, CpsyexamError
from cpsyexam.stage import product
from pipeline.recipe import Recipe

# MB at the peak of a stage: without questions, and for a MB of questions as lines of JSON
_TAKES: Mapping[str, tuple[int, float]] = {
    "web": (300, 4.0), "books": (500, 4.0), "banks": (220, 4.0), "files": (300, 4.0),
    "generated": (300, 4.0), "parsed": (300, 3.0), "reviewed": (300, 3.0), "cleaned": (520, 6.6),
    "gated": (360, 6.6),
    "unique": (440, 5.5), "labeled": (360, 6.4), "relabeled": (360, 6.0), "shuffled": (360, 7.2),
    "split": (380, 6.3), "release": (640, 6.0),
}  # fmt: skip
_OTHER = (500, 8.0)
# MB of questions in a MB of a kind of source, rounded up: pages of sites are packed, scans pictures
_QUESTIONS = {"web": 2.5, "books": 0.1}
_WHOLE = 6.0  # MB for a MB of a JSON file, which is read at once
_A_WORKER = {
    "web": 300, "books": 1200, "banks": 300, "cleaned": 250, "unique": 250, "shuffled": 250,
}  # fmt: skip
_LATE = ("banks", "cleaned", "unique", "shuffled")  # these have workers where there is much to do
_MANY = 70.0  # MB of questions from which they do
_IN_PARQUET = 1.3  # MB of questions in a MB of a Parquet table, its compression undone
_IN_XLSX = 0.5


@dataclass(frozen=True)
class Plan:
    """What a build takes: `questions` are MB by kind of source; `bound` is MB, 0 for none."""

    label: str
    questions: Mapping[str, float]
    bound: int = 0
    workers: int = 1  # processes beside the build's own; 0 where they are elsewhere
    whole: float = 0.0  # MB of the largest JSON file
    fixed: bool = False  # whether so many workers were asked for, so that none is left out
    first: str = ""  # stages before it are done
    chosen: Mapping[str, int] = field(default_factory=dict)  # workers, where they are fewer

    def needed(self, stage: str, workers: int) -> int:
        """MB at the peak of a stage with so many workers."""
        own = self.questions.get(stage, 0.0)
        kind = stage in chain.CHAIN.kind_names
        mine = own if kind else sum(self.questions.values())
        least, each = _TAKES.get(stage, _OTHER)
        beside = _A_WORKER.get(stage, 0) if mine >= (_MANY if stage in _LATE else 0.001) else 0
        if stage in _LATE and workers == 1:
            beside = 0  # one worker would do what this process does
        more = _WHOLE * self.whole if stage == "banks" else 0.0
        return round(least + each * mine + more + beside * workers)

    def most(self, workers: int) -> tuple[int, str]:
        """MB of the stage that takes most, and its name."""
        return max((self.needed(name, workers), name) for name in self._stages())

    def fitted(self) -> "Plan":
        """The plan with as many workers a stage as fit into the bound.

        Raises ConfigError where the bound is too small for a stage with one worker, or with as
        many as were asked for.
        """
        if not self.bound:
            return self
        least, most = min(1, self.workers), self.workers
        needed, stage = self.most(most if self.fixed else least)
        if needed > self.bound:
            raise self._refused(needed, stage)
        if self.fixed:
            return self
        fewer = {name: self._fitting(name) for name in self._stages()}
        return replace(self, chosen={name: n for name, n in fewer.items() if n < most})

    def read(self, build: Path) -> "Plan":
        """The plan for what was found in the sources. Raises CpsyexamError as `fitted` does."""
        first = chain.CHAIN.stage_names[0]
        found = _parquet(product(build, first))
        told = {"": found} if found is not None else self.questions
        return replace(self, questions=told, first=first).fitted()

    def said(self) -> str:
        """One line: what is allowed, and what comes of it."""
        fewer = ", ".join(f"{name} with {n} at a time" for name, n in self.chosen.items() if n)
        needed, stage = max(
            (self.needed(name, self.chosen.get(name, self.workers)), name)
            for name in self._stages()
        )
        least = f"most for {stage}, about {size(needed)}"
        return f"within {size(self.bound)} of memory: {least}{'; ' if fewer else ''}{fewer}"

    def _fitting(self, stage: str) -> int:
        fits = (n for n in range(self.workers, 1, -1) if self.needed(stage, n) <= self.bound)
        return next(fits, min(1, self.workers))

    def _stages(self) -> list[str]:
        names = [*chain.CHAIN.names, chain.CHAIN.release.name]
        return [
            name
            for name in names[names.index(self.first) if self.first else 0 :]
            if name not in chain.CHAIN.kind_names or self.questions.get(name)
        ]

    def _refused(self, needed: int, stage: str) -> CpsyexamError:
        fits = (n for n in range(self.workers - 1, 0, -1) if self.most(n)[0] <= self.bound)
        fewer = next(fits, 0)
        if fewer:
            remedy = f"with --workers {fewer} it takes about {size(self.most(fewer)[0])}"
        else:
            alone = self.most(min(1, self.workers))[0]
            enough = alone if alone < 1000 else math.ceil(alone / 100) * 100  # as it is written
            remedy = f"allow {size(enough)}, or build parts of the sources as recipes of their own"
        return ConfigError(
            f"stage {stage} takes about {size(needed)} of memory, more than {size(self.bound)}",
            where=self.label,
            remedy=remedy,
        )


def plan(recipe: Recipe, *, bound: int = 0, workers: int = 1, fixed: bool = False) -> Plan:
    """The plan of a recipe, by the sizes of its sources as far as they are on this machine."""
    questions: dict[str, float] = {}
    whole = 0.0
    for kind in chain.CHAIN.kind_names:
        files = [file for file in recipe.table(kind).outside_files() if file.is_file()]
        questions[kind] = sum(_questions(kind, file) for file in files)
        if kind == "banks":
            sizes = (file.stat().st_size / 1e6 for file in files if file.suffix.lower() == ".json")
            whole = max(sizes, default=0.0)
    return Plan(recipe.label_name, questions, bound, workers, whole, fixed)


def size(mb: float) -> str:
    """An amount of memory in words."""
    return f"{mb:.0f} MB" if mb < 1000 else f"{mb / 1000:.1f} GB"


def _questions(kind: str, file: Path) -> float:
    """MB of questions that a file may hold."""
    found = None
    if file.suffix.lower() in (".parquet", ".pq"):
        found = _parquet(file)
    elif file.suffix.lower() == ".xlsx":
        found = _unpacked(file)
    return file.stat().st_size / 1e6 * _QUESTIONS.get(kind, 1.0) if found is None else found


def _parquet(file: Path) -> float | None:
    """MB of a Parquet file in memory, by its footer; None where it is none."""
    try:
        footer = pq.read_metadata(file)
    except (pa.ArrowException, OSError):
        return None
    groups = (footer.row_group(i).total_byte_size for i in range(footer.num_row_groups))
    return _IN_PARQUET * float(sum(groups)) / 1e6


def _unpacked(file: Path) -> float | None:
    try:
        with zipfile.ZipFile(file) as packed:
            return _IN_XLSX * sum(one.file_size for one in packed.infolist()) / 1e6
    except (zipfile.BadZipFile, OSError):
        return None
