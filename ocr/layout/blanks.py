"""Blanks on rules: words printed on one are the key; at a line's end only the rule is seen."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

from ocr.habits.headings import flat, is_heading
from ocr.layout.columns import Row
from ocr.layout.geometry import Piece, em_size
from ocr.layout.paragraphs import BLANK, Paragraph
from ocr.page.fragment import Rule

FEW = 3  # questions with such a word that make a habit
MOST = 0.5  # of the questions of the section: they have one
SHORT = 1.9  # ems: a shorter line is a stroke of a character
ABOVE, BELOW = 0.35, 0.45  # line heights from the foot of a line within which its rule lies
DOUBT = "answer_on_blank"  # where the word ends is an estimate
SLACK = 0.2  # ems between an end of the rule and the middle of the characters beside it
ASIDE = 0.8  # ems that the middle of a word may stand off that of its rule
_SECTION = re.compile(r"填\s*空|填\s*充")
_OTHER = re.compile(r"^\s*(?:[一二三四五六七八九十]{1,3}\s*、|第.{1,4}[章节编部单])")
_NUMBERED = re.compile(r"^\s*[(\[]?\s*\d{1,3}\s*[)\].、](?!\d)")
_WORD = re.compile(r"(?:[^ 　]|(?<=[!-~]) (?=[!-~]))+")
_EDGE = " 　。，、；：,.;:_"
NEAR = 1.6  # line heights between a blank and the text beside it
INTO = 0.4  # line heights that its rule may reach below the text's last character
NEXT = 2.4  # line heights below a line within which the next one lies


def filled_blanks(
    paragraphs: Sequence[Paragraph], rules: Mapping[int, Sequence[Rule]]
) -> list[Paragraph]:
    """The paragraphs with blanks for words printed on rules and, below each question, its answer.

    `rules` are the ruled lines of each page, in the same straight pixels as the rows.
    """
    found = list(paragraphs)
    for places in reversed(list(blank_sections(paragraphs))):
        filled = {at: done for at in places if (done := _filled(found[at], rules))}
        if len(filled) < max(FEW, MOST * len(places)):
            continue
        for at in sorted(filled, reverse=True):
            own, (text, answer) = found[at], filled[at]
            said = Paragraph(f"【答案】{answer}", own.rows[-1:], whole=True, doubt=DOUBT)
            found[at : at + 1] = [replace(own, text=text), said]
    return found


def blank_sections(paragraphs: Sequence[Paragraph]) -> Iterator[list[int]]:
    """Places of the questions of each section of blanks."""
    own: list[int] = []
    within = False
    for at, paragraph in enumerate(paragraphs):
        text = flat(paragraph.text)
        if is_heading(text) or _OTHER.match(text):
            if own:
                yield own
            own, within = [], len(text) < 60 and _SECTION.search(text) is not None
        elif within and _NUMBERED.match(text):
            own.append(at)
    if own:
        yield own


def _filled(paragraph: Paragraph, rules: Mapping[int, Sequence[Rule]]) -> tuple[str, str] | None:
    """Its text with blanks, and the words that stood on them; None where there are none."""
    told = list(_spans(paragraph, rules))
    spans = [span for span in told if span]
    if not spans or len(spans) < len(told):
        return None
    text = paragraph.text
    words: list[str] = []
    for at, (start, end) in enumerate(spans):
        word = text[start:end].strip(_EDGE)
        goes_on = at > 0 and spans[at - 1][1] == start
        words = [*words[:-1], words[-1] + word] if goes_on else [*words, word]
    for at in range(len(spans) - 1, -1, -1):
        start, end = spans[at]
        blank = "" if at > 0 and spans[at - 1][1] == start else BLANK
        text = text[:start].rstrip() + blank + text[end:].lstrip()
    if not all(words) or not re.search(r"\w", text.replace("_", "")):
        return None
    return re.sub(rf"_{{{len(BLANK)},}}", BLANK, text), "；".join(words)


def _placed(paragraph: Paragraph) -> Iterator[tuple[Row, Piece, int]]:
    """The pieces of its rows, and where each begins in its text, as far as they are found there."""
    place = 0
    for row in paragraph.rows:
        for piece in row.pieces:
            said = piece.text.strip()
            start = paragraph.text.find(said, place)
            if start < 0:
                return
            place = start + len(said)
            yield row, piece, start


def _spans(
    paragraph: Paragraph, rules: Mapping[int, Sequence[Rule]]
) -> Iterator[tuple[int, int] | None]:
    """Places in its text of the words that stand on rules; None for one whose end is unsure."""
    for row, piece, start in _placed(paragraph):
        for word in _on_rules(piece, row, rules.get(row.page, ())):
            yield (start + word[0], start + word[1]) if word else None


def _on_rules(piece: Piece, row: Row, rules: Sequence[Rule]) -> Iterator[tuple[int, int] | None]:
    high = max(p.height for p in row.pieces)  # digits are lower than the rest of their line
    said = piece.text.strip()
    sizes = [em_size(char) for char in said]
    em = piece.width / max(1.0, sum(sizes))
    ends = [piece.x0 + em * size for size in accumulate(sizes)]
    middles = [end - em * size / 2 for end, size in zip(ends, sizes, strict=True)]
    for rule in sorted(rules, key=lambda r: r.x0):
        low = rule.y - max(p.y1 for p in row.pieces if abs(p.y1 - piece.y1) < high)
        if rule.upright or rule.length < SHORT * em:
            continue
        if not -ABOVE * high < low < BELOW * high:
            continue
        inside = [i for i, x in enumerate(middles) if rule.x0 < x < rule.x1]
        word = _word(said, inside, middles, rule)
        if word:
            yield word if _sure(said, word, middles, rule, em) else None


def _word(
    said: str, inside: Sequence[int], middles: Sequence[float], rule: Rule
) -> tuple[int, int] | None:
    """The word above a rule: that nearest its middle, where blanks part several."""
    if not inside:
        return None
    words = [
        (inside[0] + m.start(), inside[0] + m.end())
        for m in _WORD.finditer(said[inside[0] : inside[-1] + 1])
    ]
    words = [w for w in words if said[w[0] : w[1]].strip(_EDGE)]
    if not words:
        return None
    start, end = min(words, key=lambda w: abs((middles[w[0]] + middles[w[1] - 1]) / 2 - rule.x))
    while said[start] in _EDGE:
        start += 1
    while said[end - 1] in _EDGE:
        end -= 1
    return start, end


def _sure(
    said: str, word: tuple[int, int], middles: Sequence[float], rule: Rule, em: float
) -> bool:
    """Does it fill its rule evenly, and end on either side at a sign or clearly at its end?"""
    start, end = word
    middle = (middles[start] + middles[end - 1]) / 2
    wide = middles[end - 1] - middles[start] + em * em_size(said[end - 1])
    if wide > rule.length + SLACK * em or abs(middle - rule.x) > ASIDE * em:
        return False
    parted = start == 0 or said[start - 1] in _EDGE, end == len(said) or said[end] in _EDGE
    before = parted[0] or min(middles[start] - rule.x0, rule.x0 - middles[start - 1]) > SLACK * em
    after = parted[1] or min(rule.x1 - middles[end - 1], middles[end] - rule.x1) > SLACK * em
    return before and after


def ruled_blanks(
    paragraphs: Sequence[Paragraph], rules: Mapping[int, Sequence[Rule]]
) -> list[Paragraph]:
    """The paragraphs with `____` for blanks at the ends of their lines.

    `rules` are the ruled lines of each page, in the same straight pixels as the rows.
    """
    found = list(paragraphs)
    for at in (at for places in blank_sections(paragraphs) for at in places):
        after = paragraphs[at + 1].rows[:1] if at + 1 < len(paragraphs) else []
        text = _blanked(paragraphs[at], rules, after)
        found[at] = replace(found[at], text=text)
    return found


def _blanked(
    paragraph: Paragraph, rules: Mapping[int, Sequence[Rule]], after: Sequence[Row]
) -> str:
    text = paragraph.text
    below = [*paragraph.rows[1:], *after, None]
    ends = [
        (start + len(piece.text.strip()), row)
        for row, piece, start in _placed(paragraph)
        if piece is row.pieces[-1]
    ]
    for (end, row), under in reversed(list(zip(ends, below, strict=False))):
        if not text.startswith(BLANK, end) and any(_behind(row, under, rules.get(row.page, ()))):
            text = text[:end] + BLANK + text[end:].lstrip("_")
    return text


def _behind(placed: Row, below: Row | None, rules: Sequence[Rule]) -> Iterator[bool]:
    """Whether each rule is a blank right behind a line, or alone on the line below it."""
    pieces = placed.pieces
    last = max(pieces, key=lambda p: p.x1)
    high = max(p.height for p in pieces)
    foot = max(p.y1 for p in pieces if abs(p.y1 - last.y1) < high)
    ends = foot + NEXT * high
    if below is not None and below.page == placed.page and below.pieces:
        top = min(p.y0 for p in below.pieces)
        ends = min(ends, top) if top > foot else ends
    for rule in rules:
        low = rule.y
        if rule.upright or rule.length < SHORT * high:
            continue
        beside = -ABOVE * high < low - foot < BELOW * high
        if beside:
            yield -INTO * high < rule.x0 - last.x1 < NEAR * high
        else:
            begins = placed.left - high < rule.x0 < placed.left + 3 * high
            yield foot + BELOW * high < low < ends and begins
