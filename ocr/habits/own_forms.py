"""A chapter's lines in the forms that the grammar knows, whatever its book prints."""

import re
from collections.abc import Mapping, Sequence

from ocr.habits.confusions import Repaired
from ocr.habits.headings import flat
from ocr.habits.numbers import plain_ordinals
from ocr.habits.options import lettered_options
from ocr.habits.printed_labels import relabelled

SOLUTIONS = 5  # lines that begin with a boxed 解
FEW = 3  # lines with a habit that make it one
_OPENED = re.compile(r"^\s*\(?\s*\)\s*(?=\d{1,3}\s*[.、](?!\d))")  # for the answer, before a number
_STARS = re.compile(r"(?<=[\u4e00-\u9fff。?)）])\s*[★☆]{1,5}\s*$")  # how often it was asked
_STRANGE = re.compile(  # tags of answers that the grammar does not know
    r"^(?P<number>\s*(?:\d{1,3}\s*[.．、]\s*)?)"
    r"(?:[\[【［〖](?:答题要点|参考要点|作答要点|答案示例|参考示例|答题示例|答)[\]】］〗]\s*[:：]?"
    r"|(?:答题|答案|参考|作答)要点\s*[:：])"
)
_SOLVED = re.compile(r"^\s*解(?![释釋决決答析除题題说說放剖体體])\s*(?=[\u4e00-\u9fff「“A-Z])")
_TITLED = re.compile(r"^\W{0,3}[^,。?]{0,12}答\s?案[^,。?\d]{0,6}$")
_REMARK = re.compile(
    r"^(\s*\d{1,3}\s*[.、:]?\s*[(【]?(?:[A-H]{1,6}|[√×对错])[)】]?)\s*"
    r"[【(\[]?(?:(?:名师|专家)?(?:点拨|点评|精析|精讲|详解|提示|思路|简析|分析))\s*[】)\]:]\s*"
)
_TOLD = re.compile(r"^\s*((?:正确|参考|标准|本题)?答案)[是为]\s*(?!什么|否)(?=\S)")
_QUOTED = re.compile(r"^[“”\"「](.+)[“”\"」]$")


def undecorated(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter, and of its key, whose marks were taken off."""
    every = (*body, *key)
    plain = [flat(lines[at].text) for at in every]
    opened, starred = (sum(bool(m.search(t)) for t in plain) >= FEW for m in (_OPENED, _STARS))
    solved = sum(bool(_SOLVED.match(lines[at].text)) for at in every) >= SOLUTIONS
    found: dict[int, Repaired] = {}
    for at in every:
        line = lines[at]
        if solved:
            line = Repaired(_SOLVED.sub("解析：", line.text), line.notes)
        if opened and (mark := _OPENED.match(flat(line.text))):
            line = Repaired(line.text[mark.end() :], (*line.notes, "bracket: （　　）"))
        if starred and (mark := _STARS.search(line.text)):
            note = f"stars: {mark[0].strip()}"
            line = Repaired(line.text[: mark.start()], (*line.notes, note))
        line = Repaired(_STRANGE.sub(r"\g<number>【答案】", line.text), line.notes)
        if line.text != lines[at].text:
            found[at] = line
    return found


def respelt(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter's key whose entries are put in that form."""
    plain = [flat(lines[at].text) for at in body]
    cut = next((i for i in range(len(plain) - 1, -1, -1) if _TITLED.match(plain[i])), len(plain))
    places = [*body[cut:], *key]
    found = {
        at: _REMARK.sub(r"\1　【解析】", text)
        for at in places
        if _REMARK.match(text := flat(lines[at].text))
    }
    found |= _told({at: lines[at].text for at in (*body, *key)})
    return {at: Repaired(said, lines[at].notes) for at, said in found.items()}


def _told(lines: Mapping[int, str]) -> dict[int, str]:
    """Lines 正确答案是从众 as 正确答案：从众, where several say so."""
    told = {at: m for at, text in lines.items() if (m := _TOLD.match(flat(text)))}
    if len(told) < FEW:
        return {}
    rest = {at: lines[at][m.end() :].strip() for at, m in told.items()}
    return {at: told[at][1] + "：" + _QUOTED.sub(r"\1", text) for at, text in rest.items()}


_FORMS = (undecorated, lettered_options, relabelled, plain_ordinals, respelt)


def plain_forms(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter in those forms."""
    found = dict(lines)
    for form in _FORMS:
        found |= form(found, body, key)
    return found
