"""From own files to an audited release without editing a file."""

import csv
import json
import re
import tomllib
from pathlib import Path

import openpyxl
import polars as pl
import pypdfium2 as pdfium
import pytest
from click.testing import CliRunner, Result

from cpsyexam import taxonomy
from cpsyexam.config import parse
from documents.settings import FilesSettings, Papers
from documents.stage import extract
from ocr.book import read_book
from ocr.reading import layer_lines
from pipeline.cli import cli
from tests.ocr import scans

ROOT = Path(__file__).resolve().parents[2]
HEADINGS = (
    "题目内容", "选项A", "选项B", "选项C", "选项D", "选项E",
    "标准答案", "试题类型", "考试科目", "试题解析",
)  # fmt: skip
LAW = ("题干", "A", "B", "C", "D", "正确答案", "科目", "考试")


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args), catch_exceptions=False)


def psychology() -> list[list[str]]:
    """Rows of HEADINGS: the sample bank as a person would type it."""
    told = json.loads((ROOT / "samples/banks/structured.json").read_text("utf-8"))
    rows = []
    for one in told:
        options = [one["options"].get(letter, "") for letter in "ABCDE"] if one["options"] else []
        if len(options) == 5:
            cells = [one["question"], *options, one["answer"], one["question_type"]]
            rows.append([*cells, one["subject"], one["explanation"]])
    return rows


def law() -> list[list[str]]:
    """Rows of LAW, all of them different."""
    rows = []
    for n in range(1, 61):
        options = [f"盗窃{n}元", f"拾得{n}元", f"借用{n}元", f"购买{n}元"]
        about = ["A", "刑法" if n % 2 else "刑事诉讼法", "国家统一法律职业资格考试"]
        rows.append([f"甲的下列行为中，可能构成盗窃罪的是（　　）。（{n}）", *options, *about])
    return rows


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def as_csv(path: Path, head: tuple[str, ...], rows: list[list[str]], encoding: str) -> None:
    with path.open("w", encoding=encoding, errors="ignore", newline="") as stream:
        csv.writer(stream).writerows([list(head), *rows])


def released(desk: Path, label: str) -> pl.DataFrame:
    built = run("build", f"{label.rpartition('-')[0]}.toml", "--workers", "1")
    assert built.exit_code == 0, built.output  # its release passed the builder's own audit
    return pl.read_parquet(desk / "build/split/kept.parquet")


def test_a_gbk_csv_with_chinese_headings(desk: Path) -> None:
    rows = psychology()
    as_csv(desk / "题库.csv", HEADINGS, rows, "gbk")
    begun = run("init", "mine", "--from", "题库.csv")
    assert begun.exit_code == 0, begun.output
    for role, column in (("question", "题目内容"), ("key", "标准答案"), ("subject", "考试科目")):
        assert re.search(rf"{role} +column {column}", begun.output)
    found = released(desk, "mine-0.1.0")
    assert found.height > 0.9 * len(rows)
    assert {"train", "dev", "test"} <= set(found["split"])
    assert "All checks passed." in run("audit", "releases/mine-0.1.0").output
    card = (desk / "releases/mine-0.1.0/README.md").read_text("utf-8")
    assert "# mine 0.1.0" in card
    assert "CPsyExam" not in card


def test_keys_differ_and_are_private(desk: Path) -> None:
    as_csv(desk / "b.csv", HEADINGS, psychology(), "utf-8")
    run("init", "mine", "--from", "b.csv")
    keys = sorted((desk / "keys").glob("*.key"))
    assert [key.stat().st_mode & 0o777 for key in keys] == [0o600, 0o600]
    texts = {key.read_text("ascii").strip() for key in keys}
    assert len(texts) == 2
    assert all(len(bytes.fromhex(text)) == 32 for text in texts)
    assert (desk / "keys/.gitignore").read_text("ascii") == "*\n"
    assert "/reserve/" in (desk / ".gitignore").read_text("utf-8")


def test_nothing_that_is_there_is_changed(desk: Path) -> None:
    as_csv(desk / "b.csv", HEADINGS, psychology(), "utf-8")
    run("init", "mine", "--from", "b.csv")
    before = {path: path.read_bytes() for path in desk.rglob("*") if path.is_file()}
    again = CliRunner().invoke(cli, ["init", "mine", "--from", "b.csv"])
    assert "mine.toml: is there already" in str(again.exception)
    assert {path: path.read_bytes() for path in desk.rglob("*") if path.is_file()} == before


def test_a_spreadsheet_of_another_field_gets_its_taxonomy(desk: Path) -> None:
    book = openpyxl.Workbook()
    for row in (list(LAW), *law()):
        book.active.append(row)  # type: ignore[union-attr]
    book.save(desk / "law.xlsx")
    begun = run("init", "law", "--from", "law.xlsx", "--owner", "me", "--licence", "cc-by-4.0")
    assert begun.exit_code == 0, begun.output
    assert "subjects: 2 (刑事诉讼法、刑法)" in begun.output or "刑法" in begun.output
    found = released(desk, "law-0.1.0")
    assert found.height == 60
    assert set(found["exam"]) == {"EXAM"}
    assert set(found["subject"]) == {"刑法", "刑事诉讼法"}
    assert found.filter(split="test").height == 6
    card = (desk / "releases/law-0.1.0/README.md").read_text("utf-8")
    assert "国家统一法律职业资格考试" in card
    assert "psycholog" not in card.lower()


def test_a_folder_of_papers(desk: Path) -> None:
    papers: dict[str, list[str]] = {}
    for row in psychology():
        options = [f"{letter}. {o}" for letter, o in zip("ABCDE", row[1:6], strict=True) if o]
        lines = papers.setdefault(row[8], [])
        lines += [f"{len(lines)}. {row[0]}", *options, f"答案：{row[6]}", ""]
    (desk / "papers").mkdir()
    for subject, lines in papers.items():
        number, text = 0, []
        for line in lines:
            if re.match(r"\d+\. ", line):
                number += 1
                line = f"{number}. {line.partition('. ')[2]}"  # noqa: PLW2901
            text.append(line)
        (desk / "papers" / f"{subject}.txt").write_text("\n".join(text), "utf-8")
    begun = run("init", "mine", "--from", "papers")
    assert begun.exit_code == 0, begun.output
    assert "(papers)" in begun.output
    found = released(desk, "mine-0.1.0")
    assert found.height > 30
    assert set(found["subject"]) <= set(papers)


def test_what_is_not_read_of_a_paper_is_said(desk: Path) -> None:
    rows = [(f"{n}. Which of the lobes is number {n} of them?", "A. front B. side") for n in (1, 2)]
    lines = [line for row in rows for line in row]
    made = pdfium.PdfDocument(scans.text_pdf(desk / "one.pdf", lines))
    made.new_page(500, 700)
    made.save(desk / "lobes.pdf")
    begun = run("init", "mine", "--from", "lobes.pdf", "--exam", "X", "--subject", "Y", "--yes")
    assert "2 of them without an answer" in begun.output, begun.output
    assert "pages without readable text of their own are not read: 2" in begun.output


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["init", "mine"], "say where the questions are: --from"),
        (["init", "mine", "--from", "none.csv"], "none.csv: no such file or folder"),
        (["init", "mine", "--from", "noanswer.csv"], "--map answer=COLUMN"),
        (["init", "Mine!", "--from", "b.csv"], "small letters, digits and dashes"),
        (["init", "mine", "--from", "b.csv", "--map", "foo"], "ROLE=COLUMN"),
    ],
)
def test_what_is_missing_is_said(desk: Path, args: list[str], said: str) -> None:
    as_csv(desk / "b.csv", HEADINGS, psychology(), "utf-8")
    as_csv(desk / "noanswer.csv", HEADINGS[:2], [["甲", "乙"]], "utf-8")
    result = CliRunner().invoke(cli, args)
    assert said in result.output + str(result.exception)
    assert list(desk.glob("*.toml")) == []


def test_unknown_subjects_are_added_to_psychologys(desk: Path) -> None:
    rows = psychology()
    for row in rows[:12]:
        row[8] = "初中教师心理学"
    rows[20][8] = ""
    as_csv(desk / "b.csv", HEADINGS, rows, "utf-8")
    begun = run("init", "mine", "--from", "b.csv")
    assert "those of psychology, and 1 of your own" in begun.output
    assert re.search(
        "初中教师心理学 [(]12 questions, exam TQE; nearest known: 中学教师心理学[)]", begun.output
    )
    assert "from above in 2 of the rows" in begun.output
    own = taxonomy.read(desk / "mine-taxonomy.toml")
    assert {"CA", "KG"} == set(own.tasks)
    assert own.exams["TQE"].subjects["初中教师心理学"] == ""
    assert own.exams["GEE"] == taxonomy.psychology().exams["GEE"]
    found = released(desk, "mine-0.1.0")
    assert found.filter(subject="初中教师心理学").height > 8


def paper(number: int) -> str:
    """Twelve questions of the sample as a person would type them."""
    lines = []
    for n, row in enumerate(psychology()[number * 12 : number * 12 + 12], start=1):
        lines += [
            f"{n}. {row[0]}",
            *(f"{k}. {o}" for k, o in zip("ABCDE", row[1:6], strict=True) if o),
        ]
        lines += [f"答案：{row[6]}", ""]
    return "\n".join(lines)


def test_everything_left_out_is_named(desk: Path) -> None:
    (desk / "data").mkdir()
    as_csv(desk / "data/b.csv", HEADINGS, psychology(), "utf-8")
    (desk / "data/普通心理学.txt").write_text(paper(0), "utf-8")
    (desk / "data/readme.txt").write_text("给命题老师的说明", "utf-8")
    (desk / "data/scan.png").write_bytes(b"\x89PNG")
    (desk / "data/old.zip").write_bytes(b"PK\x05\x06")
    (desk / "data/info.json").write_text('{"version": 1}', "utf-8")
    begun = run("init", "mine", "--from", "data")
    for name, why in (
        ("readme.txt", "no question was found in it"),
        ("scan.png", "a scan, which --scans takes along as a book"),
        ("old.zip", "an archive: unpack it"),
        ("info.json", "no column looks like the question"),
    ):
        assert f"Left out: {name} ({why})" in begun.output
    told = tomllib.loads((desk / "mine-papers.toml").read_text("utf-8"))
    assert told["only"] == ["普通心理学.txt"]


def test_subjects_of_paths_stay_beside_a_given_one(desk: Path) -> None:
    for name, number in (("社会心理学/卷一", 0), ("期末/卷二", 1), ("人格心理学", 2)):
        path = desk / "data" / f"{name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(paper(number), "utf-8")
    run("init", "mine", "--from", "data", "--exam", "GEE", "--subject", "教育心理学")
    told = parse(tomllib.loads((desk / "mine-papers.toml").read_text("utf-8")), Papers, where="")
    found = extract({}, FilesSettings(sources=(told,)), layer=layer_lines).kept
    by_file = dict(found.select(pl.col("url").str.split("/").list.last(), "subject").iter_rows())
    assert by_file == {
        "卷一.txt": "社会心理学", "卷二.txt": "教育心理学", "人格心理学.txt": "人格心理学"
    }  # fmt: skip


def test_keys_that_nothing_explains_are_asked_for(desk: Path) -> None:
    rows = [[*row[:6], "123"[n % 3], *row[7:]] for n, row in enumerate(psychology())]
    as_csv(desk / "b.csv", HEADINGS, rows, "utf-8")
    asked = CliRunner().invoke(cli, ["init", "mine", "--from", "b.csv", "--yes"])
    assert "nothing tells whether the first option is 0 or 1" in str(asked.exception)
    assert not list(desk.glob("*.toml"))
    begun = run("init", "mine", "--from", "b.csv", "--first-option", "1")
    assert "numbers, the first option is 1 (as told)" in begun.output
    told = tomllib.loads((desk / "mine-bank.toml").read_text("utf-8"))
    assert told["mapping"]["first_answer"] == 1
    assert f"key A: {rows[0][1][:10]}" in begun.output


def test_scans_of_an_exam_with_a_chinese_name_are_built_as_init_wrote_them(desk: Path) -> None:
    scans.sample_page(3).save(desk / "scan.png")
    run("init", "mine", "--from", "scan.png", "--scans", "--exam", "护士", "--subject", "内科护理")
    with taxonomy.using(taxonomy.read(desk / "mine-taxonomy.toml")):
        [chapter, *_] = read_book(desk / "mine-scan-1.toml").about.chapter
    assert (chapter.exam, chapter.subject) == ("EXAM", "内科护理")


def test_where_it_is_asked_for_results_are_in_chinese(
    desk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CPSYEXAM_LANG", "zh")
    rows = law()
    rows[0][5] = ""  # a key that is missing, so that a rule rejects it
    as_csv(desk / "b.csv", LAW, rows, "utf-8")
    told = "".join(run(*call).output for call in (
        ("init", "mine", "--from", "b.csv"), ("build", "mine.toml"),
    ))  # fmt: skip
    for wanted in (
        "60 题（题库）",
        "“正确答案”列：字母",
        "下一步：",
        "剔除",
        "签名：",
        "只凭文件核验",
    ):
        assert wanted in told, told
    english = [
        line for line in told.splitlines() if re.search(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}", line)
    ]
    assert [line for line in english if "cpsyexam" not in line] == []
    assert "\n全部检查通过。\n" in run("audit").output
