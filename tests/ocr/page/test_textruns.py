"""PDFs as browsers print them: words stay whole, powers raised, columns in order."""

import shutil
import subprocess
from contextlib import closing
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from ocr.book import read_book
from ocr.reading import layer_lines
from parsing import parse
from pipeline.start.scans import Scan, book_text
from tests.ocr import scans

CHROMIUM = shutil.which("chromium")
QUESTIONS = (
    ("短时记忆的容量约为（ ）。", ("5±2个组块", "7±2个组块", "9±2个组块", "3±1个组块"), "B"),
    ("世界上第一个心理学实验室的建立者是（ ）。", ("冯特", "詹姆斯", "华生", "弗洛伊德"), "A"),
    (
        "个体在婴儿期要解决的心理社会危机是（ ）。",
        ("自主对羞怯", "主动对内疚", "信任对不信任"),
        "C",
    ),
)


def question(number: int) -> str:
    stem, options, answer = QUESTIONS[number % 3]
    cells = "　　".join(f"{a}. {o}" for a, o in zip("ABCD", options, strict=False))
    return f"<p>{number + 1}. {stem}</p><p>{cells}</p><p>答案：{answer}</p>"


def printed(folder: Path, html: str) -> Path:
    page, pdf = folder / "a.html", folder / "a.pdf"
    style = "<style>body{font:11pt 'Noto Serif CJK SC'} p{margin:4pt 0}</style>"
    page.write_text(f"<meta charset=utf-8>{style}{html}", "utf-8")
    assert CHROMIUM is not None
    quiet = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync",
             f"--user-data-dir={folder / 'profile'}", "--no-pdf-header-footer"]  # fmt: skip
    subprocess.run(
        [CHROMIUM, *quiet, f"--print-to-pdf={pdf}", str(page)],
        check=True, capture_output=True,
    )  # fmt: skip
    return pdf


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if CHROMIUM is None:
        pytest.skip("no chromium to print with")
    first = (
        "<h3>普通心理学试题</h3>"
        "<p>1. 方差是标准差σ的平方，即σ<sup>2</sup>；均数记作x<sub>1</sub>。</p>"
        "<p>A. 10<sup>2</sup>　　B. <span style=\"font-family:'DejaVu Sans'\">3±1</span></p>"
        "<p>2. 电影（movie star）由<u>&emsp;&emsp;&emsp;&emsp;</u>组成。</p>"
        "<p>3. “车同轨——书同文……”说的是统一，課文有此例。</p>"
    )
    second = "".join(map(question, range(12)))
    columns = f'<div style="break-before:page;column-count:2;column-gap:3em">{second}</div>'
    return printed(tmp_path_factory.mktemp("pdf"), first + columns)


@pytest.fixture(scope="module")
def paper(pdf: Path) -> tuple[list[str], list[int]]:
    return layer_lines(pdf, 10)[:2]


def test_words_of_several_fonts_stay_whole_and_none_is_changed(
    paper: tuple[list[str], list[int]],
) -> None:
    lines = paper[0]
    assert lines[:5] == [
        "普通心理学试题",
        "1.方差是标准差σ的平方，即σ²；均数记作x₁。",
        "A. 10²　　B. 3±1",
        "2.电影（movie star）由____组成。",
        "3.“车同轨——书同文……”说的是统一，課文有此例。",
    ]


def test_columns_come_one_after_the_other(paper: tuple[list[str], list[int]]) -> None:
    lines, without = paper
    assert without == []
    found = parse(lines[5:]).questions
    assert [q.number for q in found] == [str(n + 1) for n in range(12)]
    assert [(q.options, q.answer) for q in found] == [
        (QUESTIONS[n % 3][1], QUESTIONS[n % 3][2]) for n in range(12)
    ]


@pytest.mark.parametrize("style", ["width:100%", "border-spacing:0;white-space:nowrap"])
def test_columns_that_are_written_row_by_row(tmp_path: Path, style: str) -> None:
    if CHROMIUM is None:
        pytest.skip("no chromium to print with")

    def lines(number: int) -> list[str]:
        stem, options, _ = QUESTIONS[number % 3]
        told = [f"{a}. {o}" for a, o in zip("ABCD", options, strict=False)]
        return [f"{number + 1}. {stem}", *told, *[""] * (4 - len(told))]

    rows = "".join(
        f"<tr><td>{left}</td><td>{right}</td></tr>"
        for n in range(4)
        for left, right in zip(lines(n), lines(n + 4), strict=True)
    )
    keys = " ".join(f"{n + 1}.{QUESTIONS[n % 3][2]}" for n in range(8))
    table = (
        f'<table style="{style}">{rows}</table><p style="break-before:page">参考答案：{keys}</p>'
    )
    found = parse(layer_lines(printed(tmp_path, table), 10)[0]).questions
    assert [(q.number, q.options, q.answer) for q in found] == [
        (str(n + 1), QUESTIONS[n % 3][1], QUESTIONS[n % 3][2]) for n in range(8)
    ]


def test_what_stands_beside_the_text_is_told_apart(tmp_path: Path) -> None:
    head = (
        '<div style="position:fixed;top:-12mm">心理学章节练习</div><div style="position:fixed;'
        'left:0;top:30mm;line-height:1">专<br>题<br>二</div>'  # the tab of a chapter
    )
    pages = "".join(
        f'<div style="break-after:page;margin-left:9mm">{"".join(map(question, own))}</div>'
        for own in (range(n, n + 8) for n in (0, 8, 16, 24))
    )
    lines, _, beside = layer_lines(printed(tmp_path, head + pages), 10)
    assert {"心理学章节练习", "专题二"} <= set(beside)
    assert not any("心理学章节练习" in line for line in lines)


def test_what_a_page_draws_is_seen_beside_its_text(tmp_path: Path) -> None:
    """Cells between rules, lines that run down, shadows, a watermark, a page of keys alone."""
    if CHROMIUM is None:
        pytest.skip("no chromium to print with")
    cells = "".join(
        f"<tr><td>{n + 1}<td>{stem}" + "".join(f"<td>{o}" for o in options[:3]) + f"<td>{key}"
        for n, (stem, options, key) in enumerate(QUESTIONS * 2)
    )
    head = "".join(f"<th>{name}" for name in ("题号", "题目", *"ABC", "答案"))
    style = "<style>table{border-collapse:collapse} td,th{border:1px solid}</style>"
    ruled = f"{style}<table>{head}{cells}</table>"
    down = "".join(map(question, range(4)))
    keyed = "".join(question(n).partition("<p>答案")[0] for n in range(12))
    keys = "　".join(f"{n + 1}.{QUESTIONS[n % 3][2]}" for n in range(12))
    mark = "<p style='position:absolute;top:4em;transform:rotate(-35deg)'>某某题库专用</p>"
    turned = "break-before:page;writing-mode:vertical-rl"
    shadow = "break-before:page;text-shadow:.3px 0"

    def read(name: str, html: str) -> list[tuple[str, str]]:
        (tmp_path / name).mkdir()
        found = parse(layer_lines(printed(tmp_path / name, html), 10)[0])
        return [(q.number, q.answer) for q in found.questions]

    told = [(str(n + 1), QUESTIONS[n % 3][2]) for n in range(12)]
    assert read("cells", ruled) == told[:6]
    assert read("down", f"<div style='{turned};height:60em'>{down}</div>") == told[:4]
    behind = f"{mark}<div style='{shadow}'>{keyed}</div>"
    assert read("keys", f"{behind}<p style='break-before:page'>参考答案：{keys}</p>") == told


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_text_drawn_sideways_on_a_page_turned_back_reads_the_same(
    pdf: Path, quarters: int, tmp_path: Path
) -> None:
    with closing(pdfium.PdfDocument(pdf)) as given, closing(pdfium.PdfDocument.new()) as made:
        for at in range(len(given)):
            width, height = given[at].get_size()
            content = given.page_as_xobject(at, made).as_pageobject()
            for _ in range(quarters):
                content.transform(pdfium.PdfMatrix().rotate(90, ccw=True).translate(height, 0))
                width, height = height, width
            page = made.new_page(width, height)
            page.insert_obj(content)
            page.set_rotation(90 * quarters)
            page.gen_content()
        made.save(tmp_path / "turned.pdf")
    lines, without, _ = layer_lines(tmp_path / "turned.pdf", 10)
    assert without == []
    twelve = parse(lines).questions[-12:]
    # pdfium misplaces what Chromium draws as radicals once it lies in a form: 心, 自, 方, 生
    assert [(q.number, q.answer) for q in twelve] == [
        (str(n + 1), QUESTIONS[n % 3][2]) for n in range(12)
    ]


def test_a_scan_has_no_lines_of_its_own(tmp_path: Path) -> None:
    lines, without, _ = layer_lines(scans.pdf(tmp_path / "a.pdf", [scans.marked()]), 10)
    assert (lines, without) == ([], [1])


def test_a_book_of_pages_with_one_and_two_columns_is_proposed_as_it_can_be_read(
    pdf: Path, tmp_path: Path
) -> None:
    del pdf  # no chromium, no test
    asked = "".join(map(question, range(24)))
    columns = f'<div style="break-before:page;column-count:2;column-gap:3em">{asked}</div>'
    book = printed(tmp_path, "".join(map(question, range(9))) + columns)
    text = book_text(Scan(book, "GEE", "普通心理学"), tmp_path / "cache")
    assert "columns, the others" in text
    proposed = tmp_path / "book.toml"
    proposed.write_text(text, "utf-8")
    assert read_book(proposed).about.columns == 0
