"""Decisions applied to raw questions: texts and keys patched, questions rejected or restored.

Raw questions + standing decisions → the rows with notes `decision:<verdict>:<digest>` (and
`waive:<rule>` for restored ones, which later stages honour), the rows that a person rejected, and
a row a decision that says what became of it. A decision concerns every copy of the question that
it saw: same text as printed, same key. One that concerns none is stale and never applied.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl
from rapidfuzz import fuzz, process

from cpsyexam.records import CHANGE
from cpsyexam.taxonomy import LETTERS
from reviewing import seen
from reviewing.decisions import TEXT_FIELDS, Filed
from reviewing.seen import bare

DECISIONS: dict[str, pl.DataType | type[pl.DataType]] = {
    "decision": pl.String,  # digest of its line
    "file": pl.String,
    "line": pl.Int64,
    "id": pl.String,
    "verdict": pl.String,
    "by": pl.String,
    "when": pl.String,
    "why": pl.String,
    "evidence": pl.String,
    "status": pl.String,  # applied, stale, superseded, overruled, elsewhere (in no source here)
    "stale": pl.String,  # why it is stale
    "raw_ids": pl.List(pl.String),
    "changes": pl.List(CHANGE.dtype),
    "labels": pl.Struct({"task": pl.String, "category": pl.String}),
}
_SHORT = 12  # digits of a digest in a note
_NEAR = 70  # percent of likeness from which a text counts as the one that was seen
Row = dict[str, Any]


@dataclass
class Applied:
    """What decisions did: patched rows by raw_id, rejected raw_ids with the decision, a log."""

    rows: dict[str, Row] = field(default_factory=dict)
    rejected: dict[str, Filed] = field(default_factory=dict)
    log: list[Row] = field(default_factory=list)


def apply(raw: pl.DataFrame, standing: Sequence[Filed], fallen: Sequence[Filed]) -> Applied:
    """Apply standing decisions to the raw questions that they concern."""
    status = ("superseded", "overruled")
    out = Applied(log=[_entry(one, status[bool(one.decision.overruled)]) for one in fallen])
    if not standing:
        return out
    rows = raw.with_columns(seen.printed_ids(raw))
    printed = {one.decision.printed for one in standing}
    here = rows.filter(pl.col("printed").is_in(list(printed)))
    here = here.with_columns(seen.digests(here))
    by_digest: dict[str, list[Row]] = {}
    for row in here.iter_rows(named=True):
        by_digest.setdefault(row["was"], []).append(row)
    sources = set(raw["source"].unique())
    for one in standing:
        copies = by_digest.get(one.decision.was, [])
        if not copies and one.decision.sources and sources.isdisjoint(one.decision.sources):
            out.log.append(_entry(one, "elsewhere"))
            continue
        stale = "" if copies else _what_changed(one, here, rows)
        out.log.append(_logged(one, out, copies, stale))
    return out


def _logged(filed: Filed, out: Applied, copies: Sequence[Row], stale: str) -> Row:
    if stale:
        return _entry(filed, "stale", stale=stale)
    changes: list[Row] = []
    for copy in copies:
        row = out.rows.setdefault(copy["raw_id"], {k: copy[k] for k in copy})
        said = _patch(row, filed)
        if isinstance(said, str):
            return _entry(filed, "stale", stale=said)
        changes += said
        row["notes"] = [*row["notes"], f"decision:{filed.decision.verdict}:{filed.digest[:_SHORT]}"]
        if filed.decision.rule:
            row["notes"].append(f"waive:{filed.decision.rule}")
        if filed.decision.verdict == "reject":
            out.rejected[copy["raw_id"]] = filed
    ids = [copy["raw_id"] for copy in copies]
    return _entry(filed, "applied", raw_ids=ids, changes=_distinct(changes))


def _patch(row: Row, filed: Filed) -> list[Row] | str:
    """Change a row as a decision says; the changes, or why it cannot be done."""
    patch = filed.decision.patch
    new: Row = {
        name: value
        for name, value in patch.fields().items()
        if name in TEXT_FIELDS - {"key", "options"}
    }
    if patch.options:
        folded = {bare(old): text for old, text in patch.options.items()}
        there = {bare(option) for option in row["options"]}
        if not folded.keys() <= there | {""}:
            return "an option that it changes is not there"
        lost = [folded[""]] if "" in folded.keys() - there else []
        new["options"] = _renamed(row, folded) + lost
    if patch.key is not None:
        answer = _answer(patch.key, new["options"] if patch.options else row["options"])
        if answer is None:
            return f"the key that it names is no option: {' / '.join(patch.key)}"
        new["answer"] = answer
    changes = [
        {"rule": "decision", "field": k, "before": _text(row[k]), "after": _text(v)}
        for k, v in new.items()
        if row[k] != v
    ]
    row.update(new)
    return changes


def _renamed(row: Row, folded: Mapping[str, str]) -> list[str]:
    """The options with new texts; of several that read the same, one gets it, the key last."""
    options = list(row["options"])
    for old, text in folded.items():
        same = [i for i, option in enumerate(row["options"]) if bare(option) == old]
        if same:
            options[min(same, key=lambda i: (LETTERS[i] in row["answer"], i))] = text
    return options


def _answer(key: Sequence[str], options: Sequence[str]) -> str | None:
    if not options:
        return "\n".join(key)
    at = {bare(option): letter for option, letter in zip(options, LETTERS, strict=False)}
    found = [at.get(bare(text)) for text in key]
    return None if None in found else "".join(sorted(letter for letter in found if letter))


def _what_changed(filed: Filed, here: pl.DataFrame, rows: pl.DataFrame) -> str:
    """Why no question is as it was seen."""
    decision = filed.decision
    same = here.filter(pl.col("printed") == decision.printed)
    if same.height:
        now = {" / ".join(s.key) or "none" for s in seen.looked_at(same)}
        before = " / ".join(decision.saw.key) or "none"
        return f"the key was {before}, is {' or '.join(sorted(now))}"
    found = process.extractOne(
        decision.saw.stem, rows["stem"].to_list(), scorer=fuzz.ratio, score_cutoff=_NEAR
    )
    return f"the text is now: {found[0][:80]}" if found else "no such question is printed any more"


def _entry(filed: Filed, status: str, **more: Any) -> Row:
    decision = filed.decision
    labels: Mapping[str, str | None] = {n: getattr(decision.patch, n) for n in ("task", "category")}
    return {
        "decision": filed.digest,
        "file": filed.file.name,
        "line": filed.line,
        **{n: getattr(decision, n) for n in ("id", "verdict", "by", "when", "why", "evidence")},
        "status": status,
        "stale": "",
        "raw_ids": [],
        "changes": [],
        "labels": labels,
        **more,
    }


def _distinct(changes: Sequence[Row]) -> list[Row]:
    return list({tuple(change.values()): change for change in changes}.values())


def _text(value: object) -> str:
    return " / ".join(map(str, value)) if isinstance(value, list) else str(value)
