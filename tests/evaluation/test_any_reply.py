"""What holds of any reply: no error, no order of letters that matters, no cost without end."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.extraction import normal, read
from tests.counting import GROWTH, calls
from tests.evaluation.test_extraction import LETTERS, OPTIONS


@given(st.text(max_size=400), st.booleans())
def test_any_text_is_read_without_an_error(text: str, several: bool) -> None:  # noqa: FBT001
    found = read(text, OPTIONS[0], several=several)
    assert all(0 <= place < 4 for place in found.said)
    assert list(found.said) == sorted(set(found.said))
    assert several or len(found.said) <= 1


@given(
    st.text("这道题考查基本概念，需要仔细分析 \n。", max_size=80),
    st.sets(st.integers(0, 3), min_size=1),
    st.randoms(),
)
def test_order_repetition_and_width_of_letters_do_not_matter(
    before: str, key: set[int], rng: random.Random
) -> None:
    letters = [LETTERS[i] for i in key]
    rng.shuffle(letters)
    wide = "".join(chr(ord(c) + 0xFEE0) for c in letters)
    for text in (f"{before}答案：{'、'.join(letters)}", f"{before}答案：{wide}"):
        assert read(text, OPTIONS[0], several=True).said == tuple(sorted(key))


@given(st.text("ABCD的是不选答案正确错误：，。 \n", max_size=60), st.sampled_from("ABCD"))
def test_what_was_thought_is_not_read(thought: str, letter: str) -> None:
    found = read(f"<think>{thought}</think>答案：{letter}", OPTIONS[0], several=False)
    assert found.said == (LETTERS.index(letter),)


@pytest.mark.parametrize("unit", ["答案", "A、", "选A不选", "(((", "<think>", "除了A", "A正确"])
def test_a_reply_of_a_megabyte_takes_no_more_than_a_long_one(
    unit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(normal, "LONGEST", normal.LONGEST // 8)  # the bound holds wherever it is
    monkeypatch.setattr(normal, "_HEAD", normal._HEAD // 8)
    long, longer = (
        calls(read, unit * (size // len(unit)) + "。答案：B", OPTIONS[0], several=True)
        for size in (40_000, 1_000_000)
    )
    assert longer < 2 * long  # of 25 times the length


@pytest.mark.parametrize(
    "part",
    [
        "A、",
        "(A)",
        "不选A",
        "只有A",
        "A正确",
        "不是A或B",
        "A ",
        "- [x] A\n",
        "第一项、",
        "其余三项",
        "A要选。",
        "把A去掉",
        "A：5分\n",
        "答案：1",
        "→A",
        "</a><a>",
    ],
)
def test_letters_without_end_cost_no_more_than_their_length(part: str) -> None:
    for several in (False, True):
        once, twice = (
            calls(read, part * (n // len(part)), OPTIONS[0], several=several)
            for n in (1_000, 2_000)
        )
        assert twice <= GROWTH * once
