"""An answer of a model → its questions, and what is wrong with it by named rules.

What is structurally unusable is told here (it can be corrected by asking again); whether a question
is good is asked in `generation.gates`.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from asking.journal import Entry
from cpsyexam.text import fold

EACH = 4  # questions an answer
_REFUSAL = re.compile(
    r"抱歉|对不起|无法(?:为您|提供|完成|生成|回答)|不能(?:提供|生成|回答)|很遗憾|I'm sorry"
)
_FENCE = re.compile(r"^\s*```(?:json)?\s*|\s*```\s*$")
_THINKING = re.compile(r"<think>.*?</think>", re.DOTALL)
_LETTER = re.compile(r"^\s*[(（]?\s*[A-D]\s*[)）.．、:：]\s*")
_ONE = re.compile(r"^[(（]?([A-D])[)）.。]?$")


class Question(BaseModel):
    """A question as a model writes it."""

    model_config = ConfigDict(extra="forbid")

    material: str = ""
    stem: str
    options: list[str] = Field(min_length=EACH, max_length=EACH)
    answer: str
    explanation: str


class Batch(BaseModel):
    """What is asked for."""

    model_config = ConfigDict(extra="forbid")

    questions: list[Question] = Field(min_length=EACH, max_length=EACH)


SCHEMA: dict[str, Any] = Batch.model_json_schema()


@dataclass(frozen=True)
class Fault:
    """A rule that an answer, or one of its questions, breaks."""

    rule: str
    detail: str
    number: int = 0  # of the question; 0: the whole answer
    record: str = ""  # JSON of the question


@dataclass(frozen=True)
class Reading:
    """Questions by their numbers from 1, and faults."""

    questions: tuple[tuple[int, Question], ...]
    faults: tuple[Fault, ...]

    def reason(self) -> str:
        """What to tell a model that is asked again."""
        told = [
            f"第{f.number}题{_TOLD[f.rule]}" if f.number else _TOLD[f.rule] for f in self.faults
        ]
        return "；".join(told)


_TOLD = {
    "refusal": "没有给出题目",
    "truncated": "内容被截断，请写得简短些",
    "invalid_json": "不是合法的JSON",
    "too_few_questions": "题目不足四道",
    "too_many_questions": "题目多于四道",
    "unreadable_question": "缺少字段或类型不对",
    "not_four_options": "选项不是四个",
    "not_one_answer": "答案不是A、B、C、D中的一个",
    "identical_options": "有两个选项相同",
    "empty_text": "题干、选项或解析为空",
}
RULES = tuple(_TOLD)


def read_answer(entry: Entry) -> Reading:
    """The questions of an answer and what is wrong with it."""
    text = _FENCE.sub("", _THINKING.sub("", entry.output)).strip()
    found = _json(text)
    if found is None:
        return Reading((), (_unusable(entry, text),))
    rows = found.get("questions") if isinstance(found, dict) else found
    rows = rows if isinstance(rows, list) else []
    questions: list[tuple[int, Question]] = []
    faults: list[Fault] = []
    for number, row in enumerate(rows, 1):
        if number > EACH:
            faults.append(Fault("too_many_questions", f"{len(rows)}", number, _dumped(row)))
            continue
        read = _question(row, number)
        if isinstance(read, Fault):
            faults.append(read)
        else:
            questions.append((number, read))
    if len(rows) < EACH:
        faults.append(Fault("too_few_questions", f"{len(rows)} of {EACH}"))
    return Reading(tuple(questions), tuple(faults))


def chosen(readings: list[Reading]) -> int:
    """Which of several answers to one request counts: most questions, then the latest."""
    return max(range(len(readings)), key=lambda i: (len(readings[i].questions), i))


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        start, end = text.find("{"), text.rfind("}")
    try:
        found = json.loads(text[start : end + 1]) if 0 <= start < end else None
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and "questions" in found else None


def _unusable(entry: Entry, text: str) -> Fault:
    if entry.finish == "length":
        return Fault("truncated", text[-60:])
    if _REFUSAL.search(text) or entry.finish == "content_filter":
        return Fault("refusal", text[:60])
    return Fault("invalid_json", text[:60])


def _question(row: Any, number: int) -> Question | Fault:
    shown = _dumped(row)
    options = row.get("options") if isinstance(row, dict) else None
    if isinstance(options, dict):  # {"A": …, "B": …}
        row = {**row, "options": [options[letter] for letter in sorted(options)]}
        options = row["options"]
    if isinstance(options, list) and len(options) != EACH:
        return Fault("not_four_options", f"{len(options)} options", number, shown)
    try:
        read = Question.model_validate(row)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        return Fault("unreadable_question", f"{place}: {first['msg']}", number, shown)
    bare = [_LETTER.sub("", option).strip() for option in read.options]
    one = _ONE.match(fold(read.answer).strip().upper())
    if not read.stem.strip() or not read.explanation.strip() or not all(bare):
        return Fault("empty_text", "", number, shown)
    if not one:
        return Fault("not_one_answer", read.answer[:40], number, shown)
    if len({re.sub(r"[\s。.，,]", "", fold(option)) for option in bare}) < EACH:
        return Fault("identical_options", " | ".join(bare), number, shown)
    return read.model_copy(update={"options": bare, "answer": one.group(1)})


def _dumped(row: Any) -> str:
    return json.dumps(row, ensure_ascii=False)
