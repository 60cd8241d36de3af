"""Alarms: what pages print and nobody found; strips that a book's TOML sets aside."""

from pathlib import Path

from ocr.alarms import alarms, upright_pages
from ocr.book import Book, Layout, read_book
from ocr.chapters.segment import Segmented, segment
from ocr.layout.assemble import assemble
from ocr.layout.geometry import straight
from ocr.layout.margins import set_aside
from ocr.page.fragment import Fragment, Reading

GOLDEN = Path(__file__).parent / "golden" / "segment" / "worn-key"


def page(*texts: str, left: int = 100) -> Reading:
    fragments = []
    for at, text in enumerate(texts):
        x1, y0 = left + 36 * len(text), 100 + 50 * at
        fragments.append(Fragment(text, 0.99, (left, y0, x1, y0, x1, y0 + 36, left, y0 + 36)))
    return Reading(1400, 1000, 0, "test", tuple(fragments))


def book() -> Book:
    return read_book(GOLDEN / "book.toml")


def question(number: int) -> list[str]:
    return [
        f"{number}．下列现象中属于第{number}类的是（　　）。",
        "A．甲类　　B．乙类　　C．丙类　　D．丁类",
        "【答案】A",
    ]


def test_a_number_that_is_missing_raises_an_alarm_and_a_doubt() -> None:
    title = book().about.chapter[0].title
    text = assemble([(1, page(title, *question(1), *question(2), *question(5)))], Layout())
    parsed = segment(book(), text.paragraphs)
    found = alarms(parsed, text.paragraphs)
    assert [(a.page, a.rule, a.said) for a in found.found] == [(1, "number_missing", "3–4 after 2")]
    assert found.before_gap == {1: "3–4"}


def test_options_without_a_question_raise_an_alarm() -> None:
    title = book().about.chapter[0].title
    lost = ["甲乙丙丁之中何者为先？", "A．甲　　B．乙　　C．丙　　D．丁"]
    text = assemble([(1, page(title, *question(1), *lost, *lost))], Layout())
    (found,) = alarms(Segmented(), text.paragraphs).found
    assert found.rule == "options_without_question"
    assert found.said == "3 rows of options, 0 questions"


def test_all_found_raises_none() -> None:
    title = book().about.chapter[0].title
    text = assemble([(1, page(title, *question(1), *question(2), *question(3)))], Layout())
    assert alarms(segment(book(), text.paragraphs), text.paragraphs).found == ()


def test_an_answer_in_the_bracket_of_a_stem_is_no_option() -> None:
    title = book().about.chapter[0].title
    lines = [
        line
        for number in (1, 2)
        for line in (f"{number}．属于第{number}类的是（ A ）。", "A．甲　　B．乙　　C．丙　　D．丁")
    ]
    text = assemble([(1, page(title, *lines))], Layout())
    assert alarms(segment(book(), text.paragraphs), text.paragraphs).found == ()


def test_upright_text_raises_an_alarm() -> None:
    tall = tuple(
        Fragment("感觉与知觉", 0.9, (x, 0, x + 30, 0, x + 30, 200, x, 200))
        for x in range(0, 400, 50)
    )
    assert [a.rule for a in upright_pages({3: Reading(500, 500, 0, "test", tall)})] == [
        "vertical_text"
    ]


def test_strips_of_the_toml_are_set_aside_on_the_outer_side() -> None:
    both = Reading(
        1000, 1000, 0, "test", (*page("左边").fragments, *page("右边", left=900).fragments)
    )
    pieces = straight(both)
    assert set_aside(pieces, both, 1, Layout(margin=0.15)) == {1}
    assert set_aside(pieces, both, 2, Layout(margin=0.15)) == {0}
    assert set_aside(pieces, both, 1, Layout(crop=(0.0, 0.2, 0.0, 0.0))) == {0, 1}
    assert set_aside(pieces, both, 1, Layout()) == set()


def test_options_in_old_letters_that_nobody_reads_raise_an_alarm() -> None:
    text = assemble(
        [(1, page("一、知觉的特性是", "甲、比较　乙、变式　丙、正例　丁、反例"))], Layout()
    )
    assert [a.rule for a in alarms(Segmented(), text.paragraphs).found] == [
        "options_without_question"
    ]


def test_numbered_lines_that_ask_and_are_no_question_raise_an_alarm() -> None:
    title = book().about.chapter[0].title
    lost = ["2．感觉与知觉有何不同？", "3．遗忘的原因是____。"]
    text = assemble([(1, page(title, *question(1), *lost))], Layout())
    parsed = segment(book(), text.paragraphs)
    parsed.questions = parsed.questions[:1]
    (found,) = alarms(parsed, text.paragraphs).found
    assert found.rule == "question_unread"
    assert found.said.startswith("numbers without a question: 2, 3 ")


def test_a_chapter_without_a_question_raises_an_alarm() -> None:
    about = book().about
    (chapter,) = about.chapter
    other = chapter.model_copy(update={"title": "第九章　学习心理"})
    two = book().model_copy(
        update={"about": about.model_copy(update={"chapter": (chapter, other)})}
    )
    text = assemble(
        [(1, page(chapter.title, *question(1), *question(2))), (2, page(other.title, "略。"))],
        Layout(),
    )
    found = alarms(segment(two, text.paragraphs), text.paragraphs).found
    assert [(a.page, a.rule) for a in found] == [(2, "chapter_without_question")]
