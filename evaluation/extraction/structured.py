"""Replies that are an object: {"answer": "B", …}, {"A": true, "B": false, …}, at any depth."""

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from operator import methodcaller
from typing import Any

from evaluation.extraction.labels import LETTERS

_words = methodcaller("split", "|")
_KEYS = _words(  # the likeliest first
    "final_answer|final answer|final|correct_answer|correct answer|answer|answers|ans|正确答案"
    "|最终答案|答案|correct|correct_options|choice|choices|selected|selection|prediction|选择|选项"
    "|option|options|letter|letters|result|chosen|included|accepted|selected_options|入选|应选|当选|选"
)
_YES = {True, *_words("true|yes|t|y|1|√|✓|✔|✅|是|对|正确|属于|包括|符合|选|入选|当选")}
_NO = {False, *_words("false|no|f|n|0|×|✗|✘|❌|否|错|错误|不对|不正确|不属于|不包括|不符合")}
_NO |= {*_words("不选|不入选|排除")}
_NAMES = _words("option|letter|label|choice|id|key|选项|字母|编号")
_JUDGED = _words(
    "correct|is_correct|iscorrect|selected|verdict|judgement|judgment|answer|result|value|true"
    "|判断|正确|是否正确|是否选择|结论|结果|入选"
)
_HEAD = re.compile(r"[,.;:(]|——")  # "不属于,症状自评"
_LONGEST = 8_000
_TRIED = 64  # braces that may begin an object
_DEEPEST = 6


def answered(text: str) -> str | tuple[int, ...] | None:
    """What the last object of a reply gives as its answer; None where it is no such reply.

    Text to be read like a short reply ("" for no answer), or positions where it judges letters.
    """
    if not text.endswith(("}", "```", "})")) or len(text) > _LONGEST:
        return None
    for found in _objects(text):
        said = _search(found, _DEEPEST)
        if said is not None:
            return said
    return None


def _objects(text: str) -> Iterator[Mapping[str, Any]]:
    """The objects of a text, the last one first; what lies in another one is left out."""
    end = text.rfind("}") + 1
    begins = [match.start() for match in re.finditer("{", text)][-_TRIED:]
    for at in begins:
        if isinstance(whole := _parsed(text[at:end]), dict):
            yield whole
            return
    for at in reversed(begins):
        if isinstance(part := _parsed(text[at : text.find("}", at) + 1]), dict):
            yield part


def _parsed(text: str) -> Any:
    for read in (json.loads, ast.literal_eval):
        try:
            return read(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
            continue
    return None


def _plain(found: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(key).strip().lower(): value for key, value in found.items()}


def _search(found: Mapping[str, Any], depth: int) -> str | tuple[int, ...] | None:
    told = _plain(found)
    if (verdicts := _verdicts(told)) is not None:
        return verdicts
    key = next((key for key in _KEYS if key in told and not _is_deeper(told[key])), None)
    if key:
        return _said(told[key])
    inner = (_search(v, depth - 1) for v in told.values() if depth and isinstance(v, dict))
    return next((said for said in inner if said is not None), None)


def _is_deeper(value: Any) -> bool:
    """Whether an object under an answer's name holds the answer under a name of its own."""
    return isinstance(value, dict) and any(key in _KEYS for key in _plain(value))


def _said(value: Any) -> str | tuple[int, ...]:
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
        return "、".join(value)
    if isinstance(value, list) and value and all(isinstance(part, dict) for part in value):
        return _verdicts(_rows(value)) or ""
    if isinstance(value, dict):
        told = _plain(value)
        name = next((told[key] for key in _NAMES if isinstance(told.get(key), str)), None)
        letters = [key.upper() for key in told if len(key) == 1 and key.upper() in LETTERS]
        alone = "、".join(letters) if len(letters) == len(told) else ""
        return name or _verdicts(told) or alone
    return ""


def _rows(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Verdicts by letter of a list of objects, one an option; {} where one lacks either."""
    found: dict[str, Any] = {}
    for row in map(_plain, rows):
        letter = next((row[key] for key in _NAMES if key in row), None)
        judged = next((row[key] for key in _JUDGED if key in row), None)
        if not isinstance(letter, str) or judged is None:
            return {}
        found[letter.strip().lower()[:8]] = judged
    return found


def _verdicts(told: Mapping[str, Any]) -> tuple[int, ...] | None:
    """Positions judged right, where the keys are the letters from A on without a gap."""
    letters = [key.removeprefix("选项").removeprefix("option").strip().upper() for key in told]
    if len(letters) < 2 or sorted(letters) != list(LETTERS[: len(letters)]):
        return None
    right = []
    for letter, value in zip(letters, told.values(), strict=True):
        if isinstance(value, dict):
            value = next((value[key] for key in _JUDGED if key in value), None)  # noqa: PLW2901
        text = isinstance(value, str)
        plain = _HEAD.split(value.strip().lower(), maxsplit=1)[0] if text else value
        if not isinstance(plain, str | bool | int) or plain not in _YES | _NO:
            return None
        if plain in _YES:
            right.append(LETTERS.index(letter))
    return tuple(sorted(right))
