"""A captured page as people read it: lines, those of a question and of its key marked."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cpsyexam.taxonomy import LETTERS
from cpsyexam.text import fold
from reviewing.station.originals import PageLine

_LEAST = 4  # characters from which a line counts as one of the question's
_RANGE = re.compile(r"p\d+:(\d+)-(\d+)")
_KEY = re.compile(r"答案|[【\[]答[】\]]|故选|^\s*答\s*[:：]")
_KEYS = re.compile(r"答案")  # heading of a table of keys
Row = Mapping[str, Any]


def as_paper(text: str, question: Row) -> list[PageLine]:
    """The lines of a paper that its site sends as JSON, as a reader saw it; [] where it is none."""
    from spiders.sites.examcoo_json import Content

    found: list[PageLine] = []
    section = material = ""
    for one in Content(0, "", "", {}).read(text)[0]:
        mine = one.locator == question["place"]["locator"].partition("/")[0]
        if one.section != section:
            section = one.section
            found.append(PageLine(section, mine=False))
        if one.material != material:
            material = one.material
            own = bool(material) and material == question["printed"]["material"]
            found += [PageLine(line, mine=own) for line in material.split("\n")]
        found.append(PageLine(f"{one.number}. {one.stem}", mine))
        found += [
            PageLine(f"{letter}. {option}", mine)
            for letter, option in zip(LETTERS, one.options, strict=False)
        ]
        found.append(PageLine(f"答案：{one.answer or '–'}", mine, key=mine))
        if mine and question["printed"]["explanation"]:
            found.append(PageLine(f"解析：{question['printed']['explanation']}", mine))
    return found


def marked(lines: Sequence[str], question: Row) -> list[PageLine]:
    """Lines of a page. The question's are those from its stem on, as many as it had there, and
    those of its case; options that another question has, too, are not marked.
    """
    printed = question["printed"]
    bare = [_bare(line) for line in lines]
    stem = [text for text in map(_bare, printed["stem"].split("\n")) if text]
    first = next((i for i, line in enumerate(bare) if stem and _same(line, stem[0])), None)
    case = [text for text in map(_bare, printed["material"].split("\n")) if text]
    mine = {i for i, line in enumerate(bare) if any(_same(line, text) for text in case)}
    if first is not None:
        mine |= set(range(first, min(len(lines), first + _height(question, bare, first))))
    answer = re.escape(printed["answer"] or "\0")
    bracket = re.compile(rf"[(（【\[]\s*{answer}\s*[)）】\]]")  # in the stem; options have it, too
    asked = range(first, first + len(stem)) if first is not None else range(0)
    keys = {i for i in mine if _KEY.search(lines[i]) or (i in asked and bracket.search(lines[i]))}
    keys |= _in_table(lines, printed)
    return [PageLine(line, i in mine and bool(bare[i]), i in keys) for i, line in enumerate(lines)]


def _height(question: Row, bare: Sequence[str], first: int) -> int:
    """How many lines from its first on are the question's: as its place says, blank ones beside."""
    found = _RANGE.match(question["place"]["locator"])
    if found:
        left = int(found[2]) - int(found[1]) + 1
        for height, line in enumerate(bare[first:], start=1):
            left -= bool(line)
            if not left:
                return height
    texts = [_bare(text) for name in ("stem", "explanation")
             for text in question["printed"][name].split("\n")]  # fmt: skip
    texts += [_bare(text) for text in question["printed"]["options"]]
    near = range(first, min(len(bare), first + 2 * len(texts) + 2))
    return 1 + max((i - first for i in near if any(_same(bare[i], t) for t in texts)), default=0)


def _in_table(lines: Sequence[str], printed: Row) -> set[int]:
    """The line of a table of keys that has the question's entry."""
    number, answer = printed["number"], printed["answer"]
    if not number.isdecimal() or not answer or "answer:key" not in " ".join(printed["notes"]):
        return set()
    entry = re.compile(
        rf"(?<!\d){number}\s*[.、．:：)）]?\s*[【(（\[]?\s*{re.escape(answer)}(?![A-Z])"
    )
    heads = [i for i, line in enumerate(lines) if _KEYS.search(line)]
    below = range(heads[0] if heads else 0, len(lines))
    found = [i for i in below if entry.search(lines[i]) or _in_range(lines[i], int(number))]
    return set(found[-1:])


def _in_range(line: str, number: int) -> bool:
    return any(
        int(low) <= number <= int(high)
        for low, high in re.findall(r"(\d{1,3})\s*[-—–~～至]\s*(\d{1,3})\s*[.、:：]?\s*[A-Z]", line)
    )


def _bare(text: str) -> str:
    return "".join(c for c in fold(text) if c.isalnum()).lower()


def _same(line: str, text: str) -> bool:
    """Whether a line is the text or a part of it, or has it whole."""
    if len(line) < _LEAST:
        return bool(line) and line == text
    return line in text or (len(text) >= _LEAST and text in line)
