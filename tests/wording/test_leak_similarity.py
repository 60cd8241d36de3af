"""The leak guard's sense of likeness: light edits are seen through, other questions left alone."""

import random

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.invented import questions
from cpsyexam.identity import normal_form
from wording import leak_similarity as similarity
from wording.ngram_index import NgramIndex

SCHEMA: dict[str, pl.DataType] = {
    "material": pl.String(),
    "stem": pl.String(),
    "options": pl.List(pl.String()),
}
HELD = questions(400, seed=5)
NORMALS = normal_form(HELD).to_list()
KNOWN = similarity.Known(NORMALS)
_SPARE = "的了是在有和与及这那其该种些中上下里外"


def _found(stem: str, options: list[str], material: str) -> set[int]:
    frame = pl.DataFrame(
        {"material": [material], "stem": [stem], "options": [options]}, schema=SCHEMA
    )
    tested = normal_form(frame).to_list()
    return {j for _, j in KNOWN.alike(tested)}


def _edited(text: str, edits: int, chance: random.Random) -> str:
    """A text with so many characters put in, left out or replaced; its numbers stay."""
    signs = list(text)
    for _ in range(edits):
        place = chance.randrange(len(signs))
        if signs[place].isdigit() or signs[place] in "不非无未没除":
            continue
        signs[place : place + 1] = chance.choice(
            [[signs[place], chance.choice(_SPARE)], [], [chance.choice(_SPARE)]]
        )
    return "".join(signs)


@given(st.integers(0, 399), st.randoms(use_true_random=False))
@settings(max_examples=150)
def test_lightly_edited_question_is_found(place: int, chance: random.Random) -> None:
    row = HELD.row(place, named=True)
    options = [
        _edited(text, 1, chance) if chance.random() < 0.3 else text for text in row["options"]
    ]
    chance.shuffle(options)
    stem = "（单选）" + _edited(row["stem"], 3, chance).replace("，", ", ")
    assert place in _found(stem, options, row["material"])


def test_other_questions_are_not_found() -> None:
    others = questions(400, seed=99)
    for row in others.iter_rows(named=True):
        assert not _found(row["stem"], row["options"], row["material"])


@pytest.mark.parametrize(
    ("one", "other", "verdict"),
    [
        ("下列属于程序性知识的是", "下列不属于程序性知识的是", "apart"),
        ("平均数为57、标准差为8的分布中", "平均数为65、标准差为8的分布中", "apart"),
        ("艾宾浩斯遗忘曲线说明遗忘的进程是", "艾宾浩斯的遗忘曲线说明,遗忘进程是( )", "same"),
    ],
)
def test_stems(one: str, other: str, verdict: str) -> None:
    options = ["先快后慢地进行", "先慢后快地进行", "匀速地进行着的", "没有一定规律的"]
    frame = pl.DataFrame(
        {"material": ["", ""], "stem": [one, other], "options": [options] * 2}, schema=SCHEMA
    )
    assert similarity.alike(*normal_form(frame).to_list()) is (verdict == "same")


def test_text_within_a_longer_text_is_found() -> None:
    stem = similarity.parts(NORMALS[7])[1]
    passage = similarity.Passage(stem, ("工作记忆的容量", "感觉记忆", "长时记忆", "前瞻记忆"))
    quoted = f"前面还有一些别的话{stem}后面也还有一些别的话"
    assert similarity.holds(quoted, passage)
    assert not similarity.holds(quoted, passage, whole=True)
    assert similarity.holds(f"{quoted}长时记忆感觉记忆前瞻记忆工作记忆的容量", passage, whole=True)
    apart = "别的话" * 30
    assert not similarity.holds(f"{quoted}{apart}长时记忆感觉记忆前瞻记忆", passage, whole=True)
    assert not similarity.holds("完全是另外一段很长很长的与题目毫不相干的文字" * 3, passage)
    assert not similarity.holds(stem[: len(stem) // 2], passage)


def test_nothing_known_finds_nothing() -> None:
    assert list(NgramIndex([]).candidates(["什么也没有"])) == []
    assert list(NgramIndex(["三个字"]).candidates(["三个字", ""])) == []


def test_likeness_has_no_direction() -> None:
    """A question with options is not the open one of the same words, whichever is reserved."""
    frame = pl.DataFrame(
        {
            "material": ["", ""],
            "stem": ["简述操作性条件反射与经典性条件反射的主要区别是什么"] * 2,
            "options": [[], ["强化的时间", "反应的性质", "刺激的强度", "学习的速度"]],
        },
        schema=SCHEMA,
    )
    open_, closed = normal_form(frame).to_list()
    assert similarity.alike(open_, open_)
    assert similarity.alike(closed, closed)
    assert similarity.alike(open_, closed) == similarity.alike(closed, open_)


def test_texts_meet_that_share_a_third_of_the_grams_looked_up() -> None:
    """Sixteen grams at most are looked up, four a quarter: six of them, and no fewer, will do."""
    known = "甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申"  # nineteen characters, sixteen grams
    index = NgramIndex([known])

    def met(length: int) -> bool:
        return any(text.size for text, _ in index.candidates([known[:length] + "一二三四五六"]))

    assert [length for length in range(4, 20) if met(length)] == list(range(9, 20))


_DIFFER = "简述操作性条件反射与经典性条件反射的主要区别"


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("什么是记忆", "什么是记忆", False),  # too short to be told from any other
        (_DIFFER, _DIFFER, True),
        (_DIFFER, "试述艾宾浩斯关于遗忘规律的实验研究及其意义", False),
    ],
)
def test_open_questions_are_alike_by_their_stems(one: str, other: str, alike: bool) -> None:  # noqa: FBT001
    frame = pl.DataFrame(
        {"material": ["", ""], "stem": [one, other], "options": [[], []]}, schema=SCHEMA
    )
    assert similarity.alike(*normal_form(frame).to_list()) is alike


def test_texts_are_found_alike_alone_and_side_by_side() -> None:
    known = [f"第{n}个实验要求被试在{n * 7}秒内回忆词表" for n in range(40)]
    tested = [*known[:10], "", "短", *(text[:9] for text in known), *(t[9:] for t in known)]
    index = NgramIndex(known)
    together = [pair for a, b in index.candidates(tested) for pair in zip(a, b, strict=True)]
    alone = [
        (row, other)
        for row, text in enumerate(tested)
        for _, found in index.candidates([text])
        for other in found
    ]
    assert sorted(together) == sorted(alone)
    assert {(row, row) for row in range(10)} <= set(together)


_STEM, _OPTIONS = "提出操作性条件反射理论的心理学家是", "华生\x1e巴甫洛夫\x1e斯金纳\x1e桑代克"
_CASE, _OTHER = "求助者女性三十三岁近一个月情绪低落", "原告向法院起诉请求返还借款及其利息"
_LONG = f"苛勒关于榜样对兴趣的研究表明{_STEM}"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("", f"\x1f2003年第17题{_STEM}\x1f{_OPTIONS}", True),
        (
            "",
            f"\x1f下列不属于记忆系统的是{_STEM}\x1f甲\x1e乙\x1e丙\x1e丁",
            True,
        ),  # put behind another
        ("", f"\x1f{_STEM}华生巴甫洛夫斯金纳桑代克其中最不合适的是\x1f甲\x1e乙\x1e丙\x1e丁", True),
        ("", f"阅读下面的话{_STEM}若干因素\x1f据此可以成立的是\x1f甲\x1e乙\x1e丙\x1e丁", True),
        ("", f"\x1f2003年第17题没有哪一位是{_STEM}\x1f{_OPTIONS}", False),
        ("", f"\x1f主要{_STEM}\x1f甲\x1e乙\x1e丙\x1e丁", False),  # a qualifier
        (_CASE, f"{_OTHER}\x1f2003年第17题{_STEM}\x1f{_OPTIONS}", False),
    ],
)
def test_a_stem_that_stands_whole_in_another_question_is_it(
    one: str, other: str, *, same: bool
) -> None:
    question = f"{one}\x1f{_STEM}\x1f{_OPTIONS}"
    assert similarity.alike(question, other) is similarity.alike(other, question) is same
    assert list(similarity.Known([question]).alike([other])) == [(0, 0)] * same


@pytest.mark.parametrize(
    ("piece", "options", "same"),
    [
        ("苛勒关于榜样对兴趣的研究表明其结论是", _OPTIONS, True),  # cut off, another end
        ("心理学家是", _OPTIONS, False),  # every question has it
        ("操作性条件反射理论的心理学家是", _OPTIONS, True),
        ("理论的心理学家是", _OPTIONS, True),
        ("理论的心理学家是", "甲\x1e乙\x1e丙\x1e丁", False),
        ("苛勒关于榜样对兴趣的研究表明其结论是", "甲\x1e乙\x1e丙\x1e丁", False),
    ],
)
def test_a_piece_of_a_question_over_its_own_options_is_it(
    piece: str, options: str, *, same: bool
) -> None:
    question, part = f"\x1f{_LONG}\x1f{_OPTIONS}", f"\x1f{piece}\x1f{options}"
    assert similarity.alike(question, part) is similarity.alike(part, question) is same
    assert list(similarity.Known([question]).alike([part])) == [(0, 0)] * same
    assert list(similarity.Known([part]).alike([question])) == [(0, 0)] * same


_WHOLE = "在教学开始之前用来摸清学生现有水平的评价称为"
_FOUR = "形成性评价\x1e总结性评价\x1e诊断性评价\x1e配置性评价"


@pytest.mark.parametrize(
    ("other", "same"),
    [
        # put behind another, lightly edited
        (
            "下列不属于记忆系统的是在教学开始前用于摸清学生现有水平的评价称为\x1f甲\x1e乙\x1e丙",
            True,
        ),
        (
            "下列不属于记忆系统的是在教学结束后用于摸清学生最终成绩的评价称为\x1f甲\x1e乙\x1e丙",
            False,
        ),
        ("在教学开始之前用来摸清学生现有水平的教师应先做的若干件事情包括\x1f甲\x1e乙\x1e丙", False),
        # in two, its options divided
        (f"{_WHOLE}\x1f形成性评价\x1e总结性评价", True),
        ("现有水平的评价称为\x1f诊断性评价\x1e配置性评价", True),
        ("评价称为\x1f诊断性评价\x1e配置性评价", False),
        (f"{_WHOLE}\x1f甲\x1e乙", False),
    ],
)
def test_an_edited_stem_put_behind_another_and_a_question_in_two_are_it(
    other: str, *, same: bool
) -> None:
    question, other = f"\x1f{_WHOLE}\x1f{_FOUR}", f"\x1f{other}"
    assert similarity.alike(question, other) is similarity.alike(other, question) is same
    assert list(similarity.Known([question]).alike([other])) == [(0, 0)] * same


@pytest.mark.parametrize(
    ("stem", "told"), [(_WHOLE, True), (_WHOLE[-13:], False), (f"{_WHOLE[:-2]}叫作", False)]
)
def test_a_longer_stem_in_an_explanation_counts_word_for_word(stem: str, *, told: bool) -> None:
    text = f"本题考查教学评价教材第三章说{_WHOLE}什么要看教学的阶段"
    sought = similarity.passage(f"\x1f{stem}\x1f{_FOUR}", "")
    assert sought
    assert list(similarity.printings([text], [sought])) == [(0, 0)] * told


def test_a_stem_that_speaks_of_a_case_is_another_question_over_each_case() -> None:
    own = "\x1f对该求助者可选用的心理测验包括\x1fbprs\x1eepq\x1esas"
    case = "求助者男性二十二岁大学生不能接受考试的成绩"
    other = f"\x1f{case}对该求助者可选用的心理测验包括\x1f16pf\x1emmpi\x1ewais"
    assert not similarity.alike(own, other)
    assert similarity.alike(own, other.replace("16pf\x1emmpi\x1ewais", "bprs\x1eepq\x1esas"))
