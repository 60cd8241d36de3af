"""Answers below questions under a label of the book's own, with one that the grammar knows.

`▶答案 B`, `本题选B。`, `Key: B`, `☞ B` become `答案：B`, where several say a letter or a
verdict so; what else stands behind that label is an answer in words. Kinds behind stems,
`…的是（单选）`, go to the front, and verdicts （是）, （非） become marks.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from ocr.confusions import Repaired
from ocr.plain import flat

FEW = 3  # lines that make a habit
_VALUE = r"[A-H]{1,6}|[√×✓✗TF]|正确|错误|[对错是非]"
_LABEL = re.compile(
    r"^\s*(?P<sign>[▶►▷☞→➤➜◆◇●★☆■※•]?)\s*"
    r"(?P<word>(?:(?:本题|此题)?(?:的?正确|参考|标准)?答案|(?:本题|此题|故|因此|所以)?[应宜]?选|[Kk]ey|[Aa]ns(?:wer)?)?)"
    r"(?P<joint>\s*(?:应?[是为]|[:→=])?\s*)"
)
_SAID = re.compile(rf"\s*[(【]?(?P<value>{_VALUE})[)】]?\s*[。.]?\s*$")
_KNOWN = re.compile(
    r"(?:参考|正确|标准)?答案(?::|应?[是为])"
)  # by the grammar, or by `key_spellings`
_KIND = re.compile(
    r"^(?P<number>\s*(?:第\s?\d{1,3}\s?题\s*:?|[(\[【]?\d{1,3}\s?[)\]】.、]{1,2})\s*)(?P<stem>[^\s].+?)\s*"
    r"[(【\[〔]\s*(?P<kind>单选|多选|不定项|单项选择|多项选择|不定项选择|判断|填空|简答|名词解释|论述)题?\s*[)】\]〕]\s*$"
)
_TOLD = re.compile(r"[(]\s*(?P<verdict>[是非])\s*[)]\s*[。.]?\s*$")
_POINTS = re.compile(r"^\s*(?:参考|评分|答题|答案)?要点\s*[:：]\s*(?=\S)")
_ANSWERED = re.compile(r"^\s*[【\[(]?\s*(?:正确|参考|标准)?答(?!题)|要点[:：】]")
_MARKS = {"是": "√", "非": "×"}


def plain_answers(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter whose labels, kinds and verdicts are put in that form."""
    said = {at: lines[at].text for at in (*body, *key)}
    found = _labelled({at: said[at] for at in body})
    for above, at in pairwise(body):  # of an open question
        if (points := _POINTS.match(said[at])) and not _ANSWERED.search(flat(said[above])):
            found[at] = f"答：{said[at][points.end() :]}"
    kinds = {at: m for at, text in said.items() if (m := _KIND.match(flat(text)))}
    if len(kinds) >= FEW:
        found |= {at: _front(said[at], m) for at, m in kinds.items()}
    told = {at: m for at, text in said.items() if (m := _TOLD.search(flat(text)))}
    if len(told) >= FEW and {m["verdict"] for m in told.values()} == set(_MARKS):
        for at, m in told.items():
            start, end = m.span("verdict")
            found[at] = said[at][:start] + _MARKS[m["verdict"]] + said[at][end:]
    return {at: Repaired(text, lines[at].notes) for at, text in found.items()}


def _labelled(said: Mapping[int, str]) -> dict[int, str]:
    """Lines that begin as several with an answer do, under 答案：."""
    labels = {at: (_LABEL.match(flat(text)), flat(text)) for at, text in said.items()}
    counted = Counter(
        _style(label)
        for label, text in labels.values()
        if label and label[0].strip() and _SAID.match(text, label.end())
    )
    usual = {style for style, count in counted.items() if count >= FEW}
    usual -= {style for style in usual if not style[0] and _KNOWN.fullmatch("".join(style))}
    found = {}
    for at, (label, text) in labels.items():
        if label is None or _style(label) not in usual or not text[label.end() :].strip():
            continue
        value = _SAID.match(text, label.end())
        if not (value or label["sign"] or label["joint"].strip()):
            continue  # 选出下列…
        found[at] = f"答案：{value['value'] if value else said[at][label.end() :].strip()}"
    return found


def _style(label: re.Match[str]) -> tuple[str, str, str]:
    return label["sign"], label["word"], label["joint"].strip()


def _front(text: str, kind: re.Match[str]) -> str:
    """1．…的是（单选） as 1．【单选题】…的是"""
    number = text[: kind.end("number")]
    return f"{number}【{kind['kind']}题】{text[kind.start('stem') : kind.end('stem')]}"
