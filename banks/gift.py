"""GIFT, Moodle's text format of quizzes → rows (docs.moodle.org/en/GIFT_format)."""

import re
from collections.abc import Iterator
from typing import Any

from cpsyexam.taxonomy import LETTERS

_ESCAPED = re.compile(r"\\([~=#{}:\\])")
_KEPT = "\ue000{}"  # an escaped sign, until the others have been read
_CATEGORY = re.compile(r"^\$CATEGORY:\s*(.*)$", re.MULTILINE)
_TITLE = re.compile(r"^\s*::(.*?)::", re.DOTALL)
_FORMAT = re.compile(r"^\s*\[(?:html|plain|markdown|moodle)\]\s*")
_BLOCK = re.compile(r"^(?P<head>[^{}]*)\{(?P<inside>[^{}]*)\}(?P<tail>[^{}]*)$", re.DOTALL)
_CHOICE = re.compile(r"(?:^|(?<=\s))?([=~])\s*(?:%(-?[\d.]+)%)?([^=~]*)")
_TRUTH = {"t": "对", "true": "对", "f": "错", "false": "错"}


def rows(text: str) -> Iterator[Any]:
    """A dict a question (id, type, question, options, answer, explanation, subject); one of a
    kind that is not read as a text.
    """
    text = re.sub(r"^[^\S\n]*//.*$", "", text, flags=re.MULTILINE)
    text = _ESCAPED.sub(lambda found: _KEPT.format(ord(found[1])) + "\ue001", text)
    subject = ""
    for block in _blocks(text):
        said = block
        for found in _CATEGORY.finditer(block):
            subject = re.split(r"[/]", found[1].strip())[-1]
            said = said.replace(found[0], "")
        if said.strip():
            yield _row(said.strip(), subject)


def _blocks(text: str) -> Iterator[str]:
    """What stands between blank lines; one inside braces, after which they close, parts nothing."""
    lines = text.split("\n")
    outside = [True] * (len(lines) + 1)
    for number in range(len(lines) - 1, -1, -1):
        sign = re.search("[{}]", lines[number])
        outside[number] = sign[0] == "{" if sign else outside[number + 1]
    block: list[str] = []
    for number, line in enumerate(lines):
        if line.strip() or not outside[number]:
            block.append(line)
        else:
            yield "\n".join(block)
            block = []
    yield "\n".join(block)


def _row(block: str, subject: str) -> dict[str, Any] | str:
    title = _TITLE.match(block)
    name = title[1].strip() if title else ""
    found = _BLOCK.match(block[title.end() :] if title else block)
    if found is None:
        return f"no question of GIFT: {_plain(block)[:60]}"
    head = _FORMAT.sub("", found["head"]).strip()
    stem = f"{head} ____ {found['tail'].strip()}" if found["tail"].strip() else head
    inside, _, general = found["inside"].partition("####")
    told = _told(inside.strip())
    if isinstance(told, str):
        return f"{told}: {_plain(stem)[:60]}"
    explanation = " ".join(filter(None, (told.pop("explanation"), _plain(general))))
    return {
        "id": _plain(name), "question": _plain(stem), **told, "explanation": explanation,
        "subject": _plain(subject),
    }  # fmt: skip


def _told(inside: str) -> dict[str, Any] | str:
    """Type, options, answer and explanation; what is not read as a text."""
    word, _, feedback = inside.partition("#")
    if word.strip().lower() in _TRUTH:
        truth = _TRUTH[word.strip().lower()]
        return {"type": "判断", "options": [], "answer": truth, "explanation": _plain(feedback)}
    if not inside:
        return {"type": "问答", "options": [], "answer": "", "explanation": ""}
    if inside.startswith("#"):
        return "a number with its bounds"
    return _choices([(m, w, *_split(rest)) for m, w, rest in _CHOICE.findall(inside)])


def _choices(choices: list[tuple[str, str, str, str]]) -> dict[str, Any] | str:
    """The same of answers (mark, weight, text, feedback)."""
    texts = [text for _, _, text, _ in choices]
    if any("->" in text for text in texts) or len(texts) > len(LETTERS):
        return "pairs to be matched, or more options than there are letters"
    right = [n for n, (mark, weight, *_) in enumerate(choices) if mark == "=" or _positive(weight)]
    why = " ".join(choices[n][3] for n in right if choices[n][3])
    if all(mark == "=" for mark, *_ in choices):
        return {"type": "填空", "options": [], "answer": "；".join(texts), "explanation": why}
    letters = "".join(LETTERS[n] for n in right)
    kind = "多选" if len(right) > 1 else "单选"
    return {"type": kind, "options": texts, "answer": letters, "explanation": why}


def _positive(weight: str) -> bool:
    return bool(weight) and float(weight) > 0


def _split(rest: str) -> tuple[str, str]:
    text, _, feedback = rest.partition("#")
    return _plain(text), _plain(feedback)


def _plain(text: str) -> str:
    said = re.sub("\ue000(\\d+)\ue001", lambda found: chr(int(found[1])), text)
    return "\n".join(part.strip() for part in said.split("\\n")).strip()
