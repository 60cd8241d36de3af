"""Section headings, on lines of their own and inside others: 一、单项选择题(每题2分).

What type they name, how many questions they state, and where they end.
"""

import re
from bisect import bisect_right
from dataclasses import replace

from parsing.records import HAN, Heading, ordinal
from parsing.words import NAME, SHORT, format_of

_ENUM = (
    rf"(?:第[{HAN}\d]{{1,3}}(?:部分|大题|节)\s?[:、.]?\s{{0,4}}|[{HAN}]{{1,3}}\s?[、.,:]\s?"
    rf"|[{HAN}]{{1,2}}\s{{1,4}}|[甲乙丙丁]\s?[、.]\s?"
    rf"|\([{HAN}]{{1,3}}\)\s?[、.]?\s?|[IVX]{{1,4}}\s?[.、]\s?|[ⅠⅡⅢⅣⅤⅥⅦ]\s?[.、]?\s?)"
)
_SCORE = r"(?:\s?[(\[【][^()\[\]【】\n]{0,160}[)\]】])"
# a sentence that tells how to answer; it holds no question number, no key entry and no label
_WORD = r"(?:(?!\d{1,3}\s?(?:[.、](?!\d)|[A-H【\[])|[\[【][^\[\]【】\n]{0,10}(?:答案|解析))[^。\n])"
INSTRUCTION = (
    rf"(?:{_WORD}{{0,90}}(?:每[小道]?题|小题|得分|备选|选项|答案|请将|请在|填入|涂|无分|共\d+分"
    rf"|正确的|符合题|表示(?:正确|错误)|括号){_WORD}{{0,90}}(?:。|$))"
)
SECTION = re.compile(
    rf"[^\S\n]{{0,40}}(?:[◆●■▲★☆※▶►]\s?)?(?:(?P<enum>{_ENUM})"
    rf"|(?P<arabic>\d{{1,2}}\s?[.、]\s?|\d\s(?=[\u3400-\u9fff]{{2,9}}题\s*$)))?[\[【]?(?P<name>(?:[\u3400-\u9fff]{{0,4}}?)"
    rf"(?:{NAME}(?:[、与和及/]{NAME})?|{SHORT}))[\]】]?(?:部[分份])?(?P<rest>(?::\s?(?=\())?{_SCORE}{{0,2}}\s?[:.。,，]?\s?)"
)
# a number within three lines below that heads no type itself: else 1、单选题： is a question
_BODY = re.compile(
    rf"(?:[^\n]*\n){{1,3}}?[^\S\n]*(?:[(\[【★第]{{0,2}}\s?\d{{1,3}}(?!\s?[.、]\s?[\u3400-\u9fff]{{0,4}}{NAME})|[\[【(]{NAME}|{NAME}\s?(?::\s?\d|\d{{1,3}}\s?[.、])|[\[【(]?(?:案例|题目|例题|问题|试题|材料|根据))"
)
_TAIL = re.compile(rf"(?m:{INSTRUCTION}){{0,4}}")
_REST = 240  # characters behind a heading's words that tell whether it heads something
_RANGED = re.compile(r"第?\d{1,3}\s?[~\-—–]\s?\d{1,3}|(?:本|每|共|下列)")
_SUBJECT = re.compile("常识判断|推理判断|判断推理")  # what is tested, no kind of question
_SPAN = re.compile(r"(\d{1,3})\s?(?:[-~—–至到])\s?(\d{1,3})\s?(?:小?题|[,)])")
_COUNT = re.compile(r"(?:共|总题数:)\s?(\d{1,3})\s?(?:小?题|[,)])|\((\d{1,3})\s?题\)")
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
_INNER_NAMED = re.compile(
    rf"{_SHEET}(?P<body>(?<![\d.]){NAME}(?<=题)\s?{_POINTS}\s?[:.。]?(?=\s?[(\[【]?\d{{1,3}}\s?[-.、)\]】:])"
    rf"|\(\s?[{HAN}]{{1,2}}\s?\)\s?{NAME}(?<=题)(?:\s?{_POINTS}|\s?\([^()\n]{{2,14}}型[^()\n]{{0,6}}\)|(?=[^\S\n]*$|\s?1\s?[.、])))",
    re.MULTILINE,
)
_INNER_UNTYPED = re.compile(
    rf"{_SHEET}(?P<body>(?:(?<![、,第{HAN}])(?P<enum>[{HAN}]{{1,2}})、|第(?P<part>[{HAN}]{{1,2}})部分\s?)"
    rf"[\u3400-\u9fff]{{2,14}}?(?:{_POINTS})?{_ONE}"
    rf"|第(?P<next>[{HAN}]{{1,2}})部分\s?[\u3400-\u9fff]{{2,14}}?(?=\d{{1,3}}、))"
)
_TITLES = 3000  # characters of a page that may print its title
_LONG_LINE = 60  # characters of a line that may have lost its breaks
# what stands right behind a section's heading
_BODY_BEHIND = re.compile(
    r"\s*(?:[(\[【]?\s?\d{1,3}\s?[.、)\]】A-H\s]|\d{1,3}\s?[-~—–]\s?\d{1,3}|第\s?\d"
    r"|[\[【]|L[\u3400-\u9fff“《])"
)
_PAPER = (
    rf"(?:试卷|模拟题|试题|真题|练习题|测试题?|习题)[^。\n一]{{0,10}}"
    rf"(?:参考|标准)?答案(?:[与及和]?(?:解析|详解))?(?=[{HAN}]{{1,2}}、)"
)
_PAPER_KEY = re.compile(_PAPER)  # in keys with a paper's title, quick to find
_BARE_KEY = (
    rf"(?:参考|标准)?答案\s?:?\s?(?=一、\s?{NAME})"
    r"|(?P<listed>(?:参考|标准)?答案\s?:?\s?(?=一、\s?1\s?[.、]\s?[A-H√×对错]))"
    rf"|(?:参考)?答案部分\s?:?(?=\s?[{HAN}]{{1,2}}、)"
    rf"|(?<![、第{HAN}])[{HAN}]{{1,2}}、(?:参考|标准)?答案(?:[与及和]?(?:解析|详解))?\s?:?(?=\s?(?:\([{HAN}]\)|[{HAN}]、|1\s?[.、]))"
    r"|本页(?:参考)?答案\s?:?\s{0,4}(?=\d{1,3}\s?[.、]?\s?[^\W\d])"
    r"|(?:参考|标准)?答案[与及和]?(?:解析|详解)\s?:?\s?(?=1\s?[.、]\s?[A-H]{1,5}\s?[\[【(]?解析)"
)
_INNER_KEYS = re.compile(_BARE_KEY), re.compile(rf"[^。.?？\n]{{0,30}}{_PAPER}|{_BARE_KEY}")
_KEY_HINT = re.compile("、|解析|详解|本页")  # one of them is in every such key
_QUESTION = re.compile(
    r"[(\[【]\s*[)\]】]|[?]|_{2,}|[A-D]\s?[.、)]\s?\S|\d\s?[.、]\s?[\u3400-\u9fff]{3}"
)


def section(text: str, start: int, end: int) -> Heading | None:
    """The section that a line heads from its beginning on, with the sentences behind its words."""
    m = SECTION.match(text, start, end)
    if m is None or _SUBJECT.search(m["name"]) or not _names_section(text, m, start, end):
        return None
    stop = m.end()
    rest = text[stop : min(end, stop + _REST)]
    tail = _TAIL.match(text, stop, end)
    if m["arabic"] and not _BODY.match(text, end):
        return None
    if rest.strip() and tail and tail.end() > stop:
        stop = tail.end()
    elif rest.strip() and not _BODY_BEHIND.match(rest):
        if m["enum"] is None or len(rest.strip()) > 40:
            return None
        stop = end
    return told(m, start, stop, text[start:stop])


def _names_section(text: str, m: re.Match[str], start: int, end: int) -> bool:
    """Whether a type's name heads a section, not a question (简述…) or an option (A.填空题)."""
    name, rest = m["name"], text[m.end() : min(end, m.end() + _REST)].strip()
    bare = bool(rest) and not m["rest"].strip()
    if name[-1] not in "题释择" and bare and rest[0] not in "([【:" and not rest[0].isdecimal():
        return False
    if m["enum"] is not None:
        return True
    if name[-1] not in "题释" or text[start : m.end()].lstrip(" [【").find(name) > 4:
        return False
    framed = text[m.start("name") - 1 : m.start("name")] in ("[", "【")
    plain = not rest or (not framed and _RANGED.match(rest) is not None)
    typed = bool(format_of(name)) or "选择" in name
    return plain and typed and not (m["arabic"] and bare)


def told(m: re.Match[str], start: int, stop: int, words: str) -> Heading:
    """The heading with what its words tell of numbers and counts."""
    span, count, form = _SPAN.search(words), _COUNT.search(words), format_of(m["name"])
    return Heading(
        "section",
        start,
        stop,
        ordinal(m["enum"] or m["arabic"] or ""),
        form,
        "选择" in m["name"] and not form,
        int(span[1]) if span else 0,
        int(span[2]) if span else 0,
        int(count[1] or count[2]) if count else 0,
    )


def titled(text: str, key: Heading) -> Heading | None:
    """The section that a key's own heading names: 一、单选题答案."""
    m = SECTION.match(text, key.start, key.end)
    return told(m, key.start, key.end, text[key.start : key.end]) if m else None


def inner(text: str, above: int, end: int) -> list[Heading]:
    """Section headings inside a line, where a page lost its line breaks; `above` = the end of the
    line's own heading, or of the line before.
    """
    out, start = [], max(above, 0)
    if text.find("答案", start, end) >= 0 and _KEY_HINT.search(text, start, end):
        pattern = _INNER_KEYS[_PAPER_KEY.search(text, start, end) is not None]
        out += [
            Heading("key", *m.span(), "row" if m["listed"] else "")
            for m in pattern.finditer(text, start, end)
            # a question stands above: else 试题及答案 is the paper's own title
            if _QUESTION.search(text, max(0, m.start() - _TITLES), m.start())
        ]
    for m in _INNER.finditer(text, start, end) if text.find("、", start, end) >= 0 else ():
        if m.start() > start and (not m["last"] or _FIRST_BELOW.match(text, end)):
            heading = section(text, m.start(), end)
            out += [heading] if heading else []
    if end - start > _LONG_LINE:
        out += _inner_shown(text, above, end, [(h.start, h.end) for h in out])
    return sorted(out, key=lambda heading: heading.start)


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
