"""Spans of emphasis → the parser's marks; a key only where the page marks options regularly."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from parsing import Mark, words
from parsing.words import any_of, spaced

_OPTION = re.compile(
    r"(?:(?<=\s)|^)[(（]?([A-HＡ-Ｈa-h])(?:\s*[.．、,，:：)）·]|(?=\s\S))|(?:(?<=\s)|^)([①-⑧])"
)
_OWN = re.compile(
    rf"{spaced(words.OWN)}|(?:选择的?|提交的?)\s?答案|得分|{any_of(words.OWN_LATIN)}", re.IGNORECASE
)
_KEY = re.compile(
    rf"{any_of(words.ANSWER)}\s*[】\])）]?\s*[:：为是]|正确选项|answer\s*[:：]", re.IGNORECASE
)
_REGULAR = 0.8  # share of the groups that a kind of emphasis must single options out in
_MOST = 60  # options on one line
_COVERED = 0.5  # share of an option's text that its emphasis covers
# in the order in which they are believed; what is merely checked is the reader's own perhaps
_SURE = ("class:right",)
_LOOKS = (
    "color:green", "background:green", "color:red", "background:yellow", "color:yellow",
    "background:red", "color:blue", "bold", "underline", "checked",
)  # fmt: skip


@dataclass(frozen=True)
class Span:
    """A stretch of one line and what the look says of it; `start` may equal `end`."""

    line: int
    start: int
    end: int
    value: str


@dataclass(frozen=True)
class _Option:
    line: int
    start: int
    end: int
    letter: str
    values: frozenset[str]  # of its letter, or of most of its text


def marks(lines: Sequence[str], spans: Iterable[Span]) -> list[Mark]:
    """Marks of a document's lines.

    "heading" (value h1 …), "hidden" and "bold" (value: what the emphasis is) tell what is there;
    "right" is the conclusion. Where an element is named as right (value `class:right`), one option
    is enough. Colour, bold and the like give the key only where at least four of five option groups
    have some, not all, of their options so; a checked box only where nothing on the page speaks of
    a reader's own answers.
    """
    spans = list(spans)
    found = [m for span in spans if (m := _plain(span)) is not None]
    looked = any(span.value in (*_SURE, *_LOOKS) for span in spans)
    right = _keyed(_groups(_options(lines, spans)), lines) if looked else []
    found += [Mark(o.line, o.start, o.end, "right", value) for o, value in right]
    return sorted(set(found), key=lambda m: (m.line, m.start, m.end, m.kind, m.value))


def _plain(span: Span) -> Mark | None:
    if span.start == span.end or span.value in ("class:right", "checked"):
        return None
    kind, _, value = span.value.partition(":")
    if kind == "heading":
        return Mark(span.line, span.start, span.end, "heading", value)
    if kind == "hidden":
        return Mark(span.line, span.start, span.end, "hidden")
    return Mark(span.line, span.start, span.end, "bold", span.value)


def _options(lines: Sequence[str], spans: list[Span]) -> list[_Option]:
    by_line: dict[int, list[Span]] = {}
    for span in spans:
        by_line.setdefault(span.line, []).append(span)
    found: list[_Option] = []
    for number, line in enumerate(lines):
        heads = list(_OPTION.finditer(line))
        if not 0 < len(heads) <= _MOST or (heads[0].start() > 0 and len(heads) < 2):
            continue
        bounds = [h.start() for h in heads] + [len(line)]
        for head, end in zip(heads, bounds[1:], strict=True):
            letter = head[1] or head[2]
            near = by_line.get(number, [])
            values = _values(line, head.end(), end, near) | _values(
                line, head.start(), head.end(), near
            )
            found.append(_Option(number, head.start(), end, _plain_letter(letter), values))
    return found


def _plain_letter(letter: str) -> str:
    if "①" <= letter <= "⑧":
        return "ABCDEFGH"[ord(letter) - ord("①")]
    return chr(ord(letter) - 0xFEE0) if letter > "\u00ff" else letter.upper()


def _values(line: str, start: int, end: int, spans: list[Span]) -> frozenset[str]:
    size = max(len(line[start:end].strip()), 1)
    covered: dict[str, int] = {}
    for span in spans:
        if span.start == span.end:
            inside = start <= span.start < end or span.start == end == len(line)
            covered[span.value] = covered.get(span.value, 0) + (size if inside else 0)
        else:
            stretch = line[max(start, span.start) : min(end, span.end)].strip()
            covered[span.value] = covered.get(span.value, 0) + len(stretch)
    return frozenset(value for value, length in covered.items() if length >= size * _COVERED)


def _groups(options: list[_Option]) -> list[list[_Option]]:
    """Runs of options, a new one where the letters begin again."""
    groups: list[list[_Option]] = []
    for option in options:
        last = groups[-1][-1] if groups else None
        if last is not None and ord(option.letter) == ord(last.letter) + 1:
            groups[-1].append(option)
        elif option.letter == "A":
            groups.append([option])
    return [group for group in groups if len(group) > 1]


def _keyed(groups: list[list[_Option]], lines: Sequence[str]) -> list[tuple[_Option, str]]:
    found = [
        (option, value)
        for value in _SURE
        for group in groups
        if _singled(group, value)
        for option in group
        if value in option.values
    ]
    if found or not groups:
        return found
    text = "\n".join(lines)
    for value in _LOOKS:
        if value == "checked" and (_OWN.search(text) or _KEY.search(text)):
            continue
        marked = [group for group in groups if _singled(group, value)]
        if len(marked) >= max(1, len(groups) * _REGULAR) and _believable(groups, marked, value):
            return [(o, value) for group in marked for o in group if value in o.values]
    return []


def _singled(group: list[_Option], value: str) -> bool:
    count = sum(value in option.values for option in group)
    return 0 < count < len(group)


def _believable(groups: list[list[_Option]], marked: list[list[_Option]], value: str) -> bool:
    """Not where whole groups look so, nor where it is always the same option of many."""
    if any(all(value in o.values for o in group) for group in groups):
        return False
    letters = {"".join(o.letter for o in group if value in o.values) for group in marked}
    if value in ("bold", "underline", "checked"):
        return len(marked) >= 2 and (len(letters) > 1 or len(marked) < 4)
    return len(letters) > 1 or len(marked) < 6
