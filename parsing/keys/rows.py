"""Rows of a key: entries of numbers and answers, labels before them, their headings."""

import re
from itertools import pairwise

from parsing.keys.values import LETTERS
from parsing.records import HAN, Heading, ordinal
from parsing.words import NAME, format_of

_TRUTH = r"(?:[√×✓✗✔✘]|正确|错误|对|错|[TF](?![A-Za-z]))"
_MARK = (
    r"(?:(?<=[.、:)\s])[√×✓✗✔✘](?![(](?![\u3400-\u9fff“])|\d(?!\d{0,2}\s?[.、)]))|[√×✓✗✔✘](?=\s|$|[,;、])"
    r"|(?:对|错|正确|错误)(?=[\s。,;.、]|\d|$)|T(?=[\s。,;.、]|\d|$))"
)
_TAG = r"(?:[\[【(]?\s?[^\s\d()\[\]【】:]{0,6}(?:答\s{0,4}案|答)\s?[\]】)]?\s?:?\s{0,4}|选\s?)?"
HIT = re.compile(
    rf"(?=[(\[【第\d])(?<![\da-zI-Z\-~—–/+=])(?<![^{HAN}]\.)(?<!\d[× ])"
    r"(?<![A-H][.、:] )(?<![A-H][、:])"  # an option's number
    rf"(?:[(\[【]\s?(?P<p>\d{{1,3}})\s?[)\]】]"
    rf"|第?(?P<n>\d{{1,3}}))\s?(?:(?:[.、:)]|[题问]\s?:?)\s{{0,3}}[(\[【〔]\s{{0,3}}"
    rf"(?P<b>{LETTERS}(?:[)\]】〕]\s?[、,]?\s?[(\[【〔]{LETTERS})*|{_TRUTH})\s{{0,3}}[)\]】〕]"
    rf"|(?:[.、:)]|[题问]\s?:?)?\s{{0,3}}{_TAG}(?P<a>{LETTERS}|{_MARK})(?![A-Za-z型类组族]|\d型))",
    re.MULTILINE,
)
_VALUE = r"(?:(?:[A-H√×✓✗✔✘对错TF]{1,60}(?![a-z])|正确|错误)\s{0,3}[、,;/|]?\s{0,3})"
RANGE = re.compile(
    r"(?<![\d.])[(\[]?(?P<first>\d{1,3})\s?(?:[-~—–至到]{1,2})\s?(?P<last>\d{1,3})\s?[)\]]?\s?"
    rf"(?:小?题)?\s?[.、:)]?\s{{0,3}}(?P<a>{_VALUE}{{1,60}})"
)
_CELL = r"(?:[A-H]{1,8}|[√×✓✗✔✘对错TF])"
_GAP = r"(?:[^\S\n]*+[|]?[^\S\n]*+)"
TABLE = re.compile(
    rf"^{_GAP}题\s?号\s?:?(?P<n>(?:[\s|]{{0,8}}+\d{{1,3}}+(?!\d)){{1,60}}+)[^\S\n|]*(?:\n|(?=答))"
    rf"\s{{0,40}}{_GAP}答\s?案\s?:?(?P<a>(?:[\s|]{{0,8}}+{_CELL}(?![A-Za-z.、])){{1,60}}+)"
    rf"|^{_GAP}(?P<n2>\d{{1,3}}+(?:[^\S\n]*+[|]?[^\S\n]*+(?<!\d)\d{{1,3}}+){{1,60}}+){_GAP}\n"
    rf"{_GAP}(?P<a2>{_CELL}(?:[^\S\n]*+[|]?[^\S\n]*+(?<![A-H]){_CELL}){{1,60}}+){_GAP}$",
    re.MULTILINE,
)
_ENUM = rf"(?:第[{HAN}]{{1,3}}(?:部分|大题)|[{HAN}]{{1,3}}(?=\s?[、.,:\s])|\([{HAN}]{{1,3}}\))"
_LABEL = re.compile(
    rf"\s{{0,20}}(?:(?P<enum>{_ENUM})\s?[、.,:]?\s{{0,4}})?"
    rf"(?:[\[【]?(?P<name>[\u3400-\u9fff]{{0,4}}?{NAME}(?:[、与和及/]{NAME})?)[\]】]?"
    r"(?:的?(?:参考|正确|标准)?答案)?)?\s?(?:\([^()\n]{2,40}\))?\s?[:.、]?\s{0,4}"
)
_KEY = re.compile(r"\s{0,20}[\[【]?(?:参考|标准|正确)?答\s?案[\]】]?\s?(?::|(?<=[\]】])|\s)\s{0,4}")
_BETWEEN = re.compile(r"[\s,;、.。|/]*")
LEAD = re.compile(
    rf"\s{{0,20}}[\[【(]?\s?(?:[{HAN}第参标正答单多双不判选填是名简论辨问配最案材客]|[ABX]\d?型)"
)


def key_row(text: str, start: int, end: int, *, keyed: bool) -> list[Heading]:
    """The headings of a line that is nothing but a key: its opening word, labels before entries.

    `keyed` = below a key's heading, where 三、 alone may head the next entries.
    """
    word = _KEY.match(text, start, end)
    at = opening = word.end() if word else start
    found: list[Heading] = []
    total, whole = 0, LEAD.match(text, start, end) is not None
    while whole and text[at:end].strip():
        label = _label(text, at, end)
        at, count = _entries(text, label.end if label else at, end)
        whole = count > 1 or (count > 0 and label is not None)
        whole = whole and (label is not None or (word is not None and not found))
        total += count
        found += [label] if label else []
    if whole and word and total:
        found.insert(0, Heading("key", start, opening, count=total, keyed=True))
    if whole and found:
        return found
    m = _SECTIONED.match(text, start, end) if keyed else None
    return [Heading("section", start, m.end(), ordinal(m["enum"]))] if m else []


# words before entries: labels
_HEADED = re.compile(r"(?:[ABX]\d型|[^\d(\[【。?]){0,16}(?=[\d(\[【第])")
_ASKS = re.compile(r"[?]|[(]\s*[)]|。(?=.)")


def only(text: str) -> int:
    """How many entries a folded line holds that is nothing but a key's; 0 for any other line."""
    if _ASKS.search(text):
        return 0
    at = total = 0
    while at < len(text):
        label = _HEADED.match(text, at)
        at, count = _entries(text, label.end() if label else at, len(text))
        if not count:
            return 0
        total += count
    return total


def _label(text: str, at: int, end: int) -> Heading | None:
    m = _LABEL.match(text, at, end)
    if m is None or not (m["enum"] or m["name"]):
        return None
    start, enum = at + len(m[0]) - len(m[0].lstrip()), ordinal(m["enum"] or "")
    return Heading("section", start, m.end(), enum, format_of(m["name"] or ""), keyed=True)


def _entries(text: str, at: int, end: int) -> tuple[int, int]:
    """Where the entries end that begin at a place, and how many there are."""
    count = 0
    while at < end:
        ranged = RANGE.match(text, at, end)
        m = ranged or HIT.match(text, at, end)
        if m is None:
            break
        count += 3 if ranged else 1
        gap = _BETWEEN.match(text, m.end(), end)
        at = gap.end() if gap else m.end()
    return at, count


_FIRST = re.compile(r"\d{1,3}")
_SECTIONED = re.compile(
    rf"[^\S\n]{{0,40}}(?P<enum>[{HAN}]{{1,3}}\s?[、.]|\([{HAN}]{{1,3}}\))"
    r"\s{0,4}(?:(?=\(?\d{1,3}\s?[.、)](?!\d))|$)"
)


def lone(text: str, found: list[Heading]) -> list[Heading]:
    """Without the rows 答案：1.B 2.A 3.C, where there are several: one question's parts each."""
    rows = {
        heading
        for heading, after in pairwise([*found, None])
        if heading and heading.keyed and heading.kind == "key" and not (after and after.keyed)
    }
    kept = len(rows) == 1 and any(row.count > 2 or _printed_above(text, row) for row in rows)
    return found if kept else [heading for heading in found if heading not in rows]


def _printed_above(text: str, row: Heading) -> bool:
    """Whether lines above a row of two answers begin with its numbers."""
    numbers = _FIRST.findall(text[row.end : row.end + 40])[:2]
    heads = (rf"(?:\A|\n)[^\S\n]*{number}[^\S\n]?[.、)]" for number in numbers)
    return len(numbers) == 2 and all(re.compile(h).search(text, 0, row.start) for h in heads)


def key_table(text: str, start: int, found: list[Heading], *, keyed: bool) -> Heading | None:
    """Where a key's table begins that nothing heads."""
    if keyed or not text.startswith("题", start) or not (m := TABLE.match(text, start)):
        return None
    above = text[max(found[-1].end if found else 0, start - 2000) : start]
    headed = "答案" in above  # a table's next rows
    headed = headed or (bool(found) and found[-1].kind == "section" and not above.strip())
    cells = len(re.findall(r"\d+", m["n"] or ""))
    told = cells > 1 and cells == len(re.findall(r"[A-H]+|[√×✓✗✔✘对错TF]", m["a"] or ""))
    return Heading("key", start, start) if told and not headed else None
