"""Pages in two languages: English as templates write it, Chinese from one catalogue (zh.toml).

A page holds both and shows one (`frame.html.j2`), without a script. Templates say
`_("{} questions", n)`; what has no Chinese stops the page, so that none is half translated.
"""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from markupsafe import Markup

from cpsyexam import taxonomy

LANGUAGES = ("en", "zh")


class Tongue:
    """What a template says, in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._chinese = language == "zh"

    def __call__(self, text: str, *values: Any) -> Markup:
        """A text of a template, its `{}` filled; `values` are escaped.

        Raises KeyError where the catalogue has no Chinese for it.
        """
        said = catalogue()["texts"][text] if self._chinese else text
        return Markup(said).format(*values)  # noqa: S704  our own texts

    def event(self, text: str, values: Sequence[str]) -> Markup:
        """A text whose values are names of the data, in words where they have some."""
        return self(text, *map(self.name, values))

    def told(self, text: str) -> str:
        """A text that code says, not a template: as it is where the catalogue does not have it."""
        return catalogue()["texts"].get(text, text) if self._chinese else text

    def name(self, code: str) -> str:
        """What a name of the data is called: a split, a format, a field; itself where unknown."""
        if not self._chinese:
            return code
        return catalogue()["names"].get(code) or self.label(code)

    def label(self, code: str) -> str:
        """An exam, task or category of the taxonomy in words."""
        known = taxonomy.current()
        for table in (known.exams, known.tasks, known.categories):
            if code in table:
                names = (table[code].english, table[code].chinese)
                return next(filter(None, names[::-1] if self._chinese else names), code)
        return code

    def rule(self, code: str, english: str = "") -> str:
        """What a rule, flag or alarm means; in Chinese its English where nobody has said it yet."""
        return catalogue()["rules"].get(code, english) if self._chinese else english

    def phrase(self, text: str) -> str:
        """What comparison or repair noted: `same key, one option differs: 甲 → 乙`."""
        if not self._chinese:
            return text
        return _phrases().sub(lambda found: catalogue()["phrases"][found[0]], text)

    def note(self, text: str) -> str:
        """What was noted of something odd: in Chinese where the catalogue knows its form."""
        known = (
            ((form.fullmatch(text), chinese) for form, chinese in _notes()) if self._chinese else ()
        )
        return next((chinese.format(*has.groups()) for has, chinese in known if has), text)

    def id(self, name: str) -> str:
        """The anchor of a heading: of the two in a page the English one has the plain name."""
        return f"zh-{name}" if self._chinese else name

    @property
    def comma(self) -> str:
        """What stands between the entries of a list."""
        return "、" if self._chinese else ", "

    @property
    def stop(self) -> str:
        """The end of a sentence."""
        return "。" if self._chinese else "."


def tongues() -> tuple[Tongue, ...]:
    """English, Chinese."""
    return tuple(map(Tongue, LANGUAGES))


@cache
def _phrases() -> re.Pattern[str]:
    """The longest first, so that no part of one is taken for another."""
    every = sorted(catalogue()["phrases"], key=len, reverse=True)
    return re.compile("|".join(("(?<![a-z])" * one[0].isalpha()) + re.escape(one) for one in every))


@cache
def _notes() -> list[tuple[re.Pattern[str], str]]:
    """Forms of notes (`quota {}, …`) and their Chinese."""
    forms = (
        (map(re.escape, text.split("{}")), said) for text, said in catalogue()["notes"].items()
    )
    return [(re.compile("(.+?)".join(parts), re.DOTALL), said) for parts, said in forms]


@cache
def catalogue() -> dict[str, dict[str, str]]:
    """Tables texts, phrases and notes (by their English), names and rules (by codes) → Chinese."""
    found: dict[str, dict[str, str]] = tomllib.loads(
        files("cpsyexam.pages").joinpath("zh.toml").read_text("utf-8")
    )
    return found
