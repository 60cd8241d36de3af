"""What an edit is: the table of the guards."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wording import edit_class

WORDS = {"树突", "轴突", "视觉", "听觉", "记忆", "情况", "进步", "结果", "练习", "运气", "努力"}


def known(pair: str) -> bool:
    return pair in WORDS


@pytest.mark.parametrize(
    ("left", "right", "weight"),
    [
        ("记忆的种类有", "记忆的种类有", edit_class.SAME),
        ("下列不正确的是", "下列错误的是", edit_class.FUNCTION),
        ("态度的核心成分是", "以下属于态度核心成分的是", edit_class.FUNCTION),
        ("进步情况的曲线", "进步惰况的曲线", edit_class.NOISE),
        ("研究发现学生学习", "研究发现学学生学习", edit_class.NOISE),
        ("教学借助形式表明领会", "教学借助表明领会", edit_class.INSERTION),
        ("学习效率与动机水平", "耶克斯多德森定律表明学习效率与动机水平", edit_class.ADDITION),
        ("从服型向习惯型转变", "从习惯型向服型转变", edit_class.ORDER),
        ("归因于运气属于", "归因于努力属于", edit_class.WORD),
        ("健康心理学的领域包括", "健康心理学的领域不包括", edit_class.GUARD),
        ("前面学习的材料", "后面学习的材料", edit_class.GUARD),
        ("平均数为57的分布", "平均数为65的分布", edit_class.GUARD),
        ("大脑的树突的作用", "大脑的轴突的作用", edit_class.GUARD),
        ("视觉中枢位于", "听觉中枢位于", edit_class.GUARD),
        ("sas的条目总数是", "sds的条目总数是", edit_class.GUARD),
        ("wais的平均分设为", "wisc的平均分设为", edit_class.GUARD),
        ("短时记忆的容量", "短时记忆stm的容量", edit_class.WORD),
        ("mbti的编制者是", "mmpi的编制者是", edit_class.GUARD),
        ("a型行为者容易出现", "d型行为者容易出现", edit_class.GUARD),
        ("α波占优势时的状态", "θ波占优势时的状态", edit_class.GUARD),
        ("串联部分各处相同的量", "并联部分各处相同的量", edit_class.GUARD),
        ("scl90的因子数", "sci90的因子数", edit_class.WORD),
        ("skinner提出的概念", "skimner提出的概念", edit_class.WORD),
        ("心理技能第三个阶段", "心理技能第二个阶段", edit_class.GUARD),
        ("交感神经兴奋时", "副交感神经兴奋时", edit_class.GUARD),
        ("有意注意的特点", "无意注意的特点", edit_class.GUARD),
        ("在不同条件下相同的反应", "在相同条件下不同的反应", edit_class.GUARD),
    ],
)
def test_weights(left: str, right: str, weight: int) -> None:
    assert edit_class.judge(left, right, known).weight == weight
    assert edit_class.judge(right, left, known).weight == weight


def test_says_what_changed() -> None:
    assert edit_class.judge("树突的作用", "轴突的作用", known).words == "opposite: 树 → 轴"
    assert edit_class.judge("第3组的被试", "第4组的被试", known).words == "number: 3 → 4"


PIECES = (
    *("条件反射", "条件作用", "操作", "经典", "教学", "学习", "学", "的", "不", "不同", "同一"),
    *("第3", "第4", "在", "过程", "态度", "心理学", "是", "中", "仅", "a"),
)
TEXTS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=7).map("".join)


@settings(max_examples=300)
@given(TEXTS, TEXTS)
def test_an_edit_is_the_same_from_either_text(left: str, right: str) -> None:
    """Also where two texts can be aligned in several ways: 条件反射的过程, 条件作用过程的反射."""
    there, back = (edit_class.judge(*pair, known) for pair in ((left, right), (right, left)))
    assert there.weight == back.weight
    kind, _, said = there.words.rpartition(": ") if " → " in there.words else ("", "", "")
    assert back.words == (
        (f"{kind}: " if kind else "") + " → ".join(reversed(said.split(" → ")))
        if said
        else there.words
    )
