"""Values of a bank's cells as raw-question values: options, answer letters, declared format."""

import ast
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
    ("MAQ", ("maq", "multi", "多选", "多项", "checkbox")),
    ("SCQ", ("scq", "single", "单选", "单项", "选择", "choice")),
    ("TF", ("true", "判断", "tf")),
    ("FILL", ("fill", "blank", "填空")),
    ("QA", ("qa", "open", "essay", "问答", "简答", "论述", "名词", "案例分析")),
)
_CODES = {code for code, _ in _FORMATS}
CHOICE = "CHOICE"  # "multiple choice": of one option or of several, which the whole bank tells
_CHOICE = re.compile(r"multiple[\s_-]*choices?|mcq", re.IGNORECASE)
_JUDGED = ("√", "×", "✓", "✔", "✗", "✘", "对", "错", "正确", "错误", "true", "false")
_FILE = re.compile(r"^(KG|CA)-(.+)-([^-]+)$")
_MARK = r"[(（\[【]?{letter}[)）\]】]?\s*[.．、:：)）]\s*"
_MARKS = {letter: re.compile(_MARK.format(letter=letter)) for letter in LETTERS}
_CLEAR = {  # at the beginning, or after a blank or the end of a sentence
    letter: re.compile(r"(?:^|(?<=[\s)）。？?：:；;]))" + _MARK.format(letter=letter))
    for letter in LETTERS
}
_OPTION_TEXT = ("text", "content", "o", "value", "label", "title", "name")  # of an object
_LABELS = ("label", "key", "letter", "option", "name", "index", "id", "no", "value")
_TRIED = 20  # marks A from which a list may run
_NAME = re.compile(r"(?:option|opt|choice|选项|答案)?[\s_]*[A-H]|\d", re.IGNORECASE)
_LETTERS = re.compile(r"[A-Ha-h](?:[\s,，、;；/|]*[A-Ha-h])*")
_NUMBER = re.compile(r"(\d{1,4})(?:\.0)?")
_SIGNS = (  # between the options of a line
    r"\s*\$;\$\s*", r"\s*[|｜¦]\s*", r"\t", r"\s*[;；]\s*", r"\s*##\s*",
)  # fmt: skip
_PARTS = re.compile(r"[,，、;；|/\s]+")
_LITERAL = re.compile(r"\s*('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")\s*", re.DOTALL)
_ARRAY = re.compile(r"array\((\[.*?\])(?:,\s*dtype=\w+)?\)", re.DOTALL)

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
    """A bank's word for the format as SCQ, MAQ, INDEF, QA, TF, FILL, CHOICE or ""."""
    word = text(value).strip()
    named = formats.get(word) or taxonomy.current().types.get(word)
    if named in _CODES:
        return named
    if _CHOICE.fullmatch(word):
        return CHOICE
    low = word.lower()
    return next((code for code, words in _FORMATS if any(w in low for w in words)), "")


def judges(answer: str) -> bool:
    """Whether an answer says that a statement is right or wrong."""
    return answer.strip().lower() in _JUDGED


def options(value: Any, limits: BankLimits | None = None) -> list[str]:
    """Options in printed order, without empty ones at the end.

    Takes {"A": …}, ["…"], [{"text": …}], {"text": […], "label": […]}, JSON or Python text of
    these (numpy's, too), lines, or one line with | or ; between. Raises CellError for anything
    else, and where they are too many or too long.
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
    value = _by_label(list(value))
    if len(value) > limits.options:
        raise CellError(f"options: {len(value)} are more than {limits.options}")
    found = [checked("options", _option(item), limits) for item in value]
    while found and not found[-1].strip():
        found.pop()
    return found


def is_options(value: Mapping[str, Any]) -> bool:
    """Whether an object holds options: {"A": …} or {"text": […]}."""
    names = all(_NAME.fullmatch(str(key).strip()) for key in value)
    return names or isinstance(value.get("text"), list)


def in_stem(stem: str) -> tuple[str, list[str]] | None:
    """A stem without the options printed behind it (A. … B. …, three or more), and these."""
    if len(_runs(stem)) > 1:  # several questions in one
        return None
    marks = _run(stem)
    head = stem[: marks[0].start()].rstrip() if len(marks) >= 3 else ""
    return (head, _between(stem, marks)) if head else None


def _runs(said: str) -> list[int]:
    """Where lists A, B, C begin that stand one behind the other."""
    found: list[int] = []
    end = 0
    for begin in _CLEAR["A"].finditer(said):
        second = _CLEAR["B"].search(said, begin.end())
        third = _CLEAR["C"].search(said, second.end()) if second else None
        if third and begin.start() >= end:
            found.append(begin.start())
            end = third.end()
    return found


def _run(said: str) -> list[re.Match[str]]:
    """The longest run of marks A, B, C … in a text, of two or more; the last of several."""
    found: list[re.Match[str]] = []
    for begin in list(_CLEAR["A"].finditer(said))[-_TRIED:]:
        marks = [begin]
        for letter in LETTERS[1:]:
            end = marks[-1].end()  # a mark inside a word counts where no clear one follows
            following = _CLEAR[letter].search(said, end) or _MARKS[letter].search(said, end)
            if following is None:
                break
            marks.append(following)
        if len(marks) >= max(2, len(found)):
            found = marks
    return found


def _between(said: str, marks: list[re.Match[str]]) -> list[str]:
    ends = [mark.start() for mark in marks[1:]] + [len(said)]
    found = [said[m.end() : end].strip() for m, end in zip(marks, ends, strict=True)]
    if all(option.endswith((";", "；")) for option in found[:-1]):  # what parts them, no text
        return [option.rstrip(";； ") for option in found]
    return found


def letters_alone(value: Any) -> str:
    """The letters of an answer that is nothing else ("A,C", ["A", "C"] → "AC"), else ""."""
    said = "".join(map(text, value)) if isinstance(value, list | tuple) else text(value).strip()
    return "".join(sorted(set(re.sub(r"[^A-H]", "", said.upper())))) * bool(
        _LETTERS.fullmatch(said)
    )


def numbers(value: Any) -> list[int] | None:
    """The numbers that an answer consists of ("1,3", [0, 2], 2.0), else None."""
    parts = _listed(value)
    if len(parts) == 1 and not isinstance(parts[0], bool):
        parts = [part for part in _PARTS.split(text(parts[0]).strip()) if part]
    found = [_NUMBER.fullmatch(text(part).strip()) for part in parts]
    return [int(one[1]) for one in found if one] if found and all(found) else None


def answer(value: Any) -> str:
    """An answer as printed; several as one text with commas."""
    return ",".join(text(part).strip() for part in _listed(value))


def _listed(value: Any) -> list[Any]:
    if isinstance(value, str) and value[:1] == "[" and value[-1:] == "]":
        value = _unpack(value)
    return list(value) if isinstance(value, list | tuple) else [value]


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
    """What a text of JSON, Python or numpy holds: ["甲"], ['甲', nan], ['甲' '乙']."""
    said = value.strip()
    if said[:1] not in ("[", "{"):
        return value
    try:
        return json.loads(said)
    except ValueError:
        pass
    said = re.sub(r"(?<=[:,\[])(\s*)nan\b", r"\1None", _ARRAY.sub(r"\1", said))
    if said[0] == "[":
        words = _LITERAL.findall(said[1:-1])
        if len(words) > 1 and "".join(_LITERAL.split(said[1:-1])[::2]) == "":
            said = f"[{', '.join(words)}]"  # numpy sets no commas
    try:
        return ast.literal_eval(said)
    except (ValueError, SyntaxError, MemoryError):
        return value


def _by_letter(value: Mapping[str, Any]) -> list[Any]:
    texts, labels = value.get("text"), value.get("label")
    if isinstance(texts, list):
        known = isinstance(labels, list) and len(labels) == len(texts)
        return _ordered(labels, texts) if known and labels else texts
    return _ordered(list(value), list(value.values()))


def _by_label(items: list[Any]) -> list[Any]:
    """Objects in the order of the letters or numbers that they bear: {"label": "B", "text": …}."""
    if not items or not all(isinstance(item, Mapping) for item in items):
        return items
    for name in _LABELS:
        labels = [text(item.get(name)).strip() for item in items]
        if all(map(_NAME.fullmatch, labels)) and len(set(labels)) == len(labels):
            return _ordered(labels, items)
    return items


def _ordered(labels: list[Any], items: list[Any]) -> list[Any]:
    """Items in the order of their labels where these are letters, a lost one as "", or numbers that
    count from 0 or 1; else as they are.
    """
    keys = [str(label).strip().upper()[-1:] for label in labels]
    by = dict(zip(keys, items, strict=True))
    if len(by) == len(items) and all(key in LETTERS for key in keys):
        last = max((LETTERS.index(key) for key in keys), default=-1)
        return [by.get(LETTERS[place], "") for place in range(last + 1)]
    counted = sorted(keys)
    if any(counted == [str(n + first) for n in range(len(items))] for first in (0, 1)):
        return [by[key] for key in counted]
    return items


def _split(value: str) -> list[str]:
    marks = _run(value)
    if marks and not value[: marks[0].start()].strip():
        return _between(value, marks)
    lines = [line for line in value.splitlines() if line.strip()]
    if len(lines) != 1:
        return lines
    cut = (re.split(sign, lines[0]) for sign in _SIGNS)
    return next((parts for parts in cut if len(parts) > 2 and all(map(str.strip, parts))), lines)


def _option(item: Any) -> str:
    if isinstance(item, Mapping):
        told = [text(item[k]) for k in _OPTION_TEXT if k in item]
        item = next((one for one in told if not _NAME.fullmatch(one.strip())), (*told, "")[0])
    return text(item)
