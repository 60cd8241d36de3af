"""What of a text from outside may reach a terminal: nothing that steers it or turns its order."""

import json
import re
from typing import Any

from cpsyexam.characters import FILLERS, LOST, STEERING, among

# line ends and tabs stay; emoji keep their joiners and variants
_STEERING = re.compile(f"[\ud800-\udfff]|(?![\u200d\ufe0f]){among(STEERING, FILLERS, LOST)}")


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
