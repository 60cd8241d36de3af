"""Every number that a page prints before a text, and the question that was found with it.

A printed number that no question has, in a style that the book's questions have, is a loss; so is
a line that asks and that no question begins with.
"""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ocr.chapters.segment import Found, Segmented
from ocr.habits.headings import flat
from ocr.layout.paragraphs import Paragraph

OWN = 0.1  # share of a book's questions from which a style of number is that of its questions
_LABEL = re.compile(
    r"^\W{0,3}(?:[(（]\s*[A-H√×对错]{0,5}\s*[)）]\s*)?(?P<lead>[Nn][oO0][.。]?\s?|第\s?|例\s?|[(\[【<]\s?)?"
    r"(?P<n>\d{1,3})(?P<mark>\s?题\s?[.、:)\]】]?|\s?[.、:)\]】>](?!\d)|(?=\s?【)|\s(?=\s*[\u4e00-\u9fff“《]))"
)
_ASKS = re.compile(r"[(（]\s*[)）]|_{2,}|[?？]\s*(?:[(（][^()（）]{0,12}[)）]\s*)?$")
_VALUE = re.compile(
    r"^\s*[(\[【]?\s*(?:(?:参考|正确)?答案\s*[】\]]?\s*[:：]?\s*)?[(（]?(?:[A-Ha-h①-⑧]{1,8}|[√×✓✗+－-]|正确|错误|对|错)\s*[)）\]】]?"
    r"(?![A-Za-z.、])(?:\W|$|[\u4e00-\u9fff])"
)
_TOLD = re.compile(r"^\s*[【\[(（]?\s*(?:参考|正确)?(?:答案?|解析?|分析|评析)\s*[】\])）:：]")


class Label(NamedTuple):
    """A number before a text: `style` of its marks, `place` of its paragraph."""

    number: int
    style: str
    place: int
    page: int
    asks: bool
    text: str
    keyed: bool  # only questions that stand elsewhere hold its paragraph, as a key


def lost_labels(parsed: Segmented, paragraphs: Sequence[Paragraph]) -> list[Label]:
    """The printed numbers of questions that were not found."""
    own: dict[int, dict[str, int]] = defaultdict(dict)
    apart: dict[int, set[str]] = defaultdict(set)
    for at, question in enumerate(parsed.questions):
        for place in question.paragraphs:
            own[place][_digits(question)] = at
        for place in question.further:
            apart[place].add(_digits(question))
    free, begun, seen = list[Label](), list[Label](), set[int]()
    for label in labels(paragraphs):
        number = str(label.number)
        holder = own[label.place].get(number, -1) if label.place in own else -1
        if holder >= 0 and holder not in seen:
            seen.add(holder)
            begun.append(label)
        elif number not in apart.get(label.place, ()):  # an entry of the key
            keyed = label.place in apart and label.place not in own
            free.append(label._replace(keyed=keyed))
    return list(_lost(free, begun))


def labels(paragraphs: Sequence[Paragraph]) -> Iterator[Label]:
    """The numbers before texts, row by row; no entries of keys, no answers, no rows of tables."""
    for place, paragraph in enumerate(paragraphs):
        if paragraph.aside or paragraph.whole:
            continue
        rows = [flat("".join(piece.text for piece in p.pieces)) for p in paragraph.rows]
        for at, (row, placed) in enumerate(zip(rows, paragraph.rows, strict=True)):
            text = flat(paragraph.text) if not at else row
            match = _LABEL.match(text)
            if match is None:
                continue
            said = text[match.end() :] if not at else "".join([row[match.end() :], *rows[at + 1 :]])
            if not re.search(r"[\u4e00-\u9fff]", said) or _VALUE.match(said) or _TOLD.match(said):
                continue
            yield Label(
                int(match["n"]), _style(match), place, placed.page,
                bool(_ASKS.search(said)), said[:40], keyed=False,
            )  # fmt: skip


def _style(match: re.Match[str]) -> str:
    lead = re.sub(r"[\s.]", "", match["lead"] or "").lower().replace("0", "o")
    mark = re.sub(r"\s", "", match["mark"])
    return f"{lead}#{mark.replace('题', '')[:1] if lead not in ('第', 'no') else ''}"


def _digits(question: Found) -> str:
    return "".join(re.findall(r"\d+", question.printed.number)[-1:]).lstrip("0")


def _lost(free: Sequence[Label], begun: Sequence[Label]) -> Iterator[Label]:
    """The free labels that are those of questions, since they ask or go on with the numbers."""
    styles = Counter(label.style for label in begun)
    own = {style for style, count in styles.items() if count >= OWN * len(begun)}
    runs = _runs([label for label in begun if label.style in own])
    known = {label.number for label in begun}
    before: Label | None = None  # the item of a list
    for label in free:
        if begun and label.style not in own:
            continue
        run, last = _around(runs, label)
        listed = before is not None and (before.number + 1, before.style) == label[:2]
        due = label.number not in known and label.number <= max(known, default=0) + 1
        new = label.number not in run
        asks = label.asks and (new or not label.keyed)
        if asks or (new and not listed and (due or (bool(run) and label.number == last + 1))):
            known.add(label.number)
            before = None
            yield label
        else:
            before = label


def _runs(begun: Sequence[Label]) -> list[list[Label]]:
    """Taken labels of questions, a list for each run of rising numbers."""
    runs: list[list[Label]] = []
    for label in sorted(begun, key=lambda x: x.place):
        if not runs or label.number <= runs[-1][-1].number:
            runs.append([])
        runs[-1].append(label)
    return runs


def _around(runs: Sequence[Sequence[Label]], label: Label) -> tuple[set[int], int]:
    """Numbers of the run in which a place lies, and the last one before it."""
    at = bisect_right(runs, label.place, key=lambda run: run[0].place) - 1
    if at < 0 and not (runs and label.number < runs[0][0].number):
        return set(), 0
    run = runs[max(at, 0)]
    before = [known.number for known in run if known.place <= label.place]
    return {known.number for known in run}, before[-1] if before else 0
