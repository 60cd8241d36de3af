"""Keys whose sections bear but their ordinals: 二、1. 不对，2. 对。 三、1. 艾宾浩斯；2. 暂时。

An entry answers the question with its number in the section with its ordinal; a section whose
entries do not fit its questions is left alone.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ocr.habits.plain import flat
from parsing import Printed

RULE = "answer:key_section"
STRANGE = 0.2  # share of a section's entries that may not fit or speak against a printed answer
SHORT = 20  # characters of an answer that ends in no full stop of its own
_ORDINALS = "一二三四五六七八九十"
_CAPITALS = str.maketrans("壹貳贰參叁肆伍陸陆柒捌玖拾", "一二二三三四五六六七八九十")
_MARK = re.compile(rf"^\s*[(（]?(?P<o>[{_ORDINALS}])[)）]?\s*[、.．](?:\s|[、.])*")
_HEADING = re.compile(
    r"^\s*[【\[]?[^，。？?\d]{0,12}(?:答\s?案|解答)(?:[速及与和][\u4e00-\u9fff]{1,4})?[】\]]?\s*[:：]?\s*$"
)
_NUMBER = re.compile(r"(?<![\d.．])(\d{1,3})\s*[.．、]\s*(?!\d)")
_TRUTH = {
    **dict.fromkeys(("对", "√", "O", "○", "正确", "是", "T", "+"), "对"),
    **dict.fromkeys(("错", "不对", "×", "X", "x", "错误", "非", "否", "F", "-", "一", "—"), "错"),
}
_LETTERS = re.compile(r"[A-H]{1,8}")
_DIGIT = re.compile(r"[1-8]")
_CIRCLED = "①②③④⑤⑥⑦⑧"
_STEMS = str.maketrans("甲乙丙丁戊", "ABCDE")


@dataclass(frozen=True)
class Said:
    """What a key says of a number: its text, and the place of its line."""

    number: int
    text: str
    line: int


def section_answers(
    questions: Sequence[Printed], lines: Sequence[tuple[int, str]], *, apart: bool
) -> dict[int, tuple[Printed, int]]:
    """Questions with the answers of such a key by their place, and the line of each answer.

    `lines` are (place, text) of the chapter: all of them its key where that stands `apart`,
    else those below the last heading of a key.
    """
    key = lines if apart else _below_heading(lines)
    entries = _entries(key)
    sections: dict[str, dict[int, int]] = defaultdict(dict)
    for at, question in enumerate(questions):
        if (ordinal := _ordinal(question.section)) and question.number.isdigit():
            sections[ordinal].setdefault(int(question.number), at)
    found: dict[int, tuple[Printed, int]] = {}
    for ordinal, said in entries.items():
        places = sections.get(ordinal, {})
        found |= _answered(questions, places, said)
    return found


def _answered(
    questions: Sequence[Printed], places: Mapping[int, int], said: Sequence[Said]
) -> dict[int, tuple[Printed, int]]:
    if not places or any(entry.number not in places for entry in said):
        return {}
    pairs = [(places[entry.number], entry) for entry in said]
    told = [(at, entry, _answer(questions[at], entry.text)) for at, entry in pairs]
    strange = sum(not answer or questions[at].answer not in ("", answer) for at, _, answer in told)
    if strange > STRANGE * len(told):
        return {}
    return {
        at: (_with(questions[at], answer), entry.line)
        for at, entry, answer in told
        if answer and not questions[at].answer
    }


def _with(question: Printed, answer: str) -> Printed:
    judged = not question.options and answer in ("对", "错") and not question.format
    notes = [note for note in question.notes if note != "doubt:no_answer"]
    return replace(
        question,
        answer=answer,
        format="TF" if judged else question.format,
        notes=(*notes, RULE),
    )


def _answer(question: Printed, text: str) -> str:
    """The answer that a key's words give a question, "" where they are none for it."""
    bare = flat(text).strip(" ()（）。，,;；.[]【】")
    if question.options:
        bare = bare.translate(_STEMS)
        if bare in _CIRCLED or _DIGIT.fullmatch(bare):
            place = _CIRCLED.find(bare) if bare in _CIRCLED else int(bare) - 1
            return "ABCDEFGH"[place] if place < len(question.options) else ""
        within = all("ABCDEFGH".index(c) < len(question.options) for c in bare if c in "ABCDEFGH")
        return bare if _LETTERS.fullmatch(bare) and within else ""
    if question.format == "TF" or re.search("判断|是非", question.section):
        return _TRUTH.get(bare, "")
    ends = "；;，, 。." if len(bare) <= SHORT else "；;，, "
    return text.strip().rstrip(ends) if bare else ""


def _below_heading(lines: Sequence[tuple[int, str]]) -> Sequence[tuple[int, str]]:
    heads = [i for i, (_, text) in enumerate(lines) if _HEADING.match(flat(text))]
    return lines[heads[-1] + 1 :] if heads else ()


def _entries(lines: Sequence[tuple[int, str]]) -> dict[str, list[Said]]:
    """Entries by the ordinal of their section; none where an ordinal comes twice."""
    found: dict[str, list[Said]] = {}
    ordinal = ""
    for place, line in lines:
        text = line.translate(_CAPITALS)
        if mark := _MARK.match(text):
            if mark["o"] in found:
                return {}
            ordinal, text = mark["o"], text[mark.end() :]
            found[ordinal] = []
        if ordinal:
            own = found[ordinal]
            due = own[-1].number + 1 if own else 0
            parts = list(_parts(text, due))
            own += [Said(number, said, place) for number, said in parts]
            if not parts and own and text.strip():
                own[-1] = replace(own[-1], text=f"{own[-1].text}\n{text.strip()}")
    return {mark: said for mark, said in found.items() if said}


def _parts(text: str, due: int) -> Iterator[tuple[int, str]]:
    """Numbers that rise by one, from `due` (0: any), and what follows each."""
    marks: list[re.Match[str]] = []
    for mark in _NUMBER.finditer(flat(text)):
        number = int(mark[1])
        wanted = int(marks[-1][1]) + 1 if marks else due
        if number == wanted or (not marks and not due and not text[: mark.start()].strip()):
            marks.append(mark)
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    for mark, end in zip(marks, ends, strict=False):
        yield int(mark[1]), text[mark.end() : end].strip()


def _ordinal(section: str) -> str:
    mark = _MARK.match(section.translate(_CAPITALS))
    return mark["o"] if mark else ""
