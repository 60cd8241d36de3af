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
    r"(?<=[。!?)\]】√×A-H\s])(?:例题|示例|样题|题目|问题)\s?[\d一二三四五]?\s?:(?=\s?\S)"
    rf"|(?<=[。!√×A-H\s]){NAME}\s?:(?=\s?[\u3400-\u9fff“《][^。\n]{{4,80}}(?:[(]\s{{0,6}}[)]|___|[?]))"
)
_TERM = re.compile(
    r"(?<![\u3400-\u9fff])(?P<term>[\u3400-\u9fff]{2,12})\s?(?=(?P=term)(?:是|指|又称|,又称|,是指|即))"
)
_TOLD = re.compile(
    r"(?:每小?题|下列|以下|选项|只有|仅有|至少|选一)[^。\n()]{0,60}?"
    r"(?:符合题[意目]?[^。]{0,8}|正确答案|最合适的?|最恰当的?|共\s?\d{1,3}\s?分)。(?=\s?[\u3400-\u9fff“《])"
)
_KEYED = re.compile(
    r"(?:\(D\)|D\s?[.、])[^\n?:_]{1,80}?(?:(?<=[\u3400-\u9fff)])[。.]?|\s)(?P<key>[A-E]{1,5})"
    r"(?=\s?[【\[]|\s[\u3400-\u9fff“「]|[\u3400-\u9fff“「])"
)
_ASKED = re.compile(r"[(]\s{0,9}[)]")
_LAST = re.compile(r"(?:\(D\)|D\s?[.、])")
_NEAR = 40  # characters from one option's letter to the next
_HABIT, _SHARE = 3, 0.7  # letters alone behind rows of options, at least; share of the rows


def part_cuts(text: str) -> list[int]:
    """Places at which a long line may be broken; not in order."""
    cuts = [m.start() for m in _EXAMPLE.finditer(text)]
    cuts += [m.end("term") for m in _TERM.finditer(text)]
    cuts += [m.end() for m in _TOLD.finditer(text)]
    return [*cuts, *_table_rows(text), *_letters(text)]


def _table_rows(text: str) -> list[int]:
    """Between the rows of a table, each with as many cells as most."""
    ends = [m.end() for m in _ROW_ENDS.finditer(text)]
    rows = [text[a:b].count("|") for a, b in pairwise([0, *ends, len(text)])]
    cells = max(rows, key=rows.count)
    alike = rows.count(cells)
    return ends if cells > _CELLS and alike >= _ROWS and alike * 2 > len(rows) else []


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
