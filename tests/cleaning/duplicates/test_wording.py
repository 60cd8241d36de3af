"""What an edit is: the table of the guards."""

import pytest

from cleaning.duplicates import wording

WORDS = {"树突", "轴突", "视觉", "听觉", "记忆", "情况", "进步", "结果", "练习", "运气", "努力"}


def known(pair: str) -> bool:
    return pair in WORDS


@pytest.mark.parametrize(
    ("left", "right", "weight"),
    [
        ("记忆的种类有", "记忆的种类有", wording.SAME),
        ("下列不正确的是", "下列错误的是", wording.FUNCTION),
        ("态度的核心成分是", "以下属于态度核心成分的是", wording.FUNCTION),
        ("进步情况的曲线", "进步惰况的曲线", wording.NOISE),
        ("研究发现学生学习", "研究发现学学生学习", wording.NOISE),
        ("教学借助形式表明领会", "教学借助表明领会", wording.INSERTION),
        ("学习效率与动机水平", "耶克斯多德森定律表明学习效率与动机水平", wording.ADDITION),
        ("从服型向习惯型转变", "从习惯型向服型转变", wording.ORDER),
        ("归因于运气属于", "归因于努力属于", wording.WORD),
        ("健康心理学的领域包括", "健康心理学的领域不包括", wording.GUARD),
        ("前面学习的材料", "后面学习的材料", wording.GUARD),
        ("平均数为57的分布", "平均数为65的分布", wording.GUARD),
        ("大脑的树突的作用", "大脑的轴突的作用", wording.GUARD),
        ("视觉中枢位于", "听觉中枢位于", wording.GUARD),
        ("心理技能第三个阶段", "心理技能第二个阶段", wording.GUARD),
        ("交感神经兴奋时", "副交感神经兴奋时", wording.GUARD),
        ("有意注意的特点", "无意注意的特点", wording.GUARD),
        ("在不同条件下相同的反应", "在相同条件下不同的反应", wording.GUARD),
    ],
)
def test_weights(left: str, right: str, weight: int) -> None:
    assert wording.judge(left, right, known).weight == weight
    assert wording.judge(right, left, known).weight == weight


def test_says_what_changed() -> None:
    assert wording.judge("树突的作用", "轴突的作用", known).words == "opposite: 树 → 轴"
    assert wording.judge("第3组的被试", "第4组的被试", known).words == "number: 3 → 4"
