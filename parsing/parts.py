"""The fields of a question while it is taken apart."""

from dataclasses import dataclass, field


@dataclass
class Parts:
    """The fields of a question. `answer` is letters or text."""

    stem: str = ""
    options: list[str] = field(default_factory=list)
    answer: str = ""
    explanation: str = ""
    notes: list[str] = field(default_factory=list)
    answered_in: str = ""  # rule that gave the answer
    stretch: tuple[int, int] = (0, 0)  # options, for shared options
    spans: list[tuple[int, int]] = field(default_factory=list)  # of the options' texts
    declared: str = ""  # format by a type's name behind the stem


def decide(parts: Parts, letters: str, rule: str) -> None:
    """Set the answer, or leave it out with a doubt where another place says otherwise."""
    if parts.answer and parts.answer != letters:
        parts.notes.append(f"doubt:answers_disagree {parts.answer}/{letters}")
        parts.answer, parts.answered_in = "", ""
    else:
        parts.answer, parts.answered_in = letters, rule
