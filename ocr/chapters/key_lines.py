"""Lines that are nothing but answers, wherever they stand: their numbers and what they say.

Notes at the foot of a page (第3题：答案 C), blocks after a section or at the end of a book, runs
(1-5 ABCDA), tables of numbers over answers. Words before the entries are labels: they hold no text.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ocr.habits.plain import flat

FEW = 3  # entries from which a line or a block of lines is a key
LOST = 1  # numbers in a row that a key with reasons may lack
SURE = 5  # entries that it then has
LABEL = 16  # characters that may stand before the entries of a line
_VALUE = r"[A-Ha-h]{1,8}|[√×✓✗✔✘]|正确|错误|对|错"
_ENTRY = re.compile(
    r"(?<![\d.\-—–~～])[(\[【]?第?\s?(?P<n>\d{1,3})\s?(?:题|[)\]】])?\s?[.、:)]?\s?"
    r"(?P<said>[(\[【]?\s?(?:参考|正确)?答案\s?[\]】)]?\s?:?)?\s?"
    rf"[(\[【]?\s?(?P<a>{_VALUE})\s?[)\]】]?"
    r"(?![A-Za-z+\-]|(?![\u4e00-\u9fff]{2,10}(?:答案|\s*$)|案例|材料|第|[一二三四五六七八九十]+、"
    r"|[单多不判填简名][项定断空答词])[\u4e00-\u9fff])"
)
_RANGE = re.compile(
    r"(?<![\d.])(?P<first>\d{1,3})\s?[-—–~～至一]{1,2}\s?(?P<last>\d{1,3})\s?题?\s?[.、:)]?\s?"
    r"(?P<a>(?:[A-H√×✓✗对错]{1,60}[\s,;、/|]{0,4}){1,60})(?![a-z])"
)
_EXPLAINED = re.compile(
    r"^\s*[(\[【]?\s?第?\s?(?P<n>\d{1,3})\s?题?[)\]】]?\s?[.、:]?\s?"
    rf"(?:【\s?(?:(?:参考|正确)?答案\s?:?\s?)?(?P<a>{_VALUE})\s?】"
    rf"|[【\[(]?\s?(?:参考|正确)?答案\s?[】\])]?\s?:?\s?[(【]?(?P<b>{_VALUE})[)】]?(?![A-Za-z\u4e00-\u9fff]))"
    r"[\s。.,;:、]*(?P<reason>.*)$"
)
_LEADING = re.compile(  # 3.B and its reason, with nothing between
    r"^\s*[(\[【]?\s?(?P<n>\d{1,3})\s?[)\]】.、:]\s?(?P<a>[A-H]{1,5}|[√×])\s*(?P<reason>[\u4e00-\u9fff“《].{3,})$"
)
_MARKED = re.compile(
    r"^\s*(?:[(\[【]?\s?(?:第\s?)?\d{1,3}\s?[.、)\]】]|[(\[]?[A-H]\s?[.、)\]:]|[一二三四五六七八九十]{1,3}\s?[、.]"
    r"|第[一二三四五六七八九十\d]{1,4}[章节编部单讲篇]|[^,。]{0,8}(?:选择|判断|填空|简答)题?\s*$|.{0,12}答案.{0,8}$)"
)
_NUMBERS = re.compile(r"^\s*(?:题\s?[号目次序]|序\s?号)?[\s:|]*((?:\d{1,3}[\s|]+)+\d{1,3})\s*$")
_ANSWERS = re.compile(
    rf"^\s*(?:(?:参考|正确)?答\s?案|选\s?项)?[\s:|]*((?:(?:{_VALUE})[\s|]+)+(?:{_VALUE}))\s*$"
)
_SPECK = re.compile(r"^[.·,'`\s]+(?=\d)")
_NOTE = re.compile(
    r"^[①-⑳㉑-㉟㊱-㊿❶-❿⁰¹²³⁴-⁹®©@]{0,3}\s*第\s?\d{1,3}\s?题\s?[:：]\s?(?:答案)?\s?(?:[A-H]{1,8}|[√×对错])\s*$"
)
_TAIL = re.compile(
    r"(?<=\S)[①-⑳㉑-㉟㊱-㊿❶-❿⁰¹²³⁴-⁹]{0,3}\s?第\s?\d{1,3}\s?题\s?:\s?答案\s?[A-H]{1,8}\s*$"
)
_BOXED = re.compile(r"^(?P<stem>.*_{2,}.*?)\s*〔(?P<a>[^〔〕]{1,20})〕\s*$")  # a blank's answer
_SIGNS = re.compile(r"[\W_①-⑳㉑-㉟㊱-㊿❶-❿]+")
_WORDS = re.compile(
    r"^(?:[ABX]\d?(?:[ABX]\d)?型题?$|[一二三四五六七八九十]{0,3}|第.{1,4}[章节部编])?[\u4e00-\u9fffA-Za-z]{0,16}$"
)
_STEMMED = re.compile(r"[?？]|[(（]\s*[)）]|。")


@dataclass(frozen=True)
class Entry:
    """What a key says of one number; `line` is the place of its line.

    `part` is the part of the book whose key this is, -1 where nothing tells.
    """

    number: int
    answer: str  # letters, 对 or 错
    line: int
    reason: str = ""
    part: int = -1


def parted(text: str) -> list[str]:
    """A line whose end is the answer of a question, as a note or in 〔〕 after a blank, in two."""
    if boxed := _BOXED.match(text):
        return [boxed["stem"], f"【答案】{boxed['a']}"]
    match = _TAIL.search(flat(text))
    if match is None:
        return [text]
    return [text[: match.start()], text[match.start() :]]


@dataclass(frozen=True)
class KeyText:
    """The entries of the lines of a text that are nothing but a key, and the places of these."""

    entries: tuple[Entry, ...] = ()
    lines: frozenset[int] = frozenset()


def key_lines(lines: Sequence[str]) -> KeyText:
    """Entries, in their order, of all blocks of lines that are nothing but a key."""
    plain = [_SPECK.sub("", flat(text).strip()) for text in lines]
    tables = _tables(plain)
    said = [
        tables.get(i, []) or ([] if i - 1 in tables else _entries(i, text))
        for i, text in enumerate(plain)
    ]
    held = [bool(found) or i - 1 in tables for i, found in enumerate(said)]
    entries: list[Entry] = []
    places: set[int] = set()
    blocks, pairs = 0, list[int]()
    at = 0
    while at < len(plain):
        end = at
        while end < len(plain) and held[end]:
            end += 1
        block = [entry for found in said[at:end] for entry in found]
        sure = _rising(block) or any(len(found) >= FEW for found in said[at:end])
        notes = all(_NOTE.match(text) for text in plain[at:end])
        if not (len(block) >= FEW and sure) and not (block and notes):
            block, end = _explained(lines, plain, at)
        if not block:
            block, end = _reasoned(lines, plain, at)
        if block:
            entries += block
            places |= set(range(at, end))
            blocks += 1
        elif len(said[at]) == FEW - 1:
            pairs.append(at)
        at = max(end, at + 1)
    for at in pairs if blocks > 1 else ():  # below the last page stands a short key
        numbers = {entry.number for entry in entries}
        if said[at][0].number - 1 in numbers and not numbers & {e.number for e in said[at]}:
            entries += said[at]
            places.add(at)
    entries.sort(key=lambda entry: entry.line)
    return KeyText(tuple(entries), frozenset(places)) if len(entries) >= FEW else KeyText()


def _explained(lines: Sequence[str], plain: Sequence[str], at: int) -> tuple[list[Entry], int]:
    """Entries with their reasons from a line on, and where they end: 3.【C】… below each other."""
    found: list[Entry] = []
    end = at
    while end < len(plain):
        match = _EXPLAINED.match(plain[end])
        if match:
            reason = lines[end].strip()[match.start("reason") :]
            found.append(Entry(int(match["n"]), _said(match["a"] or match["b"]), end, reason))
        elif not found or _MARKED.match(plain[end]):
            break
        else:
            last = found[-1]
            found[-1] = replace(last, reason=f"{last.reason}\n{lines[end].strip()}".strip())
        end += 1
    few = len(found) < 2 or not _rising(found, LOST if len(found) >= SURE else 0)
    return ([], at) if few else (found, end)


def _reasoned(lines: Sequence[str], plain: Sequence[str], at: int) -> tuple[list[Entry], int]:
    """Entries from a line on whose reasons follow their letters at once, a line each."""
    found: list[Entry] = []
    end = at
    while end < len(plain) and (match := _LEADING.match(plain[end])):
        if found and int(match["n"]) != found[-1].number + 1:
            break
        reason = lines[end].strip()[match.start("reason") :]
        found.append(Entry(int(match["n"]), _said(match["a"]), end, reason))
        end += 1
    return (found, end) if len(found) > FEW else ([], at)


def _rising(block: Sequence[Entry], lost: int = 0) -> bool:
    """Do numbers follow each other, but for so many that were not read?"""
    return all(
        a.number < b.number <= a.number + 1 + lost or b.number == 1 for a, b in pairwise(block)
    )


def _tables(plain: Sequence[str]) -> dict[int, list[Entry]]:
    """Entries by the place in the list of a row of numbers with a row of answers below it."""
    found = {}
    for i, (above, below) in enumerate(pairwise(plain)):
        numbers, answers = _NUMBERS.match(above), _ANSWERS.match(below)
        if numbers and answers:
            counted = [int(n) for n in re.findall(r"\d+", numbers[1])]
            said = re.findall(_VALUE, answers[1])
            if len(counted) == len(said) and all(a < b for a, b in pairwise(counted)):
                found[i] = [Entry(n, _said(a), i) for n, a in zip(counted, said, strict=True)]
    return found


def _entries(at: int, text: str) -> list[Entry]:
    """The entries of a line that holds nothing else, none for any other line."""
    if _STEMMED.search(text.rstrip("。.;")):
        return []
    spans: list[tuple[int, int]] = []
    found: list[tuple[int, Entry]] = []
    for m in _RANGE.finditer(text):
        first, last = int(m["first"]), int(m["last"])
        words = [w for w in re.split(r"[\s,;、/|]+", m["a"]) if w]
        words = words if len(words) == last - first + 1 else list("".join(words))
        if first < last and len(words) == last - first + 1:
            spans.append(m.span())
            found += [(m.start(), Entry(first + i, _said(w), at)) for i, w in enumerate(words)]
    for m in _ENTRY.finditer(text):
        if not any(a <= m.start() < b for a, b in spans):
            spans.append(m.span())
            found.append((m.start(), Entry(int(m["n"]), _said(m["a"]), at)))
    if not found or not _only(text, spans):
        return []
    return [entry for _, entry in sorted(found, key=lambda pair: pair[0])]


def _only(text: str, spans: Sequence[tuple[int, int]]) -> bool:
    """Is what stands beside the entries nothing but a label before them and signs?"""
    spans = sorted(spans)
    between = [text[a[1] : b[0]] for a, b in pairwise(spans)] + [text[spans[-1][1] :]]
    labels = [_SIGNS.sub("", part) for part in between]
    head = _SIGNS.sub("", text[: spans[0][0]])
    if len(head) > LABEL or not _WORDS.match(head):
        return False
    loose = sum(len(part) for part in labels if not _WORDS.match(part) or len(part) > LABEL)
    named = sum(bool(part) and not part.endswith(("答案", "题")) for part in labels)
    return not loose and named <= len(spans) // 4


def _said(answer: str) -> str:
    answer = answer.upper() if answer.isascii() else answer
    return {"√": "对", "✓": "对", "✔": "对", "正确": "对"}.get(
        answer, {"×": "错", "✗": "错", "✘": "错", "错误": "错"}.get(answer, answer)
    )
