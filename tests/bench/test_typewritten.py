"""Books written as plain text: their lines as boxes, and what is read of them."""

from dataclasses import replace
from pathlib import Path

from bench import typewritten
from bench.annotated import Annotated
from bench.structure import scored
from bench.typewritten import EDGE, EM, STEP, typed

QUESTIONS = """第一章　绪论

一、单项选择题
1．心理学研究的对象是（　　）。
　　A．心理现象　　　B．社会现象　　　C．物理现象　　　D．生理现象
2．冯特建立第一个心理学实验室是在（　　）。
　　A．1879年　　　B．1897年　　　C．1789年　　　D．1978年
"""
KEY = "参考答案\n1．A　2．A\n"
ROWS = [
    {"number": "1", "stem": "心理学研究的对象是（　　）。", "answer": "A",
     "options": ["心理现象", "社会现象", "物理现象", "生理现象"]},
    {"number": "2", "stem": "冯特建立第一个心理学实验室是在（　　）。", "answer": "A",
     "options": ["1879年", "1897年", "1789年", "1978年"]},
]  # fmt: skip


BOOK = Annotated("T0/01-key-behind", f"{QUESTIONS}\n\f\n{KEY}", ROWS)


def test_lines_lie_where_they_were_written(tmp_path: Path) -> None:
    printed = typed(BOOK, tmp_path)
    first, second = printed.readings
    assert [f.text for f in second.fragments] == ["参考答案", "1．A　2．A"]
    assert [f.text for f in first.fragments][2:5] == [
        "1．心理学研究的对象是（　　）。", "A．心理现象", "B．社会现象",
    ]  # fmt: skip
    option = first.fragments[3]
    assert option.quad[:2] == (EDGE + 2 * EM, EDGE + 4 * STEP)
    assert option.quad[2] - option.quad[0] == 5.5 * EM
    assert [row["pages"] for row in printed.truth] == [[1], [1]]


def test_what_is_read_is_scored(tmp_path: Path) -> None:
    found, pages = scored(BOOK.name, typed(BOOK, tmp_path))
    assert (pages, found.questions, found.exact, found.failures) == (2, 2, 2, [])
    wrong = [ROWS[0] | {"answer": "B"}, ROWS[1]]
    found, _ = scored(BOOK.name, typed(replace(BOOK, truth=wrong), tmp_path))
    assert (found.exact, found.wrong) == (1, 1)


def test_a_last_line_below_a_blank_one_stands_at_the_foot(tmp_path: Path) -> None:
    _, page = typed(replace(BOOK, text=f"{BOOK.text}\n第2页"), tmp_path).readings
    foot = EDGE + (typewritten.ROWS - 1) * STEP
    assert [f.quad[1] for f in page.fragments] == [EDGE, EDGE + STEP, foot]
