"""Headings inside a line, on pages that lost their line breaks."""

import re
from bisect import bisect_right
from dataclasses import replace

from parsing.formats import NAME
from parsing.records import HAN, Heading, ordinal
from parsing.sections.section_heads import section

_INNER = re.compile(
    rf"(?=[{HAN}])(?:(?<![、,第{HAN}])[{HAN}]{{1,2}}、[\[【]?(?:{NAME}|[\u3400-\u9fff]{{1,2}}{NAME}(?<=题))[\]】]?(?=\s?[(:\d【\[。]|以下|下列"
    rf"|每|本|在每)|(?<=[\s。])[{HAN}]{{1,2}}、[\u3400-\u9fff]{{0,2}}{NAME}(?=[^\S\n]*$)"
    rf"|(?P<last>(?<![、,第{HAN}\s。])[{HAN}]{{1,2}}、{NAME}(?=[^\S\n]*$)))",
    re.MULTILINE,
)
_FIRST_BELOW = re.compile(r"\s{1,9}[(]?1\s?[.、)]\s?\D")
# headings inside a line that only the question right behind them shows
_POINTS = r"\([^()\n]{0,40}[题分][^()\n]{0,40}\)"
_ONE = r"(?=\s?(?:\(1\)|1\s?[.、](?!\d)|1-|1[\u3400-\u9fff“]))"
_SHEET = r"(?:得\s?分\s{0,4}(?:评卷人|阅卷人)?\s{0,4})?"
_SHEET_LAST = re.compile(r"得\s?分\s{0,4}(?:评卷人|阅卷人)\s{0,4}\Z")
_INNER_NAMED = re.compile(
    rf"{_SHEET}(?P<body>(?<![\d.]){NAME}(?<=题)\s?{_POINTS}\s?[:.。]?(?=\s?[(\[【]?\d{{1,3}}\s?[-.、)\]】:])"
    rf"|\(\s?[{HAN}]{{1,2}}\s?\)\s?{NAME}(?<=题)(?:\s?{_POINTS}|\s?\([^()\n]{{2,14}}型[^()\n]{{0,6}}\)|(?=[^\S\n]*$|\s?1\s?[.、]))"
    rf"|(?<![\d.])\d{{1,2}}\s?[.、]\s?{NAME}(?<=题)(?:{_POINTS})?(?=\s?(?:\(1\)|1\s?[.、](?!\d))))",
    re.MULTILINE,
)
_INNER_UNTYPED = re.compile(
    rf"{_SHEET}(?P<body>(?:(?<![、,第{HAN}])(?P<enum>[{HAN}]{{1,2}})、|第(?P<part>[{HAN}]{{1,2}})部分\s?)"
    rf"[\u3400-\u9fff]{{2,14}}?(?:{_POINTS})?{_ONE}"
    rf"|第(?P<next>[{HAN}]{{1,2}})部分\s?[\u3400-\u9fff]{{2,14}}?(?=\d{{1,3}}、))"
)
_INNER_KEY = re.compile(
    rf"[^。.?？\n]{{0,30}}(?:试卷|模拟题|试题|真题|练习题|测试题?|习题)[^。\n一]{{0,10}}"
    rf"(?:参考|标准)?答案(?:[与及和]?(?:解析|详解))?(?=[{HAN}]{{1,2}}、)"
    rf"|(?:参考|标准)?答案\s?:?\s?(?=一、\s?{NAME})"
    r"|(?P<listed>(?:参考|标准)?答案\s?:?\s?(?=一、\s?1\s?[.、]\s?[A-H√×对错]))"
    rf"|(?:参考)?答案部分\s?:?(?=\s?[{HAN}]{{1,2}}、)"
    rf"|(?<![、第{HAN}])[{HAN}]{{1,2}}、(?:参考|标准)?答案(?:[与及和]?(?:解析|详解))?\s?:?(?=\s?(?:\([{HAN}]\)|[{HAN}]、|1\s?[.、]))"
    r"|(?:参考|标准)?答案[与及和]?(?:解析|详解)\s?:?\s?(?=1\s?[.、]\s?[A-H]{1,5}\s?[\[【(]?解析)"
)
_KEY_HINT = re.compile("、|解析|详解")  # one of them is in every such key
_QUESTION = re.compile(
    r"[(\[【]\s*[)\]】]|[?]|_{2,}|[A-D]\s?[.、)]\s?\S|\d\s?[.、]\s?[\u3400-\u9fff]{3}"
)
_INNER_ROW = re.compile(
    r"(?:参考|标准)?答案\s?:?\s?(?=\d{1,3}\s?[.、]\s?[A-H]{1,5}\s{0,3}\d{1,3}\s?[.、]\s?[A-H]{1,5}(?![A-Za-z]))"
)
_PAIR = re.compile(r"\d{1,3}\s?[.、]\s?[A-H]{1,5}")


def inner(text: str, above: int, end: int) -> list[Heading]:
    """Section headings inside a line, where a page lost its line breaks; `above` = the end of the
    line's own heading, or of the line before.
    """
    out, start = [], max(above, 0)
    if text.find("答案", start, end) >= 0:
        if _KEY_HINT.search(text, start, end):
            out += [
                Heading("key", m.start(), m.end(), "row" if m["listed"] else "")
                for m in _INNER_KEY.finditer(text, start, end)
                if _asked(text, m.start())
            ]
        out += [
            Heading(
                "key",
                m.start(),
                m.end(),
                count=len(_PAIR.findall(text, m.end(), m.end() + 40)),
                keyed=True,
            )
            for m in _INNER_ROW.finditer(text, start + 1, end)
        ]
    for m in _INNER.finditer(text, start, end) if text.find("、", start, end) >= 0 else ():
        if m["last"] and not _FIRST_BELOW.match(text, end):
            continue
        heading = section(text, m.start(), end)
        if heading and m.start() > start:
            sheet = _SHEET_LAST.search(text, max(start, m.start() - 16), m.start())
            out.append(replace(heading, start=sheet.start() if sheet else heading.start))
    if end - start > _LONG_LINE:
        out += _inner_shown(text, above, end, [(h.start, h.end) for h in out])
    out.sort(key=lambda heading: heading.start)
    return out


def _asked(text: str, position: int) -> bool:
    """Whether a question stands above: else 试题及答案 is the paper's own title."""
    return _QUESTION.search(text, max(0, position - _TITLES), position) is not None


def _inner_shown(text: str, above: int, end: int, known: list[tuple[int, int]]) -> list[Heading]:
    """Section headings inside a line whose words no list knows, right before a question 1."""
    out: list[Heading] = []
    start = max(above, 0)
    for pattern, signs in ((_INNER_NAMED, ("题",)), (_INNER_UNTYPED, ("、", "部分"))):
        if all(text.find(sign, start, end) < 0 for sign in signs):
            continue
        spans = sorted([*known, *((h.start, h.end) for h in out)])
        for m in pattern.finditer(text, start, end):
            at = m.start("body")
            i = bisect_right(spans, (at, end)) - 1
            if m.start() == above or (i >= 0 and at < spans[i][1]):
                continue
            named = section(text, at, m.end())
            label = ordinal(next((w for w in m.groups()[1:] if w), ""))
            made = named or Heading("section", m.start(), m.end(), label)
            out.append(replace(made, start=m.start()))
    return out


_TITLES = 3000  # characters of a page that may print its title
_LONG_LINE = 60  # characters of a line that may have lost its breaks
