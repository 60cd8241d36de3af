"""What a page's own regularity tells of its marks: folded text → the same text in usual marks.

A page repeats one layout, so marks are judged over the whole page: which signs stand for options
(a. ① (1) bullets), which words mark the right one ((正确答案), a tick that OCR read as J). They are
rewritten in the matching text only, character for character, so that no position moves and every
later module meets A-H and √. Linear in the length of the text.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from statistics import median

from parsing import words
from parsing.page.english import usual_headings
from parsing.page.letters import LABEL, OWN_A, UPPER, bare_grids, usual_letters
from parsing.source_text import Lines, begins_line
from parsing.words import any_of, spaced

_SURE = spaced(("此项为本题正确答案", "正确答案", "正确选项", "正确项"))
_RIGHT = re.compile(  # with a colon behind it 【正确答案】 is a label
    rf"[(\[【{{<]\s?(?:(?P<sure>{_SURE}|(?i:{any_of(words.RIGHT_LATIN)}))|{any_of(words.RIGHT)}|[√✓✔])\s?[)\]】}}>](?!\s?:)"
    r"(?P<end>(?=[;。,.]?[^\S\n]*(?:\n|$|[(\[【]?(?:[B-Hb-h]\s?[.、)\]】]|[B-H]\s?:)|[②-⑧]|[B-H][^\S\n])))?(?![^\S\n]?[A-H](?![.、):]|[^\S\n](?!解析|答案)[\d\u3400-\u9fff])|\s{1,9}[A-H]{1,8}[^\S\n]*(?:\n|$|[【\[]))"
)
_OPTION_LINE = re.compile(
    r"\s*[*★-]?\s?(?:[(\[【]\s?[A-Ha-h1-8]\s?[)\]】]|[A-Ha-h](?:\s?[.、):]|(?=[^A-Za-z\d]))|[①-⑧])"
    rf"|\s*[{words.BULLETS}]"
)
_STATED = re.compile(  # (2)…。(×): numbers of statements, not signs of options
    r"(?m)^[^\S\n]*[(]\s?\d\s?[)][^\n]{6,}[(\[【]\s?(?:[×✗✘]|错误?)\s?[)\]】][。.]?[^\S\n]*$"
)
_OCR_TICK = re.compile(
    r"(?=[\sJVv7√-])(?:(?<=\S)[^\S\n]{1,4}-?[JVv7√✓/]|(?<=[\u3400-\u9fff])(?:-?[JVv]|7|√))"
    r"(?=[^\S\n]*(?:\n|$|[B-H]\s?[.、]|[【\[]?解析))"
)
_TICK_LAST = re.compile(r"[JVv7√✓/](?=[^\S\n]*(?:\n|$|[B-H]\s?[.、]|[【\[]?解析))")  # is quicker
_STAR = re.compile(r"[*★☆](?=\s?[(\[]?([A-Ha-h])\s?[.、)\]:])")
_INNER_OPTION = re.compile(
    r"(?:[A-H]\s?[.、:)\]】]\s?|(?:^|\s)(?:[a-h]\s?[.、)]|[A-H][^\S\n])|[①-⑧])[^\n]{1,80}$|单选题|多选题|\*\S"
)
_LEAD_DIGIT = re.compile(
    r"(?:^\s*|(?<=\s))[(]\s?(?P<v>[1-8])\s?[)](?=\s*\d{1,3}\s?[.、])", re.MULTILINE
)
_LONG = 40  # characters: what is longer on the whole page is a sentence of an answer, no option
_SAID = r"(?:答案|解答|正解|选项?择?)(?:应该?)?[是为]?\s?"  # before a sign in free words

_NUMBER = re.compile(r"^[^\S\n]*(?:第?\d{1,3}\s?[.、题]|\d{1,3}\s)", re.MULTILINE)
_ASKED = re.compile(r"[?？:(]\s*\**\s*$|[(\[【]\s*[)\]】]|_{2,}|[是有为]\s*[。.]?\s*$|\]\s*\*?\s*$")
_ANSWERING = re.compile(r"答\s?案|答\s?[:：]|解\s?析|要点|参考|^\s*问题\s?:$")
_EXPLAINS = re.compile(rf"^\s*(?:\d{{1,3}}\s?[.、]\s?)?{any_of(words.TELLS)}[^\n]*$")
_NUMBERED_LINE = re.compile(r"\s*(?:[(]\s?\d\s?[)]\s*)?\d{1,3}\s?[.、]\s?\S{4}")
_STEM = 400  # characters before a row of options that may be its stem
Row = list[re.Match[str]]


class Style:
    """A kind of option mark: its pattern, its signs in order, and how a key names it."""

    def __init__(self, name: str, pattern: str, signs: str, key: str) -> None:
        self.name = name
        self.pattern = re.compile(pattern, re.MULTILINE)
        self.signs = signs  # none: bullets do not count
        sign = re.escape(signs[:1])
        shown = {"lower": rf"{sign}\s?[.、)]", "numbered": rf"[(]\s?{sign}"}
        self.first = re.compile(shown.get(name, sign or f"[{words.BULLETS}]"))
        label = rf"(?:{LABEL}|{_SAID})" if name == "circled" else LABEL
        self.key = re.compile(label + key) if key else None


_MARKED = r"(?=[{}])(?:^|(?<=[\s)?？。:;{}])|(?=[(][a-h]\s?[)])){}"
_GLUED = "\u3400-\u9fff”》"  # an option may follow the last without a blank
_KEY_LOWER = r"(?P<v>[a-h]{1,6})(?![A-Za-z])"
_KEY_DIGIT = r"(?P<v>[1-8])\s?[)]?(?![\d.、:~～\-—–至])"
_LOWER = _MARKED.format("(a-h", _GLUED, r"[(]?(?P<sign>[a-h])\s?[.、)]")
_CIRCLED = _MARKED.format("①-⑧", _GLUED, "(?P<sign>[①-⑧])")
_BRACKETED = _MARKED.format("(", "", r"[(]\s?(?P<sign>[1-8])\s?[)]")
_BULLET = (
    rf"^[^\S\n]{{0,40}}(?P<sign>[{words.BULLETS}])"
    r"(?=[^\S\n]?(?![(\[【]?[A-H](?![A-Za-z]{2}))[^\s\-*])"
)
STYLES = (
    Style("lower", _LOWER, "abcdefgh", _KEY_LOWER),
    Style("circled", _CIRCLED, "①②③④⑤⑥⑦⑧", "(?P<v>[①-⑧]{1,6})"),
    Style("numbered", _BRACKETED, "12345678", _KEY_DIGIT),
    Style("bullet", _BULLET, "", ""),
)


@lru_cache(maxsize=1)
def usual(text: str) -> str:
    """The matching text with the page's marks in the usual form, of the same length.

    The last page is kept: a second reading asks for the one that was just parsed.
    """
    text = usual_headings(words.usual_labels(text))
    chars, lines = list(text), Lines(text)
    _stars(text, chars)
    bare_grids(text, chars)
    _right_marks("".join(chars), chars, lines)
    now = "".join(chars)
    for style in STYLES:
        if _options(now, chars, style, lines):
            now = "".join(chars)
    usual_letters(text, chars)
    _ticks(text, chars)
    return "".join(chars)


def _stars(text: str, chars: list[str]) -> None:
    """Stars before A alone, question after question, say that an answer is required: no key."""
    found = list(_STAR.finditer(text))
    if len(found) > 1 and all(m[1] in "Aa" for m in found):
        for m in found:
            chars[m.start()] = " "


def _right_marks(text: str, chars: list[str], lines: Lines) -> None:
    """(正确答案) behind an option, or below it: a tick."""
    found = list(_RIGHT.finditer(text))
    for m in found:
        told = m["sure"] and (len(found) > 2 or "此" in m["sure"])
        line = lines.begin(m.start())
        before = text[line : min(m.start(), line + 2 * _LONG)].strip()
        if before:
            fits = _marks_left(text, line, m, before, several=len(found) > 1)
        else:  # alone on its line, below an option
            option = _OPTION_LINE.match(text, lines.begin(max(line - 1, 0)), line)
            fits = bool(m["sure"] and option)
        if not fits or (m["end"] is None and not told):
            continue
        chars[m.start() : m.end()] = ["√", *" " * (len(m[0]) - 1)]
        if not before and line:
            chars[line - 1] = " "
        at = m.start() - 1
        while at > line and at > m.start() - 3 and text[at] in ";；,， ":
            chars[at] = " "
            at -= 1


def _marks_left(text: str, line: int, m: re.Match[str], before: str, *, several: bool) -> bool:
    """Whether a mark follows an option on its line, which begins with `before`."""
    if _OPTION_LINE.match(text, line, m.start()):
        stated = before[0] in words.BULLETS or (
            re.match(r"[(]\s?\d", before) and _STATED.search(text)
        )
        return bool(m["sure"]) or not stated
    unlettered = m["end"] is not None and several and len(before) < _LONG
    inner = unlettered or _INNER_OPTION.search(text, max(line, m.start() - 90), m.start())
    return bool(m["sure"] and inner)


def _options(text: str, chars: list[str], style: Style, lines: Lines) -> bool:
    """Rows of one style become letters, if the page's regularity supports them: whether they do."""
    found = list(style.pattern.finditer(text)) if style.first.search(text) else []
    if len(found) < 2:
        return False
    rows = [row for row in _rows(text, found, style) if 2 <= len(row) <= 8]
    rows = [row for row in rows if _is_free(text, row, style.name, lines)]
    keyed = list(style.key.finditer(text)) if style.key else []
    if not rows or not _regular(text, rows, style, lines, keyed=bool(keyed)):
        return False
    first = OWN_A if style.name in ("circled", "bullet") else ord("A")
    for row in rows:
        for place, m in enumerate(row):
            chars[m.start("sign")] = chr(first + place)
    if style.name == "numbered":
        keyed += _LEAD_DIGIT.finditer(text)
    elif style.name != "bullet":
        said = rf"(?P<v>[{style.signs}]{{1,6}})"
        for sign in (
            rf"[(\[]\s*{said}\s*[)\]](?=[^\n]{{0,9}}$)",  # in the stem
            rf"\d[^\S\n]?[.、:)]?[^\S\n]?{said}(?=[^\S\n]*(?:$|[\d,;]))",  # 1.② 2.①③ of a list
        ):
            stems = re.finditer(sign, text, re.MULTILINE)
            keyed += [m for m in stems if chars[m.start("v")] == text[m.start("v")]]
    for m in keyed:
        letters = [chr(65 + style.signs.index(sign)) for sign in m["v"]]
        chars[m.start("v") : m.end("v")] = letters
    return True


def _is_free(text: str, row: Row, style: str, lines: Lines) -> bool:
    """Whether a row is no list in a stem whose options follow in letters, nor part of an answer."""
    start, last, near = row[0].start(), row[-1].end(), min(len(text), row[-1].end() + 300)
    if style in ("circled", "numbered") and len(row) > 2:
        before = [text[max(0, m.start() - 2) : m.start()].rstrip()[-1:] for m in row[1:]]
        if before.count(";") == len(before):
            return False  # points of a sentence
    if style != "bullet" and (upper := UPPER.search(text, last, near)):
        number = _NUMBER.search(text, last, near)
        if not (number and number.start() < upper.start()):
            return False
    above = lines.begin(start) - 1
    if not begins_line(text, start, 0):  # on the stem's own line
        stem = text[max(above + 1, start - _STEM) : start]
        return not _ANSWERING.search(stem) and (style == "lower" or bool(_ASKED.search(stem)))
    stem = text[lines.begin(max(above, 0)) : max(above, 0)]
    while not stem.strip() and above > 0:
        above = lines.begin(above) - 1
        stem = text[lines.begin(max(above, 0)) : max(above, 0)]
    if _ANSWERING.match(stem.strip(" [【(")) or (style != "lower" and _EXPLAINS.search(stem)):
        return False
    return style == "lower" or bool(_ASKED.search(stem) or _NUMBERED_LINE.match(stem))


def _rows(text: str, found: Row, style: Style) -> Iterator[Row]:
    """Runs of marks in order: 1, 2, 3 …; bullets on neighbouring lines."""
    row: Row = []
    for m in found:
        if style.signs:
            place = style.signs.index(m["sign"])
            follows = bool(row) and place == len(row) and m.start() - row[-1].end() < 300
            begins = place == 0
        else:
            lined = bool(row) and text.count("\n", row[-1].end(), m.start()) == 1
            follows, begins = lined and row[-1]["sign"] == m["sign"], True
        if not follows:
            yield row
            row = []
        row += [m] if follows or begins else []
    yield row


def _regular(text: str, rows: list[Row], style: Style, lines: Lines, *, keyed: bool) -> bool:
    """Whether rows look like options: as long as each other, and short."""
    lengths = Counter(map(len, rows))
    usual_length, count = lengths.most_common(1)[0]
    texts = [
        min(lines.end(m.end()), n.start() if n else len(text)) - m.end()
        for row in rows
        for m, n in zip(row, [*row[1:], None], strict=True)
    ]
    short = median(texts) <= _LONG
    if style.name == "lower" or keyed:
        return short and usual_length > 1
    enough = len(rows) > 1 or len(_NUMBER.findall(text)) <= 1
    return short and enough and count * 10 >= 6 * len(rows) and 2 < usual_length <= 6


def _ticks(text: str, chars: list[str]) -> None:
    """J, V, 7 behind exactly one option of most rows: ticks that OCR misread."""
    if not _TICK_LAST.search(text) or not (found := list(_OCR_TICK.finditer(text))):
        return
    heads = [m.start() for m in UPPER.finditer(text)]
    held = Counter(bisect_right(heads, m.start()) for m in found)
    single = sum(row > 0 and n == 1 for row, n in held.items())
    if single >= 2 and single * 2 >= len(heads):
        for m in found:
            chars[m.start() : m.end()] = [*" " * (len(m[0]) - 1), "√"]
