"""Rules as data: an id that names what is wrong, one line of docs, one test."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import polars as pl

from cpsyexam.records import reject

WAIVE = "waive:"  # note of a row that a person lets break a rule
Test = pl.Expr | Callable[[pl.DataFrame], pl.Series]


@dataclass(frozen=True)
class Rule:
    """`test` is true for a row that breaks the rule; `detail` shows the offending value.

    No release can hold what breaks a `firm` rule: no person's decision waives it.
    """

    id: str
    doc: str
    test: Test
    detail: pl.Expr | None = None
    firm: bool = False


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
    rule, detail = verdicts(rules, frame)
    bad = rule != ""
    rejected = reject(frame.filter(bad), stage=stage, rule="", parent=parent)
    return frame.filter(~bad), rejected.with_columns(rule.filter(bad), detail.filter(bad))


def verdicts(rules: Sequence[Rule], frame: pl.DataFrame) -> tuple[pl.Series, pl.Series]:
    """Columns `rule` (the first that a row breaks, "" for none) and `detail` of every row.

    A note `waive:<rule>` (column `notes`, a person's decision) lets a row break that rule,
    unless it is firm.
    """
    flags = _waived(rules, broken(rules, frame), frame)
    hit = flags.select(_names(rules))["ids"]
    bad = (hit.list.len() > 0).arg_true()
    rows, names = frame[bad], hit.gather(bad).to_list()
    shown = {rule.id: _values(rule, rows) for rule in rules}
    details = []
    for i, (first, *others) in enumerate(names):
        text = shown[first][i]
        details.append(f"{text}; also {', '.join(others)}".lstrip("; ") if others else text)
    return _spread("rule", [n[0] for n in names], bad, frame), _spread(
        "detail", details, bad, frame
    )


def _spread(name: str, said: list[str], rows: pl.Series, frame: pl.DataFrame) -> pl.Series:
    """A column with these texts at these rows, "" elsewhere."""
    column = pl.repeat("", frame.height, eager=True).alias(name)
    return column.scatter(rows, pl.Series(said, dtype=pl.String)) if said else column


def _waived(rules: Sequence[Rule], flags: pl.DataFrame, frame: pl.DataFrame) -> pl.DataFrame:
    if "notes" not in frame.columns:
        return flags
    notes = frame["notes"]
    if not notes.list.eval(pl.element().str.starts_with(WAIVE)).list.any().any():
        return flags
    return flags.with_columns(
        flags[rule.id] & ~notes.list.contains(f"{WAIVE}{rule.id}").fill_null(value=False)
        for rule in rules
        if not rule.firm
    )


def _names(rules: Sequence[Rule]) -> pl.Expr:
    each = [pl.when(pl.col(rule.id)).then(pl.lit(rule.id)) for rule in rules]
    return pl.concat_list(each).list.drop_nulls().alias("ids")


def _values(rule: Rule, rows: pl.DataFrame) -> list[str]:
    if rule.detail is None:
        return [""] * rows.height
    shown = rows.with_columns(rule.detail.cast(pl.String).fill_null("").alias("shown"))["shown"]
    return [str(value) for value in shown]
