"""Verdicts that a page's regularity settles: ticks behind statements, T and F, A and B.

Questions of a page in, the same questions judged: what most statements show is read as 对 or 错.
"""

import re
from collections.abc import Sequence

from parsing.keys.bare import SEVERAL
from parsing.keys.values import truth
from parsing.parts import Draft, decide, reword
from parsing.source_text import fold

_TICK_LAST = re.compile(r"(?<=[^\s√×✓✗✔✘])\s*(?P<tick>[√×✓✗✔✘])\s*$")
_TO_JUDGE = re.compile(r"[(\[（【]\s*[)\]）】]\s?[。.]?\s*$")
_LETTER = re.compile("[A-H]")
_UNLISTED = "doubt:answer_without_options"


def judge(drafts: Sequence[Draft]) -> None:
    """Read the verdicts of statements in the page's own way."""
    _judge_ticked(drafts)
    _judge_false(drafts)
    _judge_lettered(drafts)


def _judge_ticked(drafts: Sequence[Draft]) -> None:
    """Ticks and crosses behind statements: …气质无好坏之分。√"""
    bare = [d for d in drafts if d.format in ("TF", "") and not d.parts.options]
    found = [d for d in bare if not d.parts.answer and _TICK_LAST.search(d.parts.stem)]
    shown = any(d.format == "TF" for d in found) or len(found) >= SEVERAL
    if not shown or len(found) * 2 < len(bare):
        return
    for draft in found:
        tick = _TICK_LAST.search(draft.parts.stem)
        if tick is not None:
            decide(draft.parts, truth(fold(tick["tick"])), "answer:stem_end")
            draft.parts.stem = draft.parts.stem[: tick.start()]
            draft.format, draft.format_rule = "TF", draft.format_rule or "format:answer"


def _judge_false(drafts: Sequence[Draft]) -> None:
    """F without options is 错, where others of the page are judged: 答案:T, 答案:F"""
    bare = [d for d in drafts if d.format in ("TF", "") and not d.parts.options]
    if not any(d.parts.answer == "对" for d in bare):
        return
    for draft in (d for d in bare if d.parts.answer.strip() == "F"):
        reword(draft.parts, "错", "answer:tag")
        draft.parts.notes = [n for n in draft.parts.notes if n != _UNLISTED]
        draft.format, draft.format_rule = "TF", draft.format_rule or "format:answer"


def _judge_lettered(drafts: Sequence[Draft]) -> None:
    """A and B below statements to judge, without options on the whole page: right and wrong."""
    open_ones = [d for d in drafts if not d.parts.options]
    bare = [d for d in open_ones if d.format in ("TF", "") and _TO_JUDGE.search(d.parts.stem)]
    said = {d.parts.answer for d in bare if d.parts.answer}
    if said != {"A", "B"} or any(
        _LETTER.fullmatch(d.parts.answer) for d in open_ones if d not in bare
    ):
        return
    for draft in (d for d in bare if d.parts.answer):
        reword(draft.parts, truth(draft.parts.answer))
        draft.format, draft.format_rule = "TF", draft.format_rule or "format:answer"
