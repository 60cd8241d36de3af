"""How well what is said of options fits the question's own words: "B属于双眼线索"."""

import re
from dataclasses import dataclass

SURE, CLOSE = 0.58, 0.85  # share of what is said that stands in the question
APART = 0.14  # between the shares of what is asked for and of what is not
_FRAME = re.compile(
    r"下列|以下|哪些|哪几?[项个种]|各项|选项|属于|包括|包含|主要|正确|说法|表述|可以|[()\s_?:,.]|(?:的)?(?:有|是|为)$"
)
_TAIL = re.compile(r"(?:的(?:一种|范畴|内容|代表人物|代表)?|等|之一|\)|\s)+$")
_BELONGS = re.compile(
    r"(?P<no>不(?:能|应|会|再|可)?(?:是|属于?|算|在|包括|包含|涉及|归|列)|并非|绝非|没有(?:提|这|涉|包)|不在(?:其|此)?[列内中]|除外|(?:is|are)\snot)|(?P<yes>(?:都|均|全|皆|也|同样|同|则|就|才|正|便)*(?:属于?|算(?:是)?|归[于入为]|在(?:其)?[列内中]|是|(?<![行作认以因成称])为(?!了|主|什么)|包括|包含|即|\b(?:is|are)\b))"
)
_HEADING = re.compile(
    r"(?P<said>[^,.;\n\uf000]{2,60}?)(?:的?(?:有|是|为|包括|包含|分为)|\b(?:are|includes?)\b|:|即|如|例如|\||→|——|-)[\s\"“「『【(\[*:|\-]*$"
)
_LABEL = re.compile(r"\s?(?:[:(→=|]|——|--)")
_DENIES = re.compile(r"[^不没无非,]{0,4}(?:不|没有?|无法?)(?:会|能|可以)?")


@dataclass(frozen=True)
class Target:
    """What a question asks for, as pairs of characters, and whether it asks for what is not so."""

    stem: str
    pairs: frozenset[str]
    denies: bool

    @classmethod
    def of(cls, stem: str, *, asks_false: bool) -> "Target":
        """Of a stem in comparison form."""
        return cls(stem, frozenset(pairs(_FRAME.sub("", stem))), asks_false)

    def fit(self, before: str, after: str) -> float | None:
        """Share of what is said of options that is the question's; below 0 where it is denied.

        None where nothing is said of them.
        """
        found: float | None = None
        head = _HEADING.search(before)
        for i, clause in enumerate(re.split(r"[,.;\n()]", after)):
            made = self._of_clause(clause, head if not i else None)
            if made is not None and made < 0:
                return made
            if made is not None and (found is None or made > found):
                found = made
        return found

    def _of_clause(self, clause: str, heading: re.Match[str] | None) -> float | None:
        belongs = _BELONGS.search(clause)
        if belongs and (belongs.start() < 6 or not heading):
            return self._belongs(clause, belongs)
        if _LABEL.match(clause):
            return self._share(clause)
        if heading:
            return self._share(heading["said"])
        denies = _DENIES.match(clause)
        predicate = self._share(clause[denies.end() :] if denies else clause) or 0.0
        return None if predicate < SURE else -predicate if denies else predicate

    def _belongs(self, clause: str, found: re.Match[str]) -> float | None:
        denied, words = found.lastgroup == "no", clause[found.end() :]
        if not words.strip(' "”」的)了'):
            return -1.0 if denied else 1.0
        share = self._share(words)
        return None if share is None else -share if denied else share

    def _share(self, words: str) -> float | None:
        plain = _TAIL.sub("", _FRAME.sub("", words)).strip(' →=:("”」|—-')
        said = pairs(plain)
        if not said or not self.pairs:
            return None
        if plain in self.stem:  # 参数检验, where 非参数检验 are asked for
            return 0.0 if re.search(rf"[不非无没]{re.escape(plain)}", self.stem) else 1.0
        return len(said & self.pairs) / len(said)


def pairs(text: str) -> set[str]:
    """Neighbouring characters of a text."""
    return {text[i : i + 2] for i in range(len(text) - 1)}
