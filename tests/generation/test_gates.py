"""What each gate refuses, and what lies near it and passes."""

from pathlib import Path

import pytest

from bench.planted_blind import SETS, read_rows
from bench.planted_unseen import rows
from generation.answers import Question
from generation.form import broken
from generation.gates import refuse, siblings
from generation.options import same
from generation.stage import read_written
from generation.synonyms import synonymous
from tests.generation.gate_items import INDEX, made, rule_of

RECORDED = Path("samples/concepts/written.toml")


def test_a_good_question_passes() -> None:
    assert rule_of(made()) == ""


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
    assert rule_of(made(**changes)) == rule


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
        ({"stem": "被试为小报酬说谎后评价变好，根据费斯廷格的"}, "stem_cut_off"),
        ({"stem": "被试为小报酬说谎，其余条件不变，提高报酬会使"}, ""),
        ({"stem": "被试为小报酬说谎后评价变好，实验者曾经让"}, "stem_cut_off"),
        ({"stem": "在被试为说谎得到的报酬越多，"}, ""),
        ({"stem": "被试为小报酬说谎后评价变好，"}, "stem_cut_off"),
        ({"wrong": "选项二|选项三|选项四", "right": "选项一"}, "gap_left_open"),
        ({"wrong": "报酬很有价值|任务本来有趣|待定"}, "gap_left_open"),
        ({"stem": "说谎后评价变好是因为（　）A. 理由不足 B. 报酬 C. 任务"}, "options_in_stem"),
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
    assert rule_of(made(**changes)) == rule


def test_statistics_of_data_in_the_stem_are_computed() -> None:
    asked = {"stem": "数据2、4、6、8、10作为总体，其方差是（　）", "wrong": "10|40|6"}
    told = "离差平方和除以5即得8，认知失调与此无关。"
    assert rule_of(made(**asked, right="8", explanation=told)) == ""
    assert rule_of(made(**asked, right="7.2", explanation=told)) == "data_say_another"
    median = {"stem": "数据3、5、7、9、11、13的中位数是（　）", "wrong": "9|11|6"}
    assert rule_of(made(**median, right="7", explanation=told)) == "data_say_another"
    modes = {"stem": "数据3、5、5、7、9、9、11的众数是（　）", "wrong": "3|7|9"}
    assert rule_of(made(**modes, right="5", explanation=told)) == "data_say_several"


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_questions_by_other_hands_that_are_good_pass(path: Path) -> None:
    good = [row for row in read_rows(path) if not row["fault"]]
    assert len(good) >= 40
    for row in good:
        options = [row["options"][letter] for letter in "ABCD"]
        question = Question(
            stem=row["question"], options=options, answer=row["answer"],
            explanation=row["explanation"],
        )  # fmt: skip
        assert list(broken(question)) == [], row["question"]
        assert same(question.options) is None, row["question"]
        assert synonymous(question.options, question.stem) is None, row["question"]


def test_calculations_are_recomputed() -> None:
    common = {
        "concept": "测量标准误", "prompt": "calculation",
        "stem": "标准差10、信度0.84，测量标准误为",
        "wrong": "1.6|8.4|0.16", "right": "4",
    }  # fmt: skip
    assert rule_of(made(**common, explanation="10*sqrt(1-0.84)=4")) == ""
    wrong = made(**common, explanation="10*sqrt(1-0.84)=1.6")
    assert rule_of(wrong) == "solution_does_not_add_up"
    assert rule_of(made(**common, explanation="代入测量标准误的公式即得")) == "result_not_computed"


def test_a_calculation_whose_answer_is_a_word_compares_figures() -> None:
    asked = {
        "concept": "测量标准误", "prompt": "calculation",
        "stem": "甲测验标准差10、信度0.84，乙测验标准差12、信度0.75，测量标准误较大的是",
        "wrong": "甲测验|两者相同|无法比较", "right": "乙测验",
    }  # fmt: skip
    assert rule_of(made(**asked, explanation="甲测验的标准误为4，乙测验的为6，乙较大。")) == ""
    told = made(**asked, explanation="乙测验的测量标准误比甲测验大。")
    assert rule_of(told) == "result_not_computed"


def test_the_last_result_is_the_right_option() -> None:
    asked = {
        "concept": "测量标准误", "prompt": "calculation",
        "stem": "标准差12、信度0.75，测量标准误为",
    }  # fmt: skip
    told = "12*sqrt(1-0.75)=6"
    assert rule_of(made(**asked, wrong="3|9|10.4", right="6", explanation=told)) == ""
    other = made(**asked, wrong="3|6|10.4", right="9", explanation=told)
    assert rule_of(other) == "result_is_another"
    # what is asked for may stand before the last step
    size = made(**asked, wrong="3倍|6倍|2倍", right="9倍", explanation="须为9，因为sqrt(9)=3")
    assert rule_of(size) == ""
    spelt = made(**asked, wrong="3|6|10.4", right="9", explanation="12×√0.25，约为9")
    assert rule_of(spelt) == "solution_does_not_add_up"
    # a result without an equation
    half = "测量标准误即12的一半，为6。"
    assert rule_of(made(**asked, wrong="3|9|10.4", right="6", explanation=half)) == ""
    fraction = {"stem": "两个独立事件的概率各为六分之一，都发生的概率是", "wrong": "1/6|1/3|1/12"}
    told = "独立事件的概率相乘，1/6*1/6。"
    asked |= {"concept": "概率的加法与乘法"}
    assert rule_of(made(**asked | fraction, right="1/36", explanation=told)) == ""
    asked |= {"concept": "测量标准误"}
    # two results of which an option is made
    two = made(
        **asked | {"stem": "信度0.75、标准差12时，信度与测量标准误分别是"},
        wrong="0.75和3|0.25和6|0.25和3", right="0.75和6", explanation="测量标准误为6，信度为0.75。",
    )  # fmt: skip
    assert rule_of(two) == ""


def test_questions_written_before_the_gates_were_seen() -> None:
    good = [row for row in rows() if not row.fault]
    refused = [row for row in good if refuse(row.planted.item, INDEX)]
    assert len(good) >= 60
    assert refused == []
    sums = [row for row in rows() if row.fault == "wrong_key" and not row.needs][:8]
    assert all(refuse(row.planted.item, INDEX) for row in sums)


def test_cases_are_cases() -> None:
    case = "小林为加入社团熬过一周繁琐的考验，后来发现社团很无聊，却逢人便说自己很喜欢它。"
    asked = {"prompt": "case", "stem": "小林的变化主要是为了（　）", "right": "减少心里的不一致"}
    told = "付出多而所得少引起失调，提高评价可以减少不适。"
    assert rule_of(made(**asked, material=case, explanation=told)) == ""
    assert rule_of(made(**asked, explanation=told)) == "case_missing"
    named = made(**asked, material=case + "这就是认知失调。", explanation=told)
    assert rule_of(named) == "concept_named_in_case"


def test_a_question_of_another_concept_is_refused() -> None:
    off = made(
        stem="一年级学生认为倒进细高杯子里的水变多了，说明他还没有（　）", right="守恒",
        wrong="客体永久性|自我意识|依恋", explanation="不能守恒是前运算阶段儿童思维的特点。",
    )  # fmt: skip
    assert rule_of(off) == "off_concept"


def test_siblings_must_differ() -> None:
    first = made(name="r1")
    same = made(
        name="r2",
        stem="被试为1元报酬说谎以后，对枯燥任务的评价变好了，按认知失调的观点是因为（　）",
    )
    other = made(name="r3", stem="吸烟者知道有害却说能减压，这种做法是（　）", right="增加新认知")
    refused = siblings([first, same, other])
    assert {name: r.counterpart for name, r in refused.items()} == {"r2": "r1"}


def test_calculations_that_differ_in_numbers_only_are_siblings() -> None:
    stem = "某测验的标准差为{}，信度系数为{}，由此求得该测验的测量标准误应当为（　）"
    one = made("测量标准误", "calculation", "r1", stem=stem.format(10, 0.84), right="4")
    two = made("测量标准误", "calculation", "r2", stem=stem.format(15, 0.96), right="3")
    assert list(siblings([one, two])) == ["r2"]


def test_the_recorded_questions_pass() -> None:
    written = read_written(RECORDED)
    assert len(written.kept) >= 240
    assert [row["rule"] for row in written.rejected] == ["off_concept"]
