"""What a page prints inside its lines: counters, page numbers, options once more, strewn signs."""

import re
from dataclasses import dataclass, field
from itertools import pairwise

from parsing import words
from parsing.records import Leftover
from parsing.source_text import BLANKS, fold, fold_page

# what forums print against copying: single letters and signs, apart: 0 p" Z# ] E) e) M
_STREWN = re.compile(
    r"(?:(?<![!-~])|(?<=[.;?])|(?<=\d\)))[!-~]{1,2}(?:[ ]{1,2}[!-~]{1,2}){2,}?[ ]{1,2}[!-~]{0,2}?"
    r"(?=[A-H]\s?[.、]|\d{1,3}\s?[.、]|[^ -~]|$)"
)
_STREWN_END = re.compile(r"(?<=[\u3400-\u9fff)?）？])\s?[!-~]{1,2}(?: [!-~]{1,2}){1,2}\s*$")
_ODD = re.compile(r"[!#$%&*+@^`{|}~]")
_TIED = re.compile(r"[A-Za-z0-9][^\sA-Za-z0-9]")  # p" and Y*: no formula is printed so
_QUOTED = re.compile(r"(?<![-=A-Za-z<\d>])>(?=[\u3400-\u9fff\d(])")  # a mark of quotation
_LETTERED = re.compile(r"[(\[]?([B-H])\s?[.、:)\]]")
_FEW, _MANY = 2, 4  # stretches of a page, of signs and of marks
_OPTIONS = 3  # letters of a row
_PIECES = [(rule, sign, re.compile(pattern)) for rule, sign, pattern in words.PIECES]
_COUNTER = re.compile(r"\s{0,20}(\d{1,3})、")
_AGAIN = re.compile(r"(?<![\d.])1\s?[.、]?\s?[^\d.]")
_TORN = re.compile(r"[\u3400-\u9fff,，、(]\s*$")
_DOTS = re.compile(r"(?<=.)(?<!\d)(?<!\d\.)\d{1,3}(?:\s?\.\s?|(?<![(]\d)\s)(?=[\u3400-\u9fff“《])")
_LATER = re.compile(r"\s?(?:[(\[][B-H][)\]]|[B-H]\s?[.、:])")  # no question begins with option C
_FIRST_LETTER = re.compile(r"(?<![A-Za-z])A\s?(?=[.、:)\]]?\s?[\u3400-\u9fff])")
_SEGMENT = 150  # characters of a segment, at least
_SPARE_ROWS = 2  # rows of options beyond one for each counter
_DOT = re.compile(r"\s{0,20}\d{1,3}\s?\.\s?(?!\d)")
_HEADED = 4  # characters that head both copies of a scanned page
_SCANNED, _FEWEST_PAIRS, _ALIKE = 16, 6, 0.7  # characters, pairs of them, share of known ones
_PAIR = re.compile(r"(?=([\u3400-\u9fff]{2}))")
_LAST_NUMBER = re.compile(r"(?<=[^\s\d])\s+\d{1,4}\s*$")
# options that stand again behind a label: A.…B.…【选项】A.…B.…


@dataclass
class Kept:
    """The lines of a page that are read, the number of each, and what was set aside."""

    texts: list[str]
    numbers: list[int]
    noise: list[Leftover] = field(default_factory=list)
    page: str = "paper"

    def cut(self, line: int, start: int, end: int, rule: str) -> None:
        """Set a stretch of a line aside, the line by its place."""
        text = self.texts[line]
        self.noise.append(Leftover(self.numbers[line], text[start:end], rule, self.page))
        self.texts[line] = text[:start] + text[end:]

    def drop(self, line: int, rule: str) -> None:
        """Set a whole line aside."""
        text = self.texts.pop(line)
        self.noise.append(Leftover(self.numbers.pop(line), text, rule, self.page))


def cut_litter(kept: Kept) -> None:
    """Set aside what a page prints inside its lines."""
    for drop in (drop_residue, drop_letters, _drop_counters, _drop_pieces, _drop_pages_again):
        drop(kept)


def drop_residue(kept: Kept) -> None:
    """Cut signs against copying, and marks of quotation inside lines."""
    rows = enumerate(kept.texts if _ODD.search("\n".join(kept.texts)) else ())
    odd = [line for line, text in rows if _ODD.search(text)]
    strewn = [
        (line, *m.span())
        for line in odd
        for m in _STREWN.finditer(kept.texts[line])
        if _ODD.search(m[0])
        and _TIED.search(m[0])
        and sum(not c.isalnum() and c != " " for c in m[0]) > 1
    ]
    if len(strewn) >= _FEW:
        _cut(kept, strewn, "copy_guard")
        ends = [(line, m) for line in odd if (m := _STREWN_END.search(kept.texts[line]))]
        _cut(kept, [(line, *m.span()) for line, m in ends if _ODD.search(m[0])], "copy_guard")
    marked = ((line, fold(text)) for line, text in enumerate(kept.texts) if ">" in text)
    quoted = [(line, *m.span()) for line, text in marked for m in _QUOTED.finditer(text)]
    if len(quoted) >= _MANY:
        _cut(kept, quoted, "quote_mark")


def _cut(kept: Kept, hits: list[tuple[int, int, int]], rule: str) -> None:
    """Set stretches aside, which are in order."""
    for line, start, end in reversed(hits):
        kept.cut(line, start, end, rule)


def drop_letters(kept: Kept) -> None:
    """Drop lines of letters alone that repeat the options above them: A⏎B⏎C⏎D to click on."""
    if not any(text.strip(BLANKS) in ("A", "\uff21") for text in kept.texts):
        return
    bare = [fold(text).strip(BLANKS) for text in kept.texts]
    filled = [i for i, text in enumerate(bare) if text]
    gone: set[int] = set()
    for at, (above, i) in enumerate(pairwise(filled), 1):
        last = _LETTERED.match(bare[above]) if bare[i] == "A" else None
        letters = [chr(code) for code in range(65, ord(last[1]) + 1)] if last else []
        run = filled[at : at + len(letters)]
        if len(letters) >= _OPTIONS and [bare[k] for k in run] == letters:
            gone.update(run)
    for i in sorted(gone, reverse=True):
        kept.drop(i, "option_letters")


def _drop_counters(kept: Kept) -> None:
    """Cut `1、` … of previews that number their segments, not their questions.

    They run 1, 2, 3 … from the very first line on, fall inside sentences, and the paper has
    numbers of another style besides.
    """
    texts = kept.texts
    hits = [
        (i, m) for i, t in enumerate(texts) if "、" in t[:26] and (m := _COUNTER.match(fold(t)))
    ]
    counted = len(hits) > 1 and [int(m[1]) for _, m in hits] == list(range(1, len(hits) + 1))
    if not counted or not _segments(texts, hits):
        return
    for i, m in hits:
        kept.cut(i, 0, m.end(), "segment_counter")
        above = next((j for j in range(i - 1, -1, -1) if texts[j].strip(BLANKS)), -1)
        if above >= 0 and _TORN.search(texts[above]):
            texts[above], texts[i] = texts[above] + texts[i], ""


def _segments(texts: list[str], hits: list[tuple[int, re.Match[str]]]) -> bool:
    """Whether numbers 1, 2, 3 … at lines' starts cut a text anywhere, not between questions."""
    first, folded = hits[0][0], [fold(t) for t in texts]
    behind = [folded[i][m.end() :] for i, m in hits]
    if any(_LATER.match(text) for text in behind[1:]):
        return True
    above = [next((t for t in reversed(texts[:i]) if t.strip(BLANKS)), "") for i, _ in hits[1:]]
    torn = sum(_TORN.search(text) is not None for text in above)
    heads = dict(zip((i for i, _ in hits), behind, strict=True))
    dotted = sum(len(_DOTS.findall(t)) for t in folded) // 2
    dotted += sum(bool(_DOT.match(heads.get(i, t))) for i, t in enumerate(folded))
    everywhere = torn == len(hits) - 1
    inside = sum(len(_DOTS.findall(text)) for text in behind)
    rows = [len(_FIRST_LETTER.findall(t)) for t in behind]
    if everywhere and sum(rows) >= len(hits) + _SPARE_ROWS and set(rows) != {1}:
        return True
    if first and any(t.strip() for t in texts[:first]):
        length = sum(map(len, texts[first:]))
        glued = any(text[:1] in tuple(",.。、;:)") for text in behind)
        if length < _SEGMENT * len(hits) and not (glued or (everywhere and inside > 1)):
            return False
    whole = sum(map(len, texts)) >= _SEGMENT * len(hits) and _AGAIN.search(folded[first], 3)
    return bool(whole) or (everywhere and inside > 1) or (torn * 2 >= len(hits) - 1 and dotted > 1)


def _drop_pieces(kept: Kept) -> None:
    """Cut what a page prints inside its lines: 第1页共9页, a picture's source, options again."""
    whole = fold_page("\n".join(kept.texts))
    found = [piece for piece in _PIECES if piece[1] in whole and piece[2].search(whole)]
    for i in range(len(kept.texts)) if found else ():
        for rule, _, pattern in found:
            for m in reversed(list(pattern.finditer(fold(kept.texts[i])))):
                kept.cut(i, *m.span("cut" if "cut" in pattern.groupindex else 0), rule)


def _drop_pages_again(kept: Kept) -> None:
    """Drop a scanned page's second, garbled copy on the line below it, and its page number."""
    texts = kept.texts
    for i in range(len(texts) - 1, 0, -1):
        above, line = texts[i - 1].strip(BLANKS), texts[i].strip(BLANKS)
        if not (line[:_HEADED] == above[:_HEADED] and _SCANNED <= len(line) < len(above)):
            continue
        known, here = ({m[1] for m in _PAIR.finditer(text)} for text in (above, line))
        if len(here) < _FEWEST_PAIRS or len(here & known) < _ALIKE * len(here):
            continue
        kept.drop(i, "page_again")
        if found := _LAST_NUMBER.search(texts[i - 1]):
            kept.cut(i - 1, found.start(), len(texts[i - 1]), "page_number")
