"""Stage `books` from scan to rows with the real engine, on a small scan."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from PIL import Image

from cpsyexam.errors import ConfigError, SourceError
from cpsyexam.executor import Processes
from cpsyexam.records import RawQuestion
from cpsyexam.runner import run
from cpsyexam.stage import Stage, StageResult
from ocr.settings import BooksSettings
from ocr.stage import extract
from tests.ocr import scans
from tests.waiting import members, until

CROP = Path(__file__).parent / "golden" / "engines" / "crop.png"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, StageResult]:
    """A folder of three pages: questions, nothing, broken; built twice."""
    folder = tmp_path_factory.mktemp("scan")
    (folder / "pages").mkdir()
    with Image.open(CROP) as image:
        image.save(folder / "pages" / "1.png")
    scans.empty(500, 500).save(folder / "pages" / "2.png")
    (folder / "pages" / "3.png").write_bytes(b"broken")
    scans.marked(500, 500).save(folder / "pages" / "4.png")
    settings = BooksSettings(sources=(scans.book(folder, "pages", "skip = [4]\n"),))
    seen: list[tuple[int, int, str]] = []
    outcome = extract(
        {},
        settings,
        cache=folder / "cache",
        executor=Processes(2),
        progress=lambda *a: seen.append(a),
    )
    assert [(done, total) for done, total, _ in seen] == [(1, 3), (2, 3), (3, 3)]
    assert all("pages/min" in what and "left" in what for _, _, what in seen)
    return folder, outcome


def test_questions_carry_their_place(built: tuple[Path, StageResult]) -> None:
    rows = built[1].kept.to_dicts()
    assert [row["number"] for row in rows] == ["1", "2", "3"]
    first = rows[0]
    assert (first["exam"], first["subject"]) == ("TQE", "中学教师心理学")
    assert first["stem"].endswith("这种现象属于（　　）。")
    assert first["options"] == ["功能固着", "定势", "原型启发", "顿悟"]
    assert first["declared"] == "SCQ"
    assert "answer_missing" in first["notes"]
    assert first["confidence"] < 1
    assert len(first["boxes"]) == 1
    box = first["boxes"][0]
    assert box["page"] == 1
    assert 0 <= box["x0"] < box["x1"] <= 612
    assert 40 < box["y0"] < box["y1"] < 340


def test_every_page_is_the_parent_of_a_row(built: tuple[Path, StageResult]) -> None:
    outcome = built[1]
    captures = outcome.tables["captures"]
    assert captures["offset"].to_list() == [1, 2, 3, 4]
    parents = {*outcome.kept["capture"], *outcome.rejected["parent"]}
    assert set(captures["capture"]) == parents
    rules = dict(
        captures.join(outcome.rejected, left_on="capture", right_on="parent")
        .filter(pl.col("offset") > 1)
        .select("offset", "rule")
        .rows()
    )
    assert rules == {2: "no_questions", 3: "unreadable_page", 4: "skipped_page"}


def test_every_line_is_kept(built: tuple[Path, StageResult]) -> None:
    lines = built[1].tables["lines"]
    assert lines.height >= 21
    assert set(lines["role"]) == {"body"}
    assert lines["text"][0].startswith("一、单项选择题")


def test_figures_name_the_engine(built: tuple[Path, StageResult]) -> None:
    figures = built[1].metrics
    assert figures["unreadable"] == 1
    assert figures["engines"][0]["engine"] == "onnxruntime"
    assert len(figures["engines"][0]["weights"]) == 64


def test_pages_are_read_once(built: tuple[Path, StageResult], tmp_path: Path) -> None:
    folder, before = built
    settings = BooksSettings(sources=(folder / "book.toml",))
    stage = Stage(
        name="books",
        run=lambda frames, s: extract(frames, s, cache=folder / "cache", executor=Processes(1)),
        settings=settings,
        schema=RawQuestion,
        code=("ocr", "parsing"),
        files=settings.outside_files(),
        parent="capture",
        one_to_one=False,
    )
    report = run(stage, tmp_path)
    assert report.receipt["metrics"]["cached"] == 2
    assert pl.read_parquet(tmp_path / "books" / "kept.parquet").equals(before.kept)
    assert run(stage, tmp_path).skipped
    assert len(settings.outside_files()) == 5


def test_missing_scans_and_wrong_tables_stop_with_one_line(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such scan"):
        extract({}, BooksSettings(sources=(scans.book(tmp_path, "gone.pdf"),)), cache=tmp_path)
    wrong = scans.book(tmp_path, "gone.pdf", "collumns = 2\n")
    with pytest.raises(ConfigError, match="did you mean 'columns'"):
        extract({}, BooksSettings(sources=(wrong,)), cache=tmp_path)
    wrong.write_text(wrong.read_text("utf-8").replace("collumns = 2\n", "").replace("TQE", "TQX"))
    with pytest.raises(ConfigError, match="unknown exam 'TQX'"):
        extract({}, BooksSettings(sources=(wrong,)), cache=tmp_path)
    assert BooksSettings(sources=(wrong,)).outside_files() == (wrong,)


def test_a_recipe_without_books_gives_empty_tables(tmp_path: Path) -> None:
    outcome = extract({}, BooksSettings(), cache=tmp_path)
    assert outcome.kept.is_empty()
    assert outcome.rejected.is_empty()
    assert outcome.tables["captures"].is_empty()


KILLED = """
import os
import signal
import sys
from pathlib import Path
from cpsyexam.executor import Processes
from ocr.settings import BooksSettings
from ocr.stage import extract
if __name__ == "__main__":
    folder = Path(sys.argv[1])
    settings = BooksSettings(sources=(folder / "book.toml",))
    end = lambda pages, *_: pages == 2 and os.kill(os.getpid(), signal.SIGKILL)
    extract({}, settings, cache=folder / "cache", executor=Processes(1), progress=end)
"""


@pytest.mark.slow
def test_killed_in_the_middle_it_goes_on_where_it_was(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    with Image.open(CROP) as image:
        for number in range(1, 7):  # different pages: a line less each time
            image.crop((0, 0, image.width, image.height - 44 * number)).save(
                pages / f"{number}.png"
            )
    scans.book(tmp_path, "pages")
    script = tmp_path / "run.py"
    script.write_text(KILLED)
    root = Path(__file__).resolve().parents[2]
    running = subprocess.Popen(
        [sys.executable, str(script), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(root)},
        start_new_session=True,
    )
    assert running.wait() == -signal.SIGKILL
    until(lambda: not members(running.pid))  # the worker ends with its parent
    assert 2 <= len(done(tmp_path)) < 4
    settings = BooksSettings(sources=(tmp_path / "book.toml",))
    outcome = extract({}, settings, cache=tmp_path / "cache", executor=Processes(1))
    assert outcome.metrics["cached"] >= 2
    assert outcome.tables["captures"].height == 6
    assert len(done(tmp_path)) == 6


def done(folder: Path) -> list[Path]:
    return list((folder / "cache").rglob("*.json"))


def test_a_folder_of_readings_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    settings = BooksSettings(sources=(tmp_path / "book.toml",), readings=tmp_path / "none")
    with pytest.raises(ConfigError, match=r"books\.readings = .*none.*: there is no such folder"):
        extract({}, settings, cache=tmp_path / "cache")
