"""Letters in options and explanations: which ones name options, which only look so."""

import polars as pl
import pytest

from labeling.keywords import category_by_keywords, task_by_keywords
from labeling.last_question import ask
from labeling.option_order import shuffle_one
from labeling.references import Reference, in_explanation, in_option
from labeling.report import positions
from labeling.settings import ShuffleSettings

FOUR = ["感觉", "知觉", "记忆", "思维"]


def test_an_option_of_others_letters_names_them() -> None:
    found = in_option(["感觉", "知觉", "A和B"], 2, set())
    assert found == [Reference(0, 3, certain=True)]
    assert in_option(["感觉", "知觉", " 选项Ａ"], 2, set()) == [Reference(3, 4, certain=True)]


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["感觉", "知觉", "A和D"], set()),  # there is no D
        (["感觉", "知觉", "A和C"], set()),  # its own letter
        (["感觉", "知觉", "A和B"], {"A"}),  # the stem has an A of its own
        (["A", "B", "A和B"], set()),  # options that are letters themselves
        (["感觉", "知觉", "C. 记忆"], set()),  # a label left over
        (["感觉", "知觉", "通过A改变"], set()),
    ],
)
def test_letters_of_an_option_that_may_be_anything_are_doubtful(
    options: list[str], names: set[str]
) -> None:
    assert in_option(options, 2, names) is None


@pytest.mark.parametrize(
    ("option", "names"),
    [("物质H的浓度", set()), ("通过A改变", {"A"}), ("A型人格的人", set()), ("R×C表", set())],
)
def test_letters_of_an_option_that_name_something_else(option: str, names: set[str]) -> None:
    assert in_option(["感觉", "知觉", option], 2, names) == []


def test_small_letters_name_options_that_there_are() -> None:
    assert in_explanation("答案为b。", FOUR, set()) == [Reference(3, 4, certain=True)]
    assert in_explanation("选项g是多出来的。", FOUR, set()) == []


@pytest.mark.parametrize(
    "text",
    ["A型人格的人容易激动。", "自变量×B的交互作用", "B+的血型", "D.E.Berlyne提出", "维生素A的缺乏"],
)
def test_letters_of_an_explanation_that_name_something_else(text: str) -> None:
    assert in_explanation(text, FOUR, set()) == []


def _row(options: list[str], name: str) -> dict[str, object]:
    return {"id": name, "options": options, "answer": [0], "stem": "", "explanation": ""}


def test_options_that_name_others_move_with_them() -> None:
    options = ["感觉", "知觉", "记忆", "A和B"]
    moved = set()
    for i in range(30):
        done = shuffle_one(_row(options, f"q{i}"), ShuffleSettings(), b"secret")
        letters = sorted("ABCD"[done.order.index(old)] for old in (0, 1))
        assert done.options[done.order.index(3)] == "和".join(letters)
        moved.add(tuple(letters))
    assert len(moved) > 1, "some did move"


def test_scales_keep_their_order_unless_the_recipe_says_otherwise() -> None:
    options = ["从不", "偶尔", "经常", "总是"]
    orders = {True: set[tuple[int, ...]](), False: set[tuple[int, ...]]()}
    for kept, found in orders.items():
        settings = ShuffleSettings() if kept else ShuffleSettings(keep_scales=False)
        for i in range(20):
            found.add(tuple(shuffle_one(_row(options, f"q{i}"), settings, b"secret").order))
    assert orders[True] == {(0, 1, 2, 3)}
    assert len(orders[False]) > 5


def test_the_text_that_is_asked_may_leave_the_options_out() -> None:
    frame = pl.DataFrame({"stem": ["案例很长。该求助者的问题是？"], "options": [["抑郁", "焦虑"]]})
    assert ask(frame).to_list() == ["该求助者的问题是抑郁焦虑"]
    assert ask(frame, options=False).to_list() == ["该求助者的问题是"]


def test_what_the_question_says_counts_twice() -> None:
    frame = pl.DataFrame(
        {"stem": ["最可能的诊断是", "正确的是"], "options": [["甲", "乙"], ["咨询目标", "甲"]]}
    )
    both = category_by_keywords(frame)
    assert both["category"].to_list() == ["reasoning", "application"]
    mixed = category_by_keywords(
        pl.DataFrame({"stem": ["最可能的诊断是"], "options": [["咨询目标", "甲"]]})
    )
    assert mixed["category"].to_list() == ["reasoning"]
    assert 0.5 < mixed["category_confidence"][0] < 1


def test_confidence_of_a_task_grows_with_the_distance_from_the_threshold() -> None:
    stems = [
        "感觉是",
        "某女，23岁，怕见生人",
        "求助者，女性，26岁，未婚。案例介绍：一个月前受到批评。",
    ]
    rows = pl.DataFrame({"stem": stems, "material": ["", "", ""], "options": [[], [], []]})
    found = task_by_keywords(rows).sort("task_score")
    sure = found["task_confidence"].to_list()
    assert all(0.5 <= share <= 1 for share in sure)
    assert found["task"].to_list()[-1] == "CA"
    assert sure[-1] > 0.9


def test_positions_are_tested_with_pearsons_statistic() -> None:
    def rows(counts: list[int]) -> pl.DataFrame:
        answers = [[place] for place, many in enumerate(counts) for _ in range(many)]
        options = [["甲"] * len(counts)] * len(answers)
        return pl.DataFrame({"format": "SCQ", "options": options, "answer": answers})

    (even,) = positions(rows([10, 10, 10, 10]))
    assert (even["chi_square"], even["p"]) == (0, 1)
    (odd,) = positions(rows([14, 6, 10, 10]))
    # 16/10 + 16/10; P(χ² > 3.2) with three degrees of freedom
    assert (odd["counts"], odd["chi_square"], odd["p"]) == ([14, 6, 10, 10], 3.2, 0.3618)
    (never,) = positions(rows([20, 0]))
    assert (never["counts"], never["chi_square"]) == ([20, 0], 20)
    assert never["p"] == pytest.approx(0, abs=1e-4)
