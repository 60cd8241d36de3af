"""Decisions said in many ways are read alike, and what is left open is no answer."""

import tomllib
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

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


def _fate(group: dict[str, Any], form: str) -> str:
    worst = "right"
    for chosen in list(combinations(range(len(group["options"])), group["chosen"]))[::2]:
        text = filled(form, chosen, group["options"])
        said = read(text, group["options"], several=group["several"], stem=group["stem"]).said
        if said not in ((), () if group["silent"] else chosen):
            return "wrong"
        worst = worst if group["silent"] or said else "missed"
    return worst


def test_forms_of_a_decision() -> None:
    found = Counter(_fate(group, form) for group in GROUPS for form in group["forms"])
    assert found.total() >= 500
    assert found["right"] >= 0.9 * found.total()
    assert found["wrong"] <= 0.035 * found.total()
