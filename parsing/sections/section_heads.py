"""Section headings: 一、单项选择题(每题2分): what type they name, how many, and where they end."""

import re

from parsing.formats import NAME, SHORT, format_of
from parsing.records import HAN, Heading, ordinal

_ENUM = (
    rf"(?:第[{HAN}\d]{{1,3}}(?:部分|大题|节)\s?[:、.]?\s{{0,4}}|[{HAN}]{{1,3}}\s?[、.,:]\s?"
    rf"|[{HAN}]{{1,2}}\s{{1,4}}|[甲乙丙丁]\s?[、.]\s?"
    rf"|\([{HAN}]{{1,3}}\)\s?[、.]?\s?|[IVX]{{1,4}}\s?[.、]\s?|[ⅠⅡⅢⅣⅤⅥⅦ]\s?[.、]?\s?)"
)
_SCORE = r"(?:\s?[(\[【][^()\[\]【】\n]{0,160}[)\]】])"
# a sentence that tells how to answer; it holds no question number, no key entry and no label
_WORD = r"(?:(?!\d{1,3}\s?(?:[.、](?!\d)|[A-H【\[])|[\[【][^\[\]【】\n]{0,10}(?:答案|解析))[^。\n])"
_INSTRUCTION = (
    rf"(?:{_WORD}{{0,90}}(?:每[小道]?题|小题|得分|备选|选项|答案|请将|请在|填入|涂|无分|共\d+分"
    rf"|正确的|符合题|表示(?:正确|错误)|括号){_WORD}{{0,90}}(?:。|$))"
)
SECTION = re.compile(
    rf"[^\S\n]{{0,40}}(?:(?P<enum>{_ENUM})"
    rf"|(?P<arabic>\d{{1,2}}\s?[.、]\s?|\d\s(?=[\u3400-\u9fff]{{2,9}}题\s*$)))?[\[【]?(?P<name>(?:[\u3400-\u9fff]{{0,4}}?)"
    rf"(?:{NAME}(?:[、与和及/]{NAME})?|(?P<short>{SHORT})))[\]】]?(?:部[分份])?(?P<rest>(?::\s?(?=\())?{_SCORE}{{0,2}}\s?[:.。,，]?\s?)"
)
# a number within three lines below that heads no type itself: else 1、单选题： is a question
_BODY = re.compile(
    rf"(?:[^\n]*\n){{1,3}}?[^\S\n]*(?:[(\[【★第]{{0,2}}\s?\d{{1,3}}(?!\s?[.、]\s?[\u3400-\u9fff]{{0,4}}{NAME})|[\[【(]{NAME}|{NAME}\s?(?::\s?\d|\d{{1,3}}\s?[.、])|[\[【(]?(?:案例|题目|例题|问题|试题|材料|根据))"
)
_SENTENCES = re.compile(r"[^\S\n]*(?:[^。.\d\n?？()]{4,60}[。:])(?=\s*[(]?1\s?[.、)])")
_TAIL = re.compile(rf"(?m:{_INSTRUCTION}){{0,4}}")
_ENTRY = re.compile(r"\d{1,3}\s?[.、:]\s?[(]?\s?(?:[A-Ha-h]{1,8}(?![A-Za-z])|[√×])")  # of a key
_REST = 240  # characters behind a heading's words that tell whether it heads something
_RANGED = re.compile(r"第?\d{1,3}\s?[~\-—–]\s?\d{1,3}|(?:本|每|共|下列)")
_SUBJECT = re.compile("常识判断|推理判断|判断推理")  # what is tested, no kind of question
_SPAN = re.compile(r"(\d{1,3})\s?(?:[-~—–至到])\s?(\d{1,3})\s?(?:小?题|[,)])")
_COUNT = re.compile(r"(?:共|总题数:)\s?(\d{1,3})\s?(?:小?题|[,)])|\((\d{1,3})\s?题\)")


def section(text: str, start: int, end: int) -> Heading | None:
    m = SECTION.match(text, start, end)
    if m is None or _SUBJECT.search(m["name"]) or not _names_section(text, m, start, end):
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
        if m["enum"] is None or len(rest) > 40:
            return None
        stop = end
    return told(m, start, stop, text[start:stop])


def _names_section(text: str, m: re.Match[str], start: int, end: int) -> bool:
    """Whether a type's name heads a section, not a question (简述…) or an option (A.填空题)."""
    rest = text[m.end() : min(end, m.end() + _REST)].strip()
    if m["short"]:
        alone = not rest or _ENTRY.match(rest) is not None
        return m["enum"] is not None and m["name"] == m["short"] and alone
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


def told(m: re.Match[str], start: int, stop: int, words: str) -> Heading:
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
            r"|[\[【]|L[\u3400-\u9fff“《])",
            rest,
        )
    )


def titled(text: str, key: Heading) -> Heading | None:
    """The section that a key's own heading names: 一、单选题答案."""
    m = SECTION.match(text, key.start, key.end)
    return told(m, key.start, key.end, text[key.start : key.end]) if m else None
