"""A spreadsheet: out, filled, in again; texts stay texts, stale rows are told."""

import csv
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from PIL import Image

from cpsyexam.errors import ConfigError
from reviewing.board import Board
from reviewing.exchange import answers, taking, xlsx
from reviewing.opinions import Answer, Paper
from reviewing.station.originals import Originals
from tests.reviewing.hostile import TEXTS
from tests.reviewing.served import NoOriginals
from tests.reviewing.tables import desk, question

ROWS = [
    question(1, flags=["ocr_slip: x"]),
    question(2, answer="", rule="missing_answer"),
    question(3, flags=["ocr_slip: x"], explanation="见第三章"),
    question(4, flags=["ocr_slip: x"]),
]
OFF: dict[str, Any] = {"control": 0.0, "gold": 0.0}


class Scans(NoOriginals):
    """Every question comes from a scan."""

    def shows(self, question: Any) -> str:
        return "scan"

    def scan(self, question: Any) -> bytes:
        buffer = io.BytesIO()
        Image.new("L", (600, 200), 200).save(buffer, "PNG")
        return buffer.getvalue()


class Out:
    """An exported queue."""

    def __init__(self, folder: Path, rows: Any = ROWS, originals: Originals | None = None) -> None:
        self.folder = folder
        self.desk = desk(folder, rows, **OFF)
        self.board = Board(folder / "opinions", self.desk)
        self.path = folder / "out.xlsx"
        self.originals = originals or NoOriginals()

    def write(self) -> int:
        reader = taking.reader(self.board, self.desk.every(), "林")
        return xlsx.write(self.path, self.desk, self.desk.every(), self.originals, reader)

    def column(self, head: str) -> dict[str, str]:
        """A column of the sheet, by raw_id."""
        sheet = load_workbook(self.path).worksheets[0]
        at = [cell.value for cell in sheet[1]].index(head)
        rows = {str(row[0].value): str(row[at].value or "") for row in sheet.iter_rows(min_row=2)}
        return {self.desk.payload(s.rank)["raw_id"]: rows[s.item] for s in self.desk.every()}

    def fill(self, *rows: dict[str, Any]) -> None:
        """Write values into the rows of raw_ids, by heading."""
        book = load_workbook(self.path)
        sheet = book.worksheets[0]
        heads = {str(cell.value): at for at, cell in enumerate(sheet[1], start=1)}
        items = {str(sheet.cell(at, 1).value): at for at in range(2, sheet.max_row + 1)}
        for row in rows:
            item = next(s.item for s in self.desk.every()
                        if self.desk.payload(s.rank)["raw_id"] == row["raw_id"])  # fmt: skip
            for head, value in row.items():
                if head != "raw_id":
                    sheet.cell(items[item], heads[head], value)
        book.save(self.path)

    def take(self) -> taking.Taken:
        return taking.take(xlsx.read(self.path, self.desk), self.desk, self.board, "林")

    def said(self) -> dict[str, tuple[str, dict[str, object], str]]:
        found: dict[str, tuple[str, dict[str, object], str]] = {}
        for slip, votes in self.board.all_votes():
            for one in votes:
                name = self.desk.payload(slip.rank)["raw_id"]
                found[name] = (one.verdict, one.fields.fields(), one.note)
        return found


def test_a_filled_spreadsheet_comes_back_as_opinions(tmp_path: Path) -> None:
    out = Out(tmp_path)
    assert out.write() == 4
    out.fill(
        {"raw_id": "r0001", "结论": "无误", "答案": "C"},
        {"raw_id": "r0002", "结论": "修改", "答案": "C", "理由": "班杜拉提出"},
        {
            "raw_id": "r0003",
            "结论": "修改",
            "答案": "c",
            "题干": "改过的题干",
            "B": "Skinner",
            "理由": "x",
        },
    )
    taken = out.take()
    assert (taken.taken, taken.blank, taken.stale, taken.wrong) == (3, 1, [], [])
    assert out.said() == {
        "r0001": ("accept", {}, ""),
        "r0002": ("change", {"key": ["班杜拉"]}, "班杜拉提出"),
        "r0003": ("change", {"stem": "改过的题干", "options": {"斯金纳": "Skinner"}}, "x"),
    }
    again = out.take()
    assert (again.taken, again.same) == (0, 3)


def test_own_answer_first_and_the_key_in_the_next_sheet(tmp_path: Path) -> None:
    out = Out(tmp_path)
    out.write()
    assert set(out.column("答案").values()) == {""}
    assert set(out.column("解析").values()) == {taking.AWAITS}
    out.fill(
        {"raw_id": "r0001", "结论": "无误"},
        {"raw_id": "r0003", "结论": "无误", "答案": "A"},
        {"raw_id": "r0004", "答案": "不会"},
    )
    taken = out.take()
    assert (taken.taken, taken.answers) == (0, 2)
    assert "Answer the question yourself first" in " ".join(taken.wrong)
    assert len(taken.differs) == 1
    looks = {
        out.desk.payload(slip.rank)["raw_id"]: look.own
        for slip in out.desk.every()
        if (look := out.board.looked(slip, "林", "key"))
    }
    printed = ROWS[2]["options"]
    assert looks == {"r0003": (printed[0],), "r0004": ()}
    out.write()
    assert out.column("答案") == {"r0001": "", "r0002": "", "r0003": "C", "r0004": "C"}
    assert out.column("解析")["r0003"] == "见第三章"
    out.fill({"raw_id": "r0003", "结论": "无误"}, {"raw_id": "r0001", "结论": "无误", "答案": "C"})
    assert out.take().taken == 2
    assert out.said() == {"r0001": ("accept", {}, ""), "r0003": ("accept", {}, "")}
    other = taking.take(xlsx.read(out.path, out.desk), out.desk, out.board, "王")
    assert "the key was shown to 林, not to 王" in " ".join(other.wrong)


def test_an_open_question_is_answered_in_the_sheet_before_its_reference_is_there(
    tmp_path: Path,
) -> None:
    rows = [question(n, declared="QA", options=[], answer="遗忘先快后慢。", flags=["ocr_slip: x"])
            for n in (1, 2)]  # fmt: skip
    out = Out(tmp_path, rows)
    out.write()
    assert set(out.column("参考答案").values()) == {taking.AWAITS}
    out.fill(
        {"raw_id": "r0001", "结论": "无误", "答案": "先快后慢"}, {"raw_id": "r0002", "答案": "不会"}
    )
    taken = out.take()
    assert (taken.answers, taken.taken, len(taken.differs)) == (2, 0, 1)  # none has seen it yet
    out.write()
    assert set(out.column("参考答案").values()) == {"遗忘先快后慢。"}
    out.fill({"raw_id": "r0001", "结论": "无误"})
    assert out.take().taken == 1
    looks = [out.board.looked(slip, "林", "key") for slip in out.desk.every()]
    assert {look.own for look in looks if look} == {("先快后慢",), ()}


def test_rows_that_cannot_be_are_told_and_kept_nowhere(tmp_path: Path) -> None:
    out = Out(tmp_path)
    out.write()
    out.fill(
        {"raw_id": "r0001", "结论": "剔除", "答案": "C"},
        {"raw_id": "r0002", "结论": "修改", "答案": "F", "理由": "x"},
        {"raw_id": "r0003", "结论": "好", "答案": "C"},
        {"raw_id": "r0004", "结论": "无误", "was": "0" * 64},
    )
    taken = out.take()
    assert taken.taken == 0
    assert len(taken.wrong) == 3
    assert "Give a reason" in " ".join(taken.wrong)
    assert "option F" in " ".join(taken.wrong)
    [stale] = taken.stale
    assert "has changed since the export" in stale
    assert out.said() == {}


def test_texts_never_become_formulas(tmp_path: Path) -> None:
    rows = [
        question(i, stem=f"{text}{chr(0x4E00 + i)}", flags=["ocr_slip: x"])
        for i, text in enumerate(TEXTS)
    ]
    out = Out(tmp_path, rows)
    assert out.write() == len(TEXTS)
    book = load_workbook(out.path)
    sheet = book.worksheets[0]
    stems = [sheet.cell(at, 7) for at in range(2, sheet.max_row + 1)]
    assert {cell.data_type for cell in stems} == {"s"}
    assert all(cell.quotePrefix for cell in stems)
    with zipfile.ZipFile(out.path) as archive:
        assert b"<f>" not in archive.read("xl/worksheets/sheet1.xml")
    # opened and saved by somebody who says of each that it is right: no text counts as changed
    heads = [c.value for c in sheet[1]]
    for at in range(2, sheet.max_row + 1):
        for head, said in (("结论", "无误"), ("答案", "C")):
            sheet.cell(at, heads.index(head) + 1, said)
    book.save(out.path)
    taken = out.take()
    assert (taken.taken, taken.wrong) == (len(TEXTS), [])


def test_a_formula_that_somebody_typed_says_nothing(tmp_path: Path) -> None:
    out = Out(tmp_path)
    out.write()
    out.fill({"raw_id": "r0001", "结论": "=1+1"})
    assert out.take().blank == 4


def test_long_texts_are_cut_and_count_as_unchanged(tmp_path: Path) -> None:
    out = Out(tmp_path, [question(1, stem="长" * 100_000, flags=["ocr_slip: x"])])
    out.write()
    out.fill({"raw_id": "r0001", "结论": "无误", "答案": "C"})
    assert out.take().taken == 1


def test_scans_lie_beside_their_rows(tmp_path: Path) -> None:
    out = Out(tmp_path, originals=Scans())
    out.write()
    out.fill(*({"raw_id": row["raw_id"], "答案": "C"} for row in ROWS))
    out.take()  # the original prints the key
    out.write()
    with zipfile.ZipFile(out.path) as archive:
        pictures = [name for name in archive.namelist() if name.startswith("xl/media/")]
    assert len(pictures) == 4


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 broken", b"item,was\n1,2\n"])
def test_a_file_that_is_no_spreadsheet(tmp_path: Path, content: bytes) -> None:
    out = Out(tmp_path)
    out.path.write_bytes(content)
    with pytest.raises(ConfigError, match="not a spreadsheet"):
        out.take()


def test_a_sheet_without_its_columns(tmp_path: Path) -> None:
    out = Out(tmp_path)
    out.write()
    book = load_workbook(out.path)
    book.worksheets[0]["A1"] = "编号"
    book.save(out.path)
    with pytest.raises(ConfigError, match="no column item; keep the heading"):
        out.take()


def test_answers_of_people_as_the_scorer_reads_them(tmp_path: Path) -> None:
    rows = [question(1, split="test"), question(2, split="test", declared="QA", options=[])]
    opened = desk(tmp_path, rows, **OFF)
    board = Board(tmp_path / "opinions", opened)
    forms = Paper(tmp_path / "answers", "李 四")
    ids = [name for name, _, _ in opened.paper()]
    for number, text in enumerate(("AC", "先快后慢。")):
        forms.add(Answer(opinion=f"{number:032x}", id=ids[number], text=text, by="李 四",
                         when="2026-11-22T03:00:00Z", seconds=12))  # fmt: skip
    made = answers.write(tmp_path / "out", [forms], opened, board)
    assert made == {"human-李-四.csv": answers.Handed(2, 0, 0)}
    with (tmp_path / "out/human-李-四.csv").open(encoding="utf-8") as stream:
        read = list(csv.DictReader(stream))
    assert [(row["id"], row["text"], row["seconds"]) for row in read] == [
        (ids[0], "答案：AC", "12"),
        (ids[1], "先快后慢。", "12"),
    ]


def test_what_contradicts_itself_is_not_restored_by_a_word(tmp_path: Path) -> None:
    """No key stands in the sheet; the one that is typed counts, also one that is printed."""
    rows = [
        question(1, counterpart="r0002", rule="conflicting_answers"),
        question(3, stem="该求助者的主要问题是什么？", rule="orphan_case_question"),
        question(4, stem="该求助者的情绪是什么？", rule="orphan_case_question"),
    ]
    out = Out(tmp_path, rows)
    out.write()
    sheet = load_workbook(out.path).worksheets[0]
    heads = [cell.value for cell in sheet[1]]
    keys = [sheet.cell(at, heads.index("答案") + 1).value for at in (2, 3, 4)]
    assert not any(keys)
    said = {"结论": "恢复", "理由": "x", "答案": "不会"}
    out.fill(*({"raw_id": name, **said} for name in ("r0001", "r0003")))
    out.fill({"raw_id": "r0004", **said, "案例": "求助者，男，20 岁。"})
    wrong = " ".join(out.take().wrong)
    assert wrong.count("Tick the right options") == 2
    assert "Give the case" in wrong
    out.fill({"raw_id": "r0001", "答案": "C"}, {"raw_id": "r0004", "答案": "C"})
    out.take()
    assert out.said() == {
        "r0001": ("change", {"key": ["班杜拉"]}, "x"),
        "r0004": ("change", {"material": "求助者，男，20 岁。", "key": ["班杜拉"]}, "x"),
    }
