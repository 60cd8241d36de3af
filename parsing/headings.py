"""Lines that head something: chapters, sections, keys, shared material."""

import re
from bisect import bisect_right
from dataclasses import replace

from parsing.formats import NAME, format_of
from parsing.key_rows import LEAD, key_row, key_table, lone
from parsing.records import HAN, Heading, ordinal
from parsing.source_text import Sheet

_ENUM = (
    rf"(?:第[{HAN}\d]{{1,3}}(?:部分|大题|节)\s?[:、.]?\s{{0,4}}|[{HAN}]{{1,3}}\s?[、.,:]\s?"
    rf"|[{HAN}]{{1,2}}\s{{1,4}}"
    rf"|\([{HAN}]{{1,3}}\)\s?[、.]?\s?|[IVX]{{1,4}}\s?[.、]\s?|[ⅠⅡⅢⅣⅤⅥⅦ]\s?[.、]?\s?)"
)
_SCORE = r"(?:\s?[(\[【][^()\[\]【】\n]{0,160}[)\]】])"
# a sentence that tells how to answer; it holds no question number and no key entry
_WORD = r"(?:(?!\d{1,3}\s?(?:[.、](?!\d)|[A-H【\[]))[^。\n])"
_INSTRUCTION = (
    rf"(?:{_WORD}{{0,90}}(?:每[小]?题|小题|得分|备选|选项|答案|请将|请在|填入|涂|无分|共\d+分"
    rf"|正确的|符合题){_WORD}{{0,90}}(?:。|$))"
)
SECTION = re.compile(
    rf"[^\S\n]{{0,40}}(?:(?P<enum>{_ENUM})"
    rf"|(?P<arabic>\d{{1,2}}\s?[.、]\s?|\d\s(?=[\u3400-\u9fff]{{2,9}}题\s*$)))?[\[【]?(?P<name>(?:[\u3400-\u9fff]{{0,4}}?)"
    rf"{NAME}(?:[、与和及/]{NAME})?)[\]】]?(?P<rest>{_SCORE}{{0,2}}\s?[:.。,，]?\s?)"
)
_INNER = re.compile(
    rf"(?=[{HAN}])(?:(?<![、,第{HAN}])[{HAN}]{{1,2}}、[\[【]?(?:{NAME}|[\u3400-\u9fff]{{1,2}}{NAME}(?<=题))[\]】]?(?=\s?[(:\d【\[。]|以下|下列"
    rf"|每|本|在每)|(?<=[\s。])[{HAN}]{{1,2}}、[\u3400-\u9fff]{{0,2}}{NAME}(?=[^\S\n]*$))",
    re.MULTILINE,
)
# headings inside a line that only the question right behind them shows
_POINTS = r"\([^()\n]{0,40}[题分][^()\n]{0,40}\)"
_ONE = r"(?=\s?(?:\(1\)|1\s?[.、](?!\d)|1-|1[\u3400-\u9fff“]))"
_SHEET = r"(?:得\s?分\s{0,4}(?:评卷人|阅卷人)?\s{0,4})?"
_SHEET_LAST = re.compile(r"得\s?分\s{0,4}(?:评卷人|阅卷人)\s{0,4}\Z")
_INNER_NAMED = re.compile(
    rf"{_SHEET}(?P<body>(?<![\d.]){NAME}(?<=题)\s?{_POINTS}\s?[:.。]?(?=\s?[(\[【]?\d{{1,3}}\s?[-.、)\]】:])"
    rf"|\([{HAN}]{{1,2}}\)\s?{NAME}(?<=题)(?:\s?{_POINTS}|(?=[^\S\n]*$|\s?1\s?[.、]))"
    rf"|(?<![\d.])\d{{1,2}}\s?[.、]\s?{NAME}(?<=题)(?:{_POINTS})?(?=\s?(?:\(1\)|1\s?[.、](?!\d))))",
    re.MULTILINE,
)
_INNER_UNTYPED = re.compile(
    rf"{_SHEET}(?P<body>(?:(?<![、,第{HAN}])(?P<enum>[{HAN}]{{1,2}})、|第(?P<part>[{HAN}]{{1,2}})部分\s?)"
    rf"[\u3400-\u9fff]{{2,14}}?(?:{_POINTS})?{_ONE}"
    rf"|第(?P<next>[{HAN}]{{1,2}})部分\s?[\u3400-\u9fff]{{2,14}}?(?=\d{{1,3}}、))"
)
# a number within three lines below that heads no type itself: else 1、单选题： is a question
_BODY = re.compile(
    rf"(?:[^\n]*\n){{1,3}}?[^\S\n]*(?:[(\[【★第]{{0,2}}\s?\d{{1,3}}(?!\s?[.、]\s?[\u3400-\u9fff]{{0,4}}{NAME})|[\[【(]{NAME}|{NAME}\s?(?::\s?\d|\d{{1,3}}\s?[.、])|[\[【(]?(?:案例|题目|例题|问题|试题|材料|根据))"
)
_SENTENCES = re.compile(r"[^\S\n]*(?:[^。.\d\n?？()]{4,60}[。:])(?=\s*[(]?1\s?[.、)])")
_INNER_KEY = re.compile(
    rf"[^。.?？\n]{{0,30}}(?:试卷|模拟题|试题|真题|练习题|测试题?|习题)[^。\n一]{{0,10}}"
    rf"(?:参考|标准)?答案(?:[与及和]?(?:解析|详解))?(?=[{HAN}]{{1,2}}、)"
    rf"|(?<![、第{HAN}])[{HAN}]{{1,2}}、(?:参考|标准)?答案(?:[与及和]?(?:解析|详解))?\s?:?(?=\s?(?:\([{HAN}]\)|[{HAN}]、|1\s?[.、]))"
    r"|(?:参考|标准)?答案[与及和]?(?:解析|详解)\s?:?\s?(?=1\s?[.、]\s?[A-H]{1,5}\s?[\[【(]?解析)"
)
_QUESTION = re.compile(r"[(\[【]\s*[)\]】]|[?]|_{2,}|[A-D]\s?[.、)]\s?\S|\d\s?[.、]\s?[\u3400-\u9fff]{3}")
_LETTER = re.compile(r"(?<![A-Za-z])[B-H]\s?[.、)]")
_SAID = re.compile(r"答|解析|[:】]\s?$")
_ABOVE = 200  # characters above a heading that tell what it stands in
_KEYED = re.compile(r"(?:参考|标准)?答案")
_INNER_ROW = re.compile(
    r"(?:参考|标准)?答案\s?:?\s?(?=\d{1,3}\s?[.、]\s?[A-H]{1,5}\s{0,3}\d{1,3}\s?[.、]\s?[A-H]{1,5}(?![A-Za-z]))"
)
_PAIR = re.compile(r"\d{1,3}\s?[.、]\s?[A-H]{1,5}")
_ENTRY_END = r"\s?[.、]\s?[A-H]{1,6}\s{0,2}(?:[【\[]|解析|[.。]\s?\S)"
_FIRST_ENTRY = re.compile(r"[^\S\n]*1" + _ENTRY_END)
_SECOND_ENTRY = re.compile(r"^[^\S\n]*2" + _ENTRY_END, re.MULTILINE)
_OPTION_A = re.compile(r"^[^\S\n]*[(]?A\s?[.、)]", re.MULTILINE)
_TAIL = re.compile(rf"(?m:{_INSTRUCTION}){{0,4}}")
CHAPTER = re.compile(
    rf"[^\S\n]{{0,40}}[(\[【]?(?P<label>第\s?[{HAN}百零\d]{{1,4}}\s?[章单编篇讲套](?:元|卷)?|(?:模拟"
    rf"|冲刺|真题|预测|综合)?(?:模拟)?(?:试卷|试题|测试题?|练习|自测题?"
    rf"|真题)\s?\(?[{HAN}\d]{{1,3}}\)?)"
    r"(?P<title>[^\n。?？]{0,40})$",
    re.MULTILINE,
)
KEY = re.compile(
    r"[^\S\n]{0,40}[\[【(<《]?(?P<title>[^\n。:;?？]{0,40}?)(?:参考|标准|正确|试题|习题|试卷"
    r"|本章|章节)?答\s?案(?:速查|部分|汇总|一览|表)?(?:[及与和、]?\s?(?:参考|试题|详细"
    r"|评分)?(?:解析|详解|提示|标准|分析|要点|解答)(?:标准|参考)?)?(?:来[了啦]|如下|公布|在此)?"
    r"[\]】)>》]?\s?[:.。]?[^\S\n]{0,20}$",
    re.MULTILINE,
)
_LABEL = (
    rf"(?:案\s?例|材\s?料|病例|病史资料|背景资料|背景材料|情境|情景|个案|资料"
    rf"|短文)\s?(?:\(\s?[{HAN}\d]{{1,3}}\s?\)|[{HAN}\d]{{1,3}})?"
)
MATERIAL = re.compile(
    rf"[^\S\n]{{0,40}}(?P<head>[\[【(]?\s?{_LABEL}\s?[\]】)]?\s?(?:[::]|$)"
    rf"|[\[【]\s?{_LABEL}\s?[\]】]\s?:?|{_LABEL}[^\S\n]{{1,4}}(?=\S))"
    r"|[^\S\n]{0,40}(?P<part>[\[【]?(?:一般资料|案例介绍|案例描述|案例资料|求助者(?:自述|主诉)"
    r"|基本资料|(?:以下|下面)是.{0,30}(?:咨询|对话|谈话))[\]】]?\s?[:。])",
    re.MULTILINE,
)
_OPTION_LINE = re.compile(r"[^\S\n]*[(\[]?[A-H]\s?[.、)\]:]")
_PASSAGE = re.compile(
    r"(?:完成|回答)(?:下列|下面|以下|第?\s?\d{1,3}\s?[-~—–至到]\s?\d{1,3})(?:各|小|几|\d)?(?:小?题|问题)[。.]?[^\S\n]*$"
)
_LISTED = re.compile(r"[(\[]?(?:[A-Ha-h]|\d{1,3})\s?[.、)\]]|[①-⑧]|.{0,60}(?:\s|[。;])[B-H]\s?[.、)]|.{0,4}(?:答案|解析)")
_PASSAGE_LINES, _FULL = 8, 24  # lines above, characters of a full line
RANGE = re.compile(
    r"[^\S\n]{0,40}[(\[【]?\s?(?P<head>(?:[^\n]{0,30}(?:材料|案例|资料|短文|病例|图|表|情境|题干"
    r"|备选答案|信息|实验)[^\n]{0,12}?)?第?\s?(?P<first>\d{1,3})\s?题?\s?(?:[-~—–－至到]"
    r"|--)\s?第?\s?(?P<last>\d{1,3})\s?(?:小)?题"
    r"[^\n]{0,16}?(?:题干|备选答案|材料|案例|资料|)\s?)[)\]】]?\s?[:。.]?[^\S\n]{0,20}$",
    re.MULTILINE,
)


def headings(sheet: Sheet) -> list[Heading]:
    """All headings of a sheet, in order."""
    found: list[Heading] = []
    text, starts = sheet.text, sheet.starts
    keyed = False
    for i, start in enumerate(starts):
        end = starts[i + 1] - 1 if i + 1 < len(starts) else len(text)
        if end - start < 2:
            continue
        if (keyed or LEAD.match(text, start, end)) and (
            of_key := key_row(text, start, end, keyed=keyed)
        ):
            found += of_key
            keyed = True
            continue
        if (
            not keyed
            and _FIRST_ENTRY.match(text, start, end)
            and _OPTION_A.search(text, max(0, start - 4000), start)
            and _entries_follow(text, end)
        ):
            found.append(Heading("key", start, start, "row"))
            keyed = True
            continue
        heading = _heading(text, start, end) or key_table(text, start, found, keyed=keyed)
        if heading:
            found.append(heading)
            keyed = heading.kind == "key" or (keyed and heading.kind != "chapter")
        if end - start > 8:
            found += _inner(text, heading.end if heading else start - 1, end)
    return lone(text, found)


def _entries_follow(text: str, end: int) -> bool:
    """Whether entry 2 of a key comes before any row of options: 1.C【解析】… 2.A【解析】…"""
    second = _SECOND_ENTRY.search(text, end, end + 1500)
    row = _OPTION_A.search(text, end, end + 1500)
    return second is not None and (row is None or second.start() < row.start())


def _inner(text: str, above: int, end: int) -> list[Heading]:
    """Section headings inside a line, where a page lost its line breaks; `above` = the end of the
    line's own heading, or of the line before.
    """
    out, start = [], max(above, 0)
    if text.find("答案", start, end) >= 0:
        out += [
            Heading("key", _title(text, m.start(), m.end()), m.end())
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
        heading = _section(text, m.start(), end)
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


def _title(text: str, start: int, end: int) -> int:
    """Where a key's heading inside a line begins: at the paper's title, if it is printed above."""
    stop = next((m.start() for m in _KEYED.finditer(text, start, end)), end)
    for at in range(start, stop - 4):
        if text.find(text[at:stop], 0, min(start, _TITLES)) >= 0 and (
            at == start or text[at - 1] != text[at]
        ):
            return at
    return start


def _under_options(text: str, position: int) -> bool:
    """Whether options end above a place, not an answer, whose points have headings of their own."""
    above = text[max(0, position - _ABOVE) : position]
    letter = max((m.start() for m in _LETTER.finditer(above)), default=-1)
    return letter >= 0 and not _SAID.search(above, letter)


def _inner_shown(text: str, above: int, end: int, known: list[tuple[int, int]]) -> list[Heading]:
    """Section headings inside a line whose words no list knows, right before a question 1."""
    out: list[Heading] = []
    for pattern in (_INNER_NAMED, _INNER_UNTYPED):
        spans = sorted([*known, *((h.start, h.end) for h in out)])
        for m in pattern.finditer(text, max(above, 0), end):
            at = m.start("body")
            i = bisect_right(spans, (at, end)) - 1
            if m.start() == above or (i >= 0 and at < spans[i][1]):
                continue
            if pattern is _INNER_UNTYPED and not _under_options(text, m.start()):
                continue
            named = _section(text, at, m.end())
            label = ordinal(next((w for w in m.groups()[1:] if w), ""))
            made = named or Heading("section", m.start(), m.end(), label)
            out.append(replace(made, start=m.start()))
    return out


_HINT = re.compile(
    r"题|型|案|料|例|境|景|第.{1,6}[章单编篇讲套]|试卷|练习|测试|选择|判断|填空|解释|简答|论述|辨析"
    r"|单选|多选|不定项|病史|对话|谈话|咨询|主诉|自述|短文|资料"
)


def _heading(text: str, start: int, end: int) -> Heading | None:
    if _HINT.search(text, start, min(end, start + 120)):
        for reader in (_key, _section, _chapter, _range, _passage, _material):
            if heading := reader(text, start, end):
                return heading
    return _untyped(text, start, end)


def _key(text: str, start: int, end: int) -> Heading | None:
    m = KEY.match(text, start, end) if end - start <= 60 else None
    if m is None or _titled(m["title"]):
        return None
    return Heading("key", start, end, label=m["title"].strip())


def _chapter(text: str, start: int, end: int) -> Heading | None:
    m = CHAPTER.match(text, start, end) if end - start <= 60 else None
    return Heading("chapter", start, end, label=re.sub(r"\s", "", m["label"])) if m else None


def _range(text: str, start: int, end: int) -> Heading | None:
    m = RANGE.match(text, start, end) if end - start <= 90 else None
    if m is None or not _spanned(m) or _OPTION_LINE.match(text, start, end):
        return None
    return Heading("material", start, end, "range", first=int(m["first"]), last=int(m["last"]))


def _passage(text: str, start: int, end: int) -> Heading | None:
    """A passage that ends in 据此完成下列小题。"""
    if end - start <= 16 or _OPTION_LINE.match(text, start, end):
        return None
    m = _PASSAGE.search(text, max(start, end - 40), end)
    return Heading("material", *2 * [_opening(text, start)], "part") if m else None


def _opening(text: str, start: int) -> int:
    """Where a passage begins whose last line begins at `start`: above are full lines of it."""
    for _ in range(_PASSAGE_LINES):
        above = text.rfind("\n", max(0, start - 200), max(start - 1, 0)) + 1
        line = text[above:start].strip()
        if not above or len(line) < _FULL or line[-1:] in tuple("。?:") or _LISTED.match(line):
            break
        start = above
    return start


def _material(text: str, start: int, end: int) -> Heading | None:
    m = MATERIAL.match(text, start, end)
    if m is None:
        return None
    if m["part"] is not None:
        return Heading("material", start, m.start("part"), "part")
    return Heading("material", start, m.end(), re.sub(r"\s", "", m["head"]))


_TITLES = 3000  # characters of a page that may print its title
_LONG_LINE = 60  # characters of a line that may have lost its breaks
_REST = 240  # characters behind a heading's words that tell whether it heads something
_RANGED = re.compile(r"第?\d{1,3}\s?[~\-—–]\s?\d{1,3}|(?:本|每|共|下列)")
_SPAN = re.compile(r"(\d{1,3})\s?(?:[-~—–至到])\s?(\d{1,3})\s?(?:小?题|[,)])")
_COUNT = re.compile(r"(?:共|总题数:)\s?(\d{1,3})\s?(?:小?题|[,)])|\((\d{1,3})\s?题\)")
_UNTYPED = re.compile(
    rf"[^\S\n]{{0,40}}(?P<enum>[{HAN}]{{1,3}})\s?[、.]\s?[^\n。?？;:(]{{1,24}}$", re.MULTILINE
)
_FIRST = re.compile(r"\s{0,200}(?:1\s?[.、]|\(1\)|\[|【|1\s|第1题)")


def _untyped(text: str, start: int, end: int) -> Heading | None:
    """一、心理学概述 right above a question 1."""
    if end - start > 40 or not (m := _UNTYPED.match(text, start, end)):
        return None
    return Heading("section", start, end, m["enum"]) if _FIRST.match(text, end) else None


def _titled(title: str) -> bool:
    """Whether 答案 ends a paper's own title (试题及答案), which is no key."""
    return title.strip()[-1:] in tuple("及和与附含带有、选")


def _spanned(m: re.Match[str]) -> bool:
    """Whether a stated range is a case's, not a whole part's."""
    return int(m["first"]) <= int(m["last"]) <= int(m["first"]) + 30


def _section(text: str, start: int, end: int) -> Heading | None:
    m = SECTION.match(text, start, end)
    if m is None or not _names_section(text, m, start, end):
        return None
    stop = m.end()
    rest = text[stop : min(end, stop + _REST)].strip()
    tail = _TAIL.match(text, stop, end)
    if m["arabic"] and not _BODY.match(text, end):
        return None
    if rest and m["enum"] and (not tail or tail.end() == stop):
        tail = _SENTENCES.match(text, stop, end)
    if rest and tail and tail.end() > stop:
        stop = tail.end()
    elif rest and not _starts_body(text[stop : min(end, stop + _REST)]):
        if m["enum"] is None or len(rest) > 40 or (not m["rest"].strip() and _asks(rest)):
            return None
        stop = end
    return _told(m, start, stop, text[start:stop])


def _names_section(text: str, m: re.Match[str], start: int, end: int) -> bool:
    """Whether a type's name heads a section, not a question (简述…) or an option (A.填空题)."""
    rest = text[m.end() : min(end, m.end() + _REST)].strip()
    bare = bool(rest) and not m["rest"].strip()
    if m["name"][-1] not in "题释择" and bare and not re.match(r"[(\[【:\d]", rest):
        return False
    if m["enum"] is not None:
        return True
    if m["name"][-1] not in "题释" or text[start : m.end()].lstrip(" [【").find(m["name"]) > 4:
        return False
    framed = text[m.start("name") - 1 : m.start("name")] in ("[", "【")
    plain = not rest or (not framed and _RANGED.match(rest) is not None)
    typed = bool(format_of(m["name"])) or "选择" in m["name"]
    return plain and typed and not (m["arabic"] and bare)


def _told(m: re.Match[str], start: int, stop: int, words: str) -> Heading:
    """The heading with what its words tell of numbers and counts."""
    label = ordinal(m["enum"] or m["arabic"] or "")
    span, count = _SPAN.search(words), _COUNT.search(words)
    form = format_of(m["name"])
    return Heading(
        "section",
        start,
        stop,
        label,
        form,
        "选择" in m["name"] and not form,
        int(span[1]) if span else 0,
        int(span[2]) if span else 0,
        int(count[1] or count[2]) if count else 0,
    )


def _starts_body(rest: str) -> bool:
    return bool(
        re.match(
            r"\s*(?:[(\[【]?\s?\d{1,3}\s?[.、)\]】A-H\s]|\d{1,3}\s?[-~—–]\s?\d{1,3}|第\s?\d"
            r"|[\[【])",
            rest,
        )
    )


def _asks(rest: str) -> bool:
    return bool(re.search(r"[?？]|的(?:是|有)|\(\s*\)|什么|如何", rest))


def titled(text: str, key: Heading) -> Heading | None:
    """The section that a key's own heading names: 一、单选题答案."""
    m = SECTION.match(text, key.start, key.end)
    return _told(m, key.start, key.end, text[key.start : key.end]) if m else None
