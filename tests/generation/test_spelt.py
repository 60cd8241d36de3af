"""What a stem spells out of the right option, and what only looks like it."""

import pytest

from generation.clues import spelt
from generation.doubting import suspect
from tests.generation.gate_items import INDEX, Item, made


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
