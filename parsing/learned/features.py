"""What the labeller sees of each unit: its signs, its line, the page's habits, the grammar's word.

Units of a page and the grammar's labels of them → `Seen`. Its names hold no text but signs, single
letters, label words and the ends of runs of Chinese.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import compress
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from parsing.learned.units import EDGE, Page, Unit, grade
from parsing.records import ALPHABET

Column: TypeAlias = npt.NDArray[np.int64]  # a number per unit
_LENGTHS = (1, 3, 8, 16, 31, 61)  # characters of a line, upper bounds of its classes
_ASKED = ("答案", "正解", "解析", "答", "解", "详解", "分析")
_FEW = 4  # units of a line whose place is told apart
_AGES = 99  # units: farther than any distance that is told apart
_OPENS, _CLOSES = ("(", "[", "【"), (")", "]", "】")
_MOVING = frozenset({"break", "number", "letter", "word", "sign"})  # kinds that may change the flow
# names that are made of the same parts: nearly all of their fillings recur, so a labeller adds the
# weights of each up once
NAMES = (
    ("w={1}", "-1:{0}", "-1,0:{0}{1}"),
    ("1:{1}", "0,1:{0}{1}"),
    ("-2:{0}", "2:{1}"),
    ("-4:{0}", "-3:{1}"),
    ("3:{0}", "4:{1}"),
    ("-2-1,0:{0}{1}{2}",),
    ("-1,0,1:{0}{1}{2}",),
    ("0,1,2:{0}{1}{2}",),
    (
        *("letter before={0}", "since letter={1}", "since number={2}", "since label={3}"),
        "bracket={4}",
    ),
    ("number={0}", "number={0}|{1}"),
    ("letter={0}", "letter={0}{1}", "letter={0}{2}"),
    ("next={0}", "to next={1}"),
    ("bones<{0}{1}",),
    ("bones>{0}{1}",),
    ("bones<3{0}{1}{2}",),
    ("bones>3{0}{1}{2}",),
    ("bones<>{0}|{1}",),
    (
        *("g={1}", "g-1={0}", "g+1={2}", "g-1,0,1={0}{1}{2}", "g before={3}", "g after={4}"),
        *("g|after={1}{4}", "before|g|after={3}{1}{4}"),
    ),
    ("q={1}", "q fits={2}", "q fits|g={2}{0}", "rule={3}", "rule|g={3}{0}"),
)


class Reading(NamedTuple):
    """What the grammar made of a page: a label and a rule per unit, the page's alarm.

    `rules` names what set a unit's line aside, "" where nothing did; `shapes` says of the question
    a unit belongs to how many options it has, whether an answer, which format.
    """

    labels: list[str]
    rules: list[str]
    shapes: list[str]


class Seen(NamedTuple):
    """What speaks for the labels of a page: per unit what fills `NAMES`, and further names; names
    per line; each unit's line.

    `parts` = what the numbers in the columns of `fillings` stand for; the first is None.
    """

    parts: list[str | None]
    fillings: list[tuple[Column, ...]]
    names: list[list[str]]  # by kind, then by unit; "" = none
    lines: list[list[str]]
    line_of: list[int]

    def all_names(self) -> list[list[str]]:
        """All names per unit, as weights are learnt for them."""
        out = [[name for name in row if name] for row in zip(*self.names, strict=True)]
        for patterns, columns in zip(NAMES, self.fillings, strict=True):
            for own, numbers in zip(out, np.stack(columns, 1).tolist(), strict=True):
                own.extend(filled(patterns, [self.parts[n] for n in numbers]))
        return [[*row, *self.lines[line]] for row, line in zip(out, self.line_of, strict=True)]


def filled(patterns: Sequence[str], parts: Sequence[str | None]) -> list[str]:
    """The names that patterns and their parts give, none where a part is missing."""
    return [] if None in parts else [pattern.format(*parts) for pattern in patterns]


def seen(found: Sequence[Unit], reading: Reading) -> Seen:
    """What speaks for each unit's label."""
    page, parts = Page(found), _Parts({None: 0})
    signs = parts.column([*4 * [EDGE], *page.signs, *4 * [EDGE]])
    numbers = parts.column(map(str, range(_AGES)))
    fillings = [
        *_around(signs),
        *_flow(page, parts, numbers),
        _ahead(page, parts, numbers),
        *_skeleton(page, parts, signs[4:-4]),
        *_said(reading, parts),
    ]
    lines = [_line(page, line) for line in range(len(page.lines))]
    return Seen(list(parts), fillings, list(_ends(page)), lines, page.line_of)


class _Parts(dict[str | None, int]):
    """The numbers of a page's parts of names."""

    def __missing__(self, part: str | None) -> int:
        self[part] = number = len(self)
        return number

    def column(self, parts: Iterable[str | None]) -> Column:
        """The numbers of parts, in order."""
        return np.array([self[part] for part in parts], np.int64)


def _around(signs: Column) -> list[tuple[Column, ...]]:
    """The signs of each unit and of four on both sides."""
    a, b, c, d, here, e, f, g, h = (signs[i : i + len(signs) - 8] for i in range(9))
    return [
        *((d, here), (here, e), (c, f), (a, b), (g, h)),
        *((c, d, here), (d, here, e), (here, e, f)),
    ]


def _ends(page: Page) -> Iterable[list[str]]:
    """Names of the ends of texts, of a unit and of the runs of Chinese around it, and its place."""
    worded = [unit.text if unit.kind in ("han", "word", "latin") else "" for unit in page.units]
    yield [text and "p2=" + text[:2] for text in worded]
    yield [text and "s2=" + text[-2:] for text in worded]
    yield [text and "s1=" + text[-1] for text in worded]
    texts = [unit.text if unit.kind == "han" else "" for unit in page.units]
    yield ["all=" + text if 0 < len(text) <= 4 else "" for text in texts]
    yield ["", *(text and "-1s=" + text[-2:] for text in texts[:-1])]
    yield ["", *(text and "-1p=" + text[:2] for text in texts[:-1])]
    yield [*(text and "1s=" + text[-2:] for text in texts[1:]), ""]
    yield [*(text and "1p=" + text[:2] for text in texts[1:]), ""]
    at = [f"at={min(place, _FEW)}" for place in page.place]
    at = ["at=nl" if sign == "⏎" else name for sign, name in zip(page.signs, at, strict=True)]
    yield at
    shapes = [line.shape for line in page.lines]
    yield [f"{name}|{shapes[line]}" for name, line in zip(at, page.line_of, strict=True)]


def _line(page: Page, number: int) -> list[str]:
    line = page.lines[number]
    shape, before, after = line.shape, line.before, line.after
    further = page.lines[after].after if after >= 0 else -1
    above = page.lines[before].before if before >= 0 else -1
    out = [
        f"shape={shape}",
        f"length={grade(line.length, _LENGTHS)}",
        f"last={line.last}",
        f"often={grade(page.shapes[shape], (2, 3, 4, 8))}",
        f"again={min(page.texts[line.text], 3)}",
        f"above={page.shape(before)}",
        f"below={page.shape(after)}",
        f"above|here={page.shape(before, short=True)}|{shape[:3]}",
        f"here|below={shape[:3]}|{page.shape(after, short=True)}",
        f"below2={page.shape(further, short=True)}",
        f"above2={page.shape(above, short=True)}",
        f"part={10 * number // max(len(page.lines), 1)}",
    ]
    for name, other in (("above", before), ("below", after)):
        if other >= 0:
            near = page.lines[other]
            out += [f"{name} length={grade(near.length, _LENGTHS)}", f"{name} last={near.last}"]
            if abs(other - number) > 1:
                out.append(f"{name} apart")
    return out


def _flow(page: Page, parts: _Parts, numbers: Column) -> list[tuple[Column, ...]]:
    """Whether numbers and letters count on, and how far back the last of them stands."""
    count = len(page.units)
    letter, number, bracket = "", 0, 0
    letter_end = number_end = label_end = -_AGES
    begins, states = [0], [(parts[letter], letter_end, number_end, label_end, bracket)]
    counted, lettered = np.zeros((2, count), np.int64), np.zeros((3, count), np.int64)
    for i, (_, _, kind, text) in enumerate(page.units):
        if kind not in _MOVING:
            continue
        before, after = page.sign(i - 1), page.sign(i + 1)
        if kind == "break" or text in _CLOSES:
            bracket = 0
        elif text in _OPENS:
            bracket = 1
        elif kind == "number" and len(text) < 4:
            place = min(page.place[i], _FEW)
            counted[:, i] = parts[_step(int(text), number)], numbers[place]
            if page.place[i] == 0 or after in tuple("、.,:)"):
                number, number_end, letter, label_end = int(text), i + 1, "", -_AGES
        elif kind == "letter":
            upper = text.upper()
            follows = letter and ord(upper) == ord(letter) + 1
            other = "A" if upper == "A" else "same" if upper == letter else "other"
            lettered[:, i] = parts["next" if follows else other], parts[after], parts[before]
            if upper in ALPHABET and after not in (")", "】"):
                letter, letter_end = upper, i + 1
        elif kind == "word" and (text in _ASKED or "答案" in text or "解析" in text):
            label_end = i + 1
        else:
            continue
        begins.append(i + 1)
        states.append((parts[letter], letter_end, number_end, label_end, bracket))
    state, *ends, open_ = np.repeat(np.array(states), np.diff([*begins, count]), axis=0).T
    far = [
        numbers[np.minimum((np.arange(count) - end) // unit, most)]
        for end, unit, most in zip(ends, (3, 4, 1), (6, 8, 9), strict=True)
    ]
    return [(state, *far, numbers[open_]), tuple(counted), tuple(lettered)]


def _step(value: int, last: int) -> str:
    """How a number follows the last one."""
    if value in (last, last + 1):
        return "next" if value > last else "same"
    if value == 1 or value < last:
        return "one" if value == 1 else "back"
    return "skip" if value < last + 4 else "far"


def _ahead(page: Page, parts: _Parts, numbers: Column) -> tuple[Column, ...]:
    """The next letter, or number at a line's head, and how far it is."""
    count = len(page.units)
    at, signs = [], []
    for i, unit in enumerate(page.units):
        if unit.kind == "letter" and page.signs[i] in tuple(ALPHABET):
            at.append(i)
            signs.append(page.signs[i])
        elif unit.kind == "number" and page.place[i] == 0:
            at.append(i)
            signs.append("#")
    following = np.searchsorted(at, np.arange(count), "right")
    far = np.array([*at, count])[following] - 1 - np.arange(count)
    return parts.column([*signs, ""])[following], numbers[np.minimum(far // 3, 6)]


def _skeleton(page: Page, parts: _Parts, signs: Column) -> list[tuple[Column, ...]]:
    """The signs around a unit without the Chinese, the blanks and the breaks between them."""
    bare = np.array([sign[0] not in "H␣⏎" for sign in page.signs], bool)
    nothing = [parts[""]] * 3
    kept = np.array([*nothing, *compress(signs.tolist(), bare), *nothing], np.int64)
    at = np.cumsum(bare) - bare
    a, b, c = (kept[at + i] for i in range(3))
    d, e, f = (kept[at + bare + i] for i in range(3, 6))
    return [(b, c), (d, e), (a, b, c), (d, e, f), (c, d)]


def _said(reading: Reading, parts: _Parts) -> list[tuple[Column, ...]]:
    """The grammar's labels of a unit and its neighbours, and of the fields around it."""
    count = len(reading.labels)
    labels = parts.column([EDGE, *reading.labels, EDGE])
    begin = [i for i, label in enumerate(reading.labels) if label[0] == "B"]
    begins = np.array([parts[EDGE], *labels[1:-1][begin], parts[EDGE]], np.int64)
    before = begins[np.searchsorted(begin, np.arange(count), "left")]
    after = begins[np.searchsorted(begin, np.arange(count), "right") + 1]
    usual = Counter(reading.shapes).most_common(1)[0][0] if count else ""
    fits = parts.column([str(shape == usual) for shape in reading.shapes])
    shapes, rules = parts.column(reading.shapes), parts.column(reading.rules)
    return [
        (labels[:-2], labels[1:-1], labels[2:], before, after),
        (labels[1:-1], shapes, fits, rules),
    ]
