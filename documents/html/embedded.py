"""Data that a page hands to its scripts: where questions of single-page applications stand."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bs4 import BeautifulSoup

from documents.html.dom import attribute, elements

_ASSIGNED = re.compile(
    r"(?:window|self|globalThis)?\s*(?:\.|\[[\"'])?(__[A-Z][A-Z_]+__|__NUXT__|[A-Za-z_$][\w$]{2,40})"
    r"(?:[\"']\])?\s*=\s*(?:JSON\.parse\(\s*(?P<quoted>['\"])|(?=[\[{]))"
)
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_SPELLED = {"n": "\\n", "t": "\\t", "r": "\\r", "b": "\\b", "f": "\\f"}
_TRIED = 500  # assignments of one script that are looked at
_LEAST = 40  # Chinese characters of data that may hold a question


@dataclass(frozen=True)
class Data:
    """JSON in a script: the script's id, type or the variable it is assigned to."""

    name: str
    value: Any

    @property
    def chinese(self) -> int:
        """Chinese characters in its strings."""
        return sum(len(_CHINESE.findall(text)) for text in texts(self.value))


def data(root: BeautifulSoup) -> list[Data]:
    """All JSON that a page's scripts hold; what cannot be read as JSON is passed over."""
    found: list[Data] = []
    for script in elements(root, "script"):
        text, kind = script.get_text().strip(), attribute(script, "type").lower()
        if "json" in kind or (attribute(script, "id") == "__NEXT_DATA__"):
            name = attribute(script, "id") or ("ld+json" if "ld+json" in kind else "json")
            found += _read(name, text)
        elif "=" in text:
            found += _assigned(text)
    return found


def notes(root: BeautifulSoup) -> list[str]:
    """One note for each piece of data with enough Chinese in it to hold a question."""
    return [
        f"data in a script: {one.name}, {one.chinese} Chinese characters;"
        " a site's TOML reads it: [data]"
        for one in data(root)
        if one.chinese >= _LEAST
    ]


def texts(value: Any) -> Iterator[str]:
    """All strings of a JSON value, in order."""
    stack = [value]
    while stack:
        one = stack.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            stack.extend(reversed(list(one.values())))
        elif isinstance(one, list):
            stack.extend(reversed(one))


def _assigned(text: str) -> Iterator[Data]:
    at = tried = 0
    while (found := _ASSIGNED.search(text, at)) and tried < _TRIED:
        at, tried = found.end(), tried + 1
        if quote := found["quoted"]:
            end = re.compile(rf"(?<!\\){quote}").search(text, at)
            body = text[at : end.start()] if end else ""
            yield from _read(found[1], _unescaped(body))
            at = end.end() if end else at
            continue
        try:
            value, at = json.JSONDecoder().raw_decode(text, at)
        except (ValueError, RecursionError):
            continue
        yield Data(found[1], value)


def _unescaped(body: str) -> str:
    """A string literal of JavaScript as the text that it spells."""
    return _ESCAPE.sub(lambda m: _SPELLED.get(m[1], m[1]) if len(m[1]) == 1 else _point(m), body)


def _point(found: re.Match[str]) -> str:
    return chr(int(found[1][1:], 16))


def _read(name: str, text: str) -> Iterator[Data]:
    try:
        yield Data(name, json.loads(text))
    except (ValueError, RecursionError):
        return
