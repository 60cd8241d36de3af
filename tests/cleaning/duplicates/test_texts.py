"""The comparison form: what is printed around a question is no part of it."""

import polars as pl
import pytest

from cleaning.duplicates.texts import compare

CASE = "一般资料:求助者,女性,33岁。" + "求助者因为工作压力大,睡眠不好,情绪低落,前来咨询。" * 5


def shown(
    stem: str, material: str = "", options: tuple[str, ...] = ("甲", "乙")
) -> dict[str, object]:
    frame = pl.DataFrame({"material": [material], "stem": [stem], "options": [list(options)]})
    return compare(frame).row(0, named=True)


@pytest.mark.parametrize(
    "stem",
    [
        "心理学成为独立学科是在1879年",
        "12、心理学成为独立学科，是在1879年（　　）。",
        "【单选题】心理学成为独立学科是在1879年( )单选",
        "(2 P32)心理学成为独立学科是在l879年【 】",
        "心理学成为独立学科是在1879年（ ）5-138",
        "心理学成为独立学科是在１８７９年()。确认答案A",
    ],
)
def test_questions_that_read_the_same(stem: str) -> None:
    assert shown(stem)["question"] == "心理学成为独立学科是在1879年"


def test_a_decimal_is_no_question_number() -> None:
    assert shown("1.5倍标准差以外的是")["question"] == "1.5倍标准差以外的是"


def test_a_case_inside_the_stem_is_split_off() -> None:
    row = shown("案例一（3）：" + CASE + "多选12该求助者的情绪症状包括（）多选")
    assert row["question"] == "该求助者的情绪症状包括"
    assert str(row["material"]).startswith("一般资料求助者女性33岁")
    assert not row["orphan"]


def test_printed_material_is_kept_apart() -> None:
    row = shown("该求助者的情绪症状包括", material=CASE)
    assert row["question"] == "该求助者的情绪症状包括"
    assert not row["orphan"]
    assert shown("该求助者的情绪症状包括")["orphan"]


def test_order_of_options_does_not_matter() -> None:
    assert (
        shown("题", options=("乙", "甲", ""))["text"] == shown("题", options=("甲", "乙"))["text"]
    )


def test_texts_of_signs_alone_keep_them() -> None:
    assert shown("？", options=("+", "-"))["text"] == "?\x1e+\x1e-"
