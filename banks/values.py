"""Values of a bank's cells as raw-question values: options, answer letters, declared format."""

import json
import re
from collections.abc import Mapping
from typing import Any

from banks.limits import BankLimits
from cpsyexam import taxonomy
from cpsyexam.taxonomy import LETTERS, find_category, find_subject

# Longest first: 多项选择 must not be read as 选择.
_FORMATS = (
    ("INDEF", ("indef", "不定项")),
    ("MAQ", ("maq", "multi", "多选", "多项")),
    ("SCQ", ("scq", "single", "单选", "单项", "选择", "choice")),
    ("TF", ("true", "判断", "tf")),
    ("FILL", ("fill", "blank", "填空")),
    ("QA", ("qa", "open", "essay", "问答", "简答", "论述", "名词", "案例分析")),
)
_CODES = {code for code, _ in _FORMATS}
_FILE = re.compile(r"^(KG|CA)-(.+)-([^-]+)$")
_ITEM = re.compile(r"(?:^|\s)[(（]?([A-H])[)）]?\s*[.．、:：]\s*")


_SURROGATE = re.compile("[\ud800-\udfff]")


class CellError(ValueError):
    """A cell that no question may hold: its row is rejected with this reason."""


def checked(role: str, found: str, limits: BankLimits) -> str:
    """The text of a cell. Raises CellError where it is too long or no Unicode."""
    if len(found) > limits.field:
        raise CellError(f"{role}: {len(found)} characters, more than {limits.field}")
    broken = _SURROGATE.search(found)
    if broken:
        place = f"U+{ord(broken[0]):04X} at character {broken.start() + 1}"
        raise CellError(f"{role}: a lone surrogate {place}")
    return found


def encodable(found: str) -> str:
    """A text for a reason: what is no Unicode is written out."""
    return found.encode("utf-8", "backslashreplace").decode()


def text(value: Any) -> str:
    """Any cell as text; missing ones as ""."""
    if value is None or (isinstance(value, float) and value != value):  # noqa: PLR0124 - NaN
        return ""
    return value if isinstance(value, str) else str(value)


def declared(value: Any, formats: Mapping[str, str]) -> str:
    """A bank's word for the format as SCQ, MAQ, INDEF, QA, TF, FILL or ""."""
    word = text(value).strip()
    named = formats.get(word) or taxonomy.current().types.get(word)
    if named in _CODES:
        return named
    low = word.lower()
    return next((code for code, words in _FORMATS if any(w in low for w in words)), "")


def options(value: Any, limits: BankLimits | None = None) -> list[str]:
    """Options in printed order, without empty ones at the end.

    Takes {"A": …}, ["…"], [{"text": …}], {"text": […], "label": […]}, JSON of these, or lines.
    Raises CellError for anything else, and where they are too many or too long.
    """
    limits = limits or BankLimits()
    if isinstance(value, str) and len(value) > limits.field:
        raise CellError(f"options: {len(value)} characters, more than {limits.field}")
    if isinstance(value, str):
        value = _unpack(value)
    if isinstance(value, Mapping):
        value = _by_letter(value)
    if isinstance(value, str):
        value = _split(value)
    if value is None or value != value:  # noqa: PLR0124 - NaN
        return []
    if not isinstance(value, list | tuple):
        raise CellError(f"options: {value!r:.40} is no list of options")
    if len(value) > limits.options:
        raise CellError(f"options: {len(value)} are more than {limits.options}")
    found = [checked("options", _option(item), limits) for item in value]
    while found and not found[-1].strip():
        found.pop()
    return found


def answer(value: Any, first: int | None, *, choice: bool) -> str:
    """An answer as printed; numbers of options become letters (`first` = number of A)."""
    if isinstance(value, str) and value[:1] == "[" and value[-1:] == "]":
        value = _unpack(value)
    parts = value if isinstance(value, list | tuple) else [value]
    words = [text(part).strip() for part in parts]
    if first is not None and choice and words and all(w.isdecimal() and len(w) < 5 for w in words):
        places = [int(w) - first for w in words]
        if all(0 <= place < len(LETTERS) for place in places):
            return "".join(LETTERS[place] for place in places)
    return words[0] if len(words) == 1 else ",".join(words)


def from_file_name(stem: str) -> dict[str, str]:
    """What CPsyExam's file names say (`KG-GEE-普通心理学-单项选择题`): exam, subject, ...

    The subject's own exam wins over the printed one: some files carry the wrong exam.
    """
    match = _FILE.match(stem)
    if not match:
        return {}
    kind, middle, form = match.groups()
    found = {"declared": declared(form, {})}
    if kind == "CA":
        return {**found, "category": find_category(middle)}
    exam, _, subject = middle.partition("-")
    known = find_subject(subject)
    return {**found, "exam": known[0] if known else exam, "subject": known[1] if known else subject}


def _unpack(value: str) -> Any:
    if value.strip()[:1] in ("[", "{"):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def _by_letter(value: Mapping[str, Any]) -> list[Any]:
    if isinstance(value.get("text"), list):
        return list(value["text"])
    keys = [str(key).strip().upper()[-1:] for key in value]
    if keys and all(key in LETTERS for key in keys):
        last = max(LETTERS.index(key) for key in keys)
        by = dict(zip(keys, value.values(), strict=True))
        return [by.get(LETTERS[place], "") for place in range(last + 1)]
    return list(value.values())


def _split(value: str) -> list[str]:
    marks = list(_ITEM.finditer(value))
    if len(marks) >= 2 and marks[0].group(1) == "A":
        ends = [mark.start() for mark in marks[1:]] + [len(value)]
        return [value[m.end() : end].strip() for m, end in zip(marks, ends, strict=True)]
    return [line for line in value.splitlines() if line.strip()]


def _option(item: Any) -> str:
    if isinstance(item, Mapping):
        item = next((item[k] for k in ("text", "content", "o", "value") if k in item), "")
    return text(item)
