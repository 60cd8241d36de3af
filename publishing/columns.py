"""The columns that readers of a release see, and how they are made from the split table."""

import uuid
from dataclasses import dataclass

import polars as pl

from cpsyexam.files import digest
from cpsyexam.taxonomy import LETTERS


@dataclass(frozen=True)
class Column:
    """A public column: `kind` is `string` or `strings` (a list)."""

    name: str
    kind: str
    doc: str


COLUMNS = (
    Column("id", "string", "Name of the question: a hash of its normal form (identity v1)."),
    Column("exam", "string", "GEE, PCE, TQE or SSE."),
    Column("subject", "string", "One of the 39 subjects, in Chinese."),
    Column("format", "string", "SCQ one right answer, MAQ several, QA open question."),
    Column("task", "string", "KG knowledge or CA case analysis."),
    Column("category", "string", "Of CA: identification, reasoning or application; else empty."),
    Column("material", "string", "Case text shared by several questions, or empty."),
    Column("question", "string", "The stem."),
    Column("options", "strings", "Option texts in order; the first is A. Empty for QA."),
    Column("answer", "string", "Letters such as `ACD`; empty for QA; null where withheld."),
    Column("reference", "string", "Model answer of a QA, else empty; null where withheld."),
    Column("explanation", "string", "Printed explanation or empty; null where withheld."),
    Column("canary", "string", "In test: a GUID that must not appear in training data; else null."),
)
NAMES = [column.name for column in COLUMNS]
ANSWERS = ("answer", "reference", "explanation")
ORDER = ("subject", "format", "id")  # of the rows in a shard


def canary(*parts: str) -> str:
    """A GUID made of a text: the same for every build, another for each exam and split."""
    return str(uuid.UUID(digest("/".join(("canary", *parts)))[:32], version=4))


def public(frame: pl.DataFrame, guid: str | None, *, withheld: bool = False) -> pl.DataFrame:
    """The public columns of split rows, in release order; answers null where withheld."""
    letters = (
        pl.col("answer")
        .list.sort()
        .list.eval(pl.element().replace_strict(list(range(len(LETTERS))), list(LETTERS)))
        .list.join("")
    )
    null = pl.lit(None, dtype=pl.String)
    made = frame.sort(ORDER).with_columns(
        letters.alias("answer"),
        pl.col("stem").alias("question"),
        pl.lit(guid, pl.String).alias("canary"),
    )
    if withheld:
        made = made.with_columns(null.alias(name) for name in ANSWERS)
    return made.select(NAMES)
