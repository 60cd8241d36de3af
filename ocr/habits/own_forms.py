"""A chapter's lines in the forms that the grammar knows, whatever its book prints (forms.toml)."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

from cpsyexam.config import Settings
from ocr.habits.confusions import Repaired, rows
from ocr.habits.headings import flat, over_key
from ocr.habits.numbers import plain_numbers, plain_ordinals
from ocr.habits.options import circled_options, lettered_options

When = Literal["first", "last", "heading"]


class Form(Settings):
    """A pattern and what it becomes where `few` lines have it; `examples` are pairs to test."""

    id: str
    when: When
    pattern: str
    replace: str
    why: str
    few: int = 1
    keys: bool = False  # in the lines of a key alone
    noted: bool = False
    examples: tuple[tuple[str, str], ...]


@cache
def forms(when: When) -> tuple[tuple[Form, re.Pattern[str]], ...]:
    """The forms of the table that are looked for then, in order."""
    known = rows("forms", Form)
    return tuple((form, re.compile(form.pattern)) for form in known if form.when == when)


def formed(
    when: When, lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter and of its key that have such forms, as the grammar knows them."""
    heads = [at for at, place in enumerate(body) if over_key(flat(lines[place].text))]
    keys = [*(body[heads[-1] :] if heads else ()), *key]
    found: dict[int, Repaired] = {}
    for form, pattern in forms(when):
        own = {at: found.get(at, lines[at]) for at in (keys if form.keys else (*body, *key))}
        marks = {at: mark for at, line in own.items() if (mark := pattern.search(line.text))}
        if len(marks) >= form.few:
            found |= {
                at: own[at].with_text(
                    pattern.sub(form.replace, own[at].text),
                    *([f"{form.id}: {mark[0].strip()}"] * form.noted),
                )
                for at, mark in marks.items()
            }
    return found


def plain_forms(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter in those forms."""
    found = dict(lines)
    found |= formed("first", found, body, key)
    for form in (lettered_options, circled_options, plain_numbers, plain_ordinals):
        found |= form(found, body, key)
    return found | formed("last", found, body, key)
