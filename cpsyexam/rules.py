"""Rules as data: an id that names what is wrong, one line of docs, one test."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import polars as pl

from cpsyexam.records import reject

Test = pl.Expr | Callable[[pl.DataFrame], pl.Series]


@dataclass(frozen=True)
class Rule:
    """`test` is true for a row that breaks the rule; `detail` shows the offending value."""

    id: str
    doc: str
    test: Test
    detail: pl.Expr | None = None


def broken(rules: Sequence[Rule], frame: pl.DataFrame) -> pl.DataFrame:
    """One boolean column per rule (named by its id), a row per input row; nulls count as fine."""
    columns = []
    for rule in rules:
        if isinstance(rule.test, pl.Expr):
            series = frame.select(rule.test.alias(rule.id))[rule.id]
        else:
            series = rule.test(frame).alias(rule.id)
        columns.append(series.fill_null(value=False))
    return pl.DataFrame(columns)


def apply(
    rules: Sequence[Rule], frame: pl.DataFrame, *, stage: str, parent: str = "raw_id"
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Kept rows and Rejected rows; the first broken rule names the row, all stand in `detail`."""
    flags = broken(rules, frame)
    bad = flags.select(pl.any_horizontal(pl.all()).alias("bad"))["bad"] if rules else None
    if bad is None or not bad.any():
        return frame, reject(frame.clear(), stage=stage, rule="", parent=parent)
    ids = flags.filter(bad).select(
        pl.concat_list(
            [pl.when(pl.col(r.id)).then(pl.lit(r.id)) for r in rules]
        ).list.drop_nulls().alias("ids")
    )["ids"]
    rows = frame.filter(bad)
    details = [rows.select((r.detail if r.detail is not None else pl.lit("")).cast(pl.String).alias("d"))["d"] for r in rules]
    position = {r.id: i for i, r in enumerate(rules)}
    said = []
    for i, names in enumerate(ids.to_list()):
        value = details[position[names[0]]]
        text = value[i if len(value) > 1 else 0] or ""
        said.append("; also ".join([text, ", ".join(names[1:])]) if names[1:] else text)
    marked = pl.DataFrame({"rule": ids.list.first(), "detail": said})
    out = reject(rows, stage=stage, rule="", parent=parent)
    return frame.filter(~bad), out.with_columns(marked["rule"], marked["detail"])
