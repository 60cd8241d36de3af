"""What the sample book prints, and what is wrong with some of it.

`KEYS` are questions of the bank that only the book prints; `SHARED` are printed by another source
too, so the book's copy is a duplicate. `printed()` is the truth of every printed question.
"""

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

BANK = Path(__file__).parent.parent / "questions"


@dataclass(frozen=True)
class Chapter:
    """One chapter: an exam and subject, its questions in print order, and its key's layout."""

    title: str
    exam: str
    subject: str
    keys: tuple[str, ...]
    key_style: str  # items, runs, explained
    columns: int = 1
    cases: tuple[str, ...] = field(default=())


def _run(stem: str, numbers: str) -> tuple[str, ...]:
    return tuple(f"{stem}-{n}" for n in numbers.split())


CHAPTERS = (
    Chapter(
        "第一章　心理咨询师（三级）",
        "PCE",
        "心理咨询师三级",
        _run("pce-3", "01 02 03 04 05 06 07 08 09 10 11 12"),
        "explained",
    ),
    Chapter(
        "第二章　心理咨询师（二级）",
        "PCE",
        "心理咨询师二级",
        _run("pce-2", "01 02 03 04 05 06 07 08 09 10 11"),
        "items",
    ),
    Chapter(
        "第三章　中学教师心理学",
        "TQE",
        "中学教师心理学",
        _run("tqe-middle", "01 02 03 04 05 06 07 08 09 10 11 12"),
        "runs",
        columns=2,
    ),
    Chapter(
        "第四章　普通心理学",
        "GEE",
        "普通心理学",
        _run("gee-general", "01 02 03 04 05 06 07 08 09 10 11"),
        "explained",
        columns=2,
    ),
    Chapter(
        "第五章　心理统计与测量",
        "GEE",
        "心理统计与测量",
        _run("gee-stat", "01 02 03 04 05 06 08 09 10"),
        "items",
    ),
    Chapter(
        "第六章　发展心理学（自考）",
        "SSE",
        "教育类发展心理学",
        _run("sse-dev", "01 02 03 04 05 06 07"),
        "runs",
        columns=2,
    ),
    Chapter(
        "第七章　教育心理学（自考）",
        "SSE",
        "教育类教育心理学",
        _run("sse-edup", "01 02 03 04 05 06 07"),
        "explained",
        columns=2,
    ),
    Chapter(
        "第八章　医学心理学（自考）",
        "SSE",
        "医学类医学心理学",
        _run("sse-medp", "01 02 03 04 05 06 07"),
        "items",
    ),
)

SHARED = ("pce-2-06", "gee-general-05", "sse-dev-04")  # printed by a web source or bank as well
BEYOND = {"tqe-middle-04": "E", "sse-edup-03": "E"}  # the key names an option that is not there
MISSING = ("pce-2-03", "gee-stat-05")  # the key skips them
IDENTICAL = {"sse-medp-04": (0, 2)}  # option at the second place repeats that at the first

CASES = tuple(case for chapter in CHAPTERS for case in chapter.cases)
KEYS = tuple(key for c in CHAPTERS for key in c.keys if key not in SHARED)


@cache
def bank() -> dict[str, dict[str, Any]]:
    """Every question of the bank by key, with exam, subject and material filled in."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(BANK.rglob("*.toml")):
        table = tomllib.loads(path.read_text("utf-8"))
        shared = {
            "exam": table["exam"],
            "subject": table["subject"],
            "material": table.get("material", ""),
            "case": table.get("key", ""),
        }
        for at, question in enumerate(table["question"], 1):
            key = question.get("key") or f"{table['key']}-{at}"
            found[key] = {"options": [], "explanation": "", **shared, **question, "key": key}
    return found
