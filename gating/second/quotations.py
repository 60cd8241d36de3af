"""What a model quotes of a question → the rule that refuses it, or nothing.

Every field must stand verbatim on the page, the stem first, the options behind it in their order
with nothing but their marks between, all within the question that was asked for; where the key
stands must say so itself (`evidence`). Nothing of what a model writes is ever taken as text.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from cpsyexam.taxonomy import LETTERS
from gating.second.evidence import Evidence, evidence
from gating.second.page import PageText, bare
from parsing.words import FURNITURE, any_of

RULES = {
    "unreadable": "no JSON in the shape that was asked for, or not this question",
    "not_verbatim": "a field does not stand on the page like that",
    "another_question": "a field stands at another question",
    "out_of_order": "options in another order than on the page, or beside other letters",
    "left_out": "words of the page between its fields are in none",
    "torn": "a field begins or ends within a sentence",
    "number_differs": "another number than the one printed before it",
    "key_beyond_options": "the key names an option that is not there",
    "key_without_evidence": "what is quoted for the key does not say so, or not of this question",
    "key_of_several": "several places tell its key, and they differ",
}
_KIND = r"(?:[单多]项?选择?题?|不定项选?择?题?|判断题?|填空题|简答题|选择题|[ABXK]\d?型题?)"
_YEAR = r"[^()\[\]【】]{0,12}(?:\d{4}|真题)[^()\[\]【】]{0,12}"  # 【某大学2014年】
_TYPE = rf"(?:[(\[【](?:{_KIND}|[单多]|\d{{1,2}}分|{_YEAR})[)\]】]|{_KIND}(?=[\W_]|$))"
_NUMBER = rf"第?(\d{{1,3}})题?[\W_]{{0,3}}(?:{_TYPE}[\W_]*)?"
_BEFORE = re.compile(
    rf"(?:^|[^\d.]){_NUMBER}$|^[\W_]*(?:{_TYPE}[\W_]*)?$|(?:题目|题干|试题|问题|{_TYPE})[\W_]{{0,2}}$"
)
_NUMBERED = re.compile(rf"(?:^|[^\d.]){_NUMBER}$")
_BETWEEN = re.compile(
    rf"(?:{_TYPE}|[(\[【][A-H√×?]{{0,6}}[)\]】]|[^\w])*[_\W]*(?:([A-Ha-h]|\d)[\W_]*)?"
)
_BEHIND = re.compile(r"[\W\d_]*(?:[(\[]?[A-H]{1,5}[)\]]?)?[\W\d_]*")
LABELLED = re.compile(
    r"[\W_]*(?:正确|参考|标准|试题|本题|我的|你的|您的|考生)?(?:答案|解析|答(?!题)|解答|分析|点评|考点|知识点"
    r"|难度|出处|来源|[Aa]nswer|[Kk]ey|查看|展开|收藏|纠错|得分|满分)"
)
# buttons of a page: 讨论 and 反馈 are asked about
_BUTTONS = re.compile(any_of(tuple(word for word in FURNITURE if len(word) > 2)))
_FENCE = re.compile(r"^\s*```(?:json)?\s*|\s*```\s*$")
_LETTERS = re.compile(rf"[{LETTERS}]+")
_WIDEST = 12  # characters before a stem that are looked at for its number


class Reading(BaseModel):
    """What is asked for, of each question; quotations all but `item`."""

    model_config = ConfigDict(extra="forbid")

    item: int
    number: str = ""
    material: str = ""
    stem: str
    options: list[str] = []
    key: str = ""
    evidence: str = ""


_TEXT = {"type": "string"}
_FIELDS: dict[str, Any] = {
    "item": {"type": "integer"},
    **dict.fromkeys(("number", "material", "stem"), _TEXT),
    "options": {"type": "array", "items": _TEXT},
    **dict.fromkeys(("key", "evidence"), _TEXT),
}
_ITEM = {
    "type": "object",
    "properties": _FIELDS,
    "required": list(_FIELDS),
    "additionalProperties": False,
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"questions": {"type": "array", "items": _ITEM}},
    "required": ["questions"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class Asked:
    """A question that was asked for, as the grammar found it on the page."""

    item: int
    number: str
    stem: str
    start: int  # of its stem in the page's bare text
    end: int  # where the next question begins, or the page ends
    alone: bool = True  # whether no other question of the page has its number


def readings(output: str) -> dict[int, Reading]:
    """The readings in a model's answer by item; what is none, or told twice, is left out."""
    text = _FENCE.sub("", output).strip()
    try:
        rows = json.loads(text[text.find("{") : text.rfind("}") + 1])["questions"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}
    found: dict[int, list[Reading]] = {}
    for row in rows if isinstance(rows, list) else ():
        try:
            one = Reading.model_validate(row)
        except ValidationError:
            continue
        found.setdefault(one.item, []).append(one)
    return {item: some[0] for item, some in found.items() if len(some) == 1}


def refusal(reading: Reading | None, asked: Asked, page: PageText) -> tuple[str, str]:
    """The rule of RULES that refuses a reading and what is wrong, or two empty texts."""
    if reading is None or not bare(reading.stem):
        return "unreadable", ""
    return next(_faults(reading, asked, page), ("", ""))


def _faults(reading: Reading, asked: Asked, page: PageText) -> Iterator[tuple[str, str]]:
    quoted = {"stem": reading.stem, "material": reading.material, "evidence": reading.evidence}
    quoted |= {f"option {LETTERS[n]}": o for n, o in enumerate(reading.options[: len(LETTERS)])}
    for name, text in quoted.items():
        if (text or name.startswith("option")) and next(page.places(text), None) is None:
            yield "not_verbatim", f"{name}: {text[:60]}"
            return
    stem = _own(page, reading.stem, asked)
    if stem is None:
        yield "another_question", f"stem: {reading.stem[:60]}"
        return
    spans = [stem]
    for place, option in enumerate(reading.options):
        span = next((s for s in page.places(option, spans[-1][1]) if s[1] <= asked.end), None)
        if span is None:
            earlier = any(s[0] >= stem[1] and s[1] <= asked.end for s in page.places(option))
            yield "out_of_order" if earlier else "another_question", f"option: {option[:60]}"
            return
        if fault := _between(page.bare[spans[-1][1] : span[0]], place, reading.options):
            yield fault
            return
        spans.append(span)
    yield from _edges(reading, asked, page, spans)
    yield from _key(reading, asked, page, spans)


def _own(page: PageText, stem: str, asked: Asked) -> tuple[int, int] | None:
    """Where the stem overlaps the one that was asked for."""
    last = asked.start + max(1, len(bare(asked.stem)))
    return next(
        (s for s in page.places(stem) if s[0] < min(last, asked.end) and s[1] > asked.start), None
    )


def _between(gap: str, place: int, options: list[str]) -> tuple[str, str] | None:
    """What is wrong with what stands before an option."""
    found = _BETWEEN.fullmatch(_BUTTONS.sub(" ", gap))
    if found is None:
        return "left_out", gap[:60]
    mark = (found[1] or "").upper()
    if mark and mark not in (LETTERS[place : place + 1], str(place + 1)):
        return "out_of_order", f"{mark} stands before option {place + 1} of {len(options)}"
    return None


def _edges(
    reading: Reading, asked: Asked, page: PageText, spans: list[tuple[int, int]]
) -> Iterator[tuple[str, str]]:
    start, end = spans[0][0], spans[-1][1]
    before = page.bare[max(page.line_start(start), start - _WIDEST) : start]
    if not _BEFORE.search(before):
        yield "torn", f"before the stem: {before}"
    printed = _NUMBERED.search(before)
    numbers = {_digits(asked.number), _digits(reading.number), printed[1] if printed else ""}
    if len(numbers - {""}) > 1:
        yield "number_differs", ", ".join(sorted(numbers - {""}))
    rest = _BUTTONS.sub(" ", page.bare[end : min(page.line_end(end), asked.end)])
    label = LABELLED.search(rest)
    if reading.options and not _BEHIND.fullmatch(rest[: label.start()] if label else rest):
        yield "left_out", f"behind the last option: {rest[:60]}"
    following = LETTERS[len(reading.options) : len(reading.options) + 1]
    if reading.options and re.match(rf"[\W_]*{following}[.、:)]", page.bare[end : asked.end]):
        yield "left_out", f"option {following}"
    if reading.material:
        above = [s for s in page.places(reading.material) if s[1] <= start]
        if not above:
            yield "out_of_order", "the material stands behind the stem"


def _digits(number: str) -> str:
    found = re.search(r"\d+", bare(number))
    return found[0].lstrip("0") if found else ""


def _key(
    reading: Reading, asked: Asked, page: PageText, spans: list[tuple[int, int]]
) -> Iterator[tuple[str, str]]:
    said = bare(reading.key)
    if not said or not reading.evidence:
        yield "key_without_evidence", "none is quoted"
        return
    number = _digits(asked.number) if asked.alone else ""
    where = Evidence(spans[0][0], asked.end, tuple(spans), number)
    if not reading.options:
        yield from _open(reading, page, where)
        return
    if not _LETTERS.fullmatch(said) or max(map(LETTERS.index, said)) >= len(reading.options):
        yield "key_beyond_options", said[:60]
        return
    told = evidence(reading.evidence, page, where, reading.options)
    if told != "".join(sorted(set(said))):
        yield "key_without_evidence", f"{said}: {reading.evidence[:60]}"
    elif len(others := where.told(page, reading.options)) > 1:
        yield "key_of_several", " / ".join(sorted(others))


def _open(reading: Reading, page: PageText, where: Evidence) -> Iterator[tuple[str, str]]:
    """An open answer: behind its stem, or behind its number elsewhere, up to a line's end."""
    if next(page.places(reading.key), None) is None:
        yield "not_verbatim", f"key: {reading.key[:60]}"
        return
    place = where.answer(page, reading.key)
    if place is None:
        yield "key_without_evidence", f"key: {reading.key[:60]}"
        return
    if _breaks_off(bare(reading.key), at_end=place[1] == len(page.bare)):
        yield "torn", f"the key breaks off: …{reading.key[-20:]}"
        return
    rest = page.bare[place[1] : page.line_end(place[1])]
    if not LABELLED.match(rest) and not re.fullmatch(r"[\W_]*(?:\d{1,3}[\W_]*)?", rest):
        yield "left_out", f"behind the key: {rest[:60]}"


def _breaks_off(answer: str, *, at_end: bool) -> bool:
    """Whether an answer goes on: it ends within a list, or with its page within a sentence."""
    return answer[-1] in ",、:;" or (at_end and "。" in answer and answer[-1].isalnum())


def told_fields(reading: Reading) -> Mapping[str, object]:
    """A reading for people and files."""
    return reading.model_dump(exclude={"item"})
