"""From lines to questions, stage after stage."""

from collections.abc import Sequence

from parsing.records import Hints, Leftover, Parsed

_NOTHING = Hints()


def parse(
    lines: Sequence[str] | str, *, key: Sequence[str] | str | None = None, hints: Hints = _NOTHING
) -> Parsed:
    """Questions of a paper's lines; `key` = lines of an answer page or article elsewhere.

    Never raises; every non-blank line is in a question's line spans or a Leftover.
    """
    paper = lines.split("\n") if isinstance(lines, str) else lines
    extra = key.split("\n") if isinstance(key, str) else key or ()
    rest = [Leftover(i, t, "outside_question") for i, t in enumerate(paper) if t.strip()]
    rest += [Leftover(i, t, "key_without_question", "key") for i, t in enumerate(extra) if t]
    return Parsed((), tuple(rest))
