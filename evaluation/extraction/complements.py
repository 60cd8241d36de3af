"""Replies that take all options, or all but some: "以上都对", "除A外都是", "排除A,其余都选"."""

import re

from evaluation.extraction.letters import LETTERS, listed, lists

_EVERY = re.compile(
    r"(?<!不)(?<!其余)(?<!其他)(?<!其它)(?<!剩下)(?<!剩余)(?<!余下)(?<!下的)(?<!外的选项)(?<!外)(?:(?:全选|全部(?:都)?(?:是)?(?:正确|选|对|入选|当选|符合|成立)|(?:以上|[三四五]个?|所有|各个?|每一?[个项条]|全部|上述)(?:选项|项|说法)*"
    r"(?:都|均|全|皆)(?:部)?(?:是|要|应该?|可以?|得)?(?:正确|对|选|符合|应选))(?!\s?[?吗])"
    r"|\b[Aa]ll\s(?:of\s(?:the\sabove|them)|(?:the\s|four\s|five\s)*(?:options?\s|statements?\s)?(?:are|is)\s(?:correct|right|true))\b)"
)
_ALL = re.compile(
    r"(?:全部?|都|以上|上述|所有|各项|选项|四项|五项|四个|五个|都是|均|皆|是|属于|应|选|正确|对|符合)*(?:全|都|均|皆|所有|统统|通通)"
    r"(?:部|要|得|上|是|选|正确|对|符合|属于|应选|题意)*[.!]?"
)
_ALL_SO = re.compile(
    r"(?:以上|上述|(?<![前后中以下])[三四五]个?|这[四五]个?)(?:全部|所有)?(?:选项|各?项|说法|[^,.;\n不非]{0,8}?)"
    r"(?:全部|都|均|皆|全)(?:是|属于|可以|能|为|应|会|有)"
)
_NONE_LEFT = re.compile(
    r"一个(?:选项)?[都也](?:不(?:能|可以?|应该?))?(?:漏|少|落下)|缺一不可[.!]?\Z|一个不[落漏少]|照单全收|悉数[入当]选|没有(?:一个|哪个|一项)?(?:不能|不该|不应)选的?"
    r"|没有(?:发现|找到|看到)?(?:任何|哪一?项|一项|哪个)?(?:错误的?选项|错误的?说法|(?:需要|可以?|该|应)排除的?(?:选项)?)|选全部"
)
_BESIDES = re.compile(r"外的?(?:选项|各?项)?\Z")
_EXCEPT_FOR = re.compile(r"除|但|只有|仅|排除|[A-J](?:选?项)?(?:不|错)")
_EXCEPT = re.compile(
    r"不|错|误|除|排除|但|只有|仅|非(?!参数|理性|正式)|其余|其他|剩|余下|另外|是否|如果|吗|\?|\b(?:not|except|but|only)\b"
)
_BUT = re.compile(r"除(?:了)?(?:选项)?\s*")
_ALL_BUT = re.compile(
    r"\b(?:all|everything|each|every option)\b[^.\n]{0,24}"
    r"\b(?:except|but)\b(?: for)?(?: options?)?\s",
    re.IGNORECASE,
)
_LEFT = re.compile(r"(?:去掉|排除(?:了|掉)?|除去|剔除|删去|划掉|不选)(?:选项)?\s?")
_SPARED = re.compile(r"(?:全选|都选|都对|全对|其余|其他)[^A-J]{0,6}([A-J])\s?(?:选?项)?除外")
_ONLY_WRONG = re.compile(
    r"(?:错误|不正确|不对|有误|不成立)的(?:选项|说法|一?项)?(?:只有|仅有?|唯有|唯一的?是)\s?([A-J])(?:选?项)?(?=[.,;!(]|\Z)"
)
_ONLY_NOT = re.compile(r"只有\s?([A-J])(?:选?项)?\s?是?(?:不(?:是|属于|对|正确|符合|能?选)|错)")
_CHOOSE_REST = re.compile(
    r"\s?(?:选?项)?[,.;\s]*(?:[^,.;\n不]{0,8},)?(?:选择?|就选|则选|保留|答案[是为])(?:其余|其他|其它|剩下|余下|另外)的?"
    r"|\s?(?:\([^()\n]{0,40}\))?[,.;\s]*(?:其余|其他|其它|剩下|余下)的?(?:就|便)?(?:是|为)(?:正确)?答案"
    r"|\s?(?:选?项)?[,.;\s]*(?:其余|其他|其它|剩下|余下|另外)的?(?:各项|选项|[两三四]?[个者]?项?)?"
    r"(?:(?:全|都|均)部?(?:选|可以|为|是|属于)|[为是](?!不)|属于|符合|正确)"
)
_WRONG = re.compile(r"错|不(?:正确|对|符合|属于|成立)|有误|假的")
_BESIDE = re.compile(
    r"([A-J])(?:选?项)?(?:以外|之外)(?:的)?[^,.;\n不]{0,8}(?:都|均|全|皆)(?![不错非没有误])"
)
_REST = re.compile(
    r"(?:选?项)?(?:[^,.;\n以之]{0,14}?(?:以外|之外|外))?[,\s]*(?:其余|其他|其它|剩下|余下|别)?(?:的)?(?:[两三四]个?)?(?:选项|各?项)?"
    r"(?:都|均|全|皆)(?:部)?(?:(?:是)?(?:正确|对|选|符合|应选)|(?P<are>是|为|属于|可以|应|能|有|包括))"
    r"|(?:选?项)?(?:以外|之外|外)的?(?:[两三四]个?)?(?:各?项|选项|个|全部|所有(?:选项)?)(?:$|[.,;!\n])"
)
_OTHERS = re.compile(
    r"(?:[两三]?个?选?项)?(?:是)?(?:错误|不对|不正确|错|有误|不符合(?:题意)?|排除|不选|不属于|不是)(?:的)?[,.;\s]*"
    r"(?:其余|其他|其它|剩下|余下)(?:的)?(?:[两三四]个?)?(?:选项|各?项)?(?:都|均|全|皆)?(?:是)?"
    r"(?:正确|对|入选|当选|符合|应选|选|属于)"
)


def complement(
    text: str, at: int | None, options: int, *, asks_false: bool = False
) -> tuple[int, ...]:
    """Positions of "all", or of "all but A", at a place or (None) anywhere; () else.

    Where the question asks for what is false, "all but A are …" means A.
    """
    window = text if at is None else text[at : at + 40]
    every = tuple(range(options))
    spared = _excepted(window, asks_false=asks_false)
    if spared is not None and spared[1]:
        return spared[0]
    if spared is None and at is None:
        refused = _refused(window)
        spared = (refused, False) if refused else None
    if spared is not None:
        rest = tuple(place for place in every if place not in spared[0])
        others = {p for _, found in lists(window) for p in found.said} - set(spared[0])
        return rest if at is not None or others in (set(), set(rest)) else ()
    if at is None:
        whole = _EVERY.search(window)
        return every if whole and _counted(whole[0], options) else ()
    besides = _BESIDES.search(text, max(0, at - 6), at)
    return every if not besides and _EVERY.match(window.lstrip(" :是为")) else ()


def everything(text: str, options: int) -> tuple[int, ...]:
    """All positions, where a short reply takes all or says the same of all; () else."""
    if _NONE_LEFT.search(text) and not _EXCEPT_FOR.search(_NONE_LEFT.sub("", text)):
        return tuple(range(options))
    if _ALL.fullmatch(text) or (_ALL_SO.search(text) and not _EXCEPT.search(text)):
        return tuple(range(options))
    return ()


def _counted(words: str, options: int) -> bool:
    """Whether "all three" are all there are."""
    number = re.search("[三四五]", words)
    return number is None or "三四五".index(number[0]) + 3 == options


def _excepted(text: str, *, asks_false: bool) -> tuple[tuple[int, ...], bool] | None:
    """The letters that an exception names, and whether they are themselves what is asked for."""
    for match in _BUT.finditer(text):
        found = listed(text, match.end(), ())
        rest = _REST.match(text, found.end) if found and not found.hedged else None
        if found and rest and rest["are"] and _WRONG.match(text, rest.end()):
            return found.said, not asks_false
        if found and rest:
            return found.said, bool(rest["are"]) and asks_false
    spared = _ALL_BUT.search(text)
    found = listed(text, spared.end(), ()) if spared else None
    return (found.said, False) if found and not found.hedged else None


def _refused(text: str) -> tuple[int, ...]:
    """The letters that a reply leaves out or calls wrong before it takes the others."""
    beside = _BESIDE.match(text.strip())
    if beside:
        return (LETTERS.index(beside[1]),)
    left = _LEFT.search(text)
    found = listed(text, left.end(), ()) if left else None
    if found and not found.hedged and _CHOOSE_REST.match(text, found.end):
        return found.said
    spared = _SPARED.search(text)
    if spared:
        return (LETTERS.index(spared[1]),)
    only = _ONLY_NOT.search(text) or _ONLY_WRONG.search(text)
    return (LETTERS.index(only[1]),) if only else _others(text) or ()


def _others(text: str) -> tuple[int, ...] | None:
    """The letters that a reply calls wrong before it calls the others right."""
    for _, found in lists(text):
        if _OTHERS.match(text, found.end):
            return found.said
    return None
