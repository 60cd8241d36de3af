"""Why a question waits, in sentences (doubts.toml), and where in its text the doubt is."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

_ALSO = re.compile(r"^(.*?)(?:(?:; |^)also ([\w, ]+))?$", re.DOTALL)
_LONGEST = 200  # characters of a note that are quoted
# notes that quote the place of the doubt as it stands in the text
_QUOTES = ("odd_character", "broken_name", "ocr_slip", "lost_character", "name_slip",
           "orphan_case_question", "lost_sign")  # fmt: skip
_POINTER = re.compile(r"(\S?)\s?\[(.)\]\s?(\S?)")


@cache
def sentences() -> dict[str, list[str]]:
    """Chinese, English and perhaps a pattern, by name."""
    found: dict[str, list[str]] = tomllib.loads(
        files("reviewing.station").joinpath("doubts.toml").read_text("utf-8")
    )
    return found


def sentence(note: str, place: int) -> str:
    """A note `name: value` (or `name value`) in words, "" for one without; `place`: 0 for Chinese.

    "" too for a value that its sentence does not expect.
    """
    name, _, rest = _parts(note)
    if name not in sentences():
        return ""
    form = sentences()[name]
    text, also = _split(rest)
    text = re.sub(r"^doubts of ", "", text)
    shape = form[2] if len(form) > 2 else "(.*)"
    found = re.fullmatch(shape, text[:_LONGEST], re.DOTALL)
    if "{" in form[place] and (not found or not text):
        return ""
    groups = [part.strip() for part in found.groups()] if found else []
    said = form[place].format("", *groups)
    further = [sentence(one, place) for one in also]
    return ("；" if place == 0 else "; ").join(filter(None, [said, *further]))


def _parts(note: str) -> tuple[str, str, str]:
    found = re.match(r"(\w+)(: ?| |$)", note)
    return (found[1], found[2], note[found.end() :]) if found else ("", "", note)


def _split(rest: str) -> tuple[str, list[str]]:
    """What was noted, and the further rules that a row breaks (`E; also few_options`)."""
    found = _ALSO.match(rest)
    return (found[1], found[2].split(", ") if found[2] else []) if found else (rest, [])


def spots(notes: Iterable[str]) -> list[str]:
    """Patterns of the places in a question's texts that its notes point at."""
    found = []
    for note in notes:
        for one in note.split("; "):
            name, _, rest = _parts(re.sub(r"^(?:key|text|reading|written|source): ", "", one))
            rest = _split(rest)[0]
            if name == "unlikely_character" and (at := _POINTER.search(rest)):
                before, spot, after = (re.escape(part) for part in at.groups())
                behind = rf"(?:(?<={before})|(?<={before}\s)|^)" if before else ""
                found.append(rf"{behind}{spot}(?=\s*(?:{after}|$))")
            elif name in _QUOTES and rest:
                found.append(re.escape(rest[:_LONGEST]))
    return found
