"""A chapter's lines in the forms that the grammar knows, whatever its book prints."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cpsyexam.text import fold
from ocr.habits.confusions import Repaired
from ocr.habits.headings import flat
from ocr.habits.numbers import plain_ordinals
from ocr.habits.options import lettered_options
from ocr.habits.printed_labels import relabelled

SOLUTIONS = 5  # lines that begin with a boxed 解
FEW = 3  # lines with a habit that make it one
_NUMBER = r"^\s*[(\[【]?\s*\d{1,3}\s*[)\]】.、]\s*"
_POINTS = re.compile(rf"(?P<number>{_NUMBER})\(\s*(?:本[小]?题\s*)?\d{{1,2}}(?:\.\d)?\s*分\s*\)\s*")
_NOTED = re.compile(r"^\s*[①-⑳㉑-㉟㊱-㊿⁰¹²³⁴-⁹®©@]{0,3}\s*第\s?\d{1,3}\s?题\s?:")
_MARK = re.compile(r"(?<=[)。?])\s*(?:[①-⑳㉑-㉟㊱-㊿❶-❿®©]|[⁰¹²³⁴-⁹]{1,3})\s*$")
_OPENED = re.compile(
    r"^\s*\(?\s*\)\s*(?=\d{1,3}\s*[.、](?!\d))"
)  # for the answer, before the number
_LED = re.compile(
    rf"(?P<number>{_NUMBER})(?:(?:解|答)\s*:|[\[【](?:答案|答题|参考)?要点[\]】]\s*:?)\s*"
)
_TYPED = re.compile(r"(?<=[)。?])\s*(?:单选|多选|不定项|判断)题?\s*$")  # 这属于( )。单选
_STARS = re.compile(r"(?<=[\u4e00-\u9fff。?)）])\s*[★☆]{1,5}\s*$")  # how often it was asked
_POINTED = re.compile(r"[\[【](?:答案|答题|参考)?要点[\]】]")
_STRANGE = re.compile(  # tags of answers that the grammar does not know
    r"^(?P<number>\s*(?:\d{1,3}\s*[.．、]\s*)?)"
    r"(?:[\[【［〖](?:答题要点|参考要点|作答要点|答案示例|参考示例|答题示例|答)[\]】］〗]\s*[:：]?"
    r"|(?:答题|答案|参考|作答)要点\s*[:：])"
)
_KEY = re.compile(r"^[^。?:\d【]{0,30}答\s?案[^。?:\dA-Z]{0,12}$")  # the title over a key
_DRAFTED = re.compile(r"^\s*(?:【\s*[擬拟]\s*答\s*】\s*[:：]?|答(?=\s*[①❶⑴]))\s*")
_SOLVED = re.compile(r"^\s*解(?![释釋决決答析除题題说說放剖体體])\s*(?=[\u4e00-\u9fff「“A-Z])")
_TITLED = re.compile(r"^\W{0,3}[^,。?]{0,12}答\s?案[^,。?\d]{0,6}$")
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


@dataclass(frozen=True)
class Habit:
    """A mark in a line: `pattern` finds it in the folded line, `name` is its note."""

    name: str
    pattern: re.Pattern[str]


def undecorated(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter, and of its key, whose marks were taken off."""
    found: dict[int, Repaired] = {}
    noted = sum(bool(_NOTED.match(flat(lines[at].text))) for at in (*body, *key)) >= FEW
    habits = [
        Habit("points", _POINTS),
        Habit("answer_word", _LED),
        Habit("bracket", _OPENED),
        Habit("type_behind", _TYPED),
        Habit("stars", _STARS),
    ]
    counted = [
        h
        for h in habits
        if sum(bool(h.pattern.search(flat(lines[at].text))) for at in (*body, *key)) >= FEW
    ]
    if noted:
        counted.append(Habit("note_mark", _MARK))
    keyed = _keyed(lines, body, key)
    solved = sum(bool(_SOLVED.match(lines[at].text)) for at in (*body, *key)) >= SOLUTIONS
    for at in (*body, *key):
        line = Repaired(_DRAFTED.sub("答：", lines[at].text), lines[at].notes)
        if solved:
            line = Repaired(_SOLVED.sub("解析：", line.text), line.notes)
        for habit in counted:
            if habit.name == "answer_word" and at not in keyed:
                line = Repaired(_POINTED.sub("【答案】", line.text, count=1), line.notes)
            else:
                line = _without(line, habit)
        line = Repaired(_STRANGE.sub(r"\g<number>【答案】", line.text), line.notes)
        if line.text != lines[at].text:
            found[at] = line
    return found


def _keyed(lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]) -> set[int]:
    """The places of a key: there the words before an answer say nothing that its title did not."""
    heads = [i for i, at in enumerate(body) if _KEY.match(flat(lines[at].text))]
    return {*key, *(body[heads[0] :] if heads else ())}


def _without(line: Repaired, habit: Habit) -> Repaired:
    plain = flat(line.text)
    match = habit.pattern.search(plain)
    if match is None or len(plain) != len(line.text):
        return line
    number = match.groupdict().get("number") or ""
    start = match.start() + len(number)
    said = line.text[start : match.end()].strip()
    return Repaired(
        line.text[:start] + line.text[match.end() :], (*line.notes, f"{habit.name}: {said}")
    )


def respelt(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter's key whose entries are put in that form."""
    plain = [flat(lines[at].text) for at in body]
    cut = next((i for i in range(len(plain) - 1, -1, -1) if _TITLED.match(plain[i])), len(plain))
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


_FORMS = (undecorated, lettered_options, relabelled, plain_ordinals, respelt)


def plain_forms(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter in those forms."""
    found = dict(lines)
    for form in _FORMS:
        found |= form(found, body, key)
    return found
