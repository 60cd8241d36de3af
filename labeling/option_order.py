"""Option order: which order the options take, which must not move, and letters rewritten."""

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from typing import Any

import polars as pl

from cpsyexam.files import digest
from cpsyexam.lists import list_series
from cpsyexam.memo import NO_MEMO, Memo
from cpsyexam.records import ShuffledQuestion
from cpsyexam.taxonomy import LETTERS
from cpsyexam.text import shared_ends
from labeling.references import Reference, in_explanation, in_option, plain, rewrite, stand_alone
from labeling.settings import ShuffleSettings
from labeling.tables import table

_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")


def arrange(
    options: Sequence[str], stem: str, secret: bytes, name: str, *, keep_scales: bool
) -> tuple[list[int], str, list[list[Reference]]]:
    """The order (order[i] = printed index of the option now at i), its rule, and the references.

    Content options come first, sorted by a hash of (secret, question id, own text), so that the
    printed order has no say and a second shuffle changes nothing; then options that cite letters,
    in the same way; then those about all above, as printed.
    """
    printed = list(range(len(options)))
    names = stand_alone(stem)
    found = [in_option(options, i, names) for i in printed]
    references = [f or [] for f in found]
    folded = [unicodedata.normalize("NFKC", option).strip() for option in options]
    last = [i for i in printed if _pattern("tail").fullmatch(folded[i])]
    citing = [i for i in printed if references[i]]
    content = [i for i in printed if i not in last and i not in citing]
    if any(f is None for f in found) or any(_tangled(options, i, citing) for i in citing):
        return printed, "kept_doubtful_letters", [[] for _ in options]
    if any(_pattern("by_place").fullmatch(text) for text in folded):
        return printed, "kept_by_place", references
    if last and content and min(last) < max(content):
        return printed, "kept_above_in_the_middle", references
    keys = {i: _key(secret, name, _resolved(options, i, references)) for i in printed}
    rule = "hashed"
    if keep_scales and is_scale([options[i] for i in content]):
        rule = "hashed_scale_kept"
    else:
        content.sort(key=lambda i: (keys[i], i))
    citing.sort(key=lambda i: (keys[i], i))
    return [*content, *citing, *last], rule, references


def is_scale(options: Sequence[str]) -> bool:
    """Numbers that rise or fall, or steps of a known scale, with equal text around them."""
    texts = [unicodedata.normalize("NFKC", o).strip() for o in options]
    if len(texts) < 3:
        return False
    numbers = [_NUMBER.search(text) for text in texts]
    if all(numbers) and len({_NUMBER.sub("#", text) for text in texts}) == 1:
        return _monotonic([float(number[0]) for number in numbers if number])
    cores = _cores(texts)
    for scale in table("options.toml")["scales"]:
        if cores[0] in scale and all(core in scale for core in cores):
            return _monotonic([scale.index(core) for core in cores])
    return False


def _monotonic(values: Sequence[float]) -> bool:
    pairs = list(pairwise(values))
    return all(a < b for a, b in pairs) or all(a > b for a, b in pairs)


def _cores(texts: Sequence[str]) -> list[str]:
    head, tail = shared_ends(texts)
    stripped = [t[head : len(t) - tail] for t in texts]
    return stripped if all(stripped) else list(texts)


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{one})" for one in table("options.toml")[kind]))


def _tangled(options: Sequence[str], index: int, citing: list[int]) -> bool:
    """An option that cites one which cites letters itself: too tangled to rewrite."""
    cited = {LETTERS.index(c) for c in stand_alone(options[index])}
    return any(i in citing for i in cited)


def _resolved(options: Sequence[str], index: int, references: list[list[Reference]]) -> str:
    if not references[index]:
        return options[index]
    cited = sorted(options[LETTERS.index(c)] for c in stand_alone(options[index]))
    return "\x1e".join(["cites", *cited])


def _key(secret: bytes, name: str, text: str) -> bytes:
    return hashlib.blake2b(f"{name}\x1f{text}".encode(), key=secret[:64], digest_size=16).digest()


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
_SLICE = 20_000  # questions whose parts are Python objects at a time
DOUBT = "letters_in_explanation_doubtful"

_TYPES = {
    name: column.dtype
    for name, column in ShuffledQuestion.columns().items()
    if name in {"options", "answer", "explanation", "flags", "order", "shuffle_rule"}
}
_MET = "references"
_REFERENCE = tuple(REFERENCE)[2:]
_TYPES[_MET] = pl.List(pl.Struct(dict.fromkeys(_REFERENCE, pl.String)))


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
    frame: pl.DataFrame, settings: ShuffleSettings, secret: bytes, memo: Memo = NO_MEMO
) -> tuple[pl.DataFrame, list[Row]]:
    """The frame with options, answer, explanation, flags, order, shuffle_rule; and references."""
    needed = frame.select("id", "stem", "options", "answer", "explanation", "flags")
    work = partial(_shuffled, settings=settings, secret=secret)
    made = memo.rows("option_order", needed, work, digest(secret), str(settings), spread=True)
    told = frame.select("raw_id", "id").with_columns(made[_MET])
    references: list[Row] = [
        (raw_id, name, *reference.values())
        for raw_id, name, met in told.filter(pl.col(_MET).list.len() > 0).iter_rows()
        for reference in met
    ]
    return frame.with_columns(made.drop(_MET)), references


def _shuffled(rows: pl.DataFrame, settings: ShuffleSettings, secret: bytes) -> pl.DataFrame:
    """Each question by itself: what the shuffle makes of it, and the references met in it."""
    parts = [pl.DataFrame(schema=_TYPES)]
    for part in rows.iter_slices(_SLICE):
        columns: dict[str, list[object]] = {name: [] for name in _TYPES}
        for row in part.iter_rows(named=True):
            done = shuffle_one(row, settings, secret)
            flags = [*row["flags"], DOUBT] if done.doubtful else row["flags"]
            met = [dict(zip(_REFERENCE, r, strict=True)) for r in done.references]
            values = (
                done.options, done.answer, done.explanation, flags, done.order, done.rule, met,
            )  # fmt: skip
            for name, value in zip(_TYPES, values, strict=True):
                columns[name].append(value)
        parts.append(_frame(columns))
    return pl.concat(parts, rechunk=True)


def _frame(columns: Mapping[str, list[Any]]) -> pl.DataFrame:
    """Python lists as a frame."""
    return pl.DataFrame(
        {
            name: list_series(columns[name], kind.inner)
            if isinstance(kind, pl.List)
            else columns[name]
            for name, kind in _TYPES.items()
        },
        schema=_TYPES,
    )


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
