"""Letters that a reply takes out of its answer, or adds to it, after it has given it."""

import re

from evaluation.extraction.letters import lists

_OUT = re.compile(
    r"\s?选?项?(?:应该?|也|要|得)?(?:应该?|应当|要)?(?:去掉|删掉|删去|剔除|划掉|排除|拿掉|去除)(?=[了掉,.;!\n]|$)"
)
_LATER = re.compile(
    r"[^.;!?\n不没]{0,30},(?:所以|因此|故|因而)?(?:应该?|应当|要|得|可以)?(?:去掉|删掉|删去|剔除|划掉|排除|拿掉|去除)(?=[了掉,.;!\n]|$)"
)
_IN = re.compile(
    r"(?:还要|还应该?|应该?|应当|需要?|要|得)(?:再|把)?(?:加上|补上|加选|补选)(?:选项)?\s?$"
)
_NEGATED = re.compile(r"(?:不|别|没有?|勿|如果|若)[^,.;\n]{0,4}$")


def revised(text: str, said: tuple[int, ...], *, several: bool) -> tuple[int, ...]:
    """An answer less letters taken out later ("应该把D去掉"), with those added; () for none."""
    if not said:
        return said
    kept = set(said)
    given = False
    for start, found in lists(text):
        before = text[max(0, start - 10) : start]
        if set(found.said) == set(said):
            given, kept = True, set(said)
        if not given or _NEGATED.search(before):
            continue
        if _OUT.match(text, found.end) or (len(found.said) == 1 and _LATER.match(text, found.end)):
            kept -= set(found.said)
        elif several and _IN.search(before):
            kept |= set(found.said)
    return tuple(sorted(kept))
