"""What comes out of a question paper, and the headings found on the way."""

import re
from dataclasses import dataclass

FORMATS = ("SCQ", "MAQ", "INDEF", "QA", "TF", "FILL", "")


@dataclass(frozen=True)
class Hints:
    """What the caller knows before reading: used where the paper itself says nothing."""

    format: str = ""  # one of FORMATS
    section: str = ""
    chapter: str = ""


@dataclass(frozen=True)
class Mark:
    """What a page's structure says of a stretch of a line, besides its text.

    `line` counts input lines from 0; `start`, `end` are character positions in it. Kinds: "right"
    (an option marked as the right one by class, colour, a checked input or a star), "bold",
    "heading", "hidden" (text that the page folds away, such as an answer).
    """

    line: int
    start: int
    end: int
    kind: str
    value: str = ""


@dataclass(frozen=True)
class Printed:
    """One question as printed. Texts are verbatim; line spans are 0-based and inclusive."""

    number: str
    format: str  # declared by tag or section; INDEF = 不定项; "" where nothing says
    section: str  # heading it stood under
    chapter: str  # chapter or paper heading it stood under
    material: str  # shared case or passage
    stem: str
    options: tuple[str, ...]  # without letters
    answer: str  # letters "ACD", text of an open question, 对/错 for TF, "" where missing
    explanation: str
    images: tuple[str, ...]
    notes: tuple[str, ...]  # rules that gave number, format, answer; doubts (parsing.rules)
    lines: tuple[int, int]  # the question itself
    also: tuple[tuple[int, int], ...] = ()  # shared material, and key lines of the same text
    key_lines: tuple[int, int] | None = None  # where in a separate key its answer stood
    confidence: float = 1.0  # how surely it was read, 0 to 1 (parsing.confidence)


@dataclass(frozen=True)
class Leftover:
    """A line, or part of one, that is in no question, and the rule that says so."""

    line: int
    text: str
    rule: str
    page: str = "paper"  # "paper", or "key" for a line of a separate key


@dataclass(frozen=True)
class Parsed:
    """The questions of a text, in order, and every line that is in none of them."""

    questions: tuple[Printed, ...]
    leftovers: tuple[Leftover, ...]
    alarm: float = 0.0  # share of the page that contradicts its own regularity (parsing.alarm)


HAN = "一二三四五六七八九十"


@dataclass(frozen=True)
class Heading:
    """Something headed; `start`, `end` span the heading's own words in the sheet."""

    kind: str  # chapter | section | key | material
    start: int
    end: int
    label: str = ""  # 一, 第三章, 案例二
    format: str = ""
    choice: bool = False  # a section of 选择题 of untold type
    first: int = 0  # stated range of numbers, 0 = none
    last: int = 0
    count: int = 0  # stated number of questions
    keyed: bool = False  # a key's entries follow on the line


def ordinal(enum: str) -> str:
    """The bare ordinal of an enumerator: 三 of （三）."""
    return re.sub(rf"[^{HAN}\dIVXⅠ-Ⅶ]", "", enum)
