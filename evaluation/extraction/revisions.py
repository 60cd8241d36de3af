"""Letters that a reply takes out of its answer, or adds to it, after it has given it."""

import re

from evaluation.extraction.letters import listed

_OUT = re.compile(r"(?:应该?|应当|需要?|得|要)?[把将](?:选项)?\s?(?=[A-J])")
_OUT_END = re.compile(r"\s?选?项?(?:应该?|也)?(?:去掉|删掉|删去|剔除|划掉|排除|拿掉|去除)")
_NEGATED = re.compile(r"(?:不|别|没有?|勿|如果|若)[^,.;\n]{0,3}$")


def revised(text: str, said: tuple[int, ...], *, several: bool) -> tuple[int, ...]:
    """An answer less the letters taken out of it ("应该把D去掉"); () where none is left."""
    if not said:
        return said
    out: set[int] = set()
    for match in _OUT.finditer(text):
        found = listed(text, match.end(), ())
        before = text[max(0, match.start() - 6) : match.start()]
        if found and _OUT_END.match(text, found.end) and not _NEGATED.search(before):
            out |= set(found.said)
    if not several and set(said) & out:
        return ()
    return tuple(place for place in said if place not in out)
