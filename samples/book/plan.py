"""What the sample book prints, and what is wrong with some of it.

`KEYS` are questions of the bank that only the book prints; `SHARED` are printed by another source
too, so the book's copy is a duplicate. `printed()` is the truth of every printed question.
"""

import json
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from cpsyexam.files import canonical, digest

BANK = Path(__file__).parent.parent / "questions"
PAGES = Path(__file__).parent / "pages.json"  # key → page, written by samples.book.make


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
        cases=("case-05", "case-06"),
    ),
    Chapter(
        "第二章　心理咨询师（二级）",
        "PCE",
        "心理咨询师二级",
        _run("pce-2", "01 02 03 04 05 06 07 08 09 10 11"),
        "items",
        cases=("case-03",),
    ),
    Chapter(
        "第三章　中学教师心理学",
        "TQE",
        "中学教师心理学",
        _run("tqe-middle", "01 02 03 04 05 06 07 08 09 10 11 12"),
        "runs",
        columns=2,
        cases=("case-15",),
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


def chapter_keys(chapter: Chapter) -> list[str]:
    """Keys of a chapter's questions in print order: by format, then the cases."""
    order = {"SCQ": 0, "MAQ": 1, "QA": 2}
    alone = sorted(chapter.keys, key=lambda key: order[bank()[key]["format"]])
    shared = [key for case in chapter.cases for key, q in bank().items() if q["case"] == case]
    return [*alone, *shared]


KEYS = tuple(key for c in CHAPTERS for key in chapter_keys(c) if key not in SHARED)


def numbered(chapter: Chapter) -> list[tuple[int, str]]:
    """(printed number, key) of a chapter; numbers restart per section where the key is in runs."""
    found, count, before = [], 0, ""
    for key in chapter_keys(chapter):
        question = bank()[key]
        section = "case" if question["case"] else question["format"]
        count = 1 if chapter.key_style == "runs" and section != before else count + 1
        before = section
        found.append((count, key))
    return found


def printed() -> list[dict[str, Any]]:
    """Truth of every printed question, in print order: what stands there and what is wrong."""
    pages = json.loads(PAGES.read_text("utf-8"))["pages"] if PAGES.exists() else {}
    rows = []
    for chapter in CHAPTERS:
        for number, key in numbered(chapter):
            question = bank()[key]
            explained = chapter.key_style == "explained"
            rows.append(
                {
                    "key": key,
                    "chapter": chapter.title,
                    "number": str(number),
                    "page": pages.get(key, 0),
                    "exam": chapter.exam,
                    "subject": chapter.subject,
                    "format": question["format"],
                    "category": question.get("category", ""),
                    "material": question["material"],
                    "stem": question["stem"],
                    "options": printed_options(key),
                    "answer": printed_answer(key),
                    "explanation": question["explanation"] if explained else "",
                    "defect": defect(key),
                }
            )
    return rows


def content() -> str:
    """Digest of all printed text: where it differs from that in pages.json, the scan is stale."""
    return digest(canonical([{k: v for k, v in row.items() if k != "page"} for row in printed()]))


def printed_options(key: str) -> list[str]:
    """Options as printed, with the planted repetition."""
    options: list[str] = list(bank()[key]["options"])
    if key in IDENTICAL:
        first, second = IDENTICAL[key]
        options[second] = options[first]
    return options


def printed_answer(key: str) -> str:
    """The answer as the key prints it, "" where the key skips it."""
    if key in MISSING:
        return ""
    return BEYOND.get(key) or str(bank()[key]["answer"])


def defect(key: str) -> str:
    """What is wrong with the printed question, "" for nothing."""
    if key in SHARED:
        return f"duplicate_of:{key}"
    if key in BEYOND:
        return "answer_beyond_options"
    if key in MISSING:
        return "missing_answer"
    return "identical_options" if key in IDENTICAL else ""
