"""The grammar of question papers: lines of text → questions. Pure; opens nothing."""

from collections.abc import Sequence

from parsing.alarm import told
from parsing.records import Hints, Leftover, Mark, Parsed, Printed

__all__ = ["Hints", "Leftover", "Mark", "Parsed", "Printed", "parse", "told"]
_NOTHING = Hints()


def parse(
    lines: Sequence[str] | str,
    *,
    key: Sequence[str] | str | None = None,
    hints: Hints = _NOTHING,
    marks: Sequence[Mark] = (),
) -> Parsed:
    """`parsing.grammar.parse`: questions of a paper's lines.

    Loaded with the first paper, since most runs parse none and its patterns take long to compile.
    """
    from parsing import grammar

    return grammar.parse(lines, key=key, hints=hints, marks=marks)
