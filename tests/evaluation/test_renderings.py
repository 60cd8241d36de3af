"""Decisions said in many ways are read alike, and what is left open is no answer."""

import tomllib
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from evaluation.extraction import read

GROUPS = tomllib.loads(Path(__file__).with_name("renderings.toml").read_text("utf-8"))["group"]
LETTERS = "ABCDEFGHIJ"


def filled(form: str, chosen: tuple[int, ...], options: list[str]) -> str:
    """A form with the letters and texts of what is chosen, and of the rest."""
    rest = tuple(i for i in range(len(options)) if i not in chosen)
    words = {
        "yes": "".join(LETTERS[i] for i in chosen),
        "no": "".join(LETTERS[i] for i in rest),
        **{f"p{n}": "一二三四五六"[i] for n, i in enumerate(chosen, 1)},
    }
    for letter, text, places in (("y", "t", chosen), ("n", "u", rest)):
        for nth, place in enumerate(places, 1):
            words |= {f"{letter}{nth}": LETTERS[place], f"{text}{nth}": options[place]}
    return form.format(**words)


@pytest.mark.parametrize(
    ("group", "form"), [(group, form) for group in GROUPS for form in group["forms"]]
)
def test_forms_of_a_decision(group: dict[str, Any], form: str) -> None:
    options, several = group["options"], group["several"]
    for chosen in list(combinations(range(len(options)), group["chosen"]))[::2]:
        text = filled(form, chosen, options)
        found = read(text, options, several=several, stem=group["stem"])
        assert found.said == (() if group["silent"] else chosen), (text, found)
