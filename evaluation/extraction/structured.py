"""Replies that are an object: {"answer": "B", "reason": …}, or {"A": true, "B": false, …}."""

import ast
import json
import re
from typing import Any

from evaluation.extraction.letters import LETTERS

_OBJECT = re.compile(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
_KEYS = (
    "final_answer", "final answer", "final", "correct_answer", "correct answer", "answer",
    "answers", "ans", "正确答案", "最终答案", "答案", "correct", "correct_options", "choice",
    "choices", "selected", "selection", "prediction", "选择", "选项", "option", "options", "letter",
    "letters", "result", "chosen", "included", "accepted", "selected_options", "入选", "应选",
    "当选",
)  # fmt: skip
_YES = {
    True,
    "t",
    "y",
    "√",
    "✓",
    "✔",
    "✅",
    "属于",
    "入选",
    "当选",
    "包括",
    "是",
    "对",
    "正确",
    "true",
    "yes",
    "选",
    "符合",
    "1",
}
_NO = {
    False,
    "f",
    "n",
    "✗",
    "✘",
    "❌",
    "不属于",
    "不入选",
    "排除",
    "不包括",
    "否",
    "错",
    "错误",
    "×",
    "false",
    "no",
    "不选",
    "不符合",
    "0",
    "不正确",
    "不对",
}
_NAMES = ("option", "letter", "label", "choice", "id", "key", "选项", "字母", "编号")
_JUDGED = (
    "correct", "is_correct", "iscorrect", "selected", "verdict", "judgement", "judgment", "answer",
    "result", "value", "true", "判断", "正确", "是否正确", "是否选择", "结论", "结果", "入选",
)  # fmt: skip
_HEAD = re.compile(r"[,.;:(]|——")  # "不属于,症状自评"
_LONGEST = 8_000


def answered(text: str) -> str | tuple[int, ...] | None:
    """What the last object of a reply gives as its answer; None where it is no such reply.

    Text to be read like a short reply ("" for no answer), or positions where it judges letters.
    """
    if not text.endswith(("}", "```", "})")) or len(text) > _LONGEST:
        return None
    for match in reversed(list(_OBJECT.finditer(text))):
        found = _parsed(match[0])
        if not isinstance(found, dict) or not found:
            continue
        told = {str(key).strip().lower(): value for key, value in found.items()}
        verdicts = _verdicts(told)
        if verdicts is not None:
            return verdicts
        for key in _KEYS:
            if key in told:
                return _said(told[key])
    return None


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None


def _said(value: Any) -> str | tuple[int, ...]:
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
        return "、".join(value)
    if isinstance(value, list) and value and all(isinstance(part, dict) for part in value):
        return _verdicts(_rows(value)) or ""
    if isinstance(value, dict):
        for key in _NAMES:
            if isinstance(value.get(key), str):
                return str(value[key])
        told = {str(key).strip().lower(): part for key, part in value.items()}
        letters = [key.upper() for key in told if len(key) == 1 and key.upper() in LETTERS]
        return _verdicts(told) or ("、".join(letters) if len(letters) == len(told) else "")
    return ""


def _rows(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Verdicts by letter of a list of objects, one an option; {} where one lacks either."""
    found: dict[str, Any] = {}
    for row in rows:
        plain = {str(key).lower(): value for key, value in row.items()}
        letter = next((plain[key] for key in _NAMES if key in plain), None)
        judged = _judged(plain)
        if not isinstance(letter, str) or judged is None:
            return {}
        found[letter.strip().lower()[:8]] = judged
    return found


def _judged(told: dict[str, Any]) -> Any:
    return next((told[key] for key in _JUDGED if key in told), None)


def _verdicts(told: dict[str, Any]) -> tuple[int, ...] | None:
    """Positions judged right, where the keys are the letters from A on without a gap."""
    letters = [key.removeprefix("选项").removeprefix("option").strip().upper() for key in told]
    if len(letters) < 2 or sorted(letters) != list(LETTERS[: len(letters)]):
        return None
    right = []
    for letter, told_of in zip(letters, told.values(), strict=True):
        value = _judged(told_of) if isinstance(told_of, dict) else told_of
        plain = (
            _HEAD.split(value.strip().lower(), maxsplit=1)[0] if isinstance(value, str) else value
        )
        if not isinstance(plain, str | bool | int) or plain not in _YES | _NO:
            return None
        if plain in _YES:
            right.append(LETTERS.index(letter))
    return tuple(sorted(right))
