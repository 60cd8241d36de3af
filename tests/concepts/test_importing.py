"""Spreadsheets, CSV and outlines become a catalogue; a fault names its row."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from openpyxl import Workbook

from concepts.importing.files import read_subjects, to_toml, write_catalogue
from concepts.importing.rows import Defaults
from concepts.reading import read_catalogue
from cpsyexam.errors import SourceError
from pipeline.cli import cli

DEFAULTS = Defaults("GEE", "普通心理学", "test", "CC0-1.0")
CSV = (
    "科目,章,节,知识点,描述,题型,公式,例\n"
    "护理学,基础护理,无菌,无菌技术,防止微生物侵入人体、保持无菌物品不被污染的技术。,理论、案例,,\n"
    ",,,手卫生,洗手、卫生手消毒与外科手消毒的总称，是预防感染的措施。,理论,,\n"
    ",给药,,滴速计算,滴速由液体总量、滴系数与时间求得，须换算单位。,计算,v=V*k/t,1000*15/500=30\n"
)


def _workbook(path: Path, table: list[list[str]]) -> Path:
    book = Workbook()
    sheet = book.worksheets[0]
    for row in table:
        sheet.append([cell or None for cell in row])
    book.save(path)
    return path


def test_csv_and_workbook_give_the_same_catalogue(tmp_path: Path) -> None:
    plain = tmp_path / "plan.csv"
    plain.write_bytes(CSV.encode("gb18030"))
    table = [line.split(",") for line in CSV.splitlines()]
    book = _workbook(tmp_path / "plan.xlsx", table)
    found = read_subjects(plain, DEFAULTS)
    assert found == read_subjects(book, DEFAULTS)
    [subject] = found
    assert [[c.name for c in chapter.concepts] for chapter in subject.chapters] == [
        ["无菌技术", "手卫生"], ["滴速计算"],
    ]  # fmt: skip
    first, last = subject.chapters[0].concepts[1], subject.chapters[1].concepts[0]
    assert (first.section, last.section) == ("无菌", "")
    assert (last.prompts, last.formula) == (("calculation",), "v=V*k/t")


def test_an_outline_comes_back_from_its_toml(tmp_path: Path) -> None:
    text = (
        "# 护理学 | Nursing | GEE | 普通心理学\n## 基础护理 {12/40}\n### 无菌\n"
        '- 无菌技术 [理论 案例] 防止微生物侵入人体的“操作技术”，含\\号与引号"。\n'
        "## 给药\n- 滴速 [计算] 滴速由液体总量、滴系数与时间求得。\n  - 例: 1000*15/500=30\n"
    )
    path = tmp_path / "plan.md"
    path.write_text(text, "utf-8")
    found = read_subjects(path, DEFAULTS)
    write_catalogue(found, tmp_path / "out")
    assert list(read_catalogue(tmp_path / "out").subjects) == found
    chapter = found[0].chapters[0]
    assert (chapter.wanted_concepts, chapter.wanted_questions) == (12, 40)
    assert found[0].chapters[1].wanted_concepts == 0
    assert found[0].chapters[1].concepts[0].section == ""


def test_what_comes_back_from_toml_keeps_line_ends(tmp_path: Path) -> None:
    plain = tmp_path / "plan.csv"
    plain.write_text('科目,章,知识点,描述\n甲,乙,丙,"第一行\n第二行"\n', "utf-8")
    [subject] = read_subjects(plain, DEFAULTS)
    assert 'description = "第一行\\n第二行"' in to_toml(subject)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.csv", "科目,章,知识点\n甲,乙,丙\n", "row 1: no column 'description' (描述)"),
        ("a.csv", "科目,章,知识点,描述\n甲,,丙,丁\n", "row 2: no chapter"),
        ("a.csv", "科目,章,知识点,描述\n甲,乙,丙,\n", "row 2: concept '丙' has no description"),
        ("a.csv", "科目,章,知识点,描述,题型\n甲,乙,丙,丁,填空\n", "row 2: unknown prompt type"),
        ("a.csv", "科目,章,知识点,描述,目标题数\n甲,乙,丙,丁,多\n", "row 2: wanted_questions"),
        ("a.md", "# 甲\n## 乙\n丙：丁\n", "row 3: cannot be read"),
        ("a.xlsx", "no zip", "cannot be read as a workbook"),
        ("a.docx", "", "unknown kind of file '.docx'"),
    ],
)
def test_a_fault_names_its_row(tmp_path: Path, name: str, text: str, said: str) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    with pytest.raises(SourceError) as error:
        read_subjects(path, DEFAULTS)
    assert said in error.value.line()
    assert str(path) in error.value.line()


def test_a_new_subject_takes_nothing_from_the_one_above(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("科目,考试,章,知识点,描述\n甲,TQE,乙,丙,丁\n戊,,己,庚,辛\n", "utf-8")
    assert [s.exam for s in read_subjects(path, DEFAULTS)] == ["TQE", "GEE"]


def test_the_verbs(tmp_path: Path) -> None:
    path = tmp_path / "plan.csv"
    path.write_text(CSV, "utf-8")
    args = ["concepts", "import", str(path), "--to", str(tmp_path / "mine")]
    made = CliRunner().invoke(cli, [*args, "--exam", "GEE", "--listed-as", "普通心理学"])
    assert made.exit_code == 0, made.output
    counted = CliRunner().invoke(cli, ["concepts", "status", str(tmp_path / "mine"), "--chapters"])
    assert "给药" in counted.output
    toml = next((tmp_path / "mine").glob("*.toml"))
    toml.write_text(toml.read_text("utf-8").replace("=30", "=31"), "utf-8")
    checked = CliRunner().invoke(cli, ["concepts", "check", str(tmp_path / "mine")])
    assert checked.exit_code == 1
    assert "does not add up: 1000*15/500 = 31" in checked.output
    again = CliRunner().invoke(cli, args)
    assert isinstance(again.exception, SourceError)
