"""Options enumerated in one sentence as what is asked for, the others in contrast or not at all."""

import re
from collections.abc import Mapping, Sequence

from evaluation.extraction.headings import pairs
from evaluation.extraction.marking import MARK, places

_SENTENCE = re.compile(r"(?<!:)[.;!?\n]+")
_ITEMS = re.compile(
    rf":\s*\n+(?=\s*{MARK})|(?<={MARK})\s*[.;,]?\s*\n(?=\s*{MARK}\s*(?:[.;,]?\s*(?:\n|$)))"
)
_COUNTED = re.compile(
    r"(?P<n>[两二三四五])(?:大|个|种|项|条|点|类|要素|方面|维度|成分|阶段|者|特征|特点|标准|症状|表现|结构|因素)|[\"“](?P<quoted>[两二三四五])[^\"”]{1,2}[\"”]"
)
_SIZES = {"两": 2, "二": 2, "三": 3, "四": 4, "五": 5}
_BUT = re.compile(
    r"不|非(?!常)|无(?!条件)|没|除|错|但|而(?!且)|只|仅|区别|混淆|相反|或者?|如果|可能|吗|\b(?:not|except|but|only|or|if|may|while|whereas)\b"
)
_APART = re.compile(
    r"^\s*(?:而|但|至于|不过|反之|另外?)|不|非|另|则|相反|区别|混淆|无关|\b(?:not|n't|instead|whereas|rather|however|while)\b"
)
_NOT = re.compile(r"[不非无没错]")
_ARE = re.compile(r"\b(?:are|include|includes)\b[\s:(]*$")
_ALL = re.compile(r"\ball\b|都|均|皆|全|无一例外", re.IGNORECASE)
_TOGETHER = re.compile(r"[\s\"”」)]*(?:都|均|皆)(?:是|为|属于)|\W*are\s")
_TALKS = re.compile(r"[?你您]|\byou\b|无法|不清楚")
_NONE_LACKS = re.compile(r"一个(?:都|也)(?:不能|不)少|缺一不可")
_PARTED = re.compile(
    rf"(?P<kind>{MARK}(?:[\s、,]|和|与|及|{MARK})+)(?:[两三四][者项])?(?:都|均|皆|全)?(?:是|为|属于)"
    rf"(?!不)[^\ue000-\ue009.;\n不错非?]{{1,24}}[,;.]\s?(?:而|但)?(?P<alone>{MARK})\s?(?:则|却)?(?:是|为|属于|不是|不属于)[^\ue000-\ue009\n?]{{1,40}}"
)
_GAP = re.compile(
    r"(?:[A-Za-z\s-]{0,40}|[^,.;:]{0,4}?)(?:[、,/+&\s)]|和|与|及|以及|还有|再?加上|\band\b)+(?:[A-Za-z\s-]{0,40}|[^,.;:]{0,3})"
)
_OWN, _OTHER, _LONG = 0.6, 0.25, 6
_ENOUGH = 3  # pairs of characters shared with the stem


def enumerated(body: str, values: Mapping[int, bool | None], stem: str) -> tuple[int, ...]:
    """Positions of the first enumeration of a marked reply; `values`: what else is said of each."""
    sentences = _SENTENCE.split(_ITEMS.sub(lambda m: ":" if m[0][0] == ":" else "、", body))
    at = next((i for i, part in enumerate(sentences) if len(set(places(part))) > 1), None)
    if at is None or _TALKS.search(body):
        return ()
    sentence = sentences[at]
    said = tuple(sorted(set(places(sentence))))
    marks = [m.start() for m in re.finditer(MARK, sentence)]
    before, after = sentence[: marks[0]], sentence[marks[-1] + 1 :]
    if len(said) == len(values) and _NONE_LACKS.search(after):
        return said
    if _BUT.search(sentence) or any(values[i] is False for i in said):
        return ()
    if len(said) == len(values):
        whole = _ALL.search(before + after) and not _BUT.search(body)
        return said if whole else ()
    others = [i for i in values if i not in said]
    counted = _count(before, after) == len(said)
    sure = counted or _ARE.search(before)
    unclear = [i for i in others if values[i] is None]
    apart = all(_contrasts(i, sentences, at, sure=bool(sure)) for i in unclear)
    apart = apart and not any(values[i] for i in others)
    gaps = re.split(MARK, sentence)[1:-1]
    chained = counted or all(_GAP.fullmatch(gap) for gap in gaps)
    return said if apart and chained and _supported(before, after, len(said), stem) else ()


def parted(body: str, options: int) -> tuple[int, ...]:
    """The options of one kind where a reply puts all others but one there, and that one elsewhere.

    A single option is no answer to a question that takes several.
    """
    found = _PARTED.fullmatch(body.strip())
    said = tuple(sorted(set(places(found["kind"])))) if found else ()
    alone = places(found["alone"])[0] if found else -1
    return said if len(said) == options - 1 > 1 and alone not in said else ()


def reworded(body: str, options: Sequence[str]) -> tuple[int, ...]:
    """The only position whose long option a reply says in other words, where it names none."""
    said = pairs(body)
    alike = [len(pairs(option) & said) / max(len(option) - 1, 1) for option in options]
    best = max(range(len(options)), key=alike.__getitem__)
    others = max((share for i, share in enumerate(alike) if i != best), default=0.0)
    sure = alike[best] >= _OWN and others <= _OTHER and len(options[best]) >= _LONG
    turned = bool(_NOT.search(body)) != bool(_NOT.search(options[best]))
    return (best,) if sure and not turned and not _TALKS.search(body) else ()


def _contrasts(i: int, sentences: Sequence[str], at: int, *, sure: bool) -> bool:
    """Whether an option that is not enumerated comes later, if at all, and as something else."""
    named = [place for place, part in enumerate(sentences) if i in places(part)]
    apart = sure or all(_APART.search(sentences[place]) for place in named)
    return not named or (named[0] > at and apart)


def _count(before: str, after: str) -> int:
    """How many the words around an enumeration say there are; 0 where they say nothing."""
    number = _COUNTED.search(before) or _COUNTED.search(after)
    return _SIZES[number["n"] or number["quoted"]] if number else 0


def _supported(before: str, after: str, count: int, stem: str) -> bool:
    """Whether the words around an enumeration give its number, or are the question's."""
    number = _count(before, after)
    if number:
        return number == count
    shared = pairs(before + " " + after) & pairs(stem)
    return bool(_ARE.search(before) or _TOGETHER.match(after)) or len(shared) >= _ENOUGH
