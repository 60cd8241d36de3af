"""What the labeller sees of each unit: its signs, its line, the page's habits, the grammar's word.

Units of a page and the grammar's labels of them → `Seen`. Its names hold no text but signs, single
letters, label words and the ends of runs of Chinese.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from parsing.learned.units import EDGE, LETTERS, Page, Unit, grade

_LENGTHS = (1, 3, 8, 16, 31, 61)  # characters of a line, upper bounds of its classes
_ASKED = ("答案", "正解", "解析", "答", "解", "详解", "分析")
_FEW = 4  # units of a line whose place is told apart
# a name, or a function that makes several and what it makes them of: nearly all of these recur, so
# a labeller adds their weights up once
Key: TypeAlias = str | tuple[Any, ...]


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
    made: list[str] = [key] if isinstance(key, str) else key[0](*key[1:])
    return made


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
            (_before, d, here), (_after, here, e), (_second, c, f), (_far, -4, a, b),
            (_far, 3, g, h), f"-2-1,0:{c}{d}{here}", f"-1,0,1:{d}{here}{e}", f"0,1,2:{here}{e}{f}",
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


def _before(sign: str, here: str) -> list[str]:
    return [f"w={here}", f"-1:{sign}", f"-1,0:{sign}{here}"]


def _after(here: str, sign: str) -> list[str]:
    return [f"1:{sign}", f"0,1:{here}{sign}"]


def _far(place: int, one: str, other: str) -> list[str]:
    return [f"{place}:{one}", f"{place + 1}:{other}"]


def _second(before: str, after: str) -> list[str]:
    return [f"-2:{before}", f"2:{after}"]


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


@dataclass
class _Flow:
    """What was seen of a page up to a unit."""

    number: int = 0
    letter: str = ""
    since_letter: int = 99
    since_number: int = 99
    since_label: int = 9
    bracket: int = 0

    def key(self) -> Key:
        """How far back the last letter, number and label stand."""
        letter, number = min(self.since_letter // 3, 6), min(self.since_number // 4, 8)
        return (_since, self.letter, letter, number, min(self.since_label, 9), self.bracket)


def _since(last: str, letter: int, number: int, label: int, bracket: int) -> list[str]:
    return [
        f"letter before={last}", f"since letter={letter}", f"since number={number}",
        f"since label={label}", f"bracket={bracket}",
    ]  # fmt: skip


def _flow(page: Page) -> Iterator[list[Key]]:
    """Whether numbers and letters count on, and how far back the last of them stands."""
    flow = _Flow()
    for i, unit in enumerate(page.units):
        row = [flow.key()]
        if unit.kind == "number" and len(unit.text) < 4:
            row.append((_number, _step(int(unit.text), flow.number), min(page.place[i], _FEW)))
        if unit.kind == "letter":
            step = _letter_step(unit.text.upper(), flow.letter)
            row.append((_letter, step, page.sign(i + 1), page.sign(i - 1)))
        yield row
        _move(flow, unit, page, i)


def _number(step: str, place: int) -> list[str]:
    return [f"number={step}", f"number={step}|{place}"]


def _letter(step: str, after: str, before: str) -> list[str]:
    return [f"letter={step}", f"letter={step}{after}", f"letter={step}{before}"]


def _step(value: int, last: int) -> str:
    if value in (last, last + 1):
        return "next" if value > last else "same"
    if value == 1 or value < last:
        return "one" if value == 1 else "back"
    return "skip" if value < last + 4 else "far"


def _letter_step(letter: str, last: str) -> str:
    if last and ord(letter) == ord(last) + 1:
        return "next"
    if letter == "A":
        return "A"
    return "same" if letter == last else "other"


def _move(flow: _Flow, unit: Unit, page: Page, i: int) -> None:
    kind, text = unit.kind, unit.text
    if kind == "break" or text in (")", "]", "】"):
        flow.bracket = 0
    elif text in ("(", "[", "【"):
        flow.bracket = 1
    flow.since_letter += 1
    flow.since_number += 1
    flow.since_label += 1
    if kind == "letter":
        if text.upper() in LETTERS and page.sign(i + 1) not in (")", "】"):
            flow.letter, flow.since_letter = text.upper(), 0
    elif kind == "number":
        if len(text) < 4 and (page.place[i] == 0 or page.sign(i + 1) in tuple("、.,:)")):
            flow.number, flow.since_number, flow.letter, flow.since_label = int(text), 0, "", 9
    elif kind == "word" and (text in _ASKED or "答案" in text or "解析" in text):
        flow.since_label = 0


def _ahead(page: Page) -> list[list[Key]]:
    """The next letter, or number at a line's head, and how far it is."""
    out: list[list[Key]] = []
    upcoming, far = "", 0
    for i in range(len(page.units) - 1, -1, -1):
        out.append([(_next, upcoming, min(far // 3, 6))])
        kind = page.units[i].kind
        if kind == "letter" and page.signs[i] in tuple(LETTERS):
            upcoming, far = page.signs[i], 0
        elif kind == "number" and page.place[i] == 0:
            upcoming, far = "#", 0
        else:
            far += 1
    return out[::-1]


def _next(sign: str, far: int) -> list[str]:
    return [f"next={sign}", f"to next={far}"]


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
            (_label, before, label, after, ahead, following[i]),
            (_question, label, shape, shape == usual, rule),
        ]
        ahead = label if label[0] == "B" else ahead


def _label(before: str, label: str, after: str, ahead: str, following: str) -> list[str]:
    return [
        f"g={label}", f"g-1={before}", f"g+1={after}", f"g-1,0,1={before}{label}{after}",
        f"g before={ahead}", f"g after={following}", f"g|after={label}{following}",
        f"before|g|after={ahead}{label}{following}",
    ]  # fmt: skip


def _question(label: str, shape: str, fits: bool, rule: str) -> list[str]:  # noqa: FBT001 - of a key
    return [
        f"q={shape}", f"q fits={fits}", f"q fits|g={fits}{label}", f"rule={rule}",
        f"rule|g={rule}{label}",
    ]  # fmt: skip
