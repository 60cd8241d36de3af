"""Few-shot exemplars: from dev, nearest labels first, never of the question's case nor a copy."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
from rapidfuzz import fuzz

from cpsyexam.files import digest

_LABELS = ("subject", "task", "category", "exam")  # the more alike, the earlier
_COPY = 85.0  # per cent; stem and options more alike than this are one question


class Pool:
    """The questions of dev that may be shown with their answers."""

    def __init__(self, dev: pl.DataFrame, seed: int = 0) -> None:
        self._rows: dict[str, list[dict[str, Any]]] = {}
        for row in dev.filter(pl.col("answer").is_not_null()).iter_rows(named=True):
            row["draw"] = digest(f"{seed}/{row['id']}")
            row["text"] = _text(row)
            self._rows.setdefault(row["format"], []).append(row)

    def pick(self, row: Mapping[str, Any], shots: int) -> list[dict[str, Any]]:
        """At most `shots` exemplars of the question's format, the same for every model."""
        if not shots:
            return []
        ranked = sorted(
            self._rows.get(row["format"], []),
            key=lambda other: ([other[name] != row[name] for name in _LABELS], other["draw"]),
        )
        text, picked = _text(row), list[dict[str, Any]]()
        for other in ranked:
            if len(picked) == shots:
                break
            if not _same(row, text, other) and not _copies(other, picked):
                picked.append(other)
        return picked


def _text(row: Mapping[str, Any]) -> str:
    return str(row["question"]) + "\n".join(sorted(row["options"]))


def _same(row: Mapping[str, Any], text: str, other: Mapping[str, Any]) -> bool:
    one_case = other["id"] == row["id"] or other["cluster"] == row["cluster"]
    return one_case or fuzz.ratio(text, other["text"], score_cutoff=_COPY) > 0


def _copies(other: Mapping[str, Any], picked: Sequence[Mapping[str, Any]]) -> bool:
    return any(other["cluster"] == done["cluster"] for done in picked)
