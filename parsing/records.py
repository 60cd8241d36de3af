"""What comes out of a question paper, what is found on the way, and a question on its way."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

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
    notes: tuple[str, ...]  # rules that gave number, format, answer; doubts (parsing.words)
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
ALPHABET = "ABCDEFGH"  # of options


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


@dataclass
class Region:
    """A stretch of a sheet. `keyed` = a key heading stands right above it."""

    start: int
    end: int
    chapter: Heading | None = None
    section: Heading | None = None
    keyed: bool = False
    materials: list[Heading] = field(default_factory=list)


PARTS = {"paren", "close"}  # styles of the numbers of one question's parts: (1), 1)


@dataclass
class Material:
    """A shared case: its text, the numbers it is for (0 = all), where its label begins."""

    start: int
    end: int
    first: int = 0
    last: int = 0
    begin: int = 0
    count: int = 0  # of its questions, 0 = not told
    style: str = ""  # of the number of its first question
    reached: int = 0  # the number of its last so far
    parts: bool = False  # it is for the parts of one numbered question

    def covers(self, number: int, style: str) -> bool:
        """Whether it belongs to a question of that number; the first that is asked counts on, and
        parts (1), (2) end where the paper's own numbers go on, or begin again in an answer.
        """
        self.style = self.style or style
        if self.count and not self.last:
            self.first, self.last = number, number + self.count - 1
        own = PARTS if self.parts else {"paren"}
        if self.style != style and {self.style, style} & own:
            return False
        if style in own and number <= self.reached:
            return False
        self.reached = number
        return not self.last or not number or self.first <= number <= self.last


class Aside(NamedTuple):
    """What was cut off a stem as not its own: put back unless most questions have its kind."""

    kind: str  # of the note dropped:<kind>
    printed: str
    ahead: bool = False


_EMPTY = re.compile(
    r"\s*(?:[(（\[【]\s*[)）\]】]|[|｜]+)\s*"
)  # a bracket that nobody has filled in


@dataclass
class Parts:
    """The fields of a question. `answer` is letters or text."""

    stem: str = ""
    options: list[str] = field(default_factory=list)
    answer: str = ""
    explanation: str = ""
    notes: list[str] = field(default_factory=list)
    answered_in: str = ""  # rule that gave the answer
    head: tuple[int, int] = (0, 0)  # from the number to the first label
    spans: list[tuple[int, int]] = field(default_factory=list)  # of the options' texts
    declared: str = ""  # format by a type's name behind the stem
    asides: list[Aside] = field(default_factory=list)  # cut off the stem, from its ends inwards

    def offers(self, letters: str) -> bool:
        """Whether there is an option for each of these letters."""
        return ord(max(letters, default="@")) - 65 < len(self.options)


def aside(parts: Parts, kind: str, printed: str, *, ahead: bool = False) -> None:
    """Note what is cut off a stem."""
    parts.asides.append(Aside(kind, printed, ahead))
    parts.notes.append(f"dropped:{kind} {printed.strip()}")


def decide(parts: Parts, letters: str, rule: str) -> None:
    """Set the answer, or leave it out with a doubt where another place says otherwise."""
    if _EMPTY.fullmatch(letters):
        return
    if parts.answer and parts.answer != letters:
        forget(parts, f"doubt:answers_disagree {parts.answer}/{letters}")
    else:
        parts.answer, parts.answered_in = letters, rule


def forget(parts: Parts, *doubts: str) -> None:
    """Leave the answer out, with the doubts that say why."""
    parts.answer, parts.answered_in = "", ""
    parts.notes += doubts


def reword(parts: Parts, answer: str, rule: str = "") -> None:
    """Give the answer in other words, by the same rule; `rule` = of an answer that had none."""
    parts.answer, parts.answered_in = answer, parts.answered_in or rule


@dataclass
class Draft:
    """A question on its way."""

    number: int
    style: str
    tag: str
    pos: int
    begin: int  # of the stem
    end: int
    format: str
    format_rule: str
    region: Region
    parts: Parts
    material: Material | None = None
    notes: list[str] = field(default_factory=list)
    key_span: tuple[int, int] | None = None
    shared: tuple[int, int] | None = None  # options printed once for several
    ordered: bool = False  # numbered by its place, not in print
    away: bool = False  # the answer stands on a separate key


def declare(draft: Draft, form: str) -> None:
    """Set the format that an answer shows, where nothing else told it."""
    draft.format, draft.format_rule = form, draft.format_rule or "format:answer"
