"""Options of a question → a wrong one that is right as well, by its form or by the explanation."""

import re
from collections.abc import Sequence

from cpsyexam.text import fold
from generation.options import content, number, own_grams

_DESCRIBES = re.compile(r".的.|而|以\S|把|将|使|用.+[来做作]")
_NAMES = re.compile(r"效应$|理论$|原则$|需要$")
NAME, LONGER = 6, 1.5  # characters of a name at most; times the longest name
_LETTERS = re.compile(r"[A-D]")
_HOLDS = r"(?:对|正确|成立|符合|可选|可以选|说得通|有道理|恰当|是(?:正确|对)的)"
_TOO = rf"(?:也|亦|同样)(?:算|是|都)?{_HOLDS}"
_BOTH = re.compile(
    rf"((?<![A-Za-z])[A-D](?:\s*(?:项|选项)?\s*[、,和与及]?\s*[A-D])+)\s*(?:[两二三]?[项者个]|选项)?(?:都|均|皆|同时){_HOLDS}"
)
_ALSO = re.compile(rf"(?<![A-Za-z])([A-D])\s*(?:选?项)?\s*(?:其实|同样)?{_TOO}")
_EITHER = re.compile(
    r"[两二][者项个](?:选项)?(?:其实)?(?:都|均|皆)(?:对|正确|成立|可选|符合题意|说得通)"
)
_JOINED = re.compile(
    r"([一-鿿]{2,12})[”\"]?\s*[和与、及]\s*[“\"]?([一-鿿]{2,12}?)[”\"]?(?:等)?(?:都|均|皆)(?![不非错没])"
)
_ONE_OF_SOME = re.compile(
    r"(?:下列|以下|下面|各项|其中).*(?:属于|是|有|符合|体现|能|可)|属于.*的是"
    r"|的(?:特点|优点|功能|方法|做法|表现|症状|代表)(?:是|有)"
)
_FOREIGN = re.compile(r"[A-Za-z][a-z][A-Za-z .'-]{2,}")
_CHINESE = re.compile(r"[一-鿿、]{2,}")


def described(right: str, wrong: Sequence[str]) -> str:
    """The only wrong option that describes (研究者操纵的变量) where all others name, or ""."""
    sizes = {option: len(content(option)) for option in (right, *wrong)}
    told = [option for option in wrong if _DESCRIBES.search(option)]
    names = [option for option in sizes if option not in told]
    if len(told) != 1 or right not in names or _DESCRIBES.search(right) or _NAMES.search(told[0]):
        return ""
    longest = max(sizes[option] for option in names)
    longer = sizes[told[0]] >= LONGER * longest and sizes[told[0]] >= longest + 2
    return told[0] if sizes[right] <= NAME and sizes[told[0]] >= NAME and longer else ""


def affirmed(answer: str, wrong: Sequence[str], explanation: str) -> str:
    """What an explanation says of a wrong option being right as well (A、C都对); "" for nothing."""
    text = fold(explanation)
    for found in _BOTH.finditer(text):
        if answer in found.group(1) and len(set(_LETTERS.findall(found.group(1)))) > 1:
            return found.group()
    for found in _ALSO.finditer(text):
        if found.group(1) != answer:
            return found.group()
    named = (re.escape(fold(option)) for option in wrong if len(content(option)) >= 2)
    pattern = re.compile(rf"(?:{'|'.join(named) or '(?!)'})[”\"]?(?:其实|同样|严格说来)?{_TOO}")
    found_ = pattern.search(text) or _EITHER.search(text)
    return found_.group() if found_ else ""


def unmentioned(stem: str, right: str, wrong: Sequence[str], explanation: str) -> str:
    """The only wrong option that an explanation leaves out where it names all others, or "".

    Where one of some is asked for (下列属于…的是), it may be another. Of the planted second right
    options 8 of 78 are found so, of 1,040 good questions 3.
    """
    if not _ONE_OF_SOME.search(stem) or number(right):
        return ""
    said, options = content(explanation), [right, *wrong]
    told = [_named(option, [o for o in options if o != option], said) for option in options]
    silent = [option for option, named in zip(options, told, strict=True) if not named]
    return silent[0] if len(silent) == 1 and silent[0] != right else ""


def _named(option: str, others: Sequence[str], said: str) -> bool:
    grams = own_grams(option, others)
    return content(option) in said or 2 * sum(gram in said for gram in grams) >= len(grams)


def praised(right: str, wrong: Sequence[str], explanation: str) -> str:
    """A wrong option that an explanation names beside the right one with 都 (甲与乙都…), or ""."""
    text, own = fold(explanation), fold(right)
    for found in _JOINED.finditer(text):
        first, second = found.groups()
        for option in wrong:
            other = fold(option)
            if _only(first, own, other) and second in other and second not in own:
                return option
            if _only(first, other, own) and second in own and second not in other:
                return option
    return ""


def foreign(options: Sequence[str]) -> str:
    """The only option in a foreign language among Chinese ones, or ""."""
    found = [option for option in options if _FOREIGN.fullmatch(fold(option).strip())]
    chinese = [option for option in options if _CHINESE.fullmatch(option.strip())]
    return found[0] if len(found) == 1 and len(chinese) == len(options) - 1 else ""


def _only(text: str, one: str, other: str) -> bool:
    """Whether the end of a text stands in one option and not in the other."""
    ends = [text[i:] for i in range(len(text) - 1)]
    return any(end in one for end in ends) and not any(end in other for end in ends)
