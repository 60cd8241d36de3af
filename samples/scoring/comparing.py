"""Whether a question came out as it should: field by field."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from cpsyexam.taxonomy import letters
from cpsyexam.text import fold
from samples.scoring.tables import Row

FIELDS = ("stem", "options", "answer", "material", "explanation")
_SLIP = 90.0
# Chinese and Western punctuation that OCR cannot tell apart
_LOOSE = str.maketrans("。、“”‘’【】《》—–－～·−", ".,\"\"''[]<>---~.-")


@dataclass(frozen=True)
class Difference:
    """A field that is not what it should be."""

    field: str
    expected: str
    found: str


def same(expected: str, found: str, *, loose: bool) -> bool:
    """Equal texts: blanks and width do not count; `loose` folds punctuation too (scans)."""
    return _form(expected, loose=loose) == _form(found, loose=loose)


def differences(truth: Row, row: Row, *, loose: bool) -> list[Difference]:
    """The wrong fields of a cleaned question."""
    choice = truth["format"] in ("SCQ", "MAQ")
    answer = letters(row["answer"]) if choice else row["reference"]
    found = {**row, "answer": answer, "options": list(row["options"])}
    return [
        Difference(name, _shown(truth[name]), _shown(found[name]))
        for name in FIELDS
        if not _equal(truth[name], found[name], loose=loose)
    ]


def slip(difference: Difference, truth: Row) -> bool:
    """Whether a wrong answer is but a slip of OCR in the text of an open question."""
    alike = fuzz.ratio(fold(difference.expected), fold(difference.found))
    return truth["format"] == "QA" and alike >= _SLIP


def shuffled_right(truth: Row, row: Row) -> bool:
    """Whether the answer of a shuffled question names the options that it named in print."""
    if truth["format"] not in ("SCQ", "MAQ"):
        return True
    printed = [row["order"][place] for place in row["answer"]]
    return letters(printed) == str(truth["answer"])


def _equal(expected: object, found: object, *, loose: bool) -> bool:
    if isinstance(expected, list) and isinstance(found, list):
        pairs = zip(expected, found, strict=False)
        return len(expected) == len(found) and all(same(a, b, loose=loose) for a, b in pairs)
    return same(str(expected), str(found), loose=loose)


def _form(text: str, *, loose: bool) -> str:
    bare = re.sub(r"\s", "", fold(text))
    return bare.translate(_LOOSE) if loose else bare


def _shown(value: str | Sequence[str]) -> str:
    return value if isinstance(value, str) else " | ".join(value)
