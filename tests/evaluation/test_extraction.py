"""Reading replies: every style of the table for many questions, and what holds of any text."""

import random
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.extraction import read
from tests.counting import GROWTH, calls

STYLES = tomllib.loads(Path(__file__).with_name("styles.toml").read_text("utf-8"))
OPTIONS = (
    ("共情", "真诚", "积极关注", "具体化"),
    ("经典条件反射", "操作性条件反射", "观察学习", "顿悟学习", "潜伏学习"),
    ("感觉阈限", "绝对感觉阈限", "差别感觉阈限", "韦伯定律"),
)
LETTERS = "ABCDE"


def filled(style: str, options: tuple[str, ...], key: tuple[int, ...]) -> str:
    """A style's text for one question."""
    letters = [LETTERS[i] for i in key]
    wrong = [LETTERS[i] for i in range(len(options)) if i not in key]
    lines = [f"{LETTERS[i]}. {options[i]}" for i in key]
    every = [f"{LETTERS[i]}. {text}" for i, text in enumerate(options)]
    verdict = ["正确" if i in key else "错误" for i in range(len(options))]
    return style.format(
        k="".join(letters), d="、".join(letters), c=", ".join(letters), h="和".join(letters),
        s=" ".join(letters), full="".join(chr(ord(c) + 0xFEE0) for c in letters),
        low="".join(letters).lower(), json=str(letters).replace("'", '"'),
        t="、".join(options[i] for i in key), lines="\n".join(lines),
        lines_dash="\n- ".join(lines), w=wrong[0], ws="、".join(wrong),
        wt=options[LETTERS.index(wrong[0])], all="\n".join(every),
        paren="".join(f"({letter})" for letter in letters), ord=f"第{'一二三四五'[key[0]]}个",
        boxes="\n".join(f"- [{'x' if i in key else ' '}] {line}" for i, line in enumerate(every)),
        ticks="\n".join(f"{i + 1}. {text} {'✔' if i in key else '✘'}"
                        for i, text in enumerate(options)),
        dashes="；".join(f"{LETTERS[i]}——{'对' if i in key else '不对，另有所指'}"
                        for i in range(len(options))),
        wor="或".join(wrong), oxford=", ".join(letters[:-1]) + f", and {letters[-1]}",
        judged="；".join(f"{LETTERS[i]}{v}" for i, v in enumerate(verdict)),
        every=LETTERS[: len(options)], nums="、".join(str(i + 1) for i in key),
        places="、".join(f"第{'一二三四五'[i]}" for i in key) + "项",
        lows=" ".join(letters).lower(), latex=",\\,".join(letters),
        tags="".join(f"<option>{letter}</option>" for letter in letters),
        scores="\n".join(f"{LETTERS[i]}：{90 - i if i in key else 3}分"
                         for i in range(len(options))),
        shares="\n".join(f"{LETTERS[i]} {0.93 if i in key else 0.04}"
                         for i in range(len(options))),
        reasons="".join(f"{LETTERS[i]}很典型，当然要选。" if i in key
                        else f"{LETTERS[i]}另有所指，不能选。" for i in range(len(options))),
        marks="\n".join(f"{LETTERS[i]}. {'√' if i in key else '×'}" for i in range(len(options))),
    )  # fmt: skip


def keys(options: tuple[str, ...], *, several: bool) -> list[tuple[int, ...]]:
    if not several:
        return [(i,) for i in range(len(options))]
    found = [(0, 1), (0, 2), (1, 3), (0, 1, 2), (1, 2, 3)]
    return [key for key in found if len(key) < len(options)]


CASES = [(style, several) for style in STYLES["both"] for several in (False, True)]
CASES += [(style, False) for style in STYLES["scq"]] + [(style, True) for style in STYLES["maq"]]
NONE = [(style, several) for style in STYLES["none"] for several in (False, True)]
NONE += [(style, False) for style in STYLES["none_scq"]]
NONE += [(style, True) for style in STYLES["none_maq"]]


def test_the_table_is_long_enough() -> None:
    assert sum(len(set(styles)) for styles in STYLES.values()) >= 150


@pytest.mark.parametrize(("style", "several"), CASES)
def test_style_is_read_as_its_key(style: str, several: bool) -> None:  # noqa: FBT001
    for options in OPTIONS:
        for key in keys(options, several=several):
            text = filled(style, options, key)
            found = read(text, options, several=several)
            assert found.said == key, (text, found)


@pytest.mark.parametrize(("style", "several"), NONE)
def test_style_is_no_answer(style: str, several: bool) -> None:  # noqa: FBT001
    for options in OPTIONS:
        for key in keys(options, several=several):
            text = filled(style, options, key)
            found = read(text, options, several=several)
            assert found.said == (), (text, found)


def test_question_that_asks_for_the_fault() -> None:
    options = OPTIONS[0]
    for text in ("错误的是C", "不正确的是C。", "不属于的是C"):
        assert read(text, options, several=False, stem="下列说法不正确的是").said == (2,)
        assert read(text, options, several=False, stem="下列说法正确的是").said == ()
    judged = "A正确，B正确，C错误，D正确"
    assert read(judged, options, several=False, stem="下列说法错误的是").said == (2,)
    assert read(judged, options, several=False, stem="下列说法正确的是").said == ()


def test_letter_beyond_the_options_is_no_answer() -> None:
    assert read("答案：F", OPTIONS[0], several=False).rule == "beyond"
    assert read("答案：AF", OPTIONS[0], several=True).said == ()


def test_rule_and_strictness_are_told() -> None:
    assert read("答案：B", OPTIONS[0], several=False).strict
    assert not read("题干描述的是真诚", OPTIONS[0], several=False).strict
    assert read("", OPTIONS[0], several=False).rule == "empty"
    assert read("<think>也许", OPTIONS[0], several=False).rule == "unfinished"
    assert read("答案：A或B", OPTIONS[0], several=True).rule == "hedged"


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
def test_a_reply_of_a_megabyte_takes_no_more_than_a_long_one(unit: str) -> None:
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
