"""What differs between two versions of one question, field by field, in words."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

import polars as pl

from cpsyexam.taxonomy import positions
from publishing.columns import ANSWERS

Row = Mapping[str, Any]
_MOST = 50  # questions without a reason that are told of
_SHORT = 16  # characters of a value that is not cut: names of categories, formats
_AROUND = 4  # characters of what is the same on either side
WORDS = {
    "material": "case",
    "question": "stem",
    "answer": "key",
    "reference": "model answer",
}


def differing(old: Row, new: Row, columns: Sequence[str]) -> list[str]:
    """The columns that differ: options without their order, a key by the texts of its options."""
    return [name for name in columns if _value(old, name) != _value(new, name)]


def told(old: Row, new: Row, columns: Sequence[str]) -> list[dict[str, str]]:
    """A row a column: field, before and after, cut to what is not the same.

    Answers that a version withholds are left out.
    """
    open_ = [n for n in columns if n not in ANSWERS or None not in (old[n], new[n])]
    return [{"field": n, **_cut(_value(old, n), _value(new, n))} for n in open_]


def in_words(rows: pl.DataFrame) -> Iterator[str]:
    """Lines on single questions of CHANGES.parquet: all that people decided on, and some others."""
    reason = pl.col("why") != ""
    others = rows.filter(~reason, pl.col("differences").list.len() > 0).head(_MOST)
    for row in pl.concat([rows.filter(reason), others]).sort("id", "old_id").iter_rows(named=True):
        was = f" (was {row['old_id']})" if row["old_id"] not in ("", row["id"]) else ""
        fields = [_changed(*one.values()) for one in row["differences"]]
        parts = filter(None, ("; ".join(fields), row["why"]))
        yield " ".join(f"- {row['id']}{was} {row['change']}: {'; '.join(parts)}".split())


def _changed(field: str, before: str, after: str) -> str:
    name = WORDS.get(field, field)
    if before and after:
        return f"{name} {before} → {after}"
    return f"{name} no longer with {before}" if before else f"{name} now with {after}"


def _value(row: Row, name: str) -> list[str]:
    """The value of a column as texts; what has no order is sorted."""
    value = row[name]
    if name == "answer" and value and row["options"]:
        options = row["options"]
        return sorted(options[i] for i in positions(value) if i < len(options))
    return sorted(value) if isinstance(value, list) else [value or ""]


def _cut(before: Sequence[str], after: Sequence[str]) -> dict[str, str]:
    if len(before) != 1 or len(after) != 1:
        gone, come = ([t for t in one if t not in other] for one, other in _both(before, after))
        return {"before": " / ".join(gone), "after": " / ".join(come)}
    old, new = before[0], after[0]
    if max(len(old), len(new)) <= _SHORT:
        return {"before": old, "after": new}
    start = _alike(old, new)
    end = _alike(old[start:][::-1], new[start:][::-1])
    low, tail = max(start - _AROUND, 0), max(end - _AROUND, 0)
    return {"before": _part(old, low, tail), "after": _part(new, low, tail)}


def _both(one: Sequence[str], other: Sequence[str]) -> list[tuple[Sequence[str], Sequence[str]]]:
    return [(one, other), (other, one)]


def _alike(one: str, other: str) -> int:
    """Characters that both begin with."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _part(text: str, low: int, tail: int) -> str:
    """The text without what is cut at its ends, with signs of that."""
    inner = text[low : len(text) - tail]
    return f"{'…' if low else ''}{inner}{'…' if tail else ''}"
