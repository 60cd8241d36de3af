"""The question and its options repeated at the beginning of a reply: no part of what it says."""

import re
from collections.abc import Sequence

from rapidfuzz import fuzz

from evaluation.extraction.letters import LETTERS

_WORD = re.compile(r"\w")
_FILLED = re.compile(r"[(\[【_]\s{0,4}[A-J](?:[、, ]{0,2}[A-J]){0,7}\s{0,4}[)\]】_]")
_BETWEEN = re.compile(r"[^\w]{0,40}(?:选项|options|choices)?[^\w]{0,8}", re.IGNORECASE)
_LEAD = re.compile(
    r"[\W\d_]*(?:(?:原|本|该)?(?:题目?|题干|问题|试题)|question|q)?[\W\d_]*", re.IGNORECASE
)
_SHORTEST = 6  # characters of a stem that can be known again
_BEFORE = 16  # characters that may stand before the stem: a number, "题目"
_ALIKE = 92.0


def unechoed(text: str, options: Sequence[str], stem: str) -> str:
    """What follows the question and its options where a reply begins with them; "" for nothing.

    A stem whose bracket or blank a letter fills is no echo. All in comparison form.
    """
    end = _stem_end(text, stem)
    if end is None:
        return text
    rest = _after_options(text, end, options)
    if rest is not None:
        return text[rest:].strip()
    return text if _WORD.search(text, end) else ""


def _stem_end(text: str, stem: str) -> int | None:
    """Where the repeated stem ends in a reply; None where it is not repeated."""
    asked = [c for c in stem if _WORD.match(c) and c != "_"]
    if len(asked) < _SHORTEST:
        return None
    places = [i for i, c in enumerate(text[: 3 * len(stem) + 60]) if _WORD.match(c) and c != "_"]
    said = "".join(text[i] for i in places[: len(asked) + _BEFORE])
    wanted = "".join(asked)
    if len(said) < len(asked) - 1:
        return None
    found = fuzz.partial_ratio_alignment(wanted, said, score_cutoff=_ALIKE)
    if found is None or found.dest_start > _BEFORE or found.dest_end <= found.dest_start:
        return None
    start = places[min(found.dest_start, len(places) - 1)]
    if not _LEAD.fullmatch(text[:start]):
        return None
    end = places[min(found.dest_end, len(places)) - 1] + 1
    return None if _FILLED.search(text[: end + 8]) else end


def _after_options(text: str, at: int, options: Sequence[str]) -> int | None:
    """Where the repeated options end, which may break off; None where they are not repeated."""
    begun = _BETWEEN.match(text, at)
    at = begun.end() if begun else at
    line = "\n" in (begun[0] if begun else "")
    for i, option in enumerate(options):
        head = re.compile(rf"[^\w]{{0,8}}{LETTERS[i]}(?![A-Za-z])[\s.、:,)\]】]{{0,4}}").match(
            text, at
        )
        rest = text[head.end() :] if head else ""
        if head is None:
            return at if i > 1 else None
        if not rest.startswith(option):
            bare = not rest and head[0].strip() == LETTERS[i]  # may as well be the answer
            cut = option.startswith(rest.strip()) and (not bare or i or line)
            return len(text) if cut else (at if i > 1 else None)
        if not rest[len(option) :].strip() and i == 0:
            return len(text) if line or not text.rstrip().endswith((".", "!", ")")) else None
        at = head.end() + len(option)
    return at
