"""Headings on lines (chapters, sections, keys, cases), and the regions that they cut a sheet in."""

import re

from parsing import words
from parsing.keys.rows import HIT, LEAD, key_row, key_table, lone
from parsing.keys.values import tags
from parsing.records import HAN, Heading, Region
from parsing.section_heads import inner, section, titled
from parsing.source_text import Sheet
from parsing.words import any_of

_ENTRY_END = r"\s?[.、]\s?[A-H]{1,6}\s{0,2}(?:[【\[]|解析|[.。]\s?\S)"
_FIRST_ENTRY = re.compile(rf"[^\S\n]*1{_ENTRY_END}")
_SECOND_ENTRY = re.compile(rf"^[^\S\n]*2{_ENTRY_END}", re.MULTILINE)
_KEY_BELOW, _ENTRIES = 200, 2  # characters below a chapter's title over its key, and entries there
_KEY_NEAR, _PAGE_ABOVE = 1500, 4000  # characters to the next entry, and of the questions above
_OPTION_A = re.compile(r"^[^\S\n]*[(]?A\s?[.、)]", re.MULTILINE)
CHAPTER = re.compile(
    rf"[^\S\n]{{0,40}}[(\[【]?(?P<label>第\s?[{HAN}百零\d]{{1,4}}\s?[章单编篇讲套练](?:元|卷)?|(?:模拟"
    rf"|冲刺|真题|预测|综合)?(?:模拟)?(?:试卷|试题|测试题?|练习|自测题?"
    rf"|真题)\s?\(?[{HAN}\d]{{1,3}}\)?|(?:模块|项目|专题)\s?[{HAN}]{{1,3}}(?![{HAN}个的])"
    rf"|{any_of(words.LESSONS)}\s?\(?[{HAN}\d]{{1,3}}\)?)"
    r"(?P<title>[^\n。?？]{0,40})$",
    re.MULTILINE,
)
KEY = re.compile(
    r"[^\S\n]{0,40}(?:[-—=*~#]{2,40}\s?)?[\[【(<《]?(?P<title>(?![^\n。]{0,30}(?:只有|有且|[一两几多]个|选出))[^\n。:;?？]{0,40}?)(?:参考|标准|正确|试题|习题|试卷"
    r"|本章|章节)?答\s?案(?:速查|部分|汇总|一览|表)?(?:[及与和、]?\s?(?:参考|试题|详细"
    r"|评分)?(?:解析|详解|精析|评析|点拨|提示|标准|分析|要点|解答)(?:标准|参考)?)?(?:来[了啦]|如下|公布|在此|见下[方面文]?|在下[方面])?"
    r"[\]】)>》]?\s?[:.。]?\s?(?:[-—=*~#]{2,40})?[^\S\n]{0,20}$",
    re.MULTILINE,
)
_LABEL = (
    rf"(?:案\s?例|材\s?料|病例|病史资料|背景资料|背景材料|情境|情景|个案|资料"
    rf"|短文)\s?(?:\(\s?[{HAN}\d]{{1,3}}\s?\)|[{HAN}\d]{{1,3}})?"
)
MATERIAL = re.compile(
    rf"[^\S\n]{{0,40}}(?P<head>[\[【(]?\s?{_LABEL}\s?[\]】)]?\s?(?:[::]|$)"
    rf"|(?:\d{{1,3}}\s?[.、]\s?)?[\[【]\s?{_LABEL}\s?[\]】]\s?:?|{_LABEL}[^\S\n]{{1,4}}(?=\S))"
    r"|[^\S\n]{0,40}(?P<part>[\[【]?(?:一般资料|案例介绍|案例描述|案例资料|求助者(?:自述|主诉)"
    r"|基本资料|(?:以下|下面)是.{0,30}(?:咨询|对话|谈话))[\]】]?\s?[:。])",
    re.MULTILINE,
)
_OTHER_LINE = re.compile(  # of options, or why an answer is right
    r"[^\S\n]*(?:[(\[]?[A-H]\s?[.、)\]:]|[\[【]?(?:答案|试题)?(?:解析|分析|详解)\s?[\]】:])"
)
_FIRST_OPTION = re.compile(r"\s{1,4}[(\[]?A\s?[.、)\]:][^\n]{1,200}\n\s{0,4}[(\[]?B\s?[.、)\]:]")
_NUMBERED = re.compile(r"[^\S\n]{0,20}\d{1,3}\s?[.、:)](?!\d)[^\n]{6}")
_PASSAGE = re.compile(
    r"(?:完成|回答)(?:下列|下面|以下|第?\s?(?P<first>\d{1,3})\s?[-~—–至到]{1,2}\s?第?\s?(?P<last>\d{1,3})|(?=问题))"
    r"\s?(?:各|小|几|(?P<count>[\d两二三四五六]))?\s?(?:小?题|问题)[。.:]?[^\S\n]*$"
)
_PATIENT = re.compile(  # how a case begins: 患者,女,45岁。…
    r"[^\S\n]{0,40}(?:患[者儿]|病人|求助者|来访者|某?[男女])[^。\n]{0,12}?\d{1,3}\s?[岁歲]"
)
_SHARED = re.compile(  # (1~3题共用题干) before its case, wherever it stands
    r"[(\[【]\s?第?\s?(?P<first>\d{1,3})\s?题?\s?[-~—–至到]{1,2}\s?第?\s?(?P<last>\d{1,3})\s?题?"
    r"[^()\[\]【】。\n]{0,12}(?:题干|材料|案例|病例|资料|备选答案|共用)[^()\[\]【】。\n]{0,4}[)\]】]\s?:?"
)
RANGE = re.compile(
    r"[^\S\n]{0,40}[(\[【]?\s?(?P<head>(?:[^\n]{0,30}(?:材料|案例|资料|短文|病例|图|表|情境|题干"
    r"|备选答案|信息|实验)[^\n]{0,12}?)?第?\s?(?P<first>\d{1,3})\s?题?\s?(?:[-~—–－至到]"
    r"|--)\s?第?\s?(?P<last>\d{1,3})\s?(?:小?题|(?=[\]】][^\S\n]*$))"
    r"[^\n]{0,16}?(?:题干|备选答案|材料|案例|资料|)\s?)[)\]】]?\s?[:。.]?[^\S\n]{0,20}$",
    re.MULTILINE,
)


_QUESTIONS = re.compile(  # Questions 12-14 refer to the following case.
    r"[^\S\n]{0,40}[(\[]?Questions?\s*(?P<first>\d{1,3})\s*(?:[-~—–]|to|and|through)\s*(?P<last>\d{1,3})"
    r"\s*(?:refer|are\s*(?:all\s*)?(?:based|about)|relate)[^\n]{0,60}$",
    re.MULTILINE,
)
_COUNTS = {sign: at // 2 + 1 for at, sign in enumerate("1一2两3三4四5五6六")} | {"二": 2}
_BELOW = re.compile(r"\s{0,9}(?:[(\[【]?\s?\d{1,3}\s?[.、:)\]】]|第\s?\d|$)")  # a question
_CASE = 40  # characters of one that no label announces
_RANGE = 30  # questions of a case; a longer range is a whole part's
_HINT = re.compile(
    r"(?=[题型案料例境景课作训检模项第试练选判填解简论辨是正改连匹配单多不病对谈咨主自短资Q\d])"
    r"(?:题|型|案|料|例|境|景|课时|作业|训练|检测|模块|项目|第.{1,6}[章单编篇讲套练]|试卷|练习|测试|选择|判断|填空|解释|简答|论述|辨析"
    r"|Questions?|是非|正误|改错|连线|匹配|配对|单选|多选|不定项|病史|对话|谈话|咨询|主诉|自述|短文|资料"
    r"|\d\s?[-~—–]\s?\d{1,3}\s?[\]】])"
)
_ROW_BEHIND = re.compile(r"答案\s?:?\s?(?=\d{1,3}\s?[.、]?\s?[A-H]{1,5}[\s,;、]{1,3}\d)")
_UNTYPED = re.compile(
    rf"[^\S\n]{{0,40}}(?P<enum>[{HAN}]{{1,3}})\s?[、.]\s?[^\n。?？;:(]{{1,24}}$", re.MULTILINE
)
_LEVEL = re.compile(  # over a part of a lesson: 能力提升, 第二部分
    rf"[^\S\n]{{0,40}}(?:[\[【<]?\s?(?:[{HAN}]{{1,3}}\s?[、.]\s?)?{any_of(words.LEVELS)}\s?[\]】>]?"
    rf"|第[{HAN}]部分)[^\S\n]*$",
    re.MULTILINE,
)
_FIRST = re.compile(r"\s{0,200}(?:1\s?[.、]|\(1\)|\[|【|1\s|第1题)")
_COUNTED = re.compile(rf"\s*(?:[{HAN}]{{1,3}}|\d{{1,2}})\s?、\s?")  # 五、答案
_ENTRY = re.compile(
    r"\s{0,400}(?:题\s?号"
    r"|[(\[【]?\d{1,3}\s?[)\]】.、:]?\s?(?:[-~—–至]\s?\d{1,3}\s?[.、:]?\s?)?(?:[\[【(]?\s?(?:参考"
    r"|正确|标准)?答案?\s?[\]】):]|[A-H]{1,8}(?![A-Za-z])|[√×]|(?:正确|错误|对|错)(?:[\s。,;、]|$)))"
)
_ANY_NUMBER = re.compile(r"\s{0,400}(\d{1,3})\s?[.、]")
_FROM_ONE = re.compile(r"\s{0,400}1\s?[.、]")


def headings(sheet: Sheet) -> list[Heading]:
    """All headings of a sheet, in order."""
    found: list[Heading] = []
    text, starts = sheet.text, sheet.starts
    keyed = False
    for above, start, after in zip(
        [0, *starts], starts, [*starts[1:], len(text) + 1], strict=False
    ):
        end = after - 1
        if end - start < 2:
            continue
        may_be_key = keyed or LEAD.match(text, start, end)
        if may_be_key and (of_key := key_row(text, start, end, keyed=keyed)):
            found += of_key
            keyed = True
            continue
        if not keyed and _lettered_key(text, start, end):
            found.append(Heading("key", start, start, "row"))
            keyed = True
            continue
        heading = _heading(text, start, end) or key_table(text, start, found, keyed=keyed)
        if heading and heading.kind == "section" and not heading.label:
            options = _FIRST_OPTION.match(text, heading.end)  # of a stem above the type's name
            if options and _NUMBERED.match(text, above, start):
                continue
        if heading:
            found.append(heading)
            keyed = heading.kind == "key" or (keyed and heading.kind != "chapter")
        if end - start > 8:
            done = heading.end if heading else start - 1
            inside = [*inner(text, done, end), *_shared(text, max(done, start), end)]
            found += sorted(inside, key=lambda one: one.start)
    return lone(text, found)


def _shared(text: str, start: int, end: int) -> list[Heading]:
    """Labels of cases inside a line, with the numbers of their questions."""
    return [
        Heading("material", *m.span(), "range", first=int(m["first"]), last=int(m["last"]))
        for m in _SHARED.finditer(text, start, end)
    ]


def _lettered_key(text: str, start: int, end: int) -> bool:
    """Whether a line begins a key, with another entry before any row of options: 1.C【解析】…"""
    first = _FIRST_ENTRY.match(text, start, end)
    if first is None or not _OPTION_A.search(text, max(0, start - _PAGE_ABOVE), start):
        return False
    second = _SECOND_ENTRY.search(text, end, end + _KEY_NEAR)
    row = _OPTION_A.search(text, end, end + _KEY_NEAR)
    return second is not None and (row is None or second.start() < row.start())


def _heading(text: str, start: int, end: int) -> Heading | None:
    """The heading that a line is or begins with."""
    size = end - start
    if _HINT.search(text, start, min(end, start + 120)):
        key = KEY.match(text, start, end) if size <= 60 else None
        if key and not _titled(key["title"]):
            return Heading("key", start, end, label=key["title"].strip())
        if heading := section(text, start, end):
            return heading
        if heading := _chapter(text, start, end) or _case(text, start, end):
            return heading
    untyped = _UNTYPED.match(text, start, end) if size <= 40 else None
    if untyped and _FIRST.match(text, end):  # 一、心理学概述 right above a question 1
        return Heading("section", start, end, untyped["enum"])
    level = _LEVEL.match(text, start, end) if size <= 60 else None
    return Heading("section", start, end) if level else None


def _chapter(text: str, start: int, end: int) -> Heading | None:
    """The chapter that a line heads."""
    m = CHAPTER.match(text, start, end) if end - start <= 60 else None
    if m and (row := _ROW_BEHIND.search(text, m.start("title"), end)):
        return Heading("key", start, row.end())  # 练习(2)答案:1.E 2.A
    return Heading("chapter", start, end, re.sub(r"\s", "", m["label"])) if m else None


def _case(text: str, start: int, end: int) -> Heading | None:
    """The case that a line heads or ends: by a stated range, its last words, a patient, a label."""
    size, other = end - start, _OTHER_LINE.match(text, start, end)
    m = None if other or size > 90 else RANGE.match(text, start, end)
    m = m or (_QUESTIONS.match(text, start, end) if size <= 120 else None)
    first, last = (int(m["first"]), int(m["last"])) if m else (0, -1)
    if first <= last <= first + _RANGE:
        return Heading("material", start, end, "range", first=first, last=last)
    m = _PASSAGE.search(text, max(start, end - 40), end) if size > 10 and not other else None
    if m:  # ends in 据此完成下列小题。
        first, last = int(m["first"] or 0), int(m["last"] or 0)
        count = _COUNTS.get(m["count"] or "", 0)
        below = size <= _CASE and not _BELOW.match(text, end)  # 根据以下材料，回答下列问题。
        return Heading(
            "material",
            start,
            end if below else start,
            "given" if below else "part",
            first=first,
            last=last,
            count=count,
        )
    m = MATERIAL.match(text, start, end)
    patient = size > _CASE and _PATIENT.match(text, start, end) and _NUMBERED.match(text, end + 1)
    if m and m["part"] is not None:
        return Heading("material", start, m.start("part"), "part")
    if patient:
        return Heading("material", start, start, "part")
    return Heading("material", start, m.end(), re.sub(r"\s", "", m["head"])) if m else None


def _titled(title: str) -> bool:
    """Whether 答案 ends a paper's own title (试题及答案), which is no key."""
    return title.strip()[-1:] in tuple("及和与附含带有、选") and not _COUNTED.fullmatch(title)


def regions(sheet: Sheet) -> tuple[list[Region], list[Heading]]:
    """Regions in order, and the headings that cut them."""
    cuts: list[Heading] = []
    out = [Region(0, len(sheet.text))]
    found = headings(sheet)
    titles: set[str] = set()  # of chapters
    for heading, following in zip(found, [*found[1:], None], strict=False):
        here = out[-1]
        if heading.kind == "material":
            here.materials.append(heading)
        elif heading.kind != "key" or _heads_key(sheet.text, heading, following, here):
            here.end = heading.start
            region = Region(heading.end, len(sheet.text), here.chapter)
            if heading.kind == "chapter" and _runs_on(sheet.text, heading, here.chapter):
                region.section, region.keyed = here.section, here.keyed
            elif heading.kind == "chapter":
                title = sheet.text[heading.start : heading.end].strip()
                below = sheet.text[heading.end : heading.end + _KEY_BELOW]
                # again, behind others, and entries below: those of its key
                region.keyed = title in titles and len(HIT.findall(below)) >= _ENTRIES
                region.chapter = heading
                titles.add(title)
            elif heading.kind == "section":
                region.section, region.keyed = heading, heading.keyed
            else:
                bare = not sheet.text[here.start : heading.start].strip()
                above = here.section if bare and heading.label == "row" else None
                region.section, region.keyed = titled(sheet.text, heading) or above, True
            out.append(region)
        else:
            continue
        cuts.append(heading)
    return out, cuts


def _runs_on(text: str, heading: Heading, chapter: Heading | None) -> bool:
    """Whether a chapter's line is that of the one it stands in: the head of another page."""
    if chapter is None:
        return False
    said, known = (text[h.start : h.end].strip() for h in (heading, chapter))
    return said.startswith(known) or known.startswith(said)


def _heads_key(text: str, heading: Heading, following: Heading | None, here: Region) -> bool:
    """Whether 参考答案 on its own line heads a key, not one open question's answer."""
    end = heading.end
    stop = following.start if following else len(text)
    headed = following and following.kind != "material" and not text[end:stop].strip()
    if heading.label == "row" or headed or _ENTRY.match(text, end):
        return True
    if not _FROM_ONE.match(text, end) and not _counted_above(text, heading, here):
        return bool(heading.label) and not text[end:].strip()
    near = tags(text, max(here.start, heading.start - 4000), heading.start)
    near += tags(text, end, min(stop, end + 3000))
    return not any(tag.kind == "strong" for tag in near)


def _counted_above(text: str, heading: Heading, here: Region) -> bool:
    """Whether 答案解析 goes on with the number of a question above: 21. … 26., 答案解析: 21. …"""
    first = _ANY_NUMBER.match(text, heading.end)
    if first is None or "解析" not in text[heading.start : heading.end]:
        return False
    again = re.compile(rf"^[^\S\n]{{0,40}}{first[1]}\s?[.、]", re.MULTILINE)
    return again.search(text, here.start, heading.start) is not None
