"""What speaks for a question's beginning: rows of options, answers, interrogative words."""

import re
from bisect import bisect_left

from parsing import numbering
from parsing.answer_labels import LETTERS, Tag, tags
from parsing.regions import Region

_AB = re.compile(
    r"(?<![A-Za-z0-9])(?:[(\[【]\s?([AB])\s?[)\]】]|([AB])\s?[.、:)])"
    r"|^[^\S\n]{0,20}([AB])(?=[^A-Za-z\s.、:)]|[^\S\n]+\S)"
    r"|(?<=[A-Za-z0-9])([AB])[.、](?=[^\s\d])",
    re.MULTILINE,
)
_BARE = re.compile(
    r"(?<![A-Za-z])A(?=[^A-Za-z\n]{1,60}?(?<![A-Za-z])B[^A-Za-z\n]{1,60}?C[^A-Za-z])"
)
_ASKING = re.compile(
    r"[?？]|^\s{0,4}(?:简述|试述|论述|试论|简答|简析|分析|比较|阐述|举例|什么|如何|为什么|怎样"
    r"|说明|谈谈|名词解释|结合|试|请)"
)
_ANSWERED = re.compile(rf"\s{{0,3}}(?P<letters>{LETTERS})\s{{0,3}}(?:[\[【]|解析|$)", re.MULTILINE)


def _rows(text: str, start: int, end: int) -> list[tuple[int, int]]:
    found, opening = [], -1
    for m in _AB.finditer(text, start, end):
        letter = m[1] or m[2] or m[3] or m[4]
        if letter == "A":
            opening = m.start()
        elif opening >= 0:
            found.append((opening, m.start()))
            opening = -1
    return found


def option_rows(text: str, start: int, end: int) -> int:
    """How many rows of options a stretch seems to hold."""
    return len(_rows(text, start, end))


class Proof:
    """Evidence in a region: option rows and tags, found once and looked up by position."""

    def __init__(self, text: str, region: Region) -> None:
        start, end = region.start, region.end
        self.rows = _rows(text, start, end)
        self.rows += [(m.start(), m.start() + 1) for m in _BARE.finditer(text, start, end)]
        self.rows.sort()
        self.tags: list[Tag] = tags(text, start, end)
        self._at = [a for a, _ in self.rows]
        self._tag_at = [t.start for t in self.tags]

    def options(self, start: int, end: int) -> bool:
        """Whether a row of options lies in a stretch."""
        i = bisect_left(self._at, start)
        return i < len(self.rows) and self.rows[i][1] < end

    def within(self, start: int, end: int) -> list[Tag]:
        """The tags of a stretch."""
        return self.tags[bisect_left(self._tag_at, start) : bisect_left(self._tag_at, end)]


def starts(text: str, region: Region, proof: Proof, expected: int) -> list[numbering.Start]:
    """Where the questions of a region begin; `expected` = the number that would run on."""
    found = numbering.candidates(text, region.start, region.end)
    if not found:
        return []
    section = region.section
    is_open = bool(section and section.format in ("QA", "TF", "FILL"))
    if proof.rows:
        found = [s for s in found if s.inline or not _ANSWERED.match(text, s.end, region.end)]
    ends = [s.pos for s in found][1:] + [region.end] * bool(found)
    lines = [s.pos for s in found if not s.inline] + [region.end]
    proofs, with_options, with_answers = [], 0, 0
    for s, after in zip(found, ends, strict=True):
        on_line = not s.inline and lines[-1] > s.pos
        end = lines[bisect_left(lines, s.pos + 1)] if on_line else after
        has_options = proof.options(s.end, end)
        has_answer = any(t.kind in ("strong", "qa", "weak") for t in proof.within(s.end, end))
        in_open = s.inline and is_open and text[s.pos - 1] in "。？?！!)" and s.style != "blank"
        asking = not s.inline and _ASKING.search(text[s.end : min(end, s.end + 80)]) is not None
        with_options += has_options
        with_answers += has_answer and not has_options
        proofs.append(
            2.0 * has_options
            + (0.6 if has_options else 1.5) * has_answer
            + (0.3 if asking else 0.0)
            + (0.9 if in_open else 0.0)
        )
    certain = with_options * 3 >= len(lines) - 1 if not is_open else with_answers * 3 >= len(lines)
    chosen = numbering.chain(numbering.weigh(found, proofs, certain=certain), expected)
    if not section and not with_options and not with_answers:
        asked = sum(bool(_ASKING.search(text[s.end : s.end + 60])) for s in chosen)
        if asked * 2 < len(chosen) or not asked:
            return []
    return chosen
