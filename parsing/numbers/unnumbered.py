"""Where questions without numbers may begin: lines above rows of options, and inside lines.

`…C求廉D炫耀以下不属于注意品质的是()A广度…`: the options' own regularity tells where a last one ends
(as long as each other, of one script, one ending), and the words that questions begin with.
"""

import re
from bisect import bisect_left
from statistics import median

from parsing.keys.values import Tag
from parsing.numbers import candidates as numbering
from parsing.numbers.candidates import Start
from parsing.numbers.evidence import Proof, Row, row_marks
from parsing.records import Region
from parsing.words import OPENERS, any_of

_BLANKED = re.compile(r"[?？:]\s*$|[(\[【]\s*[)\]】]|_{2,}|的是\s*$|的有\s*$|是\s*$")
_ENDS = tuple("。？?！!;)")
_KEY_LINE = re.compile(r"[A-H]{1,5}\s?[。.]?")
_ASKS = 0.3  # for a line that asks
_INDENT = 40  # blanks and marks before a row's first letter
_NUMBER_ALONE = re.compile(r"\s*(?:\d{1,3}\s?[.、]?\s*)?")  # a question's, again before 【答案】
_BROAD = 30  # characters: a line as long may go on in the next
_FRESH, _STALE = 0.4, 0.5  # a line above a row, with nothing or a sentence above it
_OPENS = re.compile(any_of(OPENERS))
_QUOTES = tuple('“《「『【"‘')
_NO_END = tuple("的与和对在把被及或从向为以之“《「(（、,，:：")
_NO_START = tuple("的了和与及性者等化型们、,，。.;；:：)）”》」?？!!…")
_VALUE = re.compile(r"\s?[A-H]{1,6}(?![A-Za-z])(?:\([A-Za-z0-9-]{1,14}\)|[。.;,])?\s?")
_STOPPED = re.compile(r"。\s?")
_MARK = re.compile(r"[(\[【<]?[A-H\ue001-\ue008]+[)\]】>]?\s?[.、:]?")
_FEWEST = 3  # options of a row that tells anything
_JOINED = tuple("、,;和与，；")  # before letters that name things in a sentence
_LONGEST, _SHORTEST_STEM = 80, 4  # characters of an option, of a stem
# weights of what shows a boundary, chosen on recreated pages
_WORDS, _QUOTE, _STOP, _BLANK, _ENDING = 1.0, 0.8, 2.0, 2.5, 1.2
_OTHER_SCRIPT, _TORN_WORD, _UNLIKE = 2.0, 3.0, 3.0


def unnumbered(text: str, region: Region, proof: Proof, found: list[Start]) -> list[Start]:
    """Lines above rows of options where no number stands: each may begin a question."""
    out: list[Start] = []
    places = [s.pos for s in found if s.weight > 0 or s.inline]
    before: Row | None = None
    floor = since = region.start
    for row in proof.rows:
        opening, _, last = row
        # on the line of the row before: since then there is one number at least, or a boundary
        run_on = before if before and "\n" not in text[before[2] : opening] else None
        free = bisect_left(places, since) == bisect_left(places, opening)
        if run_on and free:
            told = proof.within(since, opening)
            marks = [] if told else row_marks(text, run_on, opening)
            at = _behind_answer(text, told, opening) or _boundary(text, marks, opening)
            out += [Start(at, at, 0, "run", "", True, numbering.BASE["row"])] if at else []
        elif free:
            above = proof.lines.begin(opening)
            if text[max(above, opening - _INDENT) : opening].strip(" \t*★☆([【-"):
                above = opening  # options on the stem's own line
            out += _lines_above(text, proof, region.start, floor, min(above, opening))
        floor, since, before = min(proof.lines.end(last) + 1, region.end), last, row
    return out


def _lines_above(text: str, proof: Proof, begin: int, floor: int, opening: int) -> list[Start]:
    """The lines from `floor` to a row of options that may begin its stem, at most six.

    Letters alone on a line are the key of a row above, unless the region's `begin` is there.
    """
    stretch = text[floor:opening]
    lines = [floor, *(floor + m.end() for m in re.finditer("\n", stretch))]
    lines = [at for at in lines if at < floor + len(stretch.rstrip())]
    labels = proof.within(floor, opening)
    out: list[Start] = []
    # nothing but options, keys and blank lines above; a page's first lines are its introduction
    fresh = bool(proof.before(floor)[0]) or len(lines) < 3
    for at in lines:
        end = text.find("\n", at, opening)
        end = end if end >= 0 else opening
        line = text[at:end].strip()
        tagged = [t for t in labels if at <= t.start < end]
        if not line:
            fresh = fresh or bool(out)
        elif floor > begin and _KEY_LINE.fullmatch(line):
            out.clear()
            fresh = True
        elif tagged and _NUMBER_ALONE.fullmatch(text, at, tagged[0].start):
            goes_on = len(line) >= _BROAD and not (len(line) < 60 and line.endswith(_ENDS))
            fresh = not (goes_on and any(t.kind == "expl" for t in tagged))
            out.clear()
        else:
            weight = _FRESH if fresh else -_STALE
            weight += numbering.BASE["row"] + _ASKS * (_BLANKED.search(line) is not None)
            pos = at + len(text[at:end]) - len(text[at:end].lstrip())
            out.append(Start(pos, pos, 0, "row", weight=weight))
            fresh = False
    return out[-6:]


def _boundary(text: str, marks: list[int], opening: int) -> int:
    """Where the stem begins between a row of options and the next; 0 where nothing shows it.

    `marks` = places of the row's letters; `opening` = the next row's first letter.
    """
    if len(marks) < _FEWEST or all(text[at - 1] in _JOINED for at in marks[1:]):
        return 0
    heads = [m.end() if (m := _MARK.match(text, at)) else at + 1 for at in marks]
    options = [text[a:b].strip() for a, b in zip(heads, marks[1:], strict=False)]
    start = heads[-1]
    if not all(options) or opening - start <= _SHORTEST_STEM:
        return 0
    best, at, lengths = -_TORN_WORD, 0, [len(option) for option in options]
    for cut in range(start + 1, min(opening - _SHORTEST_STEM, start + _LONGEST) + 1):
        score = _score(text, start, cut, options, lengths)
        if score > best:
            best, at = score, cut
    return at


def _behind_answer(text: str, tags: list[Tag], opening: int) -> int:
    """Where the stem begins behind an answer that is labelled, or the sentence that explains it."""
    given = next((t for t in tags if t.kind in ("strong", "weak")), None)
    if given is None:
        return 0
    value = _VALUE.match(text, given.end, opening)
    at = value.end() if value else given.end
    if len(tags) > 1 or not value:
        stops = [m.end() for m in _STOPPED.finditer(text, at, opening - _SHORTEST_STEM)]
        return stops[-1] if stops else 0
    return at if opening - at > _SHORTEST_STEM else 0


def _score(text: str, start: int, cut: int, options: list[str], lengths: list[int]) -> float:
    option, before, after = text[start:cut].strip(), text[cut - 1], text[cut]
    if not option or after.isspace():
        return -100.0
    usual, least, most, length = median(lengths), min(lengths), max(lengths), len(option)
    score = -min(max(0, least - length, length - most) / max(2.0, 0.4 * usual), _UNLIKE)
    score -= 0.1 * abs(length - usual)
    score += _WORDS if _OPENS.match(text, cut) else _QUOTE if after in _QUOTES else 0.0
    score += _STOP if before in "。;!" else _BLANK if before.isspace() else 0.0
    score += _ENDING * (sum(o[-1] == option[-1] for o in options) > len(options) / 2)
    score -= _OTHER_SCRIPT * (_script(option) not in map(_script, options))
    score -= _TORN_WORD * (option[-1] in _NO_END or after in _NO_START)
    score -= _TORN_WORD * all(c.isascii() and c.isalnum() for c in (before, after))
    return score


def _script(text: str) -> tuple[bool, bool]:
    """Whether a text has Chinese characters, and whether Latin letters or digits alone."""
    han = any("\u3400" <= c <= "\u9fff" for c in text)
    return han, not han or any(c.isascii() and c.isalnum() for c in text)
