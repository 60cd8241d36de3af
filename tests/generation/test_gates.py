"""What each gate refuses, and what lies near it and passes."""

from pathlib import Path

import pytest

from bench.planted_blind import SETS, read_rows
from bench.planted_unseen import rows
from concepts import PSYCHOLOGY
from concepts.assignment import index_of
from concepts.reading import read_catalogue
from generation.answers import Question
from generation.doubting import suspect
from generation.elsewhere import elsewhere
from generation.form import broken
from generation.gates import Item, cousins, refuse, siblings
from generation.options import same
from generation.stage import read_written
from generation.synonyms import synonymous

INDEX = index_of(read_catalogue(PSYCHOLOGY))
ENTRIES = {entry.concept.name: entry for entry in INDEX.entries}
RECORDED = Path("samples/concepts/written.toml")


def _item(concept: str = "认知失调", prompt: str = "theory", name: str = "r1", **more: str) -> Item:
    fields = {
        "stem": "被试为1元报酬说谎之后，对枯燥任务的评价变好，按认知失调的观点是因为（　）",
        "right": "外部理由不足", "wrong": "报酬很有价值|任务本来有趣|主试给予赞扬",
        "explanation": "报酬不足以解释说谎，态度便向行为靠拢，费斯廷格称之为减少失调。",
        "material": "", **more,
    }  # fmt: skip
    options = [*fields["wrong"].split("|"), fields["right"]]
    question = Question(
        material=fields["material"], stem=fields["stem"], options=options, answer="D",
        explanation=fields["explanation"],
    )  # fmt: skip
    return Item(name, question, ENTRIES[concept], prompt)  # type: ignore[arg-type]


def _rule(item: Item) -> str:
    refusal = refuse(item, INDEX)
    return refusal.rule if refusal else ""


def test_a_good_question_passes() -> None:
    assert _rule(_item()) == ""


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"right": "以上都对"}, "all_of_the_above"),
        ({"wrong": "报酬很有价值|任务本来有趣|以上选项都不全对"}, "all_of_the_above"),
        ({"wrong": "报酬很有价值|任务本来有趣|以往经验"}, ""),
        ({"right": "评价变好"}, "answer_in_stem"),
        ({"right": "评价变好", "wrong": "枯燥任务|主试给予赞扬|报酬很有价值"}, ""),
        ({"right": "说谎得到的报酬太少因而不足以成为自己违心说话的外部理由"}, "longest_by_far"),
        ({"explanation": "按认知失调的观点应减少不协调，故选A。"}, "explanation_names_another"),
        ({"explanation": "按认知失调的观点应减少不协调，故选D。"}, ""),
        ({"explanation": "按认知失调的观点，A项正确。"}, "explanation_names_another"),
        ({"explanation": "按认知失调的观点，D项错误。"}, "explanation_names_another"),
        ({"explanation": "按认知失调的观点，A项错误，D项符合题意。"}, ""),
        ({"explanation": "选项A说的是报酬，与认知失调不同。"}, ""),
        ({"stem": "按认知失调的观点，为1元说谎后评价变好是因为（D）"}, "answer_printed"),
        ({"explanation": "认知失调：1+1=3。"}, "solution_does_not_add_up"),
        ({"wrong": "报酬很有价值|任务本来有趣|A、B两项都是"}, "all_of_the_above"),
        ({"wrong": "报酬很有价值|任务本来有趣|AB型血"}, ""),
        ({"wrong": "报酬很有价值|任务本来有趣|以上各种原因都有"}, "all_of_the_above"),
        ({"wrong": "报酬很有价值|任务本来有趣|三者皆有"}, "all_of_the_above"),
        ({"wrong": "报酬很有价值|任务本来有趣|全部报告法"}, ""),
        ({"wrong": "报酬很有价值|任务本来有趣|全部正确"}, "all_of_the_above"),
        ({"right": "外部理由不足（正确）"}, "answer_printed"),
        (
            {"stem": "按认知失调的观点，为1元说谎后评价变好（答案：D）是因为（　）"},
            "answer_printed",
        ),
        ({"wrong": "报酬很有价值|任务本来有趣|外部的理由不足"}, "options_say_the_same"),
    ],
)
def test_a_rule_of_its_own(changes: dict[str, str], rule: str) -> None:
    assert _rule(_item(**changes)) == rule


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"stem": "X（　）"}, "nothing_asked"),
        ({"wrong": "A|B|C", "right": "D"}, "nothing_to_choose"),
        ({"stem": "好的，以下是题目：为1元说谎的被试评价变好是因为（　）"}, "model_talks"),
        ({"explanation": "外部理由不足。希望以上内容对您有帮助！"}, "model_talks"),
        ({"stem": "[概念名称]认为，为1元说谎的被试评价变好是因为（　）"}, "gap_left_open"),
        ({"stem": "某人做了XXX之后评价变好，按认知失调是因为（　）"}, "gap_left_open"),
        ({"wrong": "报酬很有价值|任务本来有趣|选项D内容"}, "gap_left_open"),
        ({"stem": "被试为1元报酬说谎，之后对枯燥的任务、"}, "stem_cut_off"),
        ({"stem": "被试为1元报酬说谎后评价变好，下列"}, "stem_cut_off"),
        ({"stem": "认知失（　）调使人改变的是"}, "blank_misplaced"),
        ({"stem": "____是说谎后____的____，其原因是（　）"}, "blank_misplaced"),
        ({"stem": "When people lie for a small reward，评价变好是因为（　）"}, "foreign_words"),
        ({"stem": "认知失调（cognitive dissonance theory）认为评价变好是因为（　）"}, ""),
        ({"stem": "被試為1元報酬說謊之後，对枯燥任务的评价变好，是因为（　）"}, "two_scripts"),
        ({"right": "下列各项都对"}, "all_of_the_above"),
        ({"wrong": "报酬很有价值|任务本来有趣|选项A和B"}, "all_of_the_above"),
        ({"wrong": "报酬很有价值|任务本来有趣|只有A"}, "all_of_the_above"),
        ({"explanation": "外部理由不足。选A。"}, "explanation_names_another"),
        ({"right": "认知失调理论", "wrong": "平衡理论|归因理论|学习理论"}, "answer_in_stem"),
    ],
)
def test_broken_texts_and_wider_rules(changes: dict[str, str], rule: str) -> None:
    assert _rule(_item(**changes)) == rule


def test_statistics_of_data_in_the_stem_are_computed() -> None:
    asked = {"stem": "数据2、4、6、8、10作为总体，其方差是（　）", "wrong": "10|40|6"}
    told = "离差平方和除以5即得8，认知失调与此无关。"
    assert _rule(_item(**asked, right="8", explanation=told)) == ""
    assert _rule(_item(**asked, right="7.2", explanation=told)) == "data_say_another"
    median = {"stem": "数据3、5、7、9、11、13的中位数是（　）", "wrong": "9|11|6"}
    assert _rule(_item(**median, right="7", explanation=told)) == "data_say_another"
    modes = {"stem": "数据3、5、5、7、9、9、11的众数是（　）", "wrong": "3|7|9"}
    assert _rule(_item(**modes, right="5", explanation=told)) == "data_say_several"


def test_other_values_than_the_stem_gives_are_doubted() -> None:
    item = _item(
        stem="简单反应时为220毫秒，辨别反应时为290毫秒，选择反应时为380毫秒，选择过程要（　）",
        right="160毫秒", wrong="70毫秒|90毫秒|380毫秒",
        explanation="选择过程的时间＝选择反应时－辨别反应时＝380－220＝160毫秒。",
    )  # fmt: skip
    assert any(note.startswith("doubt:solution_uses_other_values") for note in suspect(item, INDEX))


def test_the_same_answer_again_is_doubted() -> None:
    again = _item(
        stem="人们为小报酬说假话，事后反而喜欢那件事，费斯廷格会说是由于（　）", name="r2"
    )
    other = _item(
        stem="下列说法中属于认知失调条件的是（　）", right="行为出于自己的选择", name="r3",
        wrong="情绪低落|他人在场|动机过强", explanation="自己选择的行为才要由自己负责。",
    )  # fmt: skip
    notes = cousins([_item(), again, other], INDEX)
    assert list(notes) == ["r2"]
    assert notes["r2"].startswith("doubt:sibling_same_answer")


def test_a_case_told_anew_with_other_options_is_doubted() -> None:
    told = {
        "concept": "客体永久性",
        "explanation": "主动寻找被藏起来的物体，说明已获得客体永久性。",
    }
    first = _item(
        **told, name="r1", right="知道看不见的东西仍然存在",
        stem="妈妈用毛巾盖住玩具车，10个月的乐乐立刻掀开毛巾去拿。这说明乐乐（　）",
        wrong="能够守恒|有了自我意识|能够推理",
    )  # fmt: skip
    again = _item(
        name="r2", concept="客体永久性", right="懂得物体被遮住之后并没有消失",
        stem="爸爸把小熊藏到布单底下，11个月的小海立即拉开布单。这表明小海（　）",
        wrong="形成了依恋|掌握了类别|开始模仿",
        explanation="寻找被遮住的物体，反映婴儿已获得客体永久性。",
    )  # fmt: skip
    aspect = _item(
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
    first = _item(
        "凯利的三维归因", name="r1", stem=case.format("老张", "小品", "老张"), right="老张", **told
    )
    again = _item(
        "基本归因错误", name="r2", stem=case.format("小赵", "魔术", "小赵"), right="小赵", **told
    )
    other = _item(name="r3")
    assert list(elsewhere([first, again, other], INDEX.rarity)) == ["r2"]


def test_an_option_that_defines_the_concept_is_doubted() -> None:
    about = {
        "concept": "感觉记忆",
        "stem": "刺激停止后信息仍保留约一秒，这是（　）",
        "right": "感觉记忆",
    }
    told = {"explanation": "刺激停止之后信息只作极短暂的保留，即感觉记忆。"}
    twice = _item(**about, **told, wrong="容量较大、保持极短的记忆|工作记忆|长时记忆")
    assert any("another_holds_too" in note for note in suspect(twice, INDEX))
    once = _item(**about, **told, wrong="可以保持几十年的记忆|工作记忆|长时记忆")
    assert not any("another_holds_too" in note for note in suspect(once, INDEX))


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_questions_by_other_hands_that_are_good_pass(path: Path) -> None:
    good = [row for row in read_rows(path) if not row["fault"]]
    assert len(good) == 100
    for row in good:
        options = [row["options"][letter] for letter in "ABCD"]
        question = Question(
            stem=row["question"], options=options, answer=row["answer"],
            explanation=row["explanation"],
        )  # fmt: skip
        assert list(broken(question)) == [], row["question"]
        assert same(question.options) is None, row["question"]
        assert synonymous(question.options) is None, row["question"]


def test_calculations_are_recomputed() -> None:
    common = {
        "concept": "测量标准误", "prompt": "calculation",
        "stem": "标准差10、信度0.84，测量标准误为",
        "wrong": "1.6|8.4|0.16", "right": "4",
    }  # fmt: skip
    assert _rule(_item(**common, explanation="10*sqrt(1-0.84)=4")) == ""
    wrong = _item(**common, explanation="10*sqrt(1-0.84)=1.6")
    assert _rule(wrong) == "solution_does_not_add_up"
    assert _rule(_item(**common, explanation="代入测量标准误的公式即得")) == "result_not_computed"


def test_the_last_result_is_the_right_option() -> None:
    asked = {
        "concept": "测量标准误", "prompt": "calculation",
        "stem": "标准差12、信度0.75，测量标准误为",
    }  # fmt: skip
    told = "12*sqrt(1-0.75)=6"
    assert _rule(_item(**asked, wrong="3|9|10.4", right="6", explanation=told)) == ""
    other = _item(**asked, wrong="3|6|10.4", right="9", explanation=told)
    assert _rule(other) == "result_is_another"
    # what is asked for may stand before the last step
    size = _item(**asked, wrong="3倍|6倍|2倍", right="9倍", explanation="须为9，因为sqrt(9)=3")
    assert _rule(size) == ""
    spelt = _item(**asked, wrong="3|6|10.4", right="9", explanation="12×√0.25，约为9")
    assert _rule(spelt) == "solution_does_not_add_up"
    # a result without an equation
    half = "测量标准误即12的一半，为6。"
    assert _rule(_item(**asked, wrong="3|9|10.4", right="6", explanation=half)) == ""
    fraction = {"stem": "两个独立事件的概率各为六分之一，都发生的概率是", "wrong": "1/6|1/3|1/12"}
    told = "独立事件的概率相乘，1/6*1/6。"
    asked |= {"concept": "概率的加法与乘法"}
    assert _rule(_item(**asked | fraction, right="1/36", explanation=told)) == ""
    asked |= {"concept": "测量标准误"}
    # two results of which an option is made
    two = _item(
        **asked | {"stem": "信度0.75、标准差12时，信度与测量标准误分别是"},
        wrong="0.75和3|0.25和6|0.25和3", right="0.75和6", explanation="测量标准误为6，信度为0.75。",
    )  # fmt: skip
    assert _rule(two) == ""


@pytest.mark.parametrize(
    ("changes", "doubt"),
    [
        ({"explanation": "认知失调理论认为原因在于任务本来有趣。"}, "explanation_for_another"),
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
        ({"explanation": "认知失调：报酬是有趣的，可见任务本来有趣。"}, "explanation_for_another"),
        ({"right": "枯燥与疲劳", "wrong": "得失权衡|受到强化|情绪平复"}, "stem_names_answer"),
        ({"right": "枯燥与疲劳", "wrong": "报酬高低|受到强化|情绪平复"}, ""),
    ],
)
def test_doubts_by_the_text(changes: dict[str, str], doubt: str) -> None:
    item = _item(**changes)
    assert _rule(item) == ""
    found = [note.split()[0] for note in suspect(item, INDEX)]
    assert found == ([f"doubt:{doubt}"] if doubt else [])


def test_options_that_do_not_go_on_with_the_stem_are_doubted() -> None:
    asked = {"stem": "按费斯廷格的观点，认知失调是指人（　）", "right": "两种认知不一致时的不适"}
    found = suspect(_item(**asked, wrong="在群体的压力下|比平时更疲劳|外部理由充足"), INDEX)
    assert [note.split()[0] for note in found] == ["doubt:only_one_follows"]
    assert suspect(_item(**asked, wrong="群体的压力|过度的疲劳|在人群里"), INDEX) == []


def test_a_key_beside_what_the_concept_says_is_doubted() -> None:
    about = {"concept": "感觉记忆", "explanation": "刺激停止之后信息只作极短暂的保留。"}
    wrong = "感觉记忆|长时记忆|工作记忆"
    asked = "刺激停止后信息仍保留约一秒，容量很大，这是"
    other = _item(**about, stem=f"{asked}（　）", right="短时记忆", wrong=wrong)
    assert "doubt:another_described 感觉记忆" in suspect(other, INDEX)
    negative = _item(**about, stem="下列不属于短暂保留的是（　）", right="短时记忆", wrong=wrong)
    assert not any("another_described" in note for note in suspect(negative, INDEX))


def test_questions_written_before_the_gates_were_seen() -> None:
    good = [row for row in rows() if not row.fault]
    refused = [row for row in good if refuse(row.planted.item, INDEX)]
    assert len(good) == 100
    assert refused == []
    sums = [row for row in rows() if row.fault == "wrong_key" and not row.needs][:8]
    assert all(refuse(row.planted.item, INDEX) for row in sums)


def test_cases_are_cases() -> None:
    case = "小林为加入社团熬过一周繁琐的考验，后来发现社团很无聊，却逢人便说自己很喜欢它。"
    asked = {"prompt": "case", "stem": "小林的变化主要是为了（　）", "right": "减少心里的不一致"}
    told = "付出多而所得少引起失调，提高评价可以减少不适。"
    assert _rule(_item(**asked, material=case, explanation=told)) == ""
    assert _rule(_item(**asked, explanation=told)) == "case_missing"
    named = _item(**asked, material=case + "这就是认知失调。", explanation=told)
    assert _rule(named) == "concept_named_in_case"


def test_a_question_of_another_concept_is_refused() -> None:
    off = _item(
        stem="一年级学生认为倒进细高杯子里的水变多了，说明他还没有（　）", right="守恒",
        wrong="客体永久性|自我意识|依恋", explanation="不能守恒是前运算阶段儿童思维的特点。",
    )  # fmt: skip
    assert _rule(off) == "off_concept"


def test_siblings_must_differ() -> None:
    first = _item(name="r1")
    same = _item(
        name="r2",
        stem="被试为1元报酬说谎以后，对枯燥任务的评价变好了，按认知失调的观点是因为（　）",
    )
    other = _item(name="r3", stem="吸烟者知道有害却说能减压，这种做法是（　）", right="增加新认知")
    refused = siblings([first, same, other])
    assert {name: r.counterpart for name, r in refused.items()} == {"r2": "r1"}


def test_calculations_that_differ_in_numbers_only_are_siblings() -> None:
    stem = "某测验的标准差为{}，信度系数为{}，由此求得该测验的测量标准误应当为（　）"
    one = _item("测量标准误", "calculation", "r1", stem=stem.format(10, 0.84), right="4")
    two = _item("测量标准误", "calculation", "r2", stem=stem.format(15, 0.96), right="3")
    assert list(siblings([one, two])) == ["r2"]


def test_the_recorded_questions_pass() -> None:
    written = read_written(RECORDED)
    assert len(written.kept) >= 240
    assert [row["rule"] for row in written.rejected] == ["off_concept"]
