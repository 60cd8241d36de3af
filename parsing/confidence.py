"""How surely each question of a page was read: 0 to 1, for the gate before a release."""

from dataclasses import replace

from parsing.records import Parsed


def with_confidence(parsed: Parsed) -> Parsed:
    """The page with `confidence` of every question."""
    sure = round(1 - parsed.alarm, 3)
    return replace(
        parsed, questions=tuple(replace(one, confidence=sure) for one in parsed.questions)
    )
