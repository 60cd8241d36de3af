"""Two columns to join by lines: stems on the left, options with letters on the right.

Questions of a region in, the same questions out: those in a row beside whose stems stand A, B, C
share these options, and the ones that go on below the last stem.
"""

import re
from collections.abc import Iterator, Sequence

from parsing.draft import Draft
from parsing.source_text import Sheet

_GAP = r"(?:[^\S\n]{2,}|[^\S\n]{0,9}[·•…—_]{1,40}[^\S\n·•…—_]{0,9})"
_TEXT = r"\(?(?P<letter>[A-H])\)?\s?[.、:)]\s?(?P<text>[^\n]{1,40})$"
_BESIDE = re.compile(_GAP + r"(?:[·•…—_\s]{0,40}?)" + _TEXT, re.MULTILINE)
_BELOW = re.compile(r"^[^\S\n·•…—_]{0,40}[·•…—_\s]{0,40}?" + _TEXT, re.MULTILINE)
_FEW = 3  # stems in a row
Run = list[tuple[Draft, re.Match[str]]]


def pair_columns(sheet: Sheet, drafts: Sequence[Draft]) -> None:
    """Give such questions the options that stand beside them."""
    for run in _runs(sheet.text, drafts):
        last, right = run[-1]
        letters = iter("ABCDEFGH"[len(run) :])
        below = [
            m
            for m in _BELOW.finditer(sheet.text, right.end(), last.end)
            if m["letter"] == next(letters, "")
        ]
        found = [*(m for _, m in run), *below]
        texts = [sheet.verbatim(*m.span("text")) for m in found]
        for draft, beside in run:
            draft.parts.stem = sheet.verbatim(draft.parts.head[0], beside.start())
            draft.parts.options = list(texts)
            if draft.parts.answered_in == "answer:bracket":  # dots of the gap
                draft.parts.answer = draft.parts.answered_in = ""
            draft.parts.notes.append("options:shared")
            draft.shared = (found[0].start("letter"), found[-1].end())


def _runs(text: str, drafts: Sequence[Draft]) -> Iterator[Run]:
    """Questions in a row beside which stand A, B, C …"""
    run: Run = []
    for draft in drafts:
        beside = None if draft.parts.options else _beside(text, draft)
        if beside is None or beside["letter"] != "ABCDEFGH"[len(run) : len(run) + 1]:
            if len(run) >= _FEW:
                yield run
            run = []
        if beside is not None and beside["letter"] == "ABCDEFGH"[len(run)]:
            run.append((draft, beside))
    if len(run) >= _FEW:
        yield run


def _beside(text: str, draft: Draft) -> re.Match[str] | None:
    start, end = draft.parts.head
    line = text.find("\n", start, end)
    return _BESIDE.search(text, start, line if line >= 0 else end)
