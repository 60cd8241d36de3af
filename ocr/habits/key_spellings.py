"""Entries of keys as few books print them, in the form that the grammar knows.

`1→A`, `1=A`, `1—A`; `【1～5】ADACA`; five answers behind the first number;
正确答案是从众 below each question.
"""

import re
from collections.abc import Mapping, Sequence

from cpsyexam.text import fold
from ocr.habits.confusions import Repaired
from ocr.habits.plain import flat

FEW = 3  # entries of a line of them
_KEY = re.compile(r"^\W{0,3}[^,。?]{0,12}答\s?案[^,。?\d]{0,6}$")
_VALUE = r"[A-H]{1,6}|[√×]|正确|错误|[对错]"
_SIGNED = re.compile(
    rf"(\d{{1,3}})\s*(?:→|=|[-—–一]{{1,2}}|…{{1,2}})\s*({_VALUE})(?![A-Za-z\u4e00-\u9fff])"
)
_CIRCLED = re.compile(rf"([①-⑳])\s*[.、:]?\s*({_VALUE})(?![A-Za-z])")
_REMARK = re.compile(
    r"^(\s*\d{1,3}\s*[.、:]?\s*[(【]?(?:[A-H]{1,6}|[√×对错])[)】]?)\s*"
    r"[【(\[]?(?:(?:名师|专家)?(?:点拨|点评|精析|精讲|详解|提示|思路|简析|分析))\s*[】)\]:]\s*"
)
_CORRECTED = re.compile(r"(\d\s*[.、]\s*[√×])\s*[(]([^()]{3,})[)]\s*")  # 3. ×（整体大于部分之和）
_RANGE = re.compile(r"[【\[]\s*(\d{1,3}\s*[~～—–-]\s*\d{1,3})\s*[】\]]\s*:?\s*(?=[A-H√×])")
_ROW = re.compile(r"^\s*(\d{1,3})\s*[.、:]?\s*((?:[A-H]|[√×])(?:[\s,、]+(?:[A-H]|[√×])){2,})\s*$")
_TOLD = re.compile(r"^\s*((?:正确|参考|标准|本题)?答案)[是为]\s*(?!什么|否)(?=\S)")
_QUOTED = re.compile(r"^[“”\"「](.+)[“”\"」]$")


def respelt(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter's key whose entries are put in that form."""
    plain = [flat(lines[at].text) for at in body]
    cut = next((i for i in range(len(plain) - 1, -1, -1) if _KEY.match(plain[i])), len(plain))
    places = [*body[cut:], *key]
    found = {at: said for at in places if (said := _respelt(flat(lines[at].text)))}
    found |= _told({at: lines[at].text for at in (*body, *key)})
    return {at: Repaired(said, lines[at].notes) for at, said in found.items()}


def _told(lines: Mapping[int, str]) -> dict[int, str]:
    """Lines 正确答案是从众 as 正确答案：从众, where several say so."""
    told = {at: m for at, text in lines.items() if (m := _TOLD.match(flat(text)))}
    if len(told) < FEW:
        return {}
    rest = {at: lines[at][m.end() :].strip() for at, m in told.items()}
    return {at: told[at][1] + "：" + _QUOTED.sub(r"\1", text) for at, text in rest.items()}


def _respelt(text: str) -> str:
    """A line in the other form, "" where it stays."""
    for style in (_SIGNED, _CIRCLED):
        entries = style.findall(text)
        if len(entries) >= FEW and not re.sub(r"[\s,;、。.]", "", style.sub("", text)):
            return "　　".join(f"{fold(number)}．{said}" for number, said in entries)
    if _RANGE.search(text):
        return _RANGE.sub(r" \1 ", text).strip()
    if _CORRECTED.search(text):
        return _CORRECTED.sub(r"\1　【解析】\2　　", text).strip()
    if _REMARK.match(text):
        return _REMARK.sub(r"\1　【解析】", text)
    if row := _ROW.match(text):
        said = re.findall(r"[A-H√×]", row[2])
        return "　　".join(f"{int(row[1]) + n}．{a}" for n, a in enumerate(said))
    return ""
