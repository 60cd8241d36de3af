"""words.toml: what a word of each table does, and that one more word there is all that it takes."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from parsing import Printed, parse, words
from parsing.keys.values import truth
from parsing.words import format_of

ROOT = Path(__file__).parents[2]
OPTIONS = "A.体液\nB.体型\nC.高级神经活动类型\nD.血型\n"
ASKED = f"1.气质的生理基础是（ ）\n{OPTIONS}"
NEXT = "2.首因效应是（ ）\nA.第一印象\nB.最后印象\nC.以偏概全\nD.以己度人\n"


def _first(text: str) -> Printed:
    return parse(text).questions[0]


@pytest.mark.parametrize(
    ("word", "label"),
    [(w, label) for w in words.ANSWER for label in ("{}：C", "{}:C", "【{}】C", "【{}】：C")]
    + [(w, "{}：C") for w in words.ANSWER_CHOICE],
)
def test_a_label_announces_the_key(word: str, label: str) -> None:
    found = _first(f"{ASKED}{label.format(word)}\n{NEXT}")
    assert (found.answer, found.options[-1]) == ("C", "血型")


@pytest.mark.parametrize("word", words.ANSWER_LATIN)
def test_a_label_in_english_announces_the_key(word: str) -> None:
    assert _first(f"{ASKED}{word.title()}: C\n{NEXT}").answer == "C"


@pytest.mark.parametrize("head", ["{}", "{}:", "{}, Test 1", "Chapter 2 {}"])
@pytest.mark.parametrize("word", words.ENGLISH_KEY)
def test_a_line_in_english_heads_the_key(word: str, head: str) -> None:
    read = parse(f"{ASKED}{NEXT}{head.format(word.title())}\n1. C\n2. A\n").questions
    assert [q.answer for q in read] == ["C", "A"]


@pytest.mark.parametrize(
    ("word", "form"), [(w, format_of(name)) for t, name in words.ENGLISH_SECTIONS for w in t]
)
def test_a_line_in_english_heads_a_section(word: str, form: str) -> None:
    found = _first(f"Part B {word.title()} (2 points each)\n1. Which lobe is named here: ____?\n")
    assert found.format == form


def test_an_option_of_such_words_heads_no_section() -> None:
    found = _first(
        "1. Which items does a machine score best?\nA. True or false\nB. Essays\nC. Key\n"
    )
    assert found.options == ("True or false", "Essays", "Key")


@pytest.mark.parametrize("word", words.OWN)
def test_what_a_reader_chose_is_no_key(word: str) -> None:
    found = _first(f"{ASKED}{word}：B\n正确答案：C\n{NEXT}")
    assert (found.answer, "B" in found.explanation) == ("C", False)


@pytest.mark.parametrize("word", [*words.EXPLANATION, *words.EXPLANATION_LINE])
def test_a_label_announces_the_explanation(word: str) -> None:
    label = f"{word}：" if word in words.EXPLANATION_LINE else f"【{word}】"
    found = _first(f"{ASKED}答案：C\n{label}气质由神经系统的特征决定。\n{NEXT}")
    assert (found.answer, found.explanation) == ("C", "气质由神经系统的特征决定。")


@pytest.mark.parametrize("word", words.STATISTIC)
def test_a_fact_of_the_page_is_in_no_field(word: str) -> None:
    found = _first(f"{ASKED}答案：C\n{word}：35\n{NEXT}")
    assert "35" not in "".join((found.answer, found.explanation, *found.options))


@pytest.mark.parametrize("word", words.RIGHT)
def test_a_word_in_brackets_marks_the_right_option(word: str) -> None:
    marked = ASKED.replace("高级神经活动类型", f"高级神经活动类型（{word}）")
    assert _first(marked + NEXT.replace("最后印象", f"最后印象（{word}）")).answer == "C"


def _bulleted(sign: str) -> str:
    return "\n".join(
        f"{n}.{stem}（ ）\n" + "\n".join(f"{sign} {o}" for o in options)
        for n, (stem, options) in enumerate(
            [
                ("气质的生理基础是", ("体液", "体型", "神经类型", "血型")),
                ("首因效应是", ("第一印象", "最后印象", "以偏概全", "以己度人")),
                ("测验的一致性是", ("信度", "效度", "难度", "常模")),
            ],
            1,
        )
    )


@pytest.mark.parametrize("sign", words.BULLETS.replace("\\", ""))
def test_a_bullet_begins_an_option(sign: str) -> None:
    assert [len(q.options) for q in parse(_bulleted(sign)).questions] == [4, 4, 4]


def test_verdicts_are_right_or_wrong() -> None:
    assert {truth(word) for word in words.TRUE} == {"对"}
    assert {truth(word) for word in words.FALSE} == {"错"}


@pytest.mark.parametrize("word", words.FURNITURE)
def test_a_line_of_a_button_is_in_no_question(word: str) -> None:
    parsed = parse(f"{ASKED}答案：C\n{word} {word}\n{NEXT}答案：A\n{word} {word}")
    fields = [(q.stem, *q.options, q.answer, q.explanation) for q in parsed.questions]
    assert word not in "".join("".join(texts) for texts in fields)


@pytest.mark.parametrize(
    ("name", "form"),
    [("单选题", "SCQ"), ("多项选择题", "MAQ"), ("不定项选择题", "INDEF"), ("判断题", "TF"),
     ("填空题", "FILL"), ("论述题", "QA"), ("选择题", "")],
)  # fmt: skip
def test_a_type_is_a_format(name: str, form: str) -> None:
    assert format_of(name) == form
    asked = "1.试述气质的生理基础。" if form == "QA" else ASKED
    assert _first(f"一、{name}\n{asked}").format == form


def test_no_word_stands_twice_in_a_table() -> None:
    for table in (words.ANSWER, words.OWN, words.FURNITURE, words.STATISTIC, words.OPENERS):
        assert len(set(table)) == len(table)


READ = """
import json, sys
from pathlib import Path
from bench.annotated import Annotated
from bench.structure import scored
from bench.typewritten import typed
from parsing import parse
page, book, dotted = (
    Path(name).read_text("utf-8") for name in ("page.txt", "book.txt", "bullets.txt")
)
book = Annotated("T/1", book, json.loads(sys.argv[1]))
found, _ = scored("invented", typed(book, Path.cwd()))
options = parse(dotted).questions[0].options
print(json.dumps([[q.answer for q in parse(page).questions], found.exact, options[0]]))
"""


@pytest.mark.parametrize(
    ("word", "bullet", "read"),
    [("", "", [["", ""], 0, "✤ 体液"]), ("谜底", "✤", [["C", "A"], 2, "体液"])],
)
def test_one_word_more_is_read_on_pages_and_in_books(
    word: str, bullet: str, read: list[object], tmp_path: Path
) -> None:
    """Two changes that docs/maintain/parsing.md names, made in a copy of the packages."""
    for package in ("parsing", "ocr", "bench"):
        skipped = shutil.ignore_patterns("__pycache__", "designs", "*.jsonl")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=skipped)
    shutil.copytree(ROOT / "bench" / "designs", tmp_path / "bench" / "designs")
    table = tmp_path / "parsing" / "words.toml"
    text = table.read_text("utf-8").replace('bullets = "', f'bullets = "{bullet}')
    table.write_text(text.replace('"正解",', f'"正解", "{word}",') if word else text, "utf-8")
    (tmp_path / "bullets.txt").write_text(_bulleted("✤"), "utf-8")
    (tmp_path / "page.txt").write_text(f"{ASKED}谜底：C\n{NEXT}谜底：A\n", "utf-8")
    (tmp_path / "book.txt").write_text(f"一、单项选择题\n{ASKED}谜底：C\n{NEXT}谜底：A\n", "utf-8")
    truth_ = [
        {"number": n, "stem": stem, "options": options, "answer": key}
        for n, stem, options, key in (
            ("1", "气质的生理基础是（ ）", ["体液", "体型", "高级神经活动类型", "血型"], "C"),
            ("2", "首因效应是（ ）", ["第一印象", "最后印象", "以偏概全", "以己度人"], "A"),
        )
    ]
    told = [sys.executable, "-c", READ, json.dumps(truth_)]
    path = os.pathsep.join((str(tmp_path), str(ROOT)))
    done = subprocess.run(
        told, cwd=tmp_path, env=os.environ | {"PYTHONPATH": path},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == read
