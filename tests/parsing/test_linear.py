"""Work grows with the length of a text: calls and characters looked through, not timed."""

import re
import sys
from collections.abc import Iterator
from functools import partial
from types import FrameType
from typing import Any, SupportsIndex

import pytest

from bench.parse import HURTFUL
from parsing import grammar, parse
from parsing.numbers import page_style
from parsing.page.layout import usual
from parsing.questions.tails import settle

GROWTH = 2.3  # for twice the length; a square would be 4
CHARACTERS = 2_500


class Counted(str):
    """A text that counts the characters which slices and searches look through."""

    __slots__ = ()
    seen = 0

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        piece = super().__getitem__(key)
        Counted.seen += len(piece)
        return piece

    def find(self, sub: str, *span: Any) -> int:
        at = super().find(sub, *span)
        start, end, _ = slice(*span, *[None] * (2 - len(span))).indices(len(self))
        Counted.seen += max((at if at >= 0 else end) - start, 0)
        return at

    def rfind(self, sub: str, *span: Any) -> int:
        at = super().rfind(sub, *span)
        start, end, _ = slice(*span, *[None] * (2 - len(span))).indices(len(self))
        Counted.seen += max(end - (at if at >= 0 else start), 0)
        return at


class CountedQuestions(list[Any]):
    """Questions that count how many of them slices copy."""

    copied = 0

    def __getitem__(self, key: Any) -> Any:
        piece = super().__getitem__(key)
        CountedQuestions.copied += len(piece) if isinstance(key, slice) else 0
        return piece


def work(text: str) -> tuple[int, int, int]:
    """Calls, characters of the matching text looked through outside patterns, questions copied."""
    calls = 0

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    Counted.seen = CountedQuestions.copied = 0
    sys.setprofile(count)
    try:
        parse(text)
    finally:
        sys.setprofile(None)
    return calls, Counted.seen, CountedQuestions.copied


def _counted(work_on: Any, sheet: Any, drafts: Any) -> None:
    work_on(sheet, CountedQuestions(drafts))


@pytest.mark.parametrize("name", HURTFUL)
def test_work_grows_with_the_length(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "usual", lambda text: Counted(usual(text)))
    monkeypatch.setattr(grammar, "settle", partial(_counted, settle))
    unit = HURTFUL[name][0]
    times = CHARACTERS // len(unit)
    once, twice = work(unit * times), work(unit * (2 * times))
    assert twice[0] <= GROWTH * once[0]
    assert twice[1] <= GROWTH * once[1] + CHARACTERS
    assert twice[2] <= GROWTH * once[2]


class CountedPattern:
    """A pattern that counts its matches."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern, self.matches = pattern, 0

    def finditer(self, *given: Any) -> Iterator[re.Match[str]]:
        for match in self.pattern.finditer(*given):
            self.matches += 1
            yield match


def test_letters_before_numbers_are_not_sought_anew_for_each_section(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted = CountedPattern(page_style._KEYED)
    monkeypatch.setattr(page_style, "_KEYED", counted)
    parse("一、单选题\nC1.甲\n" * 100)
    assert 100 <= counted.matches <= 300
