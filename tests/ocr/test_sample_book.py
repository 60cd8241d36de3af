"""The sample book from its recognised lines (golden/sample_book.json), without OCR.

Made again after a change of the book by `python -m tests.ocr.test_sample_book`.
"""

import json
import re
from pathlib import Path

import pytest

from cpsyexam.text import fold
from ocr.book import read_book
from ocr.chapters.segment import Found, segment
from ocr.layout.assemble import assemble
from ocr.page.fragment import Fragment, Reading
from ocr.page.pages import picture, places
from samples.book import plan
from tests.ocr.scans import SAMPLE

GOLDEN = Path(__file__).parent / "golden" / "sample_book.json"
TOML = SAMPLE.with_suffix(".toml")


def normal(text: str) -> str:
    return re.sub(r"\s", "", fold(text)).translate(
        str.maketrans("。、“”‘’【】—–－～·", ".,\"\"''[]---~.")
    )


@pytest.fixture(scope="module")
def questions() -> list[Found]:
    book = read_book(TOML)
    readings = [
        (at, load(page)) for at, page in enumerate(json.loads(GOLDEN.read_text("utf-8")), 1)
    ]
    return segment(book, assemble(readings, book.about).paragraphs).questions


def load(page: list[list[str | float]]) -> Reading:
    fragments = []
    for text, score, *quad in page:
        a, b, c, d, e, f, g, h = map(float, quad)
        fragments.append(Fragment(str(text), float(score), (a, b, c, d, e, f, g, h)))
    return Reading(1458, 2047, 0, "onnxruntime", tuple(fragments))


def test_the_scan_is_that_of_the_plan() -> None:
    pages = json.loads(plan.PAGES.read_text("utf-8"))
    assert pages["content"] == plan.content(), "run python -m samples.book.make"
    assert set(pages["pages"]) == {row["key"] for row in plan.printed()}
    assert max(pages["pages"].values()) <= len(places(SAMPLE)) == 16


def test_every_question_is_found_as_printed(questions: list[Found]) -> None:
    truth = plan.printed()
    assert len(questions) == len(truth)
    for row, found in zip(truth, questions, strict=True):
        printed = found.printed
        assert printed.number == row["number"], row["key"]
        assert (found.chapter.exam, found.chapter.subject) == (row["exam"], row["subject"])
        assert printed.format == row["format"], row["key"]
        assert printed.answer == row["answer"] or row["format"] == "QA", row["key"]
        for name in ("stem", "answer", "material", "explanation"):
            assert normal(getattr(printed, name)) == normal(row[name]), (row["key"], name)
        assert list(map(normal, printed.options)) == list(map(normal, row["options"])), row["key"]


def test_planted_defects_are_what_the_book_says_they_are() -> None:
    defects = [row["defect"].partition(":")[0] for row in plan.printed() if row["defect"]]
    assert sorted(defects) == sorted(
        ["duplicate_of"] * len(plan.SHARED)
        + ["answer_beyond_options"] * len(plan.BEYOND)
        + ["missing_answer"] * len(plan.MISSING)
        + ["identical_options"] * len(plan.IDENTICAL)
    )
    assert not set(plan.KEYS) & set(plan.SHARED)


def _make() -> None:
    from ocr.engines.embedded import EmbeddedEngine

    engine = EmbeddedEngine()
    pages = []
    for place in places(SAMPLE):
        pixels = picture(place, dpi=200, max_side=4000)
        pages.append([[f.text, f.score, *f.quad] for f in engine.read(pixels)])
    rows = ("[\n" + ",\n".join(json.dumps(f, ensure_ascii=False) for f in p) + "\n]" for p in pages)
    GOLDEN.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    _make()
