"""Where parts of a paper that a site has run together begin, apart from its numbers.

Folded text of a long line in; places to break it out: rows of a table, examples, terms before
their definitions, what follows an instruction, and letters alone that answer the options above.
"""

import re
from itertools import pairwise

from parsing.formats import NAME

_ROW_ENDS = re.compile(r"\|\s{0,2}(?=\|)")
_ROWS, _CELLS = 3, 2
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
_KEYED = re.compile(
    r"(?:\(D\)|D\s?[.、])[^\n?:_]{1,80}?(?:(?<=[\u3400-\u9fff)\d])[。.]?|\s)(?P<key>[A-E]{1,5})"
    r"(?=\s?[【\[]|\s[\u3400-\u9fff“「]|[\u3400-\u9fff“「]|\s*\Z)"
)
_ASKED = re.compile(r"[(]\s{0,9}[)]")
_LAST = re.compile(r"(?:\(D\)|D\s?[.、])")
_NEAR = 40  # characters from one option's letter to the next
_FIRST = re.compile(r"(?:\(A\)|(?<![A-Za-z])A\s?[.、])")
_SENTENCE = re.compile(r"(?<![A-H\d])[。!】]\s?|(?<=\s[A-E])\s")
_NUMBERED = re.compile(r"\d{1,3}\s?[.、](?!\d)|\d{1,3}\s?[】\])题]|[题題]\s?\d")
_SHORTEST = 6  # characters of a stem
_HABIT, _SHARE = 3, 0.7  # letters alone behind rows of options, at least; share of the rows


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
    cuts += [] if numbered else _stems(text)
    return [*cuts, *_table_rows(text), *_letters(text)]


def _table_rows(text: str) -> list[int]:
    """Between the rows of a table, each with as many cells as most."""
    ends = [m.end() for m in _ROW_ENDS.finditer(text)]
    rows = [text[a:b].count("|") for a, b in pairwise([0, *ends, len(text)])]
    cells = max(rows, key=rows.count)
    alike = rows.count(cells)
    if cells <= _CELLS or alike < _ROWS or alike * 2 <= len(rows):
        return []
    return [text.index("|"), *ends, text.rindex("|") + 1]


def _stems(text: str) -> list[int]:
    """Where the sentence above each row of options begins, on a page without numbers."""
    firsts, out, floor = list(_FIRST.finditer(text)), [], 0
    for m in firsts:
        stem = text[floor : m.start()].rstrip()
        ends = [e.end() for e in _SENTENCE.finditer(stem, 0, max(len(stem) - _SHORTEST, 0))]
        apart = [end for end in ends if stem[end - 1].isspace()]
        ends = apart or (ends if _ANSWERED.search(stem) or "解析" in stem else [])
        if ends and not _NUMBERED.search(stem):
            out.append(floor + ends[-1])
        last = _LAST.search(text, m.end())
        floor = last.end() if last else m.end()
    return out if len(out) >= _HABIT else []


def _letters(text: str) -> list[int]:
    """Before and behind letters alone that stand behind most rows of options."""
    rows = len(_LAST.findall(text))
    found = [m for m in _KEYED.finditer(text) if not _ASKED.search(m[0]) and not _is_mark(text, m)]
    if len(found) < _HABIT or len(found) < _SHARE * rows:
        return []
    return [at for m in found for at in m.span("key")]


def _is_mark(text: str, key: re.Match[str]) -> bool:
    """Whether a letter marks an option without a stop: the next letter follows it bare."""
    following = chr(ord(key["key"][-1]) + 1)
    near = text[key.end("key") : key.end("key") + _NEAR]
    return re.search(rf"(?<![(A-Za-z]){following}(?![A-Za-z.、)])", near) is not None
