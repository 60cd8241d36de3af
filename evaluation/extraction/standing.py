"""Letters that are a sentence of their own at the end of a reply: "…因此如此。AC"."""

import re

from evaluation.extraction.letters import listed, lists

AFRESH = re.compile(r"等等|等一下|重新(?:看|想|考虑)|再想|不对,|更正|\bwait\b", re.IGNORECASE)
_ALONE = re.compile(
    r"(?:^|[.!?;\n]|(?P<headed>[.!?;\n][^.!?;:,\nA-J]{1,6}:))\s{0,4}"
    r"(?P<open>[(\[【])?(?P<said>(?:[A-J][、, ]{0,2}){1,8})[)\]】]?\s?[.!]?\Z"
)
_REFUSES = re.compile("[不错非误否除假]")
_MARKED = re.compile(r"\(([a-j])\)\s[^\n]{1,80}\Z")  # "(b) negative reinforcement"

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
