"""How well what is said of options fits the question's own words: "B属于双眼线索"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.extraction.headings import FRAME, NOT, TAIL, pairs

SURE, APART = 0.6, 0.3
_BELONGS = re.compile(
    r"(?P<no>不(?:能|应|会|再|可)?(?:是|属于?|算|在|包括|包含|涉及|归|列)|并非|绝非|非(?!常)|无关|没有(?:提|这|涉|包)|不在(?:其|此)?[列内中]|除外|(?:is|are)\snot)"
    r"|(?P<yes>(?:都|均|全|皆|也|也都|同样|同)?(?:属于?|算(?:是)?|归[于入]|在(?:其)?[列内中]|是|(?<![行作认以因成称])为(?!了|主|什么)|包括|包含|即))"
)
_HEADING = re.compile(
    r"(?P<said>[^,.;\n\ue000-\ue009]{2,30}?)(?:的?(?:有|是|为|包括|包含|分为)|:|即|如|例如)[\s\"“「『【(\[*:]*$"
    r"|(?:^|[,;])\s?(?P<is>[^,.;\n\ue000-\ue009]{2,16}?)\s?(?:——|—|→|=|->)\s?$"
)
_LABEL = re.compile(r"\s?[:(→=]")
_ASKED = re.compile(r"(?:不(?:能|应|会)?|没有|无)(?=属于|是|包括|包含|符合|正确|恰当|影响|在)")
_SAID = re.compile(
    r"\s?(?:都|均|全|皆|也|则|就|才|同样|当然|显然|主要|确实){0,3}"
    r"(?P<no>不会?|不能|没有?|不太|无法)?(?:会|能|可以|可)?(?P<words>[^,.;:()]{0,24})"
)
_MORE = re.compile(r"提高|增[加强大高多]|升高|上升|促进|改善|加快|变大")
_LESS = re.compile(r"降低|减[少弱小低慢]|下降|抑制|损害|阻碍|变小")
_NEGATIVE = "非不无元亚前后超反准半次轻伪"


@dataclass(frozen=True)
class Target:
    """What a question asks for: pairs of characters of its last clause, whether it denies."""

    pairs: frozenset[str]
    denies: bool
    stem: str

    @classmethod
    def of(cls, stem: str) -> "Target":
        """The target of a stem in comparison form."""
        clauses = [clause for clause in re.split(r"[,.;!?。]", stem) if len(clause.strip()) > 3]
        asked = FRAME.sub("", _ASKED.sub("", clauses[-1] if clauses else stem))
        return cls(frozenset(pairs(asked)), bool(NOT.search(asked)), stem)


def fits(before: str, after: str, target: Target) -> float | None:
    """Share of what is said that the question asks for, negative where denied; None if nothing."""
    found = _BELONGS.search(after)
    head = _HEADING.search(before)
    if found and (not head or found.start() < 12):
        words, denied = re.split(r"[:(]", after[found.end() :])[0], found.lastgroup == "no"
        if not TAIL.sub("", words).strip(' "”」'):
            return -1.0 if denied else 1.0
        if "也" in found[0]:
            return None
    elif head:
        words, denied = head["said"] or head["is"], False
    elif _LABEL.match(after):
        words, denied = after, False
    else:
        return _said(after, target)
    share = _share(words, target)
    return None if share is None else -share if denied else share


def _said(after: str, target: Target) -> float | None:
    """The same for a predicate of the question's own: "都会影响信度", "不会"."""
    found = _SAID.match(after)
    if found is None or not found[0].strip():
        return None
    words = found["words"].strip()
    if words in ("", "是", "在", "有", "在内", "在其中"):
        return -1.0 if found["no"] else 1.0 if words else None
    turned = _direction(words) * _direction(target.stem)
    share = 1.0 if turned else _share(words, target)
    if share is None or share < SURE:
        return None
    return -share if bool(found["no"]) != (turned < 0) else share


def _direction(words: str) -> int:
    """1 where words speak of more, -1 of less, 0 of neither or both."""
    return bool(_MORE.search(words)) - bool(_LESS.search(words))


def _share(words: str, target: Target) -> float | None:
    plain = TAIL.sub("", FRAME.sub("", words)).strip(' →=:("”」')
    said = pairs(plain)
    if not said or not target.pairs:
        return None
    if plain in target.stem and any(sign + plain in target.stem for sign in _NEGATIVE):
        return 0.0
    if set(re.findall(r"[A-Za-z]+", words)) - set(re.findall(r"[A-Za-z]+", target.stem)):
        return 0.0
    share = len(said & target.pairs) / len(said)
    turned = bool(NOT.search(words)) != target.denies
    return 0.0 if turned and share >= SURE else share


def belongs(classes: Sequence[tuple[tuple[int, ...], float]]) -> dict[int, bool]:
    """By position, whether it is in the class asked for: the best fit is, those far from it not."""
    best = max((fit for _, fit in classes), default=0.0)
    apart = any(0 <= fit <= 0.1 for _, fit in classes)
    sure = 0.4 if apart else SURE  # where it is told from another class, less is enough
    if best < sure and any(fit == -1.0 for _, fit in classes):  # "属于…", "不属于"
        sure = best
    found: dict[int, bool] = {}
    torn: set[int] = set()
    denied: set[int] = {i for said, fit in classes if fit == -1.0 for i in said}
    for said, fit in classes:
        holds = None
        if fit < 0:
            holds = False if fit <= -SURE else None
        elif best >= sure:
            holds = (
                True if fit >= max(sure, best - 0.15) else False if fit <= best - APART else None
            )
        for i in said:
            if i in denied and fit < 1.0:  # what is plainly denied outweighs a likeness of words
                found[i] = False
            elif holds is not None and found.get(i, holds) != holds:
                torn.add(i)
            elif holds is not None:
                found[i] = holds
    return {i: holds for i, holds in found.items() if i not in torn}
