"""Only the sentence that asks tells whether a question asks for what does not hold."""

import pytest

from wording.asked import asking, asks_false

CASE = "案例：求助者说：“我不能控制自己，这样不对。”她认为这不是病，也不应吃药。"


@pytest.mark.parametrize(
    ("stem", "asked"),
    [
        (f"{CASE}本案例中系统脱敏的正确步骤包括（　　）。", "本案例中系统脱敏的正确步骤包括( )"),
        ("某生不能回忆学过的词。这说明（）。他已12岁。", "这说明()"),
        ("p = .05 时，下列说法正确的是", "p = .05 时,下列说法正确的是"),
        ("“不是”一词属于（　）", "一词属于( )"),
        ("", ""),
    ],
)
def test_the_sentence_with_the_blank_asks(stem: str, asked: str) -> None:
    assert asking(stem).replace("  ", " ") == asked


@pytest.mark.parametrize(
    "stem",
    [
        "下列关于记忆的说法，不正确的是（　）",
        "以下不属于心理过程的有（　　）。",
        "（　）不是前运算阶段的特征",
        "测验的特点不包括（　）",
        "不属于精神分析体系的概念是（　）",
        "下列哪一项不是韦特海默的观点？",
        "下列描述错误的是（    ）7-201",
        "除了（ ）外，其他各项均为生物性压力源",
        "心理咨询师不宜将诊断结果透露给（）",
        "Which of the following is NOT a primary reinforcer?",
        f"{CASE}该求助者的求助动机不包括（）",
    ],
)
def test_asks_for_what_does_not_hold(stem: str) -> None:
    assert asks_false(stem)


@pytest.mark.parametrize(
    "stem",
    [
        f"{CASE}该求助者的表现包括（　　）。",
        "不能回忆早年经历的主要原因是（　）",
        "尝试错误学习的基本规律有（　）",
        "检验表层错误观念的技术包括（　）",
        "对有关历史知识的领会，不能缺少（ ）",
        "人们知觉的是（ ）而不是个别的网点",
        "下列属于无关变量控制方法的是（ ）",
        "咨询师出现的错误是（ ）",
        "个体不能遵守规范，这种行为属于（ ）",
    ],
)
def test_a_negation_that_is_told_of_asks_for_nothing(stem: str) -> None:
    assert not asks_false(stem)
