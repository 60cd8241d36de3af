"""What a stem spells out of the right option, and what only looks like it."""

import pytest

from concepts import PSYCHOLOGY
from concepts.assignment import index_of
from concepts.reading import read_catalogue
from concepts.schema import Catalogue
from generation.clues import spelt
from generation.doubting import ODD_CASE, ODD_RANK, ODD_SHARE, suspect
from generation.gates import MANY, Item, place, refuse
from tests.generation.gate_items import INDEX, made, rule_of


def notes(item: Item) -> list[str]:
    return [note.split()[0] for note in suspect(item, INDEX)]


def told(stem: str, right: str, wrong: str) -> str:
    return spelt(stem, right, wrong.split("|"), lambda _: 4.0)


def test_characters_that_stand_close_together_spell_the_answer() -> None:
    assert told("既趋又避的心理冲突属于（　）", "趋避冲突", "双趋冲突|双避冲突|多重冲突")
    far = "想趋近喜欢的女孩，又因为担心遭到拒绝而躲避她的心理冲突属于（　）"
    assert not told(far, "趋避冲突", "双趋冲突|双避冲突|多重冲突")


def test_a_wrong_option_that_is_spelt_as_well_leaves_the_choice_open() -> None:
    wrong = "双趋冲突|双避冲突|多重冲突"
    assert not told("既趋又避、双双受阻、左右为难属于（　）", "趋避冲突", wrong)


def test_common_characters_spell_nothing() -> None:
    asked = ("既趋又避的心理冲突属于（　）", "趋避冲突", ["双趋冲突", "双避冲突", "多重冲突"])
    assert spelt(*asked, lambda _: 4.0)
    assert not spelt(*asked, lambda _: 2.0)


def test_most_of_three_characters_are_enough_where_no_wrong_one_has_any() -> None:
    stem = "实验里因光照变化而变化的阅读速度是（　）"
    assert told(stem, "因变量", "主试|仪器|指导语")
    assert not told(stem, "因变量", "主试|仪器|速算")


def test_what_the_stem_denies_spells_nothing() -> None:
    wrong = "双趋冲突|双避冲突|多重冲突"
    assert not told("下列各项中不属于既趋又避的是（　）", "趋避冲突", wrong)


@pytest.mark.parametrize(
    ("stem", "right", "wrong"),
    [
        # begins like a numeral, and is none
        ("快乐与悲伤这样两极对立的感受，说明情绪具有（　）", "两极性", "感染性|情境性|稳定性"),
        # all options end in a word of the stem
        ("能够加以陈述的、关于事实的记忆叫作（　）", "陈述性记忆", "感觉记忆|程序性记忆|内隐记忆"),
    ],
)
def test_words_of_the_right_option_in_the_stem_are_doubted(
    stem: str, right: str, wrong: str
) -> None:
    assert "doubt:stem_names_answer" in notes(made(stem=stem, right=right, wrong=wrong))


@pytest.mark.parametrize(
    ("stem", "right", "wrong"),
    [
        # synonyms count, characters that all options have do not
        (
            "看人时由一点推及全部，好比月亮周围的光晕把一切罩住，这是（　）",
            "晕轮效应", "投射效应|刻板印象|近因效应",
        ),
        # the kind that is asked for tells nothing of the others
        (
            "按由低到高的等级，系统地使来访者逐渐脱敏的这种疗法是（　）",
            "系统脱敏法", "森田疗法|厌恶疗法|代币法",
        ),
        # a long key of names
        (
            "詹姆斯—兰格情绪理论的两位提出者是（　）",
            "美国的詹姆斯和丹麦的兰格", "美国的坎农和巴德|美国的沙赫特和辛格|美国的阿诺德",
        ),
    ],
)  # fmt: skip
def test_most_of_the_right_option_in_the_stem_is_doubted(stem: str, right: str, wrong: str) -> None:
    found = notes(made(stem=stem, right=right, wrong=wrong))
    assert {"doubt:stem_names_answer", "doubt:stem_tells_answer"} & set(found)


def test_one_character_of_the_right_option_in_the_stem_tells_nothing() -> None:
    stem = "老郑想到离职会失去年资，只好继续留下，他的承诺主要是（　）"
    item = made(stem=stem, right="持续承诺", wrong="情感承诺|规范承诺|专业承诺")
    assert "doubt:stem_names_answer" not in notes(item)


def test_a_fuller_right_option_beside_two_absolute_ones_is_doubted() -> None:
    wrong = "它总是有利于解题|它与经验毫无关系|它只见于成年人"
    right = "它使人看不到物体的其他用途而妨碍解题"
    asked = {"concept": "定势与功能固着", "stem": "关于功能固着，下列说法正确的是（　）"}
    assert "doubt:wrong_ones_absolute" in notes(made(**asked, right=right, wrong=wrong))
    short = made(**asked, right="它会妨碍人们解题", wrong=wrong)
    assert "doubt:wrong_ones_absolute" not in notes(short)


def test_the_order_of_a_ratio_is_no_wording() -> None:
    right, wrong = "组间均方与组内均方", "组内均方与组间均方|总均方与组内均方|总均方与组间均方"
    ratio = made(stem="方差分析中，F值是哪两个量的比（　）", right=right, wrong=wrong)
    both = made(stem="方差分析中，要先求出的两个量是（　）", right=right, wrong=wrong)
    assert "doubt:options_alike" not in notes(ratio)
    assert "doubt:options_alike" in notes(both)


def test_a_subject_of_a_study_is_no_passive() -> None:
    right = "出现一名与多数人不一致者"
    asked = {"stem": "在线段判断实验中，使从众明显减少的情形是（　）", "right": right}
    people = made(**asked, wrong="多数者由三人增至四人|被试当众报告答案|被试认为他人更内行")
    passive = made(**asked, wrong="多数者由三人增至四人|被他人当众嘲笑|被多数人所误导")
    assert "doubt:only_one_follows" not in notes(people)
    assert "doubt:only_one_follows" in notes(passive)


def test_plain_words_of_more_and_less_name_nothing() -> None:
    asked = {"stem": "把击中的奖励提高、虚报的惩罚降低，被试的判断标准将（　）"}
    right = "降低，反应趋于宽松"
    item = made(**asked, right=right, wrong="升高，反应趋于严格|先升后升|时有时无")
    assert "doubt:stem_names_answer" not in notes(item)


def test_a_concept_told_within_the_right_option_is_not_another() -> None:
    asked = {"stem": "甲投入8、所得40，乙投入10、所得60，甲的感受是（　）", "concept": "公平理论"}
    item = made(**asked, right="报酬偏低的不公平", wrong="报酬偏高的不公平|公平|无法比较")
    assert not any("another_described" in note for note in notes(item))
    other = made(**asked, right="报酬偏低的委屈", wrong="报酬偏高的内疚|公平|无法比较")
    assert any("another_described" in note for note in notes(other))


def test_a_number_within_an_option_counts_as_given() -> None:
    asked = {"prompt": "calculation", "concept": "标准分数", "stem": "比较两科的位置，结果是（　）"}
    text = "语文Z为1.0，数学Z为1.5，故数学位置较高。"
    options = {"right": "数学更好，Z为1.5", "wrong": "语文更好，Z为1.6|语文更好，Z为1.2|相同，Z为0"}
    assert rule_of(made(**asked, **options, explanation=text)) == ""
    without = made(**asked, **options, explanation="语文低于数学，故数学位置较高。")
    assert rule_of(without) == "result_not_computed"


def test_few_texts_refuse_nothing_as_off_concept_and_doubt_no_case() -> None:
    few = Catalogue("few", read_catalogue(PSYCHOLOGY).subjects[:1])
    index = index_of(few)
    assert len(index.entries) < MANY <= len(INDEX.entries)
    stem = "上司按投入与所得给下属定奖金，下属把自己的比率同别人的相比，这属于（　）"
    asked = {"concept": "睡眠的阶段", "stem": stem, "right": "公平比较", "wrong": "归因|从众|服从"}
    said = {"explanation": "比率相等则感到公平，比率不等则感到不公平，亚当斯如是说。"}
    theory = made(**asked, **said)
    case = made(**asked, **said, prompt="case")
    assert rule_of(theory) == "off_concept"
    assert refuse(theory, index) is None
    assert not any("near_another" in note for note in suspect(case, index))


def test_in_few_texts_a_question_has_to_be_far_off_to_be_doubted() -> None:
    index = index_of(Catalogue("few", read_catalogue(PSYCHOLOGY).subjects[:1]))
    item = made(
        "感觉记忆", stem="能说出昨天早饭的时间、地点和所吃的东西，这依靠的是（　）",
        right="情景回忆", wrong="动作技能|语义知识|感觉登记",
        explanation="对亲身经历的事情的回忆带有时间和地点。",
    )  # fmt: skip
    before, share, _ = place(item, index)
    assert before >= ODD_RANK
    assert ODD_CASE < share < ODD_SHARE
    assert not any("near_another" in note for note in suspect(item, index))


def test_what_all_options_have_does_not_hide_the_right_one_s_word() -> None:
    # two wrong characters stand apart in the stem, so that only the word itself tells
    stem = "不靠感受和直觉，能够加以陈述的、关于事实的记忆叫作（　）"
    right, wrong = "陈述记忆", "感觉记忆|程序记忆|内隐记忆"
    assert not spelt(stem, right, wrong.split("|"), INDEX.rarity)
    assert "doubt:stem_names_answer" in notes(made(stem=stem, right=right, wrong=wrong))
