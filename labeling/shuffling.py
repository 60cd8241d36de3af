"""The shuffle of one question, and of a frame of them."""

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from cpsyexam.records import ShuffledQuestion
from cpsyexam.taxonomy import LETTERS
from labeling.ordering import arrange
from labeling.references import Reference, in_explanation, plain, rewrite, stand_alone
from labeling.settings import ShuffleSettings

REFERENCE = {
    "raw_id": pl.String,
    "id": pl.String,
    "field": pl.String,  # option, explanation
    "letters": pl.String,
    "now": pl.String,
    "context": pl.String,
    "done": pl.String,  # rewritten, unmoved, flagged
}
Row = tuple[str, str, str, str, str, str, str]
DOUBT = "letters_in_explanation_doubtful"

_TYPES = {
    name: column.dtype
    for name, column in ShuffledQuestion.columns().items()
    if name in {"options", "answer", "explanation", "flags", "order", "shuffle_rule"}
}


@dataclass(frozen=True)
class Shuffled:
    """A question after the shuffle; `order[i]` is the printed position of the option now at i."""

    options: list[str]
    answer: list[int]
    explanation: str
    order: list[int]
    rule: str
    doubtful: bool
    references: list[tuple[str, str, str, str, str]]  # field, letters, now, context, done


def shuffle_one(row: dict[str, object], settings: ShuffleSettings, secret: bytes) -> Shuffled:
    """Shuffle a question (id, stem, options, answer, explanation)."""
    options = [str(o) for o in _list(row["options"])]
    answer = [int(str(a)) for a in _list(row["answer"])]
    stem, text = str(row["stem"]), str(row["explanation"])
    order, rule, cited = arrange(
        options, stem, secret, str(row["id"]), keep_scales=settings.keep_scales
    )
    found = in_explanation(text, options, stand_alone(stem)) if options else []
    if _doubt(text, found, order) and settings.doubtful_letters == "keep":
        order, rule = list(range(len(options))), "kept_doubtful_letters"
    new = [order.index(i) for i in range(len(options))]
    listed = [
        _listed("option", option, r, new)
        for option, references in zip(options, cited, strict=True)
        for r in references
    ]
    listed += [_listed("explanation", text, r, new) for r in found]
    renamed = [rewrite(o, r, new) for o, r in zip(options, cited, strict=True)]
    return Shuffled(
        options=[renamed[i] for i in order],
        answer=sorted(new[i] for i in answer),
        explanation=rewrite(text, found, new),
        order=order,
        rule=rule if options else "no_options",
        doubtful=_doubt(text, found, order),
        references=listed,
    )


def shuffle_rows(
    frame: pl.DataFrame, settings: ShuffleSettings, secret: bytes
) -> tuple[pl.DataFrame, list[Row]]:
    """The frame with options, answer, explanation, flags, order, shuffle_rule; and references."""
    needed = frame.select("raw_id", "id", "stem", "options", "answer", "explanation", "flags")
    columns: dict[str, list[object]] = {name: [] for name in _TYPES}
    references: list[Row] = []
    for row in needed.iter_rows(named=True):
        done = shuffle_one(row, settings, secret)
        flags = [*row["flags"], DOUBT] if done.doubtful else row["flags"]
        values = (done.options, done.answer, done.explanation, flags, done.order, done.rule)
        for name, value in zip(_TYPES, values, strict=True):
            columns[name].append(value)
        references += [(row["raw_id"], row["id"], *r) for r in done.references]
    return frame.with_columns(pl.DataFrame(columns, schema=_TYPES)), references


def _doubt(text: str, found: Sequence[Reference], order: Sequence[int]) -> bool:
    moved = {i for i, old in enumerate(order) if i != old}
    return any(
        not r.certain and moved & {LETTERS.index(c) for c in stand_alone(text[r.start : r.end])}
        for r in found
    )


def _listed(
    field: str, text: str, reference: Reference, new: Sequence[int]
) -> tuple[str, str, str, str, str]:
    letters = text[reference.start : reference.end]
    moved = any(
        new[LETTERS.index(c)] != LETTERS.index(c) for c in plain(letters).upper() if c in LETTERS
    )
    whole = Reference(0, len(letters), certain=True)
    now = rewrite(letters, [whole], new) if reference.certain else letters
    context = text[max(0, reference.start - 12) : reference.end + 12]
    done = "rewritten" if reference.certain else "flagged"
    return field, letters, now, context, done if moved else "unmoved"


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else []
