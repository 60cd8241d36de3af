"""What leads to the right option, or away from the key, by wording alone: doubts only."""

import re
from collections.abc import Iterator, Sequence

from concepts.schema import Concept
from cpsyexam.text import fold
from generation.options import content, core, number

DOUBTS = {
    "wrong_ones_absolute": "every wrong option is absolute (永远, 完全), the right one not",
    "only_one_follows": "of several options that do not go on with the stem none is the right one",
    "stem_names_answer": "the right option's own word stands in the stem, none of the others' does",
    "another_described": "the concept's text has a wrong option and not the right one",
}
_ABSOLUTE = re.compile(
    r"绝不|绝对|永远|从不|从来|任何|一切|所有|完全|必定|必然|一定[^程量的]|总是|全都|毫无|毫不|唯一|只能|只有|根本不?"
    r"|凡是|始终|彻底|仅仅|不可能|不需要|无须|必须"
)
_PLACE = re.compile(r"^(?:在.+[里中下上内外时]$|由|被|比.+[更较还]|[^,。]{1,4}地[^位区点方])")
_COPULA = re.compile(r"(?:是|为|指|是指|指的是)(?:儿童|个体|人们?|被试|学生)?$")
_NEGATIVE = re.compile(
    r"不(?:属于|是|包括|正确|恰当|符合|能|会|应|需要)|错误|除.{0,12}外|没有|无关|非|不同|区别|相反|反例"
)
_BLANK = re.compile(r"[(（]\s*[)）]|_{2,}")


def clues(asked: str, right: str, wrong: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Doubts about a question whose wording leads to the right option, with what leads there."""
    told = [_ABSOLUTE.search(option) for option in wrong]
    if all(told) and not _ABSOLUTE.search(right):
        yield "wrong_ones_absolute", " ".join(found.group() for found in told if found)
    stem = _BLANK.sub("", fold(asked)).rstrip("。:?,. ")
    if _COPULA.search(stem):
        off = [option for option in wrong if _PLACE.search(fold(option))]
        if len(off) >= 2 and not _PLACE.search(fold(right)):
            yield "only_one_follows", " | ".join(off)
    if (word := _own_word(asked, right, wrong)) and not number(right):
        yield "stem_names_answer", word


def another_described(concept: Concept, asked: str, right: str, wrong: Sequence[str]) -> str:
    """The only option that the concept's name or description has, where that is a wrong one."""
    if _NEGATIVE.search(fold(asked)[-40:]) or number(right):
        return ""
    text = content(f"{concept.name} {concept.description}")
    stated = [option for option in wrong if len(core(option)) >= 2 and core(option) in text]
    return stated[0] if len(stated) == 1 and not _shared(right, stated[0], text) else ""


def _shared(right: str, other: str, text: str) -> bool:
    """Whether a text has a third of what an option has and another one has not."""
    pairs = _pairs(right) - _pairs(other)
    return 3 * sum(pair in text for pair in pairs) >= len(pairs)


def _own_word(asked: str, right: str, wrong: Sequence[str]) -> str:
    stem, others = content(asked), "|".join(content(option) for option in wrong)
    if any(pair in stem for option in wrong for pair in _pairs(option)):
        return ""
    text = core(right)
    return next(
        (p for p in (text[:2], text[-2:]) if len(p) == 2 and stem.count(p) and p not in others), ""
    )


def _pairs(text: str) -> set[str]:
    plain = content(text)
    return {plain[i : i + 2] for i in range(len(plain) - 1)} or {plain}
