"""Headings, heads of key tables and verdicts of an English paper, as the grammar knows them.

Each becomes the Chinese word, in as many characters: `Part B True or false (1 point each)` is
二、判断题, `Answer key, Test 1` is 参考答案.
"""

import re

from parsing import words
from parsing.records import HAN
from parsing.words import any_of

_PART = (
    r"(?:(?:part|section|exercise)\s?(?P<part>[a-j]|[ivx]{1,4}|\d{1,2})\b\s?[.:)–—-]?\s?"
    r"|(?P<enum>[ivx]{1,4}|[a-j])\s?[.)]\s?)?"
)
_SCOPE = (
    r"(?:(?:(?:practice|model|mock|sample)\s)?"
    r"(?:test|chapter|unit|section|part|quiz|exam|set)\s?\w{1,5})"
)
_TAIL = r"(?:\s?[(\[][^()\[\]\n]{1,60}[)\]])?\s?[.:]?"
_SECTIONS = {word: said for table, said in words.ENGLISH_SECTIONS for word in table}
_SECTION = re.compile(
    rf"(?i:{_PART}(?P<name>{any_of(tuple(_SECTIONS))})(?:\s(?:questions|items|problems))?{_TAIL})"
)
# before a question without a number: Short answer: Describe …
_TYPED = re.compile(
    rf"(?i:(?P<type>{any_of(tuple(_SECTIONS))})(?:\squestion)?)\s?:\s(?=[^\n]{{10}})"
)
_KEY = re.compile(
    rf"(?i:(?:{_SCOPE}\s?[,:–—-]?\s?)?{any_of(words.ENGLISH_KEY)}"
    rf"(?:\s?[,:–—-]?\s?(?:for|to|of)?\s?(?:the\s)?{_SCOPE})?\s?[.:]?)"
)
_CHAPTER = re.compile(
    r"(?i:(?:practice\s)?(?:test|chapter|unit|quiz|exam))\s(?P<number>\d{1,2})\b"
    r"(?:\s?[:.–—-]?\s[A-Z][^\n.?!]{0,60})?(?:[\s.]{3,80}\d{0,3})?"
)
_PARTED = re.compile(  # Part II Reading Comprehension (10 points)
    rf"(?:Part|PART|Section|SECTION)\s(?P<part>[A-JIVX]{{1,4}}|\d{{1,2}})(?:\s?[.:–—-]?\s[A-Z][^\n.?!]{{0,50}}?)?{_TAIL}"
)
_ROW = re.compile(
    r"^[^\S\n]*(?:(?P<numbers>Questions?|Items?|Number|No\.?)(?=(?:\s{1,9}\d{1,3}){2})"
    r"|(?P<letters>Answers?|Key)(?=(?:\s{1,9}[A-H]\b){2}))",
    re.MULTILINE | re.IGNORECASE,
)
_VERDICT = re.compile(r"(?<=\d[.)]\s)(?:True|False)\b(?=\s*(?:\d|[.;,(]|$))", re.MULTILINE)
_ENTRY = re.compile(r"^[^\S\n]*\d{1,3}[.)]\s?(?P<letter>[a-h])(?=[.)]\s)", re.MULTILINE)
_LINE = re.compile(  # that begins with a word, at most behind a letter of its own
    r"^[^\S\n]*(?P<line>[A-Za-z](?=(?:\s?[.)]\s?)?[A-Za-z])[^\n]{2,90}?)[^\S\n]*$", re.MULTILINE
)
_OPTION = re.compile(r"[^\S\n]*(?P<letter>[A-Ja-j])[.)]\s")
_ROMAN = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")


def usual_headings(text: str) -> str:
    """A text of the same length in which English headings and types are the Chinese ones.

    Heads of tables, verdicts and letters of entries change below the first heading of a key alone.
    """
    chars, key = list(text), -1
    for m in _LINE.finditer(text):
        line = m["line"]
        if _KEY.fullmatch(line):
            said, key = "参考答案", key if key >= 0 else m.end()
        elif (head := _SECTION.fullmatch(line)) and not _among_options(text, m, head["enum"]):
            said = _ordinal(head["part"] or head["enum"]) + _SECTIONS[head["name"].lower()]
        elif head := _CHAPTER.fullmatch(line):
            said = f"第{head['number']}章"
        elif (head := _PARTED.fullmatch(line)) and (sign := _ordinal(head["part"])):
            said = f"第{sign[:-1]}部分"
        else:
            if typed := _TYPED.match(line):
                said = f"【{_SECTIONS[typed['type'].lower()]}】".ljust(typed.end(), ".")
                chars[m.start("line") : m.start("line") + typed.end()] = said
            continue
        chars[m.start("line") : m.end("line")] = said.rjust(min(len(line), 40)).ljust(len(line))
    if key >= 0:
        for m in _ROW.finditer(text, key):
            word = m["numbers"] or m["letters"]
            said = "题号" if m["numbers"] else "答案"
            chars[m.end() - len(word) : m.end()] = said.ljust(len(word))
        for m in _ENTRY.finditer(text, key):
            chars[m.start("letter")] = m["letter"].upper()
        for m in _VERDICT.finditer(text, key):
            chars[m.start() : m.end()] = ("对" if m[0] == "True" else "错").ljust(len(m[0]))
    return "".join(chars)


def _among_options(text: str, line: re.Match[str], sign: str | None) -> bool:
    """Whether lettered words are an option, between others: A. True or false⏎B. Essays"""
    if sign is None or len(sign) > 1:
        return False
    above = text.rfind("\n", 0, max(0, line.start() - 1)) + 1
    near = (_OPTION.match(text, above), -1), (_OPTION.match(text, line.end() + 1), 1)
    return any(m is not None and ord(m["letter"]) == ord(sign) + step for m, step in near)


def _ordinal(sign: str | None) -> str:
    """A part's number as Chinese papers print it: B, II and 2 are 二、"""
    sign = (sign or "").lower()
    letter = ord(sign) - 96 if len(sign) == 1 and sign.isalpha() else 0
    roman = _ROMAN.index(sign) if sign in _ROMAN else letter
    place = int(sign) if sign.isdigit() else roman
    return f"{HAN[place - 1]}、" if 0 < place <= len(HAN) else ""
