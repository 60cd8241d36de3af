"""What leads to the right option, or away from the key, by wording alone: doubts only.

Bounds were chosen so that each doubt falls on fewer than 1.5 in 100 of the good questions planted
with the faults, and of the printed ones of `bench.printed_gates`; `stem_names_answer` falls on 3.2
of those, most of which do tell their answer.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from rapidfuzz import fuzz

from concepts.schema import Concept
from cpsyexam.text import fold
from generation.likeness import Rarity
from generation.normal import worded
from generation.options import content, core, number, own_grams
from wording.asked import asking

DOUBTS = {
    "right_is_longest": "the right option is longer than any other by far, if not by very far",
    "right_is_shortest": "the right option is shorter than any other by far",
    "wrong_ones_one_text": "wrong options are one text but for a character or two",
    "stem_rules_out": "all wrong options stand in the stem, the right one does not",
    "hint_given": "the stem has a hint",
    "wrong_ones_absolute": "wrong options are absolute (永远, 完全), the right one is not",
    "only_right_counts": "the stem asks for so many, and only the right option lists so many",
    "only_one_follows": "of several options that do not go on with the stem none is the right one",
    "stem_names_answer": "the right option's own word, or rare character, stands in the stem",
    "another_described": "the concept's text has a wrong option and not the right one",
}
_ABSOLUTE = re.compile(
    r"绝不|绝对|永远|从不|从来|任何|一切|所有|完全|必定|必然|一定[^程量的]|总是|全都|毫无|毫不|唯一|只能|只有|根本不?"
    r"|凡是|始终|彻底|仅仅|不可能|不需要|无须|必须"
)
_PLACE = re.compile(r"^(?:在.+[里中下上内外时]$|由|被(?!试)|比.+[更较还]|[^,。]{1,4}地[^位区点方])")
_COPULA = re.compile(r"(?:是|为|指|是指|指的是)(?:儿童|个体|人们?|被试|学生)?$")
_NEGATIVE = re.compile(
    r"不(?:属于|是|包括|正确|恰当|符合|能|会|应|需要)|错误|除.{0,12}外|没有|无关|非|不同|区别|相反|反例"
)
_BLANK = re.compile(r"[(（]\s*[)）]|_{2,}")
_HEDGED = re.compile(
    r"通常|一般|往往|可能|有时|某些|部分|多数|大多|常常|较|相对|在一定|倾向|可以|也[会有]|未必|不一定|并非|受.{0,8}影响|因人而异|取决于"
)
_SO_MANY = re.compile(r"([两二三四五六2-6])(?:个|种|类|大|项|方面|点)")
_LISTED = re.compile(r"[、,;和与及/]")
_NUMERALS = {
    char: i for i, pair in enumerate(("两二2", "三3", "四4", "五5", "六6"), 2) for char in pair
}
_HINT = re.compile(r"提示\s*:|\(\s*提示")
SHORTER, CLAUSE = 3, 12  # how many times as short, and characters of the shortest wrong option
ONE_TEXT, APART, TEXT = 75.0, 35.0, 5  # of 100: wrong ones alike, right one; characters
LONGER, MORE = 1.5, 8  # times the longest wrong option, and characters more
FULLER = 1.3  # times the longest wrong option, where most of those are absolute
DEFINED, STANDS = 6, 0.75  # characters of an option that defines; share of it in the description
_CLAUSE = 25  # characters at the end of a stem
WORD, RARE_WORD, RARE_CHARACTER = 8, 3.5, 5.2  # longest option with a word of its own; rarities

# of the right option's characters, of a wrong one's; rarity of each; characters around the word
SPELT, HALF, UNCOMMON, SPAN = 0.66, 0.5, 2.5, 8
MOSTLY, BARELY = 0.55, 0.2  # shares by weight of the right option and of any wrong one
_PLAIN = re.compile(r"没有|[降减增升上下提变加][高低多少大小强弱快慢加升降]|不[是会能同]")
_SMALL = set("的地得了着过之其所都是为在和与或及以于不")


def clues(
    asked: str, right: str, wrong: Sequence[str], rarity: Rarity
) -> Iterator[tuple[str, str]]:
    """Doubts about a question whose wording leads to the right option, with what leads there."""
    longest = max(len(fold(option)) for option in wrong)
    more = len(fold(right)) - longest
    if more + longest >= LONGER * longest and more >= MORE:
        yield "right_is_longest", f"{more + longest} against {longest} characters"
    shortest = min(len(fold(option)) for option in wrong)
    if shortest >= CLAUSE and SHORTER * len(fold(right)) <= shortest:
        yield "right_is_shortest", f"{len(fold(right))} against {shortest} characters"
    if found := _HINT.search(fold(asked)):
        yield "hint_given", found.group()
    if _one_text(right, wrong):
        yield "wrong_ones_one_text", wrong[0]
    said, others = content(asked), [content(option) for option in wrong]
    if content(right) not in said and all(len(o) >= 3 and o in said for o in others):
        yield "stem_rules_out", " | ".join(wrong)
    told = [found for option in wrong if (found := _ABSOLUTE.search(option))]
    cues = len(told) + (bool(_HEDGED.search(right)) or more + longest >= FULLER * longest)
    if cues >= len(wrong) and not _ABSOLUTE.search(right):
        yield "wrong_ones_absolute", " ".join(found.group() for found in told)
    for numeral in _SO_MANY.findall(fold(asked)[-40:]):
        listed = [_items(option) == _NUMERALS[numeral] for option in (right, *wrong)]
        if listed[0] and not any(listed[1:]):
            yield "only_right_counts", numeral
    stem = _BLANK.sub("", fold(asked)).rstrip("。:?,. ")
    if _COPULA.search(stem):
        off = [option for option in wrong if _PLACE.search(fold(option))]
        if len(off) >= 2 and not _PLACE.search(fold(right)):
            yield "only_one_follows", " | ".join(off)
    if number(right) and any(number(option) for option in wrong):  # 两极性 alone is no number
        return
    ways = (_own_word(asked, right, wrong, rarity), _kind(asked, right, wrong))
    word = next(filter(None, ways), "") or spelt(asked, right, wrong, rarity)
    if word or (word := mostly(asked, right, wrong, rarity)):
        yield "stem_names_answer", word


def _one_text(right: str, wrong: Sequence[str]) -> bool:
    """Whether the wrong options are one text but for little, and the right one is another."""
    texts, other = [content(option) for option in wrong], content(right)
    if min(map(len, texts)) < TEXT:
        return False
    least = min(fuzz.ratio(one, two) for one, two in combinations(texts, 2))
    return least >= ONE_TEXT and max(fuzz.ratio(text, other) for text in texts) <= APART


def negative(stem: str) -> bool:
    """Whether a stem asks for what does not hold."""
    return bool(_NEGATIVE.search(asking(stem)[-40:]))


def another_described(concept: Concept, asked: str, right: str, wrong: Sequence[str]) -> str:
    """The only option that the concept's name or description has, where that is a wrong one."""
    if negative(asked) or number(right):
        return ""
    text = content(f"{concept.name} {concept.description}")
    stated = [
        option
        for option in wrong
        if len(core(option)) >= 2 and core(option) in text and core(option) not in content(right)
    ]
    return stated[0] if len(stated) == 1 and not _shared(right, stated[0], text) else ""


def defines(concept: Concept, right: str, wrong: Sequence[str]) -> str:
    """A wrong option that the description defines, where the right one is the concept's name."""
    if core(right) != core(concept.name):
        return ""
    text = content(concept.description)
    long = (option for option in wrong if len(content(option)) >= DEFINED)
    own = ((option, own_grams(option, [right])) for option in long)
    shares = ((option, sum(gram in text for gram in grams) / len(grams)) for option, grams in own)
    return next((option for option, share in shares if share >= STANDS), "")


def _shared(right: str, other: str, text: str) -> bool:
    """Whether a text has a third of what an option has and another one has not."""
    pairs = _pairs(right) - _pairs(other)
    return 3 * sum(pair in text for pair in pairs) >= len(pairs)


def _own_word(asked: str, right: str, wrong: Sequence[str], rarity: Rarity) -> str:
    """The beginning or end, or a rare character, of a short right option that the stem has."""
    stem, text = content(asked), core(right)
    if len(text) > WORD:
        return ""
    others = "|".join(content(option) for option in wrong)
    all_have = set.intersection(*map(_pairs, (right, *wrong)))
    if not any(pair in stem for option in wrong for pair in _pairs(option) - all_have):
        for pair in (text[:2], text[-2:]):
            told = pair in stem and pair not in others and rarity(pair) >= RARE_WORD
            if len(pair) == 2 and told and not _PLAIN.search(pair):
                return pair
    if any(char in stem and rarity(char) >= RARE_WORD for char in set(others) - {*text, "|"}):
        return ""
    rare = (char for char in text if not char.isdigit() and rarity(char) >= RARE_CHARACTER)
    return next((char for char in rare if char in stem and char not in others), "")


def spelt(asked: str, right: str, wrong: Sequence[str], rarity: Rarity) -> str:
    """The characters of a short right option that a stem spells out (再次辨认: 再认); "" for none.

    Characters that all options have, or that say nothing, do not count. Either all of the right
    one's stand close together and are not common, and of a wrong one's at most half stand in the
    stem; or most of three or more that only the right one has, and of no wrong one's any.
    """
    if negative(asked) or len(content(right)) > WORD or any(number(option) for option in wrong):
        return ""
    stem, options = content(asked), [content(option) for option in (right, *wrong)]
    shared = set.intersection(*map(set, options)) | _SMALL
    own, *others = (set(option) - shared for option in options)
    told, least = own & set(stem), SPELT * len(own)
    most = max(len(other & set(stem)) / len(other) if other else 0.0 for other in others)
    if len(own) >= 3 and len(told) >= least and most == 0:
        return "".join(sorted(told))
    if len(own) < 2 or told != own or most > HALF or min(map(rarity, own)) < UNCOMMON:
        return ""
    span = len(options[0]) + SPAN
    close = any(own <= set(stem[i : i + span]) for i in range(len(stem)))
    return "".join(sorted(own)) if close else ""


def mostly(asked: str, right: str, wrong: Sequence[str], rarity: Rarity) -> str:
    """The characters of the right option in the stem, where these are most of what it says.

    Characters weigh by their rarity, synonyms are one; what all options have does not count, nor
    the kind that is asked for (这种疗法). Of every wrong option next to nothing stands in the stem.
    """
    if negative(asked) or any(number(option) for option in (right, *wrong)):
        return ""
    names = [content(option) for option in (right, *wrong)]
    options = [set(worded(name[:-2] if _called(name, asked) else name)) for name in names]
    stem = set(worded(asked))
    shared = set.intersection(*options)
    shares = [_told(option - shared, stem, rarity) for option in options]
    told = (options[0] - shared) & stem
    clear = len(told) >= 2 and shares[0] >= MOSTLY and max(shares[1:]) <= BARELY
    return "".join(sorted(told)) if clear else ""


def _told(option: set[str], stem: set[str], rarity: Rarity) -> float:
    """The share of an option's characters, weighted by rarity, that a stem has."""
    weights = {char: rarity(char) ** 2 for char in sorted(option)}
    told = sum(weight for char, weight in weights.items() if char in stem)
    return told / sum(weights.values()) if weights else 0.0


def _kind(asked: str, right: str, wrong: Sequence[str]) -> str:
    """The kind that a stem asks for (这种现象, 哪一学派), where only the right option is that."""
    name = content(right)
    alone = not any(name[-2:] in content(option) for option in wrong)
    return name[-2:] if alone and _called(name, asked) else ""


def _called(name: str, asked: str) -> bool:
    """Whether a stem asks for the kind that a name ends in."""
    kind, clause = name[-2:], content(asked)[-_CLAUSE:]
    if len(name) <= 2 or kind not in clause:
        return False
    kinds = rf"(?:[种个类这该何哪此]|什么|一项).{{0,3}}{re.escape(kind)}"
    return bool(re.search(kinds, clause))


def _items(option: str) -> int:
    return sum(bool(part.strip()) for part in _LISTED.split(fold(option)))


def _pairs(text: str) -> set[str]:
    plain = content(text)
    return {plain[i : i + 2] for i in range(len(plain) - 1)} or {plain}
