"""The words of the interface, Chinese and English (words.toml)."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("zh", "en")


class Words:
    """The words of one language: `words("key")`, `words("kinds", "errata")`.

    A value of the data that has no word is shown as it is; an unknown interface word is an error.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._place = LANGUAGES.index(language)

    def __call__(self, name: str, value: str | None = None) -> str:
        if value is None:
            return str(_table()[name][self._place])
        found: Mapping[str, list[str]] = _table()[name]
        return found[value][self._place] if value in found else value

    def doubt(self, text: str) -> str:
        """`name: what was found` of a flag or rule, the name in words."""
        name, sign, rest = text.partition(": ")
        if self.language == "en":
            return f"{self('rules', name)}{sign}{rest}"
        return _PHRASE.sub(
            lambda found: self("phrases", found[0]), f"{self('rules', name)}{sign}{rest}"
        )


def doubts() -> dict[str, tuple[str, str]]:
    """What flags and rules mean, by name: English, Chinese."""
    return {name: (english, chinese) for name, (chinese, english) in _table()["rules"].items()}


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(files("reviewing.station").joinpath("words.toml").read_text("utf-8"))


# the longest first, so that no part of one is taken for another
_PHRASE = re.compile("|".join(sorted(map(re.escape, _table()["phrases"]), key=len, reverse=True)))


def chosen(cookie: str, accepted: str) -> str:
    """The language of a request: as chosen before, else Chinese where the browser takes it."""
    if cookie in LANGUAGES:
        return cookie
    return "en" if accepted and "zh" not in accepted.lower() else "zh"
