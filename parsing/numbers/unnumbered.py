"""Where questions without numbers may begin: lines above rows of options, and inside lines.

`…C求廉D炫耀以下不属于注意品质的是()A广度…`: the options' own regularity tells where a last one ends
(as long as each other, of one script, one ending), and the words that questions begin with.
"""

import re
from bisect import bisect_left
from itertools import pairwise, takewhile
from statistics import median

from parsing.keys.values import Tag
from parsing.numbers import candidates as numbering
from parsing.numbers.candidates import Start
from parsing.numbers.evidence import Proof, row_marks
from parsing.records import HAN, Region
from parsing.words import OPENERS, any_of

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
_WORD = 40  # characters of a term
_ENDED = re.compile(r"[。？?！!:：]")
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
    """Terms of a section (名词解释): short words that numbers count in one line (1.鳞式2侧线3鳔),
    nothing but short words, line by line, or first lines of a word and its meaning.
    """
    if len(counted := _counted(text, region)) > _TERMS:
        return counted
    lines = [m for m in _LINE.finditer(text, region.start, region.end) if m[0].strip()]
    if not all(_TERM.fullmatch(m[0]) for m in lines):
        lines = list(takewhile(lambda m: _MEANT.fullmatch(m[0]), lines))
    if len(lines) < _TERMS:
        return []
    at = [m.start() + len(m[0]) - len(m[0].lstrip()) for m in lines]
    return [Start(pos, pos, 0, "line", weight=numbering.BASE["row"]) for pos in at]


def _counted(text: str, region: Region) -> list[Start]:
    """Short words between numbers that count on, up to the region's end; [] for anything else."""
    out: list[Start] = []
    at, sign = region.start, r"[,;、\s]*(?<![\d.-]){}(?!\d)\s?[.、]?\s?(?=[^\s\d.、-])"
    while found := re.compile(sign.format(len(out) + 1)).search(
        text, at, min(at + _WORD, region.end)
    ):
        out.append(Start(found.start(), found.end(), len(out) + 1, "dot", inline=True))
        at = found.end() + 1
    whole = not _ENDED.search(text, region.start, region.end)
    return out if whole and len(text[at : region.end].strip()) < _WORD else []


def boundary(text: str, marks: list[int], opening: int) -> int:
    """Where the stem begins between a row of options and the next; 0 where nothing shows it.

    `marks` = places of the row's letters; `opening` = the next row's first letter.
    """
    if len(marks) < _FEWEST or all(text[at - 1] in _JOINED for at in marks[1:]):
        return 0
    options = [_option(text, a, b) for a, b in pairwise(marks)]
    head = _MARK.match(text, marks[-1])
    start = head.end() if head else marks[-1] + 1
    return behind_options(text, options, start, opening)


def behind_options(text: str, options: list[str], start: int, stop: int) -> int:
    """Where a last option ends that begins at `start`, by the options before it; 0 = unknown."""
    if not options or not all(options) or stop - start <= _SHORTEST_STEM:
        return 0
    best, at = -_TORN_WORD, 0
    lengths = [len(option) for option in options]
    for cut in range(start + 1, min(stop - _SHORTEST_STEM, start + _LONGEST) + 1):
        score = _score(text, start, cut, options, lengths)
        if score > best:
            best, at = score, cut
    return at


def behind_answer(text: str, tags: list[Tag], opening: int) -> int:
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


def _option(text: str, start: int, end: int) -> str:
    head = _MARK.match(text, start, end)
    return text[head.end() if head else start + 1 : end].strip()


def _score(text: str, start: int, cut: int, options: list[str], lengths: list[int]) -> float:
    option, before, after = text[start:cut].strip(), text[cut - 1], text[cut]
    if not option or after.isspace():
        return -100.0
    usual, least, most = median(lengths), min(lengths), max(lengths)
    length = len(option)
    score = -min(max(0, least - length, length - most) / max(2.0, 0.4 * usual), _UNLIKE)
    score -= 0.1 * abs(length - usual)
    score += _WORDS if _OPENS.match(text, cut) else _QUOTE if after in _QUOTES else 0.0
    score += _STOP if before in "。;!" else _BLANK if before.isspace() else 0.0
    score += _ENDING * (sum(o[-1] == option[-1] for o in options) > len(options) / 2)
    score -= _OTHER_SCRIPT * (_script(option) not in {_script(o) for o in options})
    score -= _TORN_WORD * (option[-1] in _NO_END or after in _NO_START)
    score -= _TORN_WORD * (
        before.isascii() and before.isalnum() and after.isascii() and after.isalnum()
    )
    return score


def _script(text: str) -> str:
    han = any("\u3400" <= c <= "\u9fff" for c in text)
    plain = any(c.isascii() and c.isalnum() for c in text)
    return "both" if han and plain else "han" if han else "latin"
