"""The grammar of question papers: lines of text → questions. Pure; opens nothing."""

from collections.abc import Sequence

from parsing.alarm import told
from parsing.records import Hints, Leftover, Mark, Parsed, Printed

__all__ = ["Hints", "Leftover", "Mark", "Parsed", "Printed", "parse", "told"]
_NOTHING = Hints()
AGAIN = 0.2  # alarm from which a page is read again: half of new pages; chosen as in learned.second


def parse(
    lines: Sequence[str] | str,
    *,
    key: Sequence[str] | str | None = None,
    hints: Hints = _NOTHING,
    marks: Sequence[Mark] = (),
) -> Parsed:
    """`parsing.grammar.parse`: questions of a paper's lines; doubtful pages are read twice.

    Every question has its confidence. Loaded with the first paper, since most runs parse none and
    its patterns take long to compile.
    """
    from parsing import grammar
    from parsing.assembly import without_case
    from parsing.confidence import with_confidence

    parsed = grammar.parse(lines, key=key, hints=hints, marks=marks)
    if parsed.alarm >= AGAIN:
        from parsing.learned import second

        parsed = second.read_again(grammar.rows(lines), parsed)
    return without_case(with_confidence(parsed))
