"""Where parts of a paper that a site has run together begin, apart from its numbers.

Folded text of a long line in; places to break it out: examples, terms before their definitions,
and what follows an instruction.
"""

import re

from parsing.formats import NAME

_EXAMPLE = re.compile(
    r"(?<=[。!?)\]】√×A-H\s])(?:例题|示例|样题|题目|问题|试题)\s?(?:\d{1,2}|[一二三四五])?\s?"
    r"(?:\(\d{1,3}分\)\s?)?:(?=\s?\S)"
    r"|(?<=[。!?)\s])案例\s?(?:\d{1,2}|[一二三四五六七八九十])\s?:|★\s?(?=【)|(?<=】)(?=\s?答\s?:)"
    r"|(?:(?<=[\u3400-\u9fff])|(?<=[。\s]))问题\s?\d{1,2}\s?答案"
    rf"|(?<=[。!√×A-H\s]){NAME}\s?:(?=\s?[\u3400-\u9fff“《][^。\n]{{4,80}}(?:[(]\s{{0,6}}[)]|___|[?]))"
)
_TERM = re.compile(
    r"(?<![\u3400-\u9fff])(?P<term>[\u3400-\u9fff]{2,12})\s?(?=(?P=term)(?:是|指|又称|,又称|,是指|即))"
)
_MEANT = re.compile(
    r"(?<=。)\s?(?!答案|解析|参考|提示|例|注|题|第|[一二三四五六七八九十]、|案例|材料|问题|要点|分析|选项)"
    r"[\u3400-\u9fff]{2,14}(?:\([^()\n]{1,30}\))?\s?:\s?(?=[\u3400-\u9fff“])"
)
_MEANT_HEAD = re.compile(r"名词解释(?=\s?[\u3400-\u9fff]{2,14}\s?:)")
_ANSWERED = re.compile(r"[拟擬]答|答\s?案|答\s?:")
_DEFINED = 3  # terms and colons behind sentences, at least
_TYPED = re.compile(rf"(?<=。)\s?{NAME}(?=[\u3400-\u9fff“《])")
_TOLD = re.compile(
    r"(?:每小?题|下列|以下|选项|只有|仅有|至少|选一)[^。\n()]{0,60}?"
    r"(?:符合题[意目]?[^。]{0,8}|正确答案|最合适的?|最恰当的?|共\s?\d{1,3}\s?分)。(?=\s?[\u3400-\u9fff“《])"
)
_FIRST = re.compile(r"(?:\(A\)|(?<![A-Za-z])A\s?[.、])")
_HABIT = 3  # rows of options that have numbers, at least


def part_cuts(text: str, *, counted: int) -> list[int]:
    """Places at which a long line may be broken, not in order; `counted` = by numbers already."""
    numbered = counted >= _HABIT and counted * 2 > len(_FIRST.findall(text))
    cuts = [m.start() for m in _EXAMPLE.finditer(text)]
    cuts += [m.end("term") for m in _TERM.finditer(text)]
    cuts += [m.end() for m in _TOLD.finditer(text)]
    if not numbered and _MEANT_HEAD.search(text) and not _ANSWERED.search(text):
        meant = [m.start() for m in _MEANT.finditer(text)]
        cuts += [*meant, *(at for m in _MEANT_HEAD.finditer(text) for at in m.span())]
    typed = [m.start() for m in _TYPED.finditer(text)]
    cuts += typed if len(typed) >= _DEFINED else []
    return cuts
