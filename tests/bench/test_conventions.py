"""Books of conventions drawn together: the same seed, the same book, and its truth."""

import random
from pathlib import Path

import pytest

from bench.combined import read
from bench.conventions import Question, Style, book, conventions, draw, questions, width

WAYS, ITEMS = conventions(), questions()
FIELDS = ("number", "format", "material", "stem", "options", "answer", "explanation")


def made(seed: int, **own: object) -> tuple[Style, list[str], list[Question]]:
    dice = random.Random(seed)
    style = {**draw(WAYS, 0, dice), "place": "each", **own}
    return style, *book(style, WAYS["names"], ITEMS, dice)


def test_the_same_seed_gives_the_same_book() -> None:
    assert made(3) == made(3)
    assert made(3)[1] != made(4)[1]


@pytest.mark.parametrize("place", ["each", "section", "end"])
def test_the_usual_conventions_are_read(place: str, tmp_path: Path) -> None:
    _, lines, truth = made(5, place=place)
    found = read(tmp_path, place, lines, truth)
    assert found["exact"] == found["n"] == len(truth)


def test_a_book_prints_what_was_drawn() -> None:
    own = {
        "number": "【{n}】",
        "option": ["[{a}] {t}", 1],
        "answer": "本题选{a}。",
        "running": True,
    }
    _, lines, truth = made(6, **own)
    assert [q["number"] for q in truth] == [str(n) for n in range(1, len(truth) + 1)]
    assert all(any(line.startswith(f"【{q['number']}】") for line in lines) for q in truth)
    assert f"本题选{truth[0]['answer']}。" in lines
    assert max(map(width, lines)) <= 78


def test_as_many_conventions_are_drawn_as_are_asked_for() -> None:
    usual = WAYS["usual"]
    for seed in range(20):
        style = draw(WAYS, 2, random.Random(seed))
        kept = ("running", "blank")  # may follow from others
        changed = [n for n in usual if n not in kept and style[n] != usual[n]]
        assert len(changed) <= 2


def test_no_question_carries_another_book_s_marks() -> None:
    assert len(ITEMS) > 150
    assert {row["format"] for row in ITEMS} == {"SCQ", "MAQ", "TF", "FILL", "QA"}
    assert all(row["stem"].count("{B}") == 1 for row in ITEMS if row["format"] == "FILL")
