"""Questions with one unusual character each: none is released with a sign that is not listed."""

from typing import Any

import polars as pl

from cleaning.settings import CleanSettings
from cleaning.stage import clean
from cpsyexam.characters import REFUSED, UNSEEN
from cpsyexam.records import RawQuestion, conform, question_row

NOTHING = (
    "\u2066\u2069\u202a\u202e\u200e\u061c\u200b\u200d\ufeff\u2060\u2028\u2029\x85\u180e\ufff9"
    "\U000e0041\xad\u034f\u115f\u3164\uffa0\u0600\u06dd\x7f\x00\x1b\x9b\ufe0f\U000e0101\u2800"
)
LOST = "\ue000\uf8ff\U0010fffd\u0378\ufdd0\uffff\U000eabcd"
FIELDS = ("material", "stem", "options", "answer", "explanation")


def question(field: str, sign: str) -> dict[str, Any]:
    """A question with a sign in a field; its number is that of the sign, so that none is a copy."""
    told: dict[str, Any] = {
        "material": "某人在实验中先后学习了两组材料。",
        "stem": f"第{ord(sign)}号实验所研究的记忆现象主要是哪一种（　　）。",
        "options": ["前摄抑制", "后摄抑制", "干扰理论", "衰退理论"],
        "answer": "B",
        "explanation": "后学习的材料对先学习的有干扰。",
        "declared": "SCQ",
        "exam": "GEE",
        "subject": "普通心理学",
    }
    if field == "options":
        told[field][1] = f"后摄{sign}抑制"
    else:
        told[field] = f"{told[field][:5]}{sign}{told[field][5:]}"
    return question_row("s", "c", f"{field} {ord(sign):04X}", **told)


def cleaned(fields: tuple[str, ...], signs: str) -> tuple[pl.DataFrame, pl.DataFrame]:
    """What is kept and rejected of questions with each sign in each field."""
    rows = [question(field, sign) for field in fields for sign in signs]
    made = clean({"parsed": conform(rows, RawQuestion)}, CleanSettings())
    assert made.kept.height + made.rejected.height == len(rows)
    return made.kept, made.rejected


def test_what_shows_nothing_goes_and_the_journal_says_so() -> None:
    kept, rejected = cleaned(FIELDS, NOTHING)
    assert rejected.is_empty()
    columns = [kept[name] for name in ("material", "stem", "explanation", "reference")]
    texts = pl.concat([*columns, kept["options"].explode()])
    assert not texts.str.contains(f"{UNSEEN}|{REFUSED}").any()
    for row in kept.iter_rows(named=True):
        field = row["locator"].split()[0]
        assert any(change["field"].startswith(field) for change in row["changes"]), row["locator"]


def test_a_lost_sign_refuses_a_question_and_shows_in_its_explanation() -> None:
    kept, rejected = cleaned(("material", "stem", "options"), LOST)
    assert kept.is_empty()
    assert set(rejected["rule"]) == {"lost_sign"}
    kept, rejected = cleaned(("explanation",), LOST)
    assert rejected.is_empty()
    for row in kept.iter_rows(named=True):
        assert row["explanation"].count("□") == 1
        assert any(change["rule"] == "told_sign" for change in row["changes"])
