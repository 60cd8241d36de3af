"""What the labeller sees of each unit: its signs, its line, the page's habits, the grammar's word.

Units of a page and the grammar's labels of them → one list of feature names per unit. A name holds
no text but signs, single letters, label words and the ends of runs of Chinese.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from parsing.learned.units import EDGE, LETTERS, Page, Unit, grade

_LENGTHS = (1, 3, 8, 16, 31, 61)  # characters of a line, upper bounds of its classes
_ASKED = ("答案", "正解", "解析", "答", "解", "详解", "分析")
_FEW = 4  # units of a line whose place is told apart


class Reading(NamedTuple):
    """What the grammar made of a page: a label and a rule per unit, the page's alarm.

    `rules` names what set a unit's line aside, "" where nothing did; `shapes` says of the question
    a unit belongs to how many options it has, whether an answer, which format.
    """

    labels: list[str]
    rules: list[str]
    shapes: list[str]


def features(found: Sequence[Unit], reading: Reading) -> list[list[str]]:
    """Names of what speaks for a unit's label, per unit."""
    page = Page(found)
    lines = [_line(page, line) for line in range(len(page.lines))]
    own = ([*_self(page, i), *_around(page, i), *_at(page, i)] for i in range(len(found)))
    of_line = (lines[line] for line in page.line_of)
    rows = own, of_line, _flow(found, page), _ahead(found, page), _said(reading), _skeleton(page)
    return [[name for part in parts for name in part] for parts in zip(*rows, strict=True)]


def _self(page: Page, i: int) -> list[str]:
    unit = page.units[i]
    out = ["w=" + page.signs[i]]
    if unit.kind in ("han", "word", "latin"):
        out += ["p2=" + unit.text[:2], "s2=" + unit.text[-2:], "s1=" + unit.text[-1]]
        if unit.kind == "han" and len(unit.text) <= 4:
            out.append("all=" + unit.text)
    return out


def _around(page: Page, i: int) -> list[str]:
    sign, here = page.sign, page.signs[i]
    out = [f"{d}:{sign(i + d)}" for d in (-4, -3, -2, -1, 1, 2, 3, 4)]
    for d in (-1, 1):
        if 0 <= i + d < len(page.units) and page.units[i + d].kind == "han":
            text = page.units[i + d].text
            out += [f"{d}s={text[-2:]}", f"{d}p={text[:2]}"]
    return [
        *out,
        f"-1,0:{sign(i - 1)}{here}",
        f"0,1:{here}{sign(i + 1)}",
        f"-2-1,0:{sign(i - 2)}{sign(i - 1)}{here}",
        f"-1,0,1:{sign(i - 1)}{here}{sign(i + 1)}",
        f"0,1,2:{here}{sign(i + 1)}{sign(i + 2)}",
    ]


def _at(page: Page, i: int) -> list[str]:
    """The place of a unit on its line."""
    at = "nl" if page.units[i].kind == "break" else str(min(page.place[i], _FEW))
    return [f"at={at}", f"at={at}|{page.lines[page.line_of[i]].shape}"]


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


def _flow(found: Sequence[Unit], page: Page) -> list[list[str]]:
    """Whether numbers and letters count on, and how far back the last of them stands."""
    seen, out = _Flow(), []
    for i, unit in enumerate(found):
        row = [
            f"letter before={seen.letter}",
            f"since letter={min(seen.since_letter // 3, 6)}",
            f"since number={min(seen.since_number // 4, 8)}",
            f"since label={min(seen.since_label, 9)}",
            f"bracket={seen.bracket}",
        ]
        if unit.kind == "number" and len(unit.text) < 4:
            step = _step(int(unit.text), seen.number)
            row += [f"number={step}", f"number={step}|{min(page.place[i], _FEW)}"]
        if unit.kind == "letter":
            step = _letter_step(unit.text.upper(), seen.letter)
            row += [
                f"letter={step}",
                f"letter={step}{page.sign(i + 1)}",
                f"letter={step}{page.sign(i - 1)}",
            ]
        out.append(row)
        _move(seen, unit, page, i)
    return out


def _step(value: int, last: int) -> str:
    if value == last + 1:
        return "next"
    if value == last:
        return "same"
    if value == 1:
        return "one"
    if value < last:
        return "back"
    return "skip" if value < last + 4 else "far"


def _letter_step(letter: str, last: str) -> str:
    if last and ord(letter) == ord(last) + 1:
        return "next"
    if letter == "A":
        return "A"
    return "same" if letter == last else "other"


def _move(seen: _Flow, unit: Unit, page: Page, i: int) -> None:
    after = page.sign(i + 1)
    if unit.kind == "break":
        seen.bracket = 0
    elif unit.text in ("(", "[", "【"):
        seen.bracket = 1
    elif unit.text in (")", "]", "】"):
        seen.bracket = 0
    seen.since_letter += 1
    seen.since_number += 1
    seen.since_label += 1
    if unit.kind == "letter" and unit.text.upper() in LETTERS and after not in (")", "】"):
        seen.letter, seen.since_letter = unit.text.upper(), 0
    if (
        unit.kind == "number"
        and len(unit.text) < 4
        and (page.place[i] == 0 or after in tuple("、.,:)"))
    ):
        seen.number, seen.since_number, seen.letter, seen.since_label = int(unit.text), 0, "", 9
    if unit.kind == "word" and (unit.text in _ASKED or "答案" in unit.text or "解析" in unit.text):
        seen.since_label = 0


def _ahead(found: Sequence[Unit], page: Page) -> list[list[str]]:
    """The next letter, or number at a line's head, and how far it is."""
    out: list[list[str]] = []
    upcoming, far = "", 0
    for i in range(len(found) - 1, -1, -1):
        out.append([f"next={upcoming}", f"to next={min(far // 3, 6)}"])
        if found[i].kind == "letter" and page.signs[i] in tuple(LETTERS):
            upcoming, far = page.signs[i], 0
        elif found[i].kind == "number" and page.place[i] == 0:
            upcoming, far = "#", 0
        else:
            far += 1
    return out[::-1]


def _skeleton(page: Page) -> list[list[str]]:
    """The signs around a unit without the Chinese, the blanks and the breaks between them."""
    signs = page.signs
    kept = [i for i, sign in enumerate(signs) if sign[0] not in "H␣⏎"]
    out: list[list[str]] = []
    at = 0
    for i in range(len(signs)):
        while at < len(kept) and kept[at] < i:
            at += 1
        here = at < len(kept) and kept[at] == i
        before = [signs[k] for k in kept[max(0, at - 3) : at]]
        after = [signs[k] for k in kept[at + here : at + here + 3]]
        out.append(
            [
                "bones<" + "".join(before[-2:]),
                "bones>" + "".join(after[:2]),
                "bones<3" + "".join(before),
                "bones>3" + "".join(after),
                "bones<>" + "".join(before[-1:]) + "|" + "".join(after[:1]),
            ]
        )
    return out


def _said(reading: Reading) -> list[list[str]]:
    """The grammar's labels of a unit and its neighbours, and of the fields around it."""
    labels, n = reading.labels, len(reading.labels)
    usual = Counter(reading.shapes).most_common(1)[0][0] if n else ""
    following, last = [EDGE] * n, EDGE
    for i in range(n - 1, -1, -1):
        following[i] = last
        last = labels[i] if labels[i][0] == "B" else last
    out, ahead = [], EDGE
    for i, label in enumerate(labels):
        before, after = labels[i - 1] if i else EDGE, labels[i + 1] if i + 1 < n else EDGE
        fits = reading.shapes[i] == usual
        out.append(
            [
                f"g={label}",
                f"g-1={before}",
                f"g+1={after}",
                f"g-1,0,1={before}{label}{after}",
                f"q={reading.shapes[i]}",
                f"q fits={fits}",
                f"q fits|g={fits}{label}",
                f"rule={reading.rules[i]}",
                f"rule|g={reading.rules[i]}{label}",
                f"g before={ahead}",
                f"g after={following[i]}",
                f"g|after={label}{following[i]}",
                f"before|g|after={ahead}{label}{following[i]}",
            ]
        )
        ahead = label if label[0] == "B" else ahead
    return out
