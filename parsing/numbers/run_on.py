"""Where the next question begins on a line that goes on behind a last option, without a number.

`…C求廉D炫耀以下不属于注意品质的是()A广度…`: the options' own regularity tells it (as long as each
other, of one script, one ending), and the words that questions begin with.
"""

import re
from itertools import pairwise
from statistics import median

from parsing.keys.labels import Tag
from parsing.words import OPENERS, any_of

_OPENS = re.compile(any_of(OPENERS))
_QUOTES = tuple('“《「『【"‘')
_NO_END = tuple("的与和对在把被及或从向为以之“《「(（、,，:：")
_NO_START = tuple("的了和与及性者等化型们、,，。.;；:：)）”》」?？!!…")
_VALUE = re.compile(r"\s?[A-H]{1,6}(?![A-Za-z])(?:\([A-Za-z0-9-]{1,14}\)|[。.;,])?\s?")
_STOPPED = re.compile(r"。\s?")
_MARK = re.compile(r"[(\[【<]?[A-H\ue001-\ue008]+[)\]】>]?\s?[.、:]?")
_FEWEST = 3  # options of a row that tells anything
_JOINED = tuple("、,;和与，；")  # before letters that name things in a sentence
_LONGEST, _SHORTEST_STEM = 80, 4  # characters of an option, of a stem
# weights of what shows a boundary, chosen on recreated pages
_WORDS, _QUOTE, _STOP, _BLANK, _ENDING = 1.0, 0.8, 2.0, 2.5, 1.2
_OTHER_SCRIPT, _TORN_WORD, _UNLIKE = 2.0, 3.0, 3.0


def boundary(text: str, marks: list[int], opening: int) -> int:
    """Where the stem begins between a row of options and the next; 0 where nothing shows it.

    `marks` = places of the row's letters; `opening` = the next row's first letter.
    """
    if len(marks) < _FEWEST or all(text[at - 1] in _JOINED for at in marks[1:]):
        return 0
    options = [_option(text, a, b) for a, b in pairwise(marks)]
    head = _MARK.match(text, marks[-1])
    start = head.end() if head else marks[-1] + 1
    return behind_options(text, options, start, opening)


def behind_options(text: str, options: list[str], start: int, stop: int) -> int:
    """Where a last option ends that begins at `start`, by the options before it; 0 = unknown."""
    if not options or not all(options) or stop - start <= _SHORTEST_STEM:
        return 0
    best, at = -_TORN_WORD, 0
    lengths = [len(option) for option in options]
    for cut in range(start + 1, min(stop - _SHORTEST_STEM, start + _LONGEST) + 1):
        score = _score(text, start, cut, options, lengths)
        if score > best:
            best, at = score, cut
    return at


def behind_answer(text: str, tags: list[Tag], opening: int) -> int:
    """Where the stem begins behind an answer that is labelled, or the sentence that explains it."""
    given = next((t for t in tags if t.kind in ("strong", "weak")), None)
    if given is None:
        return 0
    value = _VALUE.match(text, given.end, opening)
    at = value.end() if value else given.end
    if len(tags) > 1 or not value:
        stops = [m.end() for m in _STOPPED.finditer(text, at, opening - _SHORTEST_STEM)]
        return stops[-1] if stops else 0
    return at if opening - at > _SHORTEST_STEM else 0


def _option(text: str, start: int, end: int) -> str:
    head = _MARK.match(text, start, end)
    return text[head.end() if head else start + 1 : end].strip()


def _score(text: str, start: int, cut: int, options: list[str], lengths: list[int]) -> float:
    option, before, after = text[start:cut].strip(), text[cut - 1], text[cut]
    if not option or after.isspace():
        return -100.0
    usual, least, most = median(lengths), min(lengths), max(lengths)
    length = len(option)
    score = -min(max(0, least - length, length - most) / max(2.0, 0.4 * usual), _UNLIKE)
    score -= 0.1 * abs(length - usual)
    score += _WORDS if _OPENS.match(text, cut) else _QUOTE if after in _QUOTES else 0.0
    score += _STOP if before in "。;!" else _BLANK if before.isspace() else 0.0
    score += _ENDING * (sum(o[-1] == option[-1] for o in options) > len(options) / 2)
    score -= _OTHER_SCRIPT * (_script(option) not in {_script(o) for o in options})
    score -= _TORN_WORD * (option[-1] in _NO_END or after in _NO_START)
    score -= _TORN_WORD * (
        before.isascii() and before.isalnum() and after.isascii() and after.isalnum()
    )
    return score


def _script(text: str) -> str:
    han = any("\u3400" <= c <= "\u9fff" for c in text)
    plain = any(c.isascii() and c.isalnum() for c in text)
    return "both" if han and plain else "han" if han else "latin"
