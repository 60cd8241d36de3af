"""Bullets below a question of which its answer names one: they are its options.

Questions of a page in, the same questions mended.
"""

import re
from collections.abc import Sequence

from parsing.draft import Draft
from parsing.keys.values import ALPHABET
from parsing.source_text import fold

_BULLET = re.compile(r"[^\S\n]*[-•·●○◦▪][^\S\n]+(?=\S)")
_END = ".。;； "


def choose_bullets(drafts: Sequence[Draft]) -> None:
    """Make options of the bullets that end a stem, where the answer is one of them in words."""
    for parts in (draft.parts for draft in drafts if draft.parts.answer):
        lines = parts.stem.split("\n")
        first = next((i for i, line in enumerate(lines) if _BULLET.match(line)), 0)
        if parts.options or not first or not all(map(_BULLET.match, lines[first:])):
            continue
        texts = [_BULLET.sub("", line, count=1).strip() for line in lines[first:]]
        said = [fold(text).strip(_END) for text in texts]
        given = fold(parts.answer).strip(_END)
        if 1 < len(texts) <= len(ALPHABET) and said.count(given) == 1:
            parts.stem, parts.options = "\n".join(lines[:first]), texts
            parts.answer = ALPHABET[said.index(given)]
