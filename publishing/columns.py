"""Released records, made from the rows of the split."""

import uuid
from dataclasses import dataclass

import polars as pl

from cpsyexam import taxonomy
from cpsyexam.files import digest
from cpsyexam.records import PublicRecord
from cpsyexam.taxonomy import LETTERS


@dataclass(frozen=True)
class Column:
    """A public column as card and Croissant tell it."""

    name: str
    told: str  # with places for the words of the taxonomy
    is_list: bool

    @property
    def doc(self) -> str:
        """What the column means, in the words of the taxonomy in force."""
        return self.told.format_map(_words()) if "{" in self.told else self.told


COLUMNS = tuple(
    Column(name, (column.metadata or {})["doc"], column.dtype == pl.List(pl.String))
    for name, column in PublicRecord.columns().items()
)
NAMES = [column.name for column in COLUMNS]
ANSWERS = ("answer", "reference", "explanation")


def _words() -> dict[str, str]:
    known = taxonomy.current()
    tasks = [f"{name} {about.english or about.chinese}" for name, about in known.tasks.items()]
    cases, names = _either(list(known.cases)), _either(list(known.categories))
    return {
        "exams": _either(list(known.exams)),
        "subjects": str(sum(len(exam.subjects) for exam in known.exams.values())),
        "tasks": _either(tasks),
        "categories": f"Of {cases}: {names}; else empty" if names else "Empty",
    }


def _either(names: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def canary(*parts: str) -> str:
    """A GUID made of a text: the same for every build, another for each exam and split."""
    return str(uuid.UUID(digest("/".join(("canary", *parts)))[:32], version=4))


def public(frame: pl.DataFrame, guid: str | None, *, withheld: bool = False) -> pl.DataFrame:
    """The public columns of split rows, in their order; answers null where withheld."""
    letters = (
        pl.col("answer")
        .list.sort()
        .list.eval(pl.element().replace_strict(list(range(len(LETTERS))), list(LETTERS)))
        .list.join("")
    )
    null = pl.lit(None, dtype=pl.String)
    made = frame.with_columns(
        letters.alias("answer"),
        pl.col("stem").alias("question"),
        pl.col("unit").alias("group"),
        pl.lit(guid, pl.String).alias("canary"),
    )
    if withheld:
        made = made.with_columns(null.alias(name) for name in ANSWERS)
    return made.select(NAMES)
