"""Decisions said in many ways are read alike, and what is left open is no answer."""

import tomllib
from itertools import combinations
from pathlib import Path

import pytest

from evaluation.extraction import read

FORMS = tomllib.loads(Path(__file__).with_name("renderings.toml").read_text("utf-8"))
OPTIONS = ("共情", "面质", "积极关注", "强化物撤除", "真诚")
STEM = "下列属于罗杰斯所说治疗关系的条件的有"
ONE_OPTIONS = ("冯特", "华生", "罗杰斯", "皮亚杰")
ONE_STEM = "提出来访者中心疗法的心理学家是"
THREE = tuple(combinations(range(len(OPTIONS)), 3))[::2]
LETTERS = "ABCDE"


def filled(form: str, chosen: tuple[int, ...], options: tuple[str, ...]) -> str:
    """A form with the letters and texts of what is chosen, and of the rest."""
    rest = tuple(i for i in range(len(options)) if i not in chosen)
    words = {
        "yes": "".join(LETTERS[i] for i in chosen),
        "no": "".join(LETTERS[i] for i in rest),
        **{f"p{n}": "一二三四五"[i] for n, i in enumerate(chosen, 1)},
    }
    for letter, text, places in (("y", "t", chosen), ("n", "u", rest)):
        for nth, place in enumerate(places, 1):
            words |= {f"{letter}{nth}": LETTERS[place], f"{text}{nth}": options[place]}
    return form.format(**words)


@pytest.mark.parametrize("form", FORMS["several"])
def test_three_of_five(form: str) -> None:
    for chosen in THREE:
        found = read(filled(form, chosen, OPTIONS), OPTIONS, several=True, stem=STEM)
        assert found.said == chosen, found


@pytest.mark.parametrize("form", FORMS["one"])
def test_one_of_four(form: str) -> None:
    for place in range(len(ONE_OPTIONS)):
        text = filled(form, (place,), ONE_OPTIONS)
        assert read(text, ONE_OPTIONS, several=False, stem=ONE_STEM).said == (place,)


@pytest.mark.parametrize("form", FORMS["open"] + FORMS["unread"])
def test_what_is_left_open_is_no_answer(form: str) -> None:
    for chosen in THREE:
        assert read(filled(form, chosen, OPTIONS), OPTIONS, several=True, stem=STEM).said == ()
