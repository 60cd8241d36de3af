"""What of a text from outside may reach a terminal: nothing that steers it or turns its order."""

import json
import re
from typing import Any

# line ends and tabs stay; bidirectional marks, tag characters and lone surrogates go
_STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


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
