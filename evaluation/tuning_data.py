"""Anybody's file of instruction data → its questions, to be compared with what is held out.

Read are JSON and JSONL with `messages`, `conversations` or `instruction` and `input`: the shapes of
TRL, ms-swift, axolotl and LLaMA-Factory.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam.errors import ConfigError
from evaluation.sft import ALIKE, Leak, Nearest

_ASKERS = ("user", "human")
_OPTION = re.compile(r"^\s*[(（]?([A-J])\s*[.．、:：)）]\s*(.*\S)\s*$")
_SHAPES = "rows with messages, conversations, or instruction and input"


def questions(path: Path) -> pl.DataFrame:
    """A row a question asked: id (`row 3`), format (QA or SCQ), question, options.

    Raises ConfigError for a file or row of another shape, and for a file without a question.
    """
    rows = [
        {"id": f"row {number}", **_question(text)}
        for number, row in enumerate(_rows(path), 1)
        for text in _asked(row, path, number)
    ]
    if not rows:
        raise ConfigError("no question in it", where=str(path), remedy=f"wanted: {_SHAPES}")
    return pl.DataFrame(rows, schema_overrides={"options": pl.List(pl.String)})


def copies(asked: pl.DataFrame, held: pl.DataFrame, nearest: Nearest) -> list[Leak]:
    """The questions that are a held-out one, or nearly; the most alike first."""
    found = [
        Leak(name, other, value)
        for name, (other, value) in nearest(asked.unique("id", keep="last"), held).items()
        if value >= ALIKE
    ]
    return sorted(found, key=lambda leak: (-leak.likeness, int(leak.train.split()[1])))


def _rows(path: Path) -> Iterator[Any]:
    try:
        text = path.read_text("utf-8-sig")
        if text.lstrip().startswith("["):
            yield from json.loads(text)
            return
        for line in filter(str.strip, text.splitlines()):
            yield json.loads(line)
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigError(
            f"not a file of instruction data: {error}", where=str(path), remedy=f"wanted: {_SHAPES}"
        ) from error


def _asked(row: Any, path: Path, number: int) -> Iterator[str]:
    turns = row.get("messages", row.get("conversations")) if isinstance(row, dict) else None
    if isinstance(turns, list) and all(isinstance(turn, dict) for turn in turns):
        for turn in turns:
            if turn.get("role", turn.get("from")) in _ASKERS:
                yield str(turn.get("content", turn.get("value")) or "")
    elif isinstance(row, dict) and "instruction" in row:
        yield "\n".join(str(row.get(name) or "") for name in ("instruction", "input")).strip()
    else:
        raise ConfigError(f"row {number} is none", where=str(path), remedy=f"wanted: {_SHAPES}")


def _question(text: str) -> dict[str, Any]:
    """The stem (the last paragraph before the options) and the options of what is asked."""
    lines = text.splitlines()
    marks = [(place, match) for place, line in enumerate(lines) if (match := _OPTION.match(line))]
    if len(marks) < 2:
        return {"format": "QA", "question": text.strip(), "options": []}
    before = "\n".join(lines[: marks[0][0]]).strip()
    stem = re.split(r"\n\s*\n", before)[-1]
    return {"format": "SCQ", "question": stem, "options": [match[2] for _, match in marks]}
