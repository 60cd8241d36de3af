"""Apply repairs to questions and write down every change.

Texts are repaired column by column: a fast pattern picks the cells, a pure function rewrites
them. What needs a whole question is a row repair. Rows that changed go round again until nothing
changes, so that repairing twice equals repairing once.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import polars as pl

TEXTS = ("material", "stem", "options", "explanation", "answer")
Row = dict[str, Any]
_ROUNDS = 6


@dataclass(frozen=True)
class TextRepair:
    """`change` rewrites one text; `probe` (Rust regex) is true for every text it would rewrite."""

    id: str
    doc: str
    probe: str
    change: Callable[[str], str]
    fields: tuple[str, ...] = TEXTS


@dataclass(frozen=True)
class RowRepair:
    """`change` returns the fields of a question that become different, `probe` picks the rows."""

    id: str
    doc: str
    probe: pl.Expr
    change: Callable[[Row], Row]


class Change(NamedTuple):
    """One change of one text of one row."""

    row: int
    rule: str
    field: str
    before: str
    after: str


def repair(
    frame: pl.DataFrame, texts: Sequence[TextRepair], rows: Sequence[RowRepair]
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The repaired frame (same rows, same order) and its changes.

    Needs the columns material, stem, options, answer, explanation, number and declared; changes
    have the columns row (position in the frame), rule, field, before, after.
    """
    journal: list[Change] = []
    out = frame
    part = frame.with_row_index("_row")
    for _ in range(_ROUNDS):
        seen = len(journal)
        # rows first: what a type tag says must be read before the tag is taken out
        part = _repair_rows(part, rows, journal)
        part = _repair_texts(part, texts, journal)
        out = _put(out, part)
        changed = sorted({change.row for change in journal[seen:]})
        if not changed:
            break
        part = out.with_row_index("_row")[changed]
    types = dict.fromkeys(Change._fields[1:], pl.String)
    return out, pl.DataFrame(journal, schema={"row": pl.UInt32, **types}, orient="row")


def _put(frame: pl.DataFrame, part: pl.DataFrame) -> pl.DataFrame:
    if part.height == frame.height:
        return part.drop("_row")
    new = part.select("_row", "declared", *TEXTS)
    return frame.with_row_index("_row").update(new, on="_row", how="left").drop("_row")


def _repair_texts(
    part: pl.DataFrame, texts: Sequence[TextRepair], journal: list[Change]
) -> pl.DataFrame:
    rows = part["_row"].to_list()
    for name in TEXTS:
        mine = [one for one in texts if name in one.fields]
        column = part[name]
        if name == "options":
            flat = part.select(pl.col(name).explode(empty_as_null=False))[name]
            counts = column.list.len().to_list()
            places = [
                (row, f"{name}[{i}]") for row, n in zip(rows, counts, strict=True) for i in range(n)
            ]
            new = _nest(_rewrite(flat, mine, places, journal), column)
        else:
            new = _rewrite(column, mine, [(row, name) for row in rows], journal)
        part = part.with_columns(new.alias(name))
    return part


def _rewrite(
    texts: pl.Series,
    repairs: Sequence[TextRepair],
    places: Sequence[tuple[int, str]],
    journal: list[Change],
) -> pl.Series:
    for one in repairs:
        hits = texts.str.contains(one.probe).fill_null(value=False).arg_true()
        old = texts.gather(hits).to_list()
        new = [one.change(text) for text in old]
        if new == old:
            continue
        for hit, before, after in zip(hits.to_list(), old, new, strict=True):
            if before != after:
                journal.append(Change(places[hit][0], one.id, places[hit][1], before, after))
        texts = texts.scatter(hits, new)
    return texts


def _nest(flat: pl.Series, like: pl.Series) -> pl.Series:
    """A flat column put back into lists of the lengths of `like`."""
    index = pl.int_range(like.len(), dtype=pl.UInt32)
    owner = pl.select(index.repeat_by(like.list.len()).explode(empty_as_null=False).alias("n"))
    lists = owner.with_columns(flat.alias("texts")).group_by("n", maintain_order=True).agg("texts")
    joined = pl.select(index.alias("n")).join(lists, on="n", how="left", maintain_order="left")
    return joined["texts"].fill_null([])


def _repair_rows(
    part: pl.DataFrame, rows: Sequence[RowRepair], journal: list[Change]
) -> pl.DataFrame:
    for one in rows:
        hits = part.select(one.probe.fill_null(value=False).alias("hit"))["hit"].arg_true()
        picked = part.select("_row", "number", "declared", *TEXTS)[hits]
        new: list[Row] = []
        for row in picked.iter_rows(named=True):
            fixed = {k: v for k, v in one.change(row).items() if v != row[k]}
            if fixed:
                for name, value in fixed.items():
                    journal += _changes(row, one.id, name, value)
                new.append({**row, **fixed})
        if new:
            schema = picked.schema
            part = part.update(pl.DataFrame(new, schema=schema), on="_row", how="left")
    return part


def _changes(row: Row, rule: str, name: str, value: Any) -> list[Change]:
    number, old = row["_row"], row[name]
    if not isinstance(value, list):
        return [Change(number, rule, name, old, value)]
    if len(old) != len(value):
        return [Change(number, rule, name, " | ".join(old), " | ".join(value))]
    return [
        Change(number, rule, f"{name}[{i}]", before, after)
        for i, (before, after) in enumerate(zip(old, value, strict=True))
        if before != after
    ]
