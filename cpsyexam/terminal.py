"""What verbs print: their sentences in the reader's language, and of texts from outside nothing
that steers a terminal or turns its order.
"""

import json
import os
import re
from functools import cache
from typing import Any

from cpsyexam.characters import FILLERS, LOST, STEERING, among
from cpsyexam.errors import ConfigError

LANGUAGE = "CPSYEXAM_LANG"
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts, as POSIX has it

# line ends and tabs stay; emoji keep their joiners and variants
_STEERING = re.compile(f"[\ud800-\udfff]|(?![\u200d\ufe0f]){among(STEERING, FILLERS, LOST)}")


def language() -> str:
    """`zh` or `en`: as CPSYEXAM_LANG says, else as the locale does; English for any other.

    Raises ConfigError where CPSYEXAM_LANG is neither.
    """
    named = os.environ.get(LANGUAGE, "").lower()
    if named[:2] not in ("", "zh", "en"):
        raise ConfigError(f"{named!r} is no language of {LANGUAGE}", remedy="set it to zh or en")
    locale = next(filter(None, map(os.environ.get, _LOCALE)), "").lower()
    return "zh" if (named or locale).startswith("zh") else "en"


def say(text: str, *values: object) -> str:
    """A sentence with its `{}` filled, in the reader's language; `text` is its English.

    Chinese comes from the catalogue of the pages; what it does not have stays English.
    """
    spoken = _chinese().get(text, text) if language() == "zh" else text
    return spoken.format(*values) if values else spoken


@cache
def _chinese() -> dict[str, str]:
    from cpsyexam.pages.tongues import catalogue  # needs the engine of templates: slow to load

    return catalogue()["texts"]


def printable(text: str) -> str:
    """A text for people: control characters as their pictures (␛), others as U+FFFD."""
    return _STEERING.sub(_picture, text)


def json_text(value: Any, *, indent: int | None = None) -> str:
    """JSON with Chinese as it is and with what would steer a terminal by its code point."""
    found = json.dumps(value, ensure_ascii=False, indent=indent, default=str)
    return _STEERING.sub(_escape, found)


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else "\ufffd"


def _escape(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1]
