"""Where questions without numbers may begin: lines above rows of options, and inside lines."""

import re
from bisect import bisect_left
from itertools import takewhile

from parsing.numbers import candidates as numbering
from parsing.numbers.candidates import Start
from parsing.numbers.evidence import Proof, row_marks
from parsing.numbers.run_on import behind_answer, boundary
from parsing.records import HAN
from parsing.sections.regions import Region

_BLANKED = re.compile(r"[?？:]\s*$|[(\[【]\s*[)\]】]|_{2,}|的是\s*$|的有\s*$|是\s*$")
_INSTRUCTS = re.compile(
    r"每小?题.{0,12}分|(?:每|下列各?)[小]?题.{0,12}(?:备选|选项|答案)|符合题目要求的?|得分标准"
    r"|每道?小?题(?:给出|有|由)|要求(?:选出|考生|应试者)|最恰当的一项。$"
)
_HEADS = re.compile(
    rf"第[{HAN}\d]{{1,3}}(?:类|种|部分|章|节|讲|课|篇|单元|大题)[^。?？()]{{0,24}}"
    r"|[^。?？()]{0,30}(?:举例|示例|例题|样题|如下)\s?:?"
)
_ENDS = tuple("。？?！!;)")
_KEY_LINE = re.compile(r"[A-H]{1,5}\s?[。.]?")
_ASKS = 0.3  # for a line that asks
_INDENT = 40  # blanks and marks before a row's first letter
_NUMBER_ALONE = re.compile(r"\s*(?:\d{1,3}\s?[.、]?\s*)?")  # a question's, again before 【答案】
_BLANK_LAST = re.compile(r"[(]\s{0,9}[)]\s?[。?]?\s*$")
_SHORTEST = 4  # characters of a stem
_BROAD = 30  # characters: a line as long may go on in the next
_LINE = re.compile(r"[^\n]+")
_TERM = re.compile(r"\s*[^\s\d,。;:?!、()][^\n,。;:?!、]{1,19}\s*")
_MEANT = re.compile(r"\s*(?!\d|答|例)[^\s,。;:?!、()]{1,15}(?:\([^()\n]{1,30}\))?\s?:\s?[^\n]{6,}")
_TERMS = 2  # lines
_FRESH, _STALE = 0.4, 0.5  # a line above a row, with nothing or a sentence above it


def unnumbered(text: str, region: Region, proof: Proof, found: list[Start]) -> list[Start]:
    """Lines above rows of options where no number stands: each may begin a question."""
    out: list[Start] = []
    places = [s.pos for s in found if s.weight > 0 or s.inline]
    floor, since, before = region.start, region.start, None
    for row in proof.rows:
        opening, _, last = row
        if before and "\n" not in text[before[2] : opening]:
            if bisect_left(places, before[2]) == bisect_left(places, opening):
                told = proof.within(before[2], opening)
                at = behind_answer(text, told, opening)
                at = at or (
                    0 if told else boundary(text, row_marks(text, before, opening), opening)
                )
                out += [Start(at, at, 0, "run", "", True, numbering.BASE["row"])] if at else []
            floor, since, before = min(proof.lines.end(last) + 1, region.end), last, row
            continue
        before = row
        above = proof.lines.begin(opening)
        if text[max(above, opening - _INDENT) : opening].strip(" \t*★☆([【-"):
            above = opening  # options on the stem's own line
        if bisect_left(places, since) == bisect_left(places, opening):
            out += _lines_above(text, proof, region.start, floor, min(above, opening))
        floor, since = min(proof.lines.end(last) + 1, region.end), last
    return out


def _lines_above(text: str, proof: Proof, begin: int, floor: int, opening: int) -> list[Start]:
    """The lines from `floor` to a row of options that may begin its stem, at most six.

    Letters alone on a line are the key of a row above, unless the region's `begin` is there.
    """
    lines = [floor, *(m.end() for m in re.finditer("\n", text[floor:opening]))]
    lines = [lines[0], *(floor + at for at in lines[1:])]
    last = floor + len(text[floor:opening].rstrip())
    lines = [at for at in lines if at < last]
    labels = proof.within(floor, opening)
    out: list[Start] = []
    # nothing but options, keys and blank lines above; a page's first lines are its introduction
    fresh = bool(proof.before(floor)[0]) or len(lines) < 3
    for at in lines:
        end = text.find("\n", at, opening)
        end = end if end >= 0 else opening
        line = text[at:end].strip()
        if not line:
            if out:
                fresh = True
            continue
        if floor > begin and _KEY_LINE.fullmatch(line):
            out.clear()
            fresh = True
            continue
        tagged = [t for t in labels if at <= t.start < end]
        if _INSTRUCTS.search(line):
            body = _BLANK_LAST.sub("", text[at:end])
            told = max(body.rfind(")"), body.rfind("。")) + 1
            if end == opening and told and len(body) - told > _SHORTEST:
                weight = numbering.BASE["row"] + _FRESH
                out.append(Start(at + told, at + told, 0, "row", weight=weight))
            continue
        if _HEADS.fullmatch(line):
            fresh = True
            continue
        if tagged and _NUMBER_ALONE.fullmatch(text, at, tagged[0].start):
            goes_on = len(line) >= _BROAD and not (len(line) < 60 and line.endswith(_ENDS))
            fresh = not (goes_on and any(t.kind == "expl" for t in tagged))
            out.clear()
            continue
        weight = _FRESH if fresh else -_STALE
        weight += _ASKS if _BLANKED.search(line) else 0.0
        pos = at + len(text[at:end]) - len(text[at:end].lstrip())
        out.append(Start(pos, pos, 0, "row", weight=numbering.BASE["row"] + weight))
        fresh = False
    return out[-6:]


def terms(text: str, region: Region) -> list[Start]:
    """Lines of a section of terms (名词解释): it holds nothing but short words, line by line, or
    begins with lines of a word and its meaning.
    """
    lines = [m for m in _LINE.finditer(text, region.start, region.end) if m[0].strip()]
    if not all(_TERM.fullmatch(m[0]) for m in lines):
        lines = list(takewhile(lambda m: _MEANT.fullmatch(m[0]), lines))
    if len(lines) < _TERMS:
        return []
    at = [m.start() + len(m[0]) - len(m[0].lstrip()) for m in lines]
    return [Start(pos, pos, 0, "line", weight=numbering.BASE["row"]) for pos in at]
