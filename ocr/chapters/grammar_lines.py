"""The lines of a chapter as the grammar knows them: entries apart, keys last, cases labelled."""

from collections.abc import Mapping, Sequence

from ocr.chapters import sheet_lines
from ocr.chapters.exercise_blocks import named
from ocr.chapters.key_lines import parted
from ocr.chapters.keys_between import keys_last
from ocr.chapters.led_answers import answers_below
from ocr.chapters.materials import asked_below, cases_labelled
from ocr.chapters.untitled_keys import titled
from ocr.habits.confusions import Repaired

Line = tuple[int, str]  # place of its paragraph, text for the grammar


def grammar_lines(
    places: Sequence[int], fixed: Mapping[int, Repaired], *, keyed: bool
) -> list[Line]:
    """(place, text) of each line; `keyed`: of a key that stands apart."""
    lines = [
        (at, piece) for at in places for piece in parted(sheet_lines.bare_heading(fixed[at].text))
    ]
    if not keyed:
        told = keys_last(answers_below(titled(lines)))
        lines = named(cases_labelled(asked_below(told)))
    return list(sheet_lines.entries(sheet_lines.page_keys_last(lines), keyed=keyed))
