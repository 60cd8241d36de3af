"""The words of the interface, Chinese and English (words.toml)."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from cpsyexam import taxonomy
from cpsyexam.pages.tongues import Tongue
from reviewing.station.doubts import sentence

LANGUAGES = ("zh", "en")
REASONS = ("written", "key", "text", "reading", "source")  # why a question is held


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
        if value in found:
            return found[value][self._place]
        return _of_taxonomy(value, self.language) if name == "values" else value

    def rule(self, name: str) -> str:
        """What a rule that rejects questions means, in words."""
        if name in _table()["rules"]:
            return self("rules", name)
        return Tongue(self.language).rule(name, name.replace("_", " ")) or name

    def subject(self, name: str) -> str:
        """A subject by its English name, where the taxonomy has one and the page is English."""
        known = (exam.subjects.get(name, "") for exam in taxonomy.current().exams.values())
        return (self._place and next(filter(None, known), "")) or name

    def doubt(self, text: str) -> str:
        """`name: what was found` of a flag, rule, reason or alarm, as a sentence."""
        name, _, rest = text.partition(": ")
        if name in REASONS:  # its own notes say more
            told = dict.fromkeys(self.doubt(note) for note in rest.split("; ") if note)
            return ("；" if self._place == 0 else "; ").join(told) or self("rules", name)
        return sentence(text, self._place) or self._named(text)

    def _named(self, text: str) -> str:
        """A note that has no sentence: its name in words, and what was found."""
        name, sign, rest = text.partition(": ")
        if self._place or not name.replace("_", "").isalnum():
            told = f"{self('rules', name)}{sign}{rest}"
        else:
            told = f"{self('rules', name)}{'：' if sign else ''}{rest}"
        if self._place:
            return told
        return Tongue("zh").phrase(told)


def _of_taxonomy(code: str, language: str) -> str:
    """An exam, task or category of a field that is not psychology, by its name."""
    known = taxonomy.current()
    for table in (known.exams, known.tasks, known.categories):
        if code in table:
            names = (table[code].chinese, table[code].english)
            return next(filter(None, names if language == "zh" else names[::-1]), code)
    return code


def doubts() -> dict[str, tuple[str, str]]:
    """What flags and rules mean, by name: English, Chinese."""
    return {name: (english, chinese) for name, (chinese, english) in _table()["rules"].items()}


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(files("reviewing.station").joinpath("words.toml").read_text("utf-8"))


def chosen(cookie: str, accepted: str) -> str:
    """The language of a request: as chosen before, else Chinese where the browser takes it."""
    if cookie in LANGUAGES:
        return cookie
    return "en" if accepted and "zh" not in accepted.lower() else "zh"
