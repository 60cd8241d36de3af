"""Identity v1 is frozen: these literals never change."""

from random import Random

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsyexam.identity import normal_form, question_id, short_id
from cpsyexam.records import Capture, RawQuestion, capture_row, conform, question_row

TEXT = st.text(alphabet="感觉知觉AB12.．（　）、 ，？%-<", max_size=12)

PINNED = {
    ("", "感觉的绝对阈限是（　　）。", ("甲", "乙")): "q1a8c7cbcb3ba9aefbab2",
    ("案例一", "该求助者的主要症状是", ("焦虑", "抑郁", "失眠")): "q3793efaea87e7f0f1f91",
    ("", "名词解释：感觉适应", ()): "qa63d1fbed21524f45397",
    ("", "p＜0.05 时应（ ）", ("拒绝H0", "接受H0")): "qe7c32d4a231a90fc5fe9",
}


@pytest.mark.parametrize(("question", "expected"), PINNED.items())
def test_ids_are_pinned(question: tuple[str, str, tuple[str, ...]], expected: str) -> None:
    material, stem, options = question
    assert question_id(material, stem, list(options)) == expected


SAME = [
    ("1.注意的特点是（　　）", "注意的特点是（ ）。"),
    ("12、注意的特点是", "注意的特点是____"),
    ("第3题 注意的特点是", "注意的特点是"),
    ("【单选题】注意的特点是", "注意的特点是（单选）"),
    ("注意的特点是多选", "注意的特点是"),
    ("ＳＣＬ-９０ 用于", "SCL-90用于"),
]
OTHER = [
    ("p<0.05", "p>0.05"),
    ("平均数为1.5", "平均数为15"),
    ("1.5倍的关系", "5倍的关系"),
    ("下列属于需要的是", "下列不属于需要的是"),
    ("12岁儿童的思维", "2岁儿童的思维"),
    ("相关系数为-0.8", "相关系数为0.8"),
]


@pytest.mark.parametrize(("left", "right"), SAME)
def test_noise_does_not_count(left: str, right: str) -> None:
    assert question_id("", left, ["甲", "乙"]) == question_id("", right, ["乙。", "甲"])


@pytest.mark.parametrize(("left", "right"), OTHER)
def test_meaning_counts(left: str, right: str) -> None:
    assert question_id("", left, ["甲", "乙"]) != question_id("", right, ["甲", "乙"])


def test_options_of_signs_only_stay_apart() -> None:
    assert question_id("", "符号", ["（", "、"]) != question_id("", "符号", ["（", "。"])


@settings(max_examples=60)
@given(TEXT, TEXT, st.lists(TEXT, max_size=5), st.randoms())
def test_order_of_options_does_not_count(
    material: str, stem: str, options: list[str], random: Random
) -> None:
    shuffled = list(options)
    random.shuffle(shuffled)
    assert question_id(material, stem, options) == question_id(material, stem, shuffled)


@settings(max_examples=60)
@given(st.lists(st.tuples(TEXT, TEXT, st.lists(TEXT, max_size=4)), min_size=1, max_size=6))
def test_a_frame_gives_the_same_as_single_rows(
    rows: list[tuple[str, str, list[str]]],
) -> None:
    frame = pl.DataFrame(
        rows,
        schema={"material": pl.String, "stem": pl.String, "options": pl.List(pl.String)},
        orient="row",
    )
    singles = [normal_form(frame[i]).item() for i in range(frame.height)]
    assert normal_form(frame).to_list() == singles


def test_short_ids_tell_their_kind_and_their_parts() -> None:
    assert short_id("c", "a", "b").startswith("c")
    assert short_id("c", "ab", "") != short_id("c", "a", "b")


def test_rows_of_captures_and_questions_have_one_identity() -> None:
    page = capture_row("s", "http://a.example/", "d" * 64, archive="a.warc.gz", offset=7)
    assert page["capture"] == short_id("c", "s", "http://a.example/", "d" * 64)
    assert conform([page], Capture).row(0, named=True)["offset"] == 7
    posted = capture_row("s", "http://a.example/", "d" * 64, asked="http://a.example/ POST x")
    gone = capture_row("s", "http://a.example/", instead="missing_capture")
    assert len({row["capture"] for row in (page, posted, gone)}) == 3
    question = question_row("s", page["capture"], "line 3", stem="注意的品质有（　）。")
    assert question["raw_id"] == short_id("r", "s", page["capture"], "line 3")
    row = conform([question], RawQuestion).row(0, named=True)
    assert (row["stem"], row["options"], row["answer"]) == ("注意的品质有（　）。", [], "")
