"""What the labeller sees of each unit: its signs, its line, the page's habits, the grammar's word.

Units of a page and the grammar's labels of them → `Seen`. Its names hold no text but signs, single
letters, label words and the ends of runs of Chinese.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from parsing.learned.units import EDGE, Page, Unit, grade
from parsing.records import ALPHABET

_LENGTHS = (1, 3, 8, 16, 31, 61)  # characters of a line, upper bounds of its classes
_ASKED = ("答案", "正解", "解析", "答", "解", "详解", "分析")
_FEW = 4  # units of a line whose place is told apart
_AGES = 99  # units: farther than any distance that is told apart
# a name, or a function that makes several and what it makes them of: nearly all of these recur, so
# a labeller adds their weights up once
# a name, or several by the place of their patterns below and what these are filled with: nearly all
# of these recur, so a labeller adds their weights up once
Key: TypeAlias = str | tuple[Any, ...]
_BEFORE, _AFTER, _BEYOND, _FAR_BEFORE, _FAR_AFTER, _SINCE, _NUMBER, _LETTER, _NEXT = range(9)
_LABEL, _QUESTION = 9, 10
_NAMES = (
    ("w={1}", "-1:{0}", "-1,0:{0}{1}"),
    ("1:{1}", "0,1:{0}{1}"),
    ("-2:{0}", "2:{1}"),
    ("-4:{0}", "-3:{1}"),
    ("3:{0}", "4:{1}"),
    (
        *("letter before={0}", "since letter={1}", "since number={2}", "since label={3}"),
        "bracket={4}",
    ),
    ("number={0}", "number={0}|{1}"),
    ("letter={0}", "letter={0}{1}", "letter={0}{2}"),
    ("next={0}", "to next={1}"),
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
    """What speaks for the labels of a page: keys per unit, names per line, each unit's line."""

    units: list[list[Key]]
    lines: list[list[str]]
    line_of: list[int]

    def names(self) -> list[list[str]]:
        """All names per unit, as weights are learnt for them."""
        own = ([name for key in keys for name in names(key)] for keys in self.units)
        return [[*row, *self.lines[line]] for row, line in zip(own, self.line_of, strict=True)]


def names(key: Key) -> list[str]:
    """The names that a key stands for."""
    return [key] if isinstance(key, str) else [name.format(*key[1:]) for name in _NAMES[key[0]]]


def seen(found: Sequence[Unit], reading: Reading) -> Seen:
    """What speaks for each unit's label."""
    page = Page(found)
    lines = [_line(page, line) for line in range(len(page.lines))]
    rows = _around(page), _flow(page), _ahead(page), _skeleton(page), _said(reading)
    units = [[key for part in parts for key in part] for parts in zip(*rows, strict=True)]
    return Seen(units, lines, page.line_of)


def _around(page: Page) -> Iterator[list[Key]]:
    """A unit's own sign and ends, those around it, and its place on its line."""
    signs = [*4 * [EDGE], *page.signs, *4 * [EDGE]]
    texts = ["", *(unit.text if unit.kind == "han" else "" for unit in page.units), ""]
    for i, unit in enumerate(page.units):
        a, b, c, d, here, e, f, g, h = signs[i : i + 9]
        out: list[Key] = [
            (_BEFORE, d, here), (_AFTER, here, e), (_BEYOND, c, f), (_FAR_BEFORE, a, b),
            (_FAR_AFTER, g, h), f"-2-1,0:{c}{d}{here}", f"-1,0,1:{d}{here}{e}",
            f"0,1,2:{here}{e}{f}",
        ]  # fmt: skip
        if unit.kind in ("han", "word", "latin"):
            text = unit.text
            out += ["p2=" + text[:2], "s2=" + text[-2:], "s1=" + text[-1]]
            if unit.kind == "han" and len(text) <= 4:
                out.append("all=" + text)
        if text := texts[i]:
            out += ["-1s=" + text[-2:], "-1p=" + text[:2]]
        if text := texts[i + 2]:
            out += ["1s=" + text[-2:], "1p=" + text[:2]]
        at = "nl" if unit.kind == "break" else str(min(page.place[i], _FEW))
        out += ["at=" + at, f"at={at}|{page.lines[page.line_of[i]].shape}"]
        yield out


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


def _flow(page: Page) -> Iterator[list[Key]]:
    """Whether numbers and letters count on, and how far back the last of them stands."""
    number, letter, bracket = 0, "", 0
    letter_end = number_end = label_end = -_AGES
    for i, (_, _, kind, text) in enumerate(page.units):
        far = min((i - letter_end) // 3, 6), min((i - number_end) // 4, 8), min(i - label_end, 9)
        row: list[Key] = [(_SINCE, letter, *far, bracket)]
        before, after = page.sign(i - 1), page.sign(i + 1)
        if kind == "break" or text in (")", "]", "】"):
            bracket = 0
        elif text in ("(", "[", "【"):
            bracket = 1
        elif kind == "number" and len(text) < 4:
            row.append((_NUMBER, _step(int(text), number), min(page.place[i], _FEW)))
            if page.place[i] == 0 or after in tuple("、.,:)"):
                number, number_end, letter, label_end = int(text), i + 1, "", -_AGES
        elif kind == "letter":
            upper = text.upper()
            follows = letter and ord(upper) == ord(letter) + 1
            other = "A" if upper == "A" else "same" if upper == letter else "other"
            row.append((_LETTER, "next" if follows else other, after, before))
            if upper in ALPHABET and after not in (")", "】"):
                letter, letter_end = upper, i + 1
        elif kind == "word" and (text in _ASKED or "答案" in text or "解析" in text):
            label_end = i + 1
        yield row


def _step(value: int, last: int) -> str:
    """How a number follows the last one."""
    if value in (last, last + 1):
        return "next" if value > last else "same"
    if value == 1 or value < last:
        return "one" if value == 1 else "back"
    return "skip" if value < last + 4 else "far"


def _ahead(page: Page) -> list[list[Key]]:
    """The next letter, or number at a line's head, and how far it is."""
    out: list[list[Key]] = []
    upcoming, far = "", 0
    for unit, sign, place in zip(
        *(reversed(r) for r in (page.units, page.signs, page.place)), strict=True
    ):
        out.append([(_NEXT, upcoming, min(far // 3, 6))])
        far += 1
        if unit.kind == "letter" and sign in tuple(ALPHABET):
            upcoming, far = sign, 0
        elif unit.kind == "number" and place == 0:
            upcoming, far = "#", 0
    return out[::-1]


def _skeleton(page: Page) -> Iterator[list[Key]]:
    """The signs around a unit without the Chinese, the blanks and the breaks between them."""
    bare = [sign[0] not in "H␣⏎" for sign in page.signs]
    kept = [sign for sign, bone in zip(page.signs, bare, strict=True) if bone]
    at = 0
    for here in bare:
        before, after = kept[max(0, at - 3) : at], kept[at + here : at + here + 3]
        yield [
            "bones<" + "".join(before[-2:]),
            "bones>" + "".join(after[:2]),
            "bones<3" + "".join(before),
            "bones>3" + "".join(after),
            f"bones<>{''.join(before[-1:])}|{''.join(after[:1])}",
        ]
        at += here


def _said(reading: Reading) -> Iterator[list[Key]]:
    """The grammar's labels of a unit and its neighbours, and of the fields around it."""
    labels, n = [EDGE, *reading.labels, EDGE], len(reading.labels)
    usual = Counter(reading.shapes).most_common(1)[0][0] if n else ""
    following, last = [EDGE] * n, EDGE
    for i in range(n - 1, -1, -1):
        following[i] = last
        last = labels[i + 1] if labels[i + 1][0] == "B" else last
    ahead = EDGE
    for i, (shape, rule) in enumerate(zip(reading.shapes, reading.rules, strict=True)):
        before, label, after = labels[i : i + 3]
        yield [
            (_LABEL, before, label, after, ahead, following[i]),
            (_QUESTION, label, shape, shape == usual, rule),
        ]
        ahead = label if label[0] == "B" else ahead
