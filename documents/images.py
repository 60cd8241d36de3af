"""Markers that stand in a line for the images of a document, counted from 1."""

import re

_MARKER = re.compile(r"\[图(\d+)\]")


def marker(number: int) -> str:
    """What stands in a line for an image."""
    return f"[图{number}]"


def pictured(text: str) -> list[int]:
    """Numbers of the images whose markers stand in a text."""
    return [int(n) for n in _MARKER.findall(text)]


def shifted(text: str, by: int) -> str:
    """A text with the numbers of its images raised."""
    return _MARKER.sub(lambda m: marker(int(m[1]) + by), text) if by else text


def without_pictures(text: str) -> str:
    """A text without the markers of images."""
    return _MARKER.sub("", text).strip()
