"""The four exams, their 39 subjects, formats, tasks and categories (data: taxonomy.toml)."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from cpsyexam.text import fold

EXAMS = ("GEE", "PCE", "TQE", "SSE")
FORMATS = ("SCQ", "MAQ", "QA")
TASKS = ("KG", "CA")
CATEGORIES = ("identification", "reasoning", "application")
SPLITS = ("train", "dev", "valid", "test", "reserved")
LETTERS = "ABCDEFGH"


@cache
def tables() -> dict[str, Any]:
    """taxonomy.toml as a dict."""
    return tomllib.loads(files("cpsyexam").joinpath("taxonomy.toml").read_text("utf-8"))


@cache
def subjects(exam: str) -> dict[str, str]:
    """Chinese → English names of an exam's subjects."""
    found: dict[str, str] = tables()["exams"][exam]["subjects"]
    return found


@cache
def find_subject(name: str) -> tuple[str, str] | None:
    """(exam, subject) of a subject's Chinese name (any width), or None where unknown."""
    folded = fold(name).strip()
    for exam in EXAMS:
        for subject in subjects(exam):
            if fold(subject) == folded:
                return exam, subject
    return None


@cache
def find_category(name: str) -> str:
    """A category by its name, older name or file name; "" where unknown."""
    for category, others in tables()["categories"].items():
        if name == category or name in others:
            return str(category)
    return ""


def letters(positions: list[int]) -> str:
    """Answer positions as letters: [0, 2] → "AC"."""
    return "".join(LETTERS[i] for i in sorted(positions))


def positions(text: str) -> list[int]:
    """Answer letters as positions: "CA" → [0, 2]; other characters are ignored."""
    return sorted({LETTERS.index(c) for c in text.upper() if c in LETTERS})
