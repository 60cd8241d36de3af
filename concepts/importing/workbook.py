"""An xlsx file → the cells of its first sheet, with row numbers."""

import zipfile
from pathlib import Path

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from cpsyexam.errors import SourceError


def cells(path: Path) -> list[tuple[int, list[str]]]:
    """Row number and texts of each row of the first sheet. Raises SourceError where unreadable."""
    try:
        book = load_workbook(path, read_only=True, data_only=True)
        rows = book.worksheets[0].iter_rows(values_only=True)
        found = [(number, [_text(cell) for cell in row]) for number, row in enumerate(rows, 1)]
        book.close()
    except (zipfile.BadZipFile, InvalidFileException, KeyError, ValueError, IndexError) as error:
        raise SourceError(
            f"cannot be read as a workbook: {error}",
            where=str(path),
            remedy="save it as .xlsx again, or as CSV",
        ) from error
    return found


def _text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)
