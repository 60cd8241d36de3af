"""The queue as a spreadsheet that somebody fills in Excel, and back.

Texts are text: what begins like a formula is neither computed by Excel on opening nor taken from a
formula on import. Pictures of scans lie beside their rows. What tells the key comes in the file
after the one with the reader's own answer.
"""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, Cell
from openpyxl.drawing.image import Image
from openpyxl.styles import Alignment, Font, PatternFill, Protection
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from cpsyexam.errors import ConfigError, CpsyexamError
from cpsyexam.taxonomy import LETTERS
from reviewing.desk import Desk, Slip
from reviewing.exchange.taking import AWAITS, Filled, Reader
from reviewing.station.originals import Originals
from reviewing.station.saying import TEXTS, base, untold
from reviewing.station.words import Words

_HOW = "答案一栏空着的，请先填自己的答案（不会填“不会”）；导入后再导出，未定的题会带上答案和解析"
_LONGEST = 32_767  # characters that a cell of Excel holds
_CUT = " … [cut]"
_PICTURE = 420  # pixels of width
_OPTIONS = tuple(f"option{i}" for i in range(len(LETTERS)))
_HEADS = {
    "item": "item", "was": "was", "reader": "reader", "kinds": "原因", "place": "出处",
    "material": "案例", "stem": "题干", **dict(zip(_OPTIONS, LETTERS, strict=True)),
    "task": "任务", "category": "类别", "key": "答案", "verdict": "结论", "note": "理由",
    "answer": "参考答案", "explanation": "解析", "detail": "疑点", "scan": "扫描件",
}  # fmt: skip
_HIDDEN = ("was", "reader")
_WAITING = ("answer", "explanation", "detail")
_COLUMNS = tuple(_HEADS)
_EDITED = (*TEXTS, *_OPTIONS, "answer", "task", "category")
_WIDE = {"stem": 48, "material": 40, "explanation": 30, "note": 30, "scan": 62, "detail": 24}


def cell_text(text: str) -> str:
    """A text as a cell can hold it."""
    plain = ILLEGAL_CHARACTERS_RE.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))
    return plain if len(plain) <= _LONGEST else plain[: _LONGEST - len(_CUT)] + _CUT


def write(path: Path, desk: Desk, slips: list[Slip], originals: Originals, reader: Reader) -> int:
    """Write the check items among these lines of the queue; how many."""
    book = Workbook()
    sheet = book.active
    if not isinstance(sheet, Worksheet):  # a new workbook has one
        raise TypeError
    sheet.title = "审题"
    sheet.append([_HEADS[name] for name in _COLUMNS])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    sheet.freeze_panes = "C2"
    number = 0
    for slip in slips:
        if slip.form == "check":
            number += 1
            _row(sheet, number + 1, slip, desk.payload(slip.rank), originals, reader)
    _arrange(sheet, number)
    path.parent.mkdir(parents=True, exist_ok=True)
    book.save(path)
    return number


def _row(
    sheet: Worksheet,
    at: int,
    slip: Slip,
    payload: dict[str, Any],
    originals: Originals,
    reader: Reader,
) -> None:
    closed = slip.item in reader.closed
    texts = {**_texts(slip, payload), "reader": "" if closed else reader.name}
    if closed:
        texts |= {"key": "", **dict.fromkeys(_WAITING, AWAITS)}
    for column, text in texts.items():
        cell = sheet.cell(at, _COLUMNS.index(column) + 1)
        if isinstance(cell, Cell):
            cell.value = cell_text(text)
            cell.data_type = "s"  # never a formula
            cell.quotePrefix = True  # nor after somebody edited and left it
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            cell.protection = Protection(locked=column in ("item", *_HIDDEN))
    if not closed and originals.shows(payload["question"]) == "scan":
        try:
            picture = Image(io.BytesIO(originals.scan(payload["question"])))
        except CpsyexamError:
            return
        scale = min(1.0, _PICTURE / picture.width)
        picture.width, picture.height = int(picture.width * scale), int(picture.height * scale)
        sheet.row_dimensions[at].height = min(picture.height * 0.75 + 4, 400)
        sheet.add_image(picture, f"{get_column_letter(len(_COLUMNS))}{at}")


def _texts(slip: Slip, payload: dict[str, Any]) -> dict[str, str]:
    question, words = payload["question"], Words("zh")
    before = base(question)
    details = [] if slip.gold else [words.doubt(text) for text in payload["details"] if text]
    options = dict(zip(_OPTIONS, before["options"], strict=False))
    place = question["place"]
    return {
        "item": slip.item,
        "was": slip.was,
        "kinds": "、".join(words("kinds", kind) for kind in dict.fromkeys(slip.shown_kinds)),
        "detail": "\n".join(details),
        "place": f"{place['title']} {place['url']} {question['printed']['number']}".strip(),
        "key": "" if untold(question) else "".join(LETTERS[i] for i in question["key"]),
        **{name: str(before[name]) for name in (*TEXTS, "answer", "task", "category")},
        **({"answer": ""} if untold(question) else {}),
        **options,
    }


def _arrange(sheet: Worksheet, number: int) -> None:
    for place, name in enumerate(_COLUMNS, start=1):
        column = sheet.column_dimensions[get_column_letter(place)]
        column.width = _WIDE.get(name, 12)
        column.hidden = name in _HIDDEN
        if name in ("key", "verdict", "note"):
            sheet.cell(1, place).fill = PatternFill("solid", start_color="FFF2A8")
    after = sheet.cell(1, len(_COLUMNS) + 1, _HOW)
    after.font = Font(italic=True)
    choice = DataValidation("list", formula1='"无误,修改,剔除,拿不准"', allow_blank=True)
    letter = get_column_letter(_COLUMNS.index("verdict") + 1)
    choice.add(f"{letter}2:{letter}{max(number + 1, 2)}")
    sheet.add_data_validation(choice)


def read(path: Path, desk: Desk) -> Iterator[Filled]:
    """The rows of a filled spreadsheet. Raises ConfigError for a file that is none of ours."""
    try:
        book = load_workbook(path, data_only=False)
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise ConfigError(f"not a spreadsheet: {error}", where=str(path)) from error
    except Exception as error:
        raise ConfigError(f"not a spreadsheet: {error}", where=str(path)) from error
    sheet = book.worksheets[0]
    heads = [str(cell.value or "") for cell in sheet[1]]
    names = {head: name for name, head in _HEADS.items()}
    missing = [_HEADS[name] for name in ("item", "was", "verdict") if _HEADS[name] not in heads]
    if missing:
        raise ConfigError(
            f"no column {', '.join(missing)}",
            where=str(path),
            remedy="keep the heading of the exported sheet",
        )
    for at, cells in enumerate(sheet.iter_rows(min_row=2), start=2):
        row = {names[head]: cell for head, cell in zip(heads, cells, strict=False) if head in names}
        if row["item"].value:
            yield _filled({name: _text(cell) for name, cell in row.items()}, f"row {at}", desk)


def _text(cell: Any) -> str:
    if cell.data_type == "f":
        return ""  # a formula that somebody typed says nothing
    value = cell.value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value)


def _filled(row: dict[str, str], place: str, desk: Desk) -> Filled:
    slip = desk.slip(row["item"])
    shown = _texts(slip, desk.payload(slip.rank)) if slip else {}
    texts = {
        name: row[name]
        for name in _EDITED
        if name in row and name in shown and row[name].strip() != cell_text(shown[name]).strip()
    }
    return Filled(
        place=place,
        item=row["item"],
        was=row["was"],
        verdict=row["verdict"],
        key=row.get("key"),
        reader=row.get("reader", ""),
        texts=texts,
        note=row.get("note", ""),
    )
