"""Questions like those of the queue: of the build for rejected ones, and of releases and banks.

Duplicates within the build are known from its own edges; what a rule rejected never met them.
"""

from collections.abc import Collection, Sequence
from pathlib import Path

import polars as pl

KNOWN: dict[str, pl.DataType | type[pl.DataType]] = {
    **dict.fromkeys(("raw_id", "how"), pl.String),
    "ratio": pl.Float64,
    **dict.fromkeys(("source", "material", "stem"), pl.String),
    **dict.fromkeys(("options", "key"), pl.List(pl.String)),
}
_ASKED = ("raw_id", "declared", "exam", "subject", "material", "stem", "options", "answer",
          "reference")  # fmt: skip


def of_rejected(asked: pl.Series, parsed: pl.DataFrame, split: pl.DataFrame) -> pl.DataFrame:
    """Edges (left, right, kind, reason, ratio) between questions of the split and rejected ones.

    `asked`: raw_ids of the queue.
    """
    from cleaning.duplicates.index import DuplicateIndex

    gone = parsed.filter(
        pl.col("raw_id").is_in(asked.implode()),
        ~pl.col("raw_id").is_in(split["raw_id"].implode()),
    )
    index = DuplicateIndex()
    if gone.height:
        index.extend(_comparable(gone))
    return index.query(split.select(_ASKED))


def in_banks(
    asked: pl.Series, parsed: pl.DataFrame, banks: Sequence[Path], hidden: Collection[str] = ()
) -> pl.DataFrame:
    """Questions of releases, files or folders that are like those asked, as KNOWN columns.

    `hidden`: ids that must not be shown, of the reserve.
    """
    from banks.read import questions
    from cleaning.duplicates.index import DuplicateIndex
    from pipeline.bank_frames import comparable, locate

    found = [pl.DataFrame(schema=KNOWN)]
    index = DuplicateIndex()
    if banks:
        index.extend(_comparable(parsed.filter(pl.col("raw_id").is_in(asked.implode()))))
    for bank in banks:
        path, name = locate(str(bank))
        rows = comparable(questions(path)).filter(~pl.col("raw_id").is_in(list(hidden)))
        edges = index.query(rows).join(
            rows.select("raw_id", "material", "stem", "options", "answer", "reference"),
            left_on="left", right_on="raw_id",
        )  # fmt: skip
        found.append(_named(edges, name))
    return pl.concat(found)


def _comparable(raw: pl.DataFrame) -> pl.DataFrame:
    from pipeline.bank_frames import comparable

    return comparable(raw.with_columns(bank_id="raw_id"))


def _named(edges: pl.DataFrame, bank: str) -> pl.DataFrame:
    keys = [
        [options[i] for i in answer] if options else [reference]
        for options, answer, reference in edges.select("options", "answer", "reference").iter_rows()
    ]
    made = edges.with_columns(
        pl.col("right").alias("raw_id"),
        pl.col("kind").alias("how"),
        pl.format("{} {}", pl.lit(bank), "left").alias("source"),
        pl.Series("key", keys, dtype=pl.List(pl.String)),
    )
    return made.select(pl.col(name).cast(kind) for name, kind in KNOWN.items())
