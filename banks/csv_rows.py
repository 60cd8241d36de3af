"""Rows of a CSV file, one by one: a quote that is not closed costs its own line, no others."""

import csv
import io
import itertools
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TextIO

from banks.limits import BankLimits
from banks.lines import Lines, TooLongError
from banks.names import heading_row, roles_in, unique

_DELIMITERS = (",", "\t", ";", "|")
_TOP = 15  # rows among which the headings are
_CLEAR = 4  # columns from which a line that has them all is a row and no part of a text
_FAR = 20  # lines from which looking for the end of a quote costs
_REST = 10  # times the lines of a row: text after a quote is then the rest of the file


@dataclass(frozen=True)
class Dialect:
    """How a CSV is written: what parts its cells, and the lines above its headings."""

    delimiter: str
    above: int


def dialect(head: str, usual: str) -> Dialect:
    """The dialect of a file that begins so: the one that shows headings of questions, else `usual`.

    Of others, one whose first rows are wider counts where `usual` parts nothing.
    """
    best, most = Dialect(usual, 0), (0, 0)
    for delimiter in sorted(_DELIMITERS, key=lambda one: one != usual):
        ends, rows = [0], []
        reader = csv.reader(io.StringIO(head, newline=""), delimiter=delimiter)
        with suppress(csv.Error):
            for row in itertools.islice(reader, _TOP):
                rows.append(row)
                ends.append(reader.line_num)
        place = heading_row(rows)
        row = rows[place] if rows else []
        score = (roles_in(row), min(len(row), 3) * (len(row) > 2 or delimiter == usual))
        if score > most:
            best, most = Dialect(delimiter, ends[place]), score
    return best


def csv_rows(
    stream: TextIO, shape: Dialect, limits: BankLimits
) -> Iterator[dict[str, str | None] | str]:
    """Each row by the headings; a line that is none as a text that says why.

    Raises ValueError where a quote is not closed and what comes after it is text, no rows, or
    where more lines than `limits.unclosed` open one.
    """
    csv.field_size_limit(2**31 - 1)  # bounded by our own lines
    delimiter = shape.delimiter
    for _ in range(shape.above):
        stream.readline()
    lines = Lines(stream, characters=limits.row, lines=limits.lines)
    header: list[str] = []
    reader = csv.reader(lines, delimiter=delimiter)
    place, opened, left_open, narrow = 1 + shape.above, 0, 0, 0
    while True:
        try:
            cells, problem = next(reader), ""
        except StopIteration:
            return
        except (TooLongError, csv.Error) as error:
            cells, problem = [], f"not closed, or too long: {error}"
        used = lines.used
        problem = problem or _problem(used, cells, len(header), delimiter)
        if problem:
            opened = opened or ('"' in used[0]) * place
            left_open += len(used) > _FAR
            if left_open > limits.unclosed:
                raise ValueError(
                    f"line {place}: one of more than {limits.unclosed} lines with a quote that is"
                    " not closed; is it a CSV? if so raise unclosed in [banks.limits]"
                )
            yield f"line {place}: {problem}: {used[0].strip()[:120]}"
            lines.retry()
            reader = csv.reader(lines, delimiter=delimiter)
            place += 1
            continue
        place += len(used)
        lines.accept()
        if not header:
            header = unique(cells)
        elif cells:
            narrow = narrow + 1 if len(cells) * 2 <= len(header) else 0
            opened = opened if narrow else 0
            if opened and narrow > limits.lines * _REST:
                raise ValueError(
                    f"line {opened}: a quote opens and is not closed, and the {narrow} lines after"
                    " it are no rows; close it, or raise lines in [banks.limits]"
                )
            cells += [""] * (len(header) - len(cells))
            yield {name or "#": cell for name, cell in zip(header, cells, strict=False)}


def _problem(used: list[str], cells: list[str], width: int, delimiter: str) -> str:
    """Why these lines are not a row as its writer meant it, "" where they are."""
    odd = len(used) > 1 or used[0].count('"') % 2 == 1
    if odd and not _strict(used, delimiter):
        return "a quote is opened and not closed"
    if len(used) > 1 and width and _swallows(used, width, delimiter):
        return "a quote seems not to be closed, for the lines after it are rows of their own"
    if width and any(cell.strip() for cell in cells[width:]):
        return f"{len(cells)} fields where the header has {width}"
    return ""


def _strict(used: list[str], delimiter: str) -> bool:
    try:
        return len(list(csv.reader(used, delimiter=delimiter, strict=True))) == 1
    except csv.Error:
        return False


def _swallows(used: list[str], width: int, delimiter: str) -> bool:
    """Whether lines inside a quoted text look like rows."""
    inner = used[1:]
    alike = sum(line.count('"') % 2 == 0 and _width(line, delimiter) == width for line in inner)
    if width > 1 and alike >= 2 and alike * 2 > len(inner):
        return True
    ends = (used[0], used[-1])
    bare = (line.replace('"', "") for line in ends)
    return width >= _CLEAR and all(_width(line, delimiter) == width for line in bare)


def _width(line: str, delimiter: str) -> int:
    return len(next(csv.reader([line], delimiter=delimiter), []))
