"""What the gates doubt by the text, and what lies near it and passes."""

import pytest

from concepts import PSYCHOLOGY
from concepts.reading import read_catalogue
from concepts.retrieval import Retrieval
from generation.doubting import suspect
from generation.elsewhere import elsewhere
from generation.gates import Item, cousins, siblings
from tests.generation.gate_items import INDEX, made, rule_of


def test_other_values_than_the_stem_gives_are_doubted() -> None:
    item = made(
        stem="简单反应时为220毫秒，辨别反应时为290毫秒，选择反应时为380毫秒，选择过程要（　）",
        right="160毫秒", wrong="70毫秒|90毫秒|380毫秒",
        explanation="选择过程的时间＝选择反应时－辨别反应时＝380－220＝160毫秒。",
    )  # fmt: skip
    assert any(note.startswith("doubt:solution_uses_other_values") for note in suspect(item, INDEX))


def test_the_same_answer_again_is_doubted() -> None:
    again = made(stem="人们为小报酬说假话，事后反而喜欢那件事，费斯廷格会说是由于（　）", name="r2")
    other = made(
        stem="下列说法中属于认知失调条件的是（　）", right="行为出于自己的选择", name="r3",
        wrong="情绪低落|他人在场|动机过强", explanation="自己选择的行为才要由自己负责。",
    )  # fmt: skip
    notes = cousins([made(), again, other], INDEX)
    assert list(notes) == ["r2"]
    assert notes["r2"].startswith("doubt:sibling_same_answer")


def test_what_another_question_rules_out_is_no_sibling() -> None:
    stem = "人们为小报酬说假话，事后反而喜欢那件事，费斯廷格会说是由于（　）"
    ruled_out = "外部理由不足|报酬很有价值|主试给予赞扬"
    other = made(stem=stem, name="r2", right="任务本来有趣", wrong=ruled_out)
    assert cousins([made(), other], INDEX) == {}


def test_a_case_told_anew_with_other_options_is_doubted() -> None:
    told = {
        "concept": "客体永久性",
        "explanation": "主动寻找被藏起来的物体，说明已获得客体永久性。",
    }
    first = made(
        **told, name="r1", right="知道看不见的东西仍然存在",
        stem="妈妈用毛巾盖住玩具车，10个月的乐乐立刻掀开毛巾去拿。这说明乐乐（　）",
        wrong="能够守恒|有了自我意识|能够推理",
    )  # fmt: skip
    again = made(
        name="r2", concept="客体永久性", right="懂得物体被遮住之后并没有消失",
        stem="爸爸把小熊藏到布单底下，11个月的小海立即拉开布单。这表明小海（　）",
        wrong="形成了依恋|掌握了类别|开始模仿",
        explanation="寻找被遮住的物体，反映婴儿已获得客体永久性。",
    )  # fmt: skip
    aspect = made(
        name="r3", concept="客体永久性", right="感知运动阶段",
        wrong="前运算阶段|具体运算阶段|形式运算阶段",
        stem="皮亚杰认为客体永久性形成于（　）", explanation="大约在两岁以前完成。",
    )  # fmt: skip
    assert siblings([first, again, aspect]) == {}
    assert list(cousins([first, again, aspect], INDEX)) == ["r2"]


def test_a_question_told_anew_for_another_concept_is_doubted() -> None:
    case = "{}看{}的表演时大笑；其他观众很少笑；{}看别的演员也大笑；他每次看都笑。应归因于（　）"
    told = {
        "wrong": "当时的情境|演员本人|其他观众",
        "explanation": "一致性低、区别性低，归于行动者。",
    }
    first = made(
        "凯利的三维归因", name="r1", stem=case.format("老张", "小品", "老张"), right="老张", **told
    )
    again = made(
        "基本归因错误", name="r2", stem=case.format("小赵", "魔术", "小赵"), right="小赵", **told
    )
    other = made(name="r3")
    assert list(elsewhere([first, again, other], INDEX.rarity)) == ["r2"]


def test_an_option_that_defines_the_concept_is_doubted() -> None:
    about = {
        "concept": "感觉记忆",
        "stem": "刺激停止后信息仍保留约一秒，这是（　）",
        "right": "感觉记忆",
    }
    told = {"explanation": "刺激停止之后信息只作极短暂的保留，即感觉记忆。"}
    twice = made(**about, **told, wrong="容量较大、保持极短的记忆|工作记忆|长时记忆")
    assert any("another_holds_too" in note for note in suspect(twice, INDEX))
    once = made(**about, **told, wrong="可以保持几十年的记忆|工作记忆|长时记忆")
    assert not any("another_holds_too" in note for note in suspect(once, INDEX))


@pytest.mark.parametrize(
    ("changes", "doubt"),
    [
        ({"explanation": "认知失调理论认为原因在于任务本来有趣。"}, "explanation_for_another"),
        ({"explanation": "按认知失调，外部理由不足与报酬很有价值都说得通。"}, "another_affirmed"),
        (
            {"stem": "按认知失调，为1元说谎的M组，M是指（　）", "explanation": "M为任务本来有趣。"},
            "",
        ),
        ({"explanation": "按认知失调，**外部理由**不足。"}, "markup_left"),
        ({"wrong": "报酬很有价值|任务本来有趣（|主试给予赞扬"}, "text_torn"),
        ({"stem": "按认知失调的观点，上图中评价变好是因为（　）"}, "refers_to_missing"),
        ({"stem": "（多选题）按认知失调，评价变好是因为（　）"}, "another_kind_of_question"),
        ({"stem": "按认知失调，评价变好是因为（　）（提示：想想报酬）"}, "hint_given"),
        (
            {
                "stem": "认知失调：既非报酬高，又非任务好，也非主试夸，而是（　）",
                "wrong": "报酬高|任务好|主试夸",
            },
            "stem_rules_out",
        ),
        ({"wrong": "画出第一组的图|画出第二组的图|画出第三组的图"}, "wrong_ones_one_text"),
        (
            {
                "right": "理由不足",
                "wrong": "报酬的价值足以让人感到满意|任务到后来渐渐变得很有趣"
                "|主试者一再给予热情的赞扬",
            },
            "right_is_shortest",
        ),
        ({"explanation": "按认知失调，并非任务本来有趣，而是理由不够。"}, ""),
        ({"explanation": "按认知失调，外部理由不足，不能说任务本来有趣。"}, ""),
        ({"right": "评价对枯燥任务变好"}, "stem_tells_answer"),
        ({"wrong": "主试者给予赞扬|给予主试者赞扬|报酬价值"}, "options_alike"),
        ({"wrong": "报酬永远有价值|所有任务都有趣|主试一定赞扬"}, "wrong_ones_absolute"),
        (
            {"wrong": "报酬永远有价值|所有任务都有趣|主试赞扬", "right": "外部理由往往不足"},
            "wrong_ones_absolute",
        ),
        ({"wrong": "报酬永远有价值|所有任务都有趣|主试赞扬"}, ""),
        (
            {
                "right": "自己怎么也找不到足够理由来解释谎话",
                "wrong": "报酬较有价值|任务一向十分有趣|主试给予赞扬",
            },
            "right_is_longest",
        ),
        (
            {"stem": "认知失调的两个条件是（　）", "right": "自愿与理由不足"},
            "only_right_counts",
        ),
        (
            {
                "stem": "认知失调的两个条件是（　）",
                "wrong": "高与低|甲和乙|任务",
                "right": "自愿与后果",
            },
            "",
        ),
        (
            {"stem": "被试为1元报酬说谎之后评价变好，这种效应是（　）", "right": "理由不足效应"},
            "stem_names_answer",
        ),
        ({"right": "酬不抵谎", "wrong": "动机过强|情绪低落|获得赞扬"}, "stem_names_answer"),
        ({"stem": "被试为1元报酬说谎，之后对枯燥的任务评价变好。"}, "nothing_sought"),
        ({"stem": "被试为1元报酬说谎之后对枯燥任务评价变好，认知失调的说法是"}, ""),
        ({"stem": "被试为1元报酬说谎之后，对枯燥任务的评价反而变好，可见这些被试"}, ""),
        ({"stem": "被试为1元报酬说谎之后，对枯燥任务的评价变好的时间也"}, "nothing_sought"),
        ({"stem": "报酬。"}, "nothing_sought"),
        ({"explanation": "费斯汀格与费斯廷格是一人；罗杰斯与罗杰丝不是。"}, "name_slip"),
        ({"explanation": "认知失调：报酬是有趣的，可见任务本来有趣。"}, "explanation_for_another"),
        ({"right": "枯燥与疲劳", "wrong": "得失权衡|受到强化|情绪平复"}, "stem_names_answer"),
        ({"right": "枯燥与疲劳", "wrong": "报酬高低|受到强化|情绪平复"}, ""),
    ],
)
def test_doubts_by_the_text(changes: dict[str, str], doubt: str) -> None:
    item = made(**changes)
    assert rule_of(item) == ""
    found = [note.split()[0] for note in suspect(item, INDEX)]
    assert found == ([f"doubt:{doubt}"] if doubt else [])


def test_options_that_do_not_go_on_with_the_stem_are_doubted() -> None:
    asked = {"stem": "按费斯廷格的观点，认知失调是指人（　）", "right": "两种认知不一致时的不适"}
    found = suspect(made(**asked, wrong="在群体的压力下|比平时更疲劳|外部理由充足"), INDEX)
    assert [note.split()[0] for note in found] == ["doubt:only_one_follows"]
    assert suspect(made(**asked, wrong="群体的压力|过度的疲劳|在人群里"), INDEX) == []


def test_a_key_beside_what_the_concept_says_is_doubted() -> None:
    about = {"concept": "感觉记忆", "explanation": "刺激停止之后信息只作极短暂的保留。"}
    wrong = "感觉记忆|长时记忆|工作记忆"
    asked = "刺激停止后信息仍保留约一秒，容量很大，这是"
    other = made(**about, stem=f"{asked}（　）", right="短时记忆", wrong=wrong)
    assert "doubt:another_described 感觉记忆" in suspect(other, INDEX)
    negative = made(**about, stem="下列不属于短暂保留的是（　）", right="短时记忆", wrong=wrong)
    assert not any("another_described" in note for note in suspect(negative, INDEX))


def test_a_case_far_from_its_concept_by_both_indices_is_doubted() -> None:
    longer = Retrieval(read_catalogue(PSYCHOLOGY))
    stem = "把矮粗杯里的水倒进细高杯，东东认为水变多了。东东尚未掌握（　）"
    other = made(
        "客体永久性", "case", stem=stem, right="液体守恒", wrong="序列传递|层级分类|命题推理",
        explanation="儿童只注意水面的高度，尚未形成守恒。",
    )  # fmt: skip
    assert not any("near_another" in note for note in suspect(other, INDEX))
    assert any("near_another_concept" in note for note in suspect(other, INDEX, longer))
    own = made("守恒的发展", "case", **_text(other))
    assert not any("near_another" in note for note in suspect(own, INDEX, longer))


def _text(item: Item) -> dict[str, str]:
    asked = item.question
    return {
        "stem": asked.stem, "right": asked.options[3], "wrong": "|".join(asked.options[:3]),
        "explanation": asked.explanation,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "doubt"),
    [
        (
            {
                "stem": "下列属于精神分裂症阳性症状的是（　）", "right": "幻觉",
                "wrong": "意志减退|情感平淡|妄想",
                "explanation": "幻觉没有相应的刺激，属阳性症状；情感平淡、意志减退为阴性症状。",
            },
            "another_not_ruled_out 妄想",
        ),
        (
            {
                "stem": "检验统计量落在临界值之外时应作出的决定是（　）", "right": "保留虚无假设",
                "wrong": "拒绝虚无假设|改用更大的α|重新抽取样本",
                "explanation": "临界值为1.96，2.31大于1.96，落入拒绝的区域。",
            },
            "explanation_for_another 拒绝虚无假设",
        ),
    ],
)  # fmt: skip
def test_what_an_explanation_leaves_open(changes: dict[str, str], doubt: str) -> None:
    assert f"doubt:{doubt}" in suspect(made(**changes), INDEX)
    ruled = {**changes, "explanation": changes["explanation"] + "妄想也不选，应保留。"}
    assert f"doubt:{doubt}" not in suspect(made(**ruled), INDEX)
