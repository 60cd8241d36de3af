"""Systematic misreadings, repaired by a table kept as data (confusions.toml), each one noted."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypeVar

from opencc import OpenCC

from cpsyexam.config import Settings, parse

S = TypeVar("S", bound=Settings)
TRADITIONAL = 0.05  # share of characters outside GB 2312 from which a book is in other script


class Confusion(Settings):
    """A pattern and what it becomes; `examples` are pairs that the tests run."""

    id: str
    pattern: str
    replace: str
    why: str
    upper: bool = False  # what stands there becomes capital letters
    silent: bool = False  # width and spacing only: no note on the record
    examples: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Repaired:
    """A text after repair, and a note for each repair: `ocr_repair: id: before → after`."""

    text: str
    notes: tuple[str, ...]

    def with_text(self, text: str, *notes: str) -> "Repaired":
        """Another text, with these notes besides."""
        return Repaired(text, (*self.notes, *notes))


def rows(table: str, row: type[S]) -> tuple[S, ...]:
    """The rows of a table of this folder, in order."""
    text = files("ocr.habits").joinpath(f"{table}.toml").read_text("utf-8")
    where = f"ocr/habits/{table}.toml"
    return tuple(parse(told, row, where=where) for told in tomllib.loads(text)[table[:-1]])


@cache
def confusions() -> tuple[tuple[Confusion, re.Pattern[str]], ...]:
    """The table, in order."""
    return tuple((one, re.compile(one.pattern)) for one in rows("confusions", Confusion))


def repair(text: str, *, simplified: bool = True, exact: bool = False) -> Repaired:
    """Apply the table to a line of text; `simplified`: of a book in simplified script.

    `exact`: of a file's own text, in which no letter or character was misread.
    """
    notes: list[str] = []
    if not exact:
        text, notes = _simplified(text) if simplified else _traditional(text)
    for confusion, pattern in confusions():

        def mended(match: re.Match[str], rule: Confusion = confusion) -> str:
            after = match.expand(rule.replace)
            after = after.upper() if rule.upper else after
            if exact and any(map(str.isalnum, {*match[0]} ^ {*after})):
                return match[0]
            if after != match[0] and not rule.silent:
                notes.append(f"ocr_repair: {rule.id}: {match[0]} → {after}")
            return after

        text = pattern.sub(mended, text)
    return Repaired(text, tuple(notes))


def in_simplified(texts: Iterable[str]) -> bool:
    """Are these the lines of a book in simplified script, but for what was misread?"""
    counts = Counter(_in(c, "gb2312") for text in texts for c in text if "\u4e00" <= c <= "\u9fff")
    return counts[False] <= TRADITIONAL * counts.total()


def _simplified(text: str) -> tuple[str, list[str]]:
    """Traditional and Japanese forms that a model of many languages slips into worn text."""
    notes = []
    for char in dict.fromkeys(
        c for c in text if "\u4e00" <= c <= "\u9fff" and not _in(c, "gb2312")
    ):
        plain = converter().convert(char)
        if plain != char and _in(plain, "gb2312"):
            text = text.replace(char, plain)
            notes.append(f"ocr_repair: variant_character: {char} → {plain}")
    return text, notes


def _traditional(text: str) -> tuple[str, list[str]]:
    """Simplified forms that a model slips into a book in traditional script: 惯 for 慣."""
    if text.startswith("题号"):  # as the layout names the numbers of a key
        return text, []
    strange = [c for c in dict.fromkeys(text) if "\u4e00" <= c <= "\u9fff" and not _in(c, "big5")]
    plain = converter("s2tw").convert(text) if strange else text
    if len(plain) != len(text):
        return text, []
    pairs = [
        (a, b if a in strange and _in(b, "big5") else a) for a, b in zip(text, plain, strict=True)
    ]
    notes = [f"ocr_repair: variant_character: {a} → {b}" for a, b in dict.fromkeys(pairs) if a != b]
    return "".join(b for _, b in pairs), notes


def _in(char: str, charset: str) -> bool:
    """Is it one of the characters of a set: the 6,763 of GB 2312, which books in simplified script
    print, or those of Big5?
    """
    try:
        char.encode(charset)
    except UnicodeEncodeError:
        return False
    return True


@cache
def converter(conversion: str = "t2s") -> OpenCC:
    """From one script to another, at first traditional to simplified."""
    return OpenCC(conversion)
