"""Letters that are a sentence of their own at the end of a reply: "…因此如此。AC"."""

import re
from collections.abc import Sequence

from evaluation.extraction.letters import listed, lists
from evaluation.extraction.marking import MARK, marked, places

AFRESH = re.compile(r"等等|等一下|重新(?:看|想|考虑)|再想|不对,|更正|\bwait\b", re.IGNORECASE)
_ALONE = re.compile(
    r"(?:^|[.!?;\n]|(?P<headed>[.!?;\n][^.!?;:,\nA-J]{1,6}:))\s{0,4}"
    r"(?P<open>[(\[【])?(?P<said>(?:[A-J][、, ]{0,2}){1,8})[)\]】]?\s?[.!]?\Z"
)
_REFUSES = re.compile("[不错非误否除假叉×]")
_MARKED = re.compile(r"\(([a-j])\)\s[^\n]{1,80}\Z")  # "(b) negative reinforcement"
_NAMED_LAST = re.compile(rf"[.;!\n]\s*(?:选项|至于|而)?\s?({MARK})(?:选?项)?[\s*]*\Z")

Said = tuple[int, ...]


def standing_alone(text: str, *, several: bool) -> Said:
    """Letters in brackets that are a sentence of their own at the end, and the only ones."""
    end = _ALONE.search(text)
    if end is None or (end["headed"] and _REFUSES.search(end["headed"])):
        marked = None if several else _MARKED.fullmatch(text)
        return ("abcdefghij".index(marked[1]),) if marked else ()
    found = listed(text, end.start("said"), ())
    before = {place for _, other in lists(text[: end.start()]) for place in other.said}
    if found is not None and end["headed"] and (len(found.said) > 1) is several:
        return found.said if several or not before else ()
    if found is not None and not several and not before and len(found.said) == 1:
        return found.said
    if found and several and len(found.said) > 1 and AFRESH.search(text):
        return found.said
    if found is None or before & set(found.said) or (not end["open"] and not several):
        return ()
    return found.said if end["open"] or len(found.said) > 1 else ()


def breaks_off(text: str, options: Sequence[str], stem: str, said: Said) -> bool:
    """Whether a reply ends with the mere name of an option that is not in its answer."""
    last = _NAMED_LAST.search(marked(text, options, stem) or "")
    return last is not None and places(last[1])[0] not in said
