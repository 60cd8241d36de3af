"""A paper whose lines a document site has run together, broken again where its parts begin.

Texts of lines and their numbers in; long lines cut in place before section headings, keys and the
numbers that count on, each piece with the number of its line. No character is lost.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from parsing.page.inside_lines import Kept
from parsing.records import HAN, Leftover
from parsing.source_text import fold
from parsing.words import NAME

# characters of a line that holds many questions, and of one with headings, blanks or options
LONG, SHORTER = 240, 120
_UNNUMBERED = 240  # characters of a line that is broken before a heading without numbers
_RUN_ON = 0.4  # share of a page's characters that stand in such lines
# numbers that count on: where nothing shows that a list begins, and where a heading does
_FEWEST, _FEW = 3, 2
_HEAD = 160  # characters from a heading to the first number below it
_BEFORE = 10  # characters before a number that may belong to it
_PREFIXED = 0.6  # share of numbers with a key before them
_ENUM = (
    rf"(?:第[{HAN}]{{1,2}}(?:部分|大题)\s?[:、.]?\s?|(?<![{HAN}第])[{HAN}]{{1,3}}\s?[、.]\s?"
    rf"|\([{HAN}]{{1,2}}\)\s?[、.]?\s?)"
)
_HEADING = re.compile(
    rf"{_ENUM}(?:(?:[\u3400-\u9fff]{{0,4}}?){NAME}|(?=\d{{1,3}}\s?[.、)]))"
    rf"|(?<=[。!\s]){NAME}\s?:(?=\s?1\s?[.、])"
    rf"|(?:(?<![{HAN}第])[{HAN}]\s{{1,3}})?(?<![【\[():、和与及]){NAME}"
    rf"(?=\s?1\s?(?:[.、)]|\s)\s?[^\s\d]|\d{{1,3}}\s?[.、)]\s?[^\s\d])"
    rf"|(?<![{HAN}第])[{HAN}]\s{{1,3}}{NAME}(?=\s?\()"
)
_ASKED = re.compile(
    r"_{2,}|[(]\s{0,9}[)]|A\s?[.、)][^\n]{1,60}?B\s?[.、)]|答案?\s?:|\|\s?\||。[\u3400-\u9fff]{2,14}:"
)
_LISTS = (
    r"(?=\s?(?:[一二三(第]|1\s?[.、)]|[\u3400-\u9fff]{0,4}(?:选择|判断|填空|解释)"
    r"|问题\s?1\s?答案))"
)
_KEY = re.compile(
    rf"(?<![及与和])(?:{_ENUM}|(?<!\d)\d{{4}}年[\u3400-\u9fff()]{{2,30}}(?=试卷))?"
    rf"(?:参考|标准|正确|试题|习题|试卷)答案"
    rf"(?:(?:及|与|和|、)?(?:评分标准|解析|详解|要点))?\s?:?{_LISTS}"
    r"|(?<=[。?)])(?:试卷|试题|参考)答案\s?:?\s*$"
    rf"|(?<![及与和]){NAME}的?(?:参考)?答案\s?:?(?=\s?1\s?[.、)])"
    rf"|(?<![及与和])答案(?:见下|如下)\s?:?(?=\s?{NAME})"
    r"|(?<![及与和])答案\s?:?(?=\s?一\s?[、.]\s?\d)"
    rf"|(?<![及与和])答案(?:部分|(?:及|与|和)?(?:解析|详解))\s?:?{_LISTS}"
)
_NUMBER = re.compile(
    r"(?<![\d第])(?<!\d\.)(\d{1,6})(?:\s?([.、)])(?:(?!\d)|(?=\d{1,3}\s?[岁~个月天名度%]))"
    r"|(\s)(?=[\u3400-\u9fff【“《]|[A-Z]{2})(?![分年月日个道页小题]))"
)
_ENTRY = re.compile(r"\d{1,3}\s?[.、)]\s?[A-H]{1,5}\s{0,3}")  # of a key
_LEADING = re.compile(r"\s{0,20}[^\d.。、]{0,6}(\d{1,3})\s?(?:[.、)\]】]|题|[^\S\n])")
_STAMP = re.compile(r"得\s?分\s{0,4}(?:评\s?卷|阅\s?卷)\s?人\s{0,4}")
_OPENING = re.compile(
    r"(?:[(\[【★*第]{1,3}\s?|\|\s?|(?:单选|多选|不定项|判断|填空|简答)题?\s?:\s{0,3}"
    r"|(?:单选|多选|不定项)\s{0,3})\Z"
)
_GIVEN = re.compile(
    r"(?:(?<![^\s。;)）])(?<![,、]\s)|(?=[(\[]))[(\[]?\s?[A-H]{1,5}\s?[)\]]?\s?\Z|[(]\s{0,6}[)]\s?\Z"
)
_SIGNS = (".", "、", ")", "0", " ")  # of lists; 0 = 01. 02. 03.
_MEANT = re.compile(
    r"(?<=。)\s?(?!答案|解析|参考|提示|例|注|题|第|[一二三四五六七八九十]、|案例|材料|问题|要点|分析|选项)"
    r"[\u3400-\u9fff]{2,14}(?:\([^()\n]{1,30}\))?\s?:\s?(?=[\u3400-\u9fff“])"
)
_MEANT_HEAD = re.compile(r"名词解释(?=\s?[\u3400-\u9fff]{2,14}\s?:)")
_ANSWERED = re.compile(r"[拟擬]答|答\s?案|答\s?:")
_DEFINED = 3  # terms and colons behind sentences, at least
_TYPED = re.compile(rf"(?<=。)\s?{NAME}(?=[\u3400-\u9fff“《])")
_TOLD = re.compile(
    r"(?:每小?题|下列|以下|选项|只有|仅有|至少|选一)[^。\n()]{0,60}?"
    r"(?:符合题[意目]?[^。]{0,8}|正确答案|最合适的?|最恰当的?|共\s?\d{1,3}\s?分)。(?=\s?[\u3400-\u9fff“《])"
)
_FIRST = re.compile(r"(?:\(A\)|(?<![A-Za-z])A\s?[.、])")
_HABIT = 3  # rows of options that have numbers, at least


class _Number(NamedTuple):
    start: int
    value: int
    sign: str


def unfold(kept: Kept) -> bool:
    """Break long lines before headings, keys and numbers that count on; drop markers' stamps.

    True where a line was broken.
    """
    texts = kept.texts
    long = sum(len(text) for text in texts if _is_long(text))
    if long < _RUN_ON * sum(map(len, texts)) or not long or _lined(texts):
        return False
    out: list[tuple[str, int]] = []
    asked, last = False, 0
    for text, number in zip(texts, kept.numbers, strict=True):
        folded, cuts = fold(text), list[int]()
        if len(folded) == len(text):
            found = list(_NUMBER.finditer(folded))
            cuts, last = _cuts(folded, _heads(folded, found, asked=asked), found, last)
            asked = asked or bool(found)
            if _is_long(text):
                cuts = sorted({*cuts, *part_cuts(folded, counted=len(cuts))})
        out += [(text[a:b], number) for a, b in pairwise([0, *cuts, len(text)])]
    kept.texts, kept.numbers = [], []
    for text, number in out:
        if _STAMP.fullmatch(fold(text)):
            kept.noise.append(Leftover(number, text, "sheet_furniture", kept.page))
        else:
            kept.texts.append(text)
            kept.numbers.append(number)
    return len(out) > len(texts)


def _is_long(text: str) -> bool:
    """Whether a line may hold several questions."""
    if len(text) <= SHORTER or len(text) > LONG:
        return len(text) > LONG
    folded = fold(text)
    return bool(_HEADING.search(folded)) or len(_ASKED.findall(folded)) >= _FEW


def _lined(texts: Iterable[str]) -> bool:
    """Whether numbers that count on begin the lines of a page: what is in them are points."""
    found = [m for text in texts if (m := _LEADING.match(fold(text)))]
    return sum(int(b[1]) == int(a[1]) + 1 for a, b in pairwise(found)) >= _FEWEST


def _heads(text: str, found: Sequence[re.Match[str]], *, asked: bool) -> list[tuple[int, int]]:
    """Headings and keys, in order: where each begins and where what it heads begins.

    `found` = the text's numbers, `asked` = whether some stand above it: before the first of them
    nothing is a key.
    """
    first = -1 if asked else found[0].start() if found else len(text)
    out: list[tuple[int, int]] = []
    keys = _KEY.finditer(text) if "答案" in text else ()
    for m in sorted([*_HEADING.finditer(text), *keys], key=re.Match.start):
        inside = out and m.start() < max(out[-1])
        if m.re is _KEY and m.start() >= first and not inside:
            out.append(m.span())
        elif m.re is _HEADING and not inside:
            number = _NUMBER.search(text, m.end(), m.end() + _HEAD)
            if number or len(text) > _UNNUMBERED:
                out.append((m.start(), number.start() if number else 0))
    return out


def _cuts(
    text: str, heads: Sequence[tuple[int, int]], found: Sequence[re.Match[str]], last: int
) -> tuple[list[int], int]:
    """Where a line is broken, in order, and the last number by which it is.

    `last` = the last number above.
    """
    cuts = {at for head in heads for at in head}
    cuts |= {at for m in _STAMP.finditer(text) for at in m.span()}
    bounds = [0, *(end or start for start, end in heads), len(text)]
    starts = [m.start() for m in found]
    for n, (a, b) in enumerate(pairwise(bounds)):
        here = found[bisect_left(starts, a) : bisect_left(starts, b)]
        chain = _longest(text, here, last, headed=n > 0)
        if chain and len(chain) >= _enough(chain[0], last, headed=n > 0):
            last = chain[-1].value
            begins = _begins(text, chain)
            here = [m for m in here if m.start() > chain[-1].start]
            again = _longest(text, here, 0, headed=True)  # questions below a key: 1.C 2.A1.甲
            if len(again) >= max(_FEWEST, len(chain)):
                last = again[-1].value
                entries = all(_ENTRY.fullmatch(text, a.start, b.start) for a, b in pairwise(chain))
                begins = [*begins[: 1 if entries else None], *_begins(text, again)]
            cuts |= set(begins)
    return sorted(cut for cut in cuts if 0 < cut < len(text)), last


def _longest(
    text: str, found: Sequence[re.Match[str]], last: int, *, headed: bool
) -> list[_Number]:
    """The longest list among the numbers of a stretch."""
    first = {1, last + 1} if headed else None
    signed = [([m for m in found if _is_of(text, m, sign)], sign) for sign in _SIGNS]
    ways = (_chain(of, sign, first, glued=glued) for glued in (False, True) for of, sign in signed)
    return max(ways, key=len)


def _is_of(text: str, found: re.Match[str], sign: str) -> bool:
    """Whether a number may be of a list of such signs."""
    if not found[2] or found[1].startswith("0"):
        return sign == ("0" if found[2] else " ")
    if sign == ")" and text[max(found.start() - 1, 0)] == "(":
        return False
    return sign == found[2] or (sign == "0" and len(found[1]) > 1)


def _chain(
    found: Sequence[re.Match[str]], sign: str, first: set[int] | None, *, glued: bool
) -> list[_Number]:
    """Numbers that count on from one of `first`, None = from any.

    `glued` = a number may stand behind a digit that is not its own: 三种92.…; else one of them
    may lack.
    """
    out: list[_Number] = []
    for m in found:
        value, after = int(m[1]), out[-1].value + 1 if out else 0
        begins = value in first if first else len(m[1]) <= len("999")
        if (begins and not out) or (out and 0 <= value - after <= (not glued)):
            out.append(_Number(m.start(), value, sign))
        elif out and glued and m[1].endswith(str(after)):
            out.append(_Number(m.end(1) - len(str(after)), after, sign))
    return out


def _enough(first: _Number, last: int, *, headed: bool) -> int:
    """How many numbers must count on to break a line: few where a heading or a number leads."""
    if first.sign == " ":
        return _FEW if headed else _FEWEST
    if headed or (last and first.value == last + 1):
        return 1
    return _FEW if first.value == 1 else _FEWEST


def _begins(text: str, chain: Sequence[_Number]) -> list[int]:
    """Where the questions of these numbers begin: before an opening bracket, or a key there."""
    reach = [(max(0, one.start - _BEFORE), one.start) for one in chain]
    given = [_GIVEN.search(text, *span) for span in reach]
    keyed = bool(given[0]) and sum(map(bool, given)) >= _PREFIXED * len(chain)
    out = []
    for key, span in zip(given, reach, strict=True):
        before = key if keyed and key else _OPENING.search(text, *span)
        out.append(before.start() if before else span[1])
    return out


def part_cuts(text: str, *, counted: int) -> list[int]:
    """Places at which a long line may be broken, not in order; `counted` = by numbers already."""
    numbered = counted >= _HABIT and counted * 2 > len(_FIRST.findall(text))
    cuts = [m.end() for m in _TOLD.finditer(text)]
    heads = [] if numbered else [m.span() for m in _MEANT_HEAD.finditer(text)]
    if heads and not _ANSWERED.search(text):
        cuts += [m.start() for m in _MEANT.finditer(text)]
        cuts += [at for span in heads for at in span]
    typed = [m.start() for m in _TYPED.finditer(text)]
    return cuts + (typed if len(typed) >= _DEFINED else [])
