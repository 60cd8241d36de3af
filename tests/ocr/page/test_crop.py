"""`cpsyexam show-crop`: the very place of a question, checked by reading it again."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from cpsyexam.errors import SourceError, StageError
from cpsyexam.executor import Processes
from cpsyexam.records import RawQuestion
from cpsyexam.runner import run
from cpsyexam.stage import Stage, read
from ocr.page.crop import crop, cut, scanned, stack
from ocr.page.pages import page_digest, turned
from ocr.reading import page_lines
from ocr.settings import BooksSettings
from ocr.stage import extract
from pipeline.commands.show_crop import command
from tests.ocr import scans

CROP = Path(__file__).parents[1] / "golden" / "engines" / "crop.png"


@pytest.mark.slow
def test_the_crop_of_a_question_holds_it_and_no_other(tmp_path: Path) -> None:
    with Image.open(CROP) as image:  # lies on its side, so that boxes and turn must agree
        Image.fromarray(turned(scans.grey(image), 90)).save(tmp_path / "page.png")
    settings = BooksSettings(sources=(scans.book(tmp_path, "page.png"),))
    stage = Stage(
        name="books",
        run=lambda frames, s: extract(frames, s, cache=tmp_path / "cache", executor=Processes(1)),
        settings=settings,
        schema=RawQuestion,
        code=("ocr", "parsing"),
        files=settings.outside_files(),
        parent="capture",
        one_to_one=False,
    )
    run(stage, tmp_path / "build")
    row = read(tmp_path / "build", "books").filter(number="2").to_dicts()[0]
    assert row["url"].endswith("page.png#page=1&turn=270")
    target = tmp_path / "crop.png"
    done = CliRunner().invoke(command, [row["raw_id"], "--out", str(tmp_path), "--to", str(target)])
    assert done.exit_code == 0, done.output
    assert "page 1" in done.output
    lines, _ = page_lines(target)
    assert lines[0].startswith("2.")
    assert lines[-1].endswith("习俗水平")
    assert not any(line.startswith(("1.", "3.")) for line in lines)


def test_an_unknown_question_is_said_in_one_line(tmp_path: Path) -> None:
    done = CliRunner().invoke(command, ["r0", "--out", str(tmp_path)])
    assert isinstance(done.exception, StageError)
    assert "not built yet" in str(done.exception)


def test_a_changed_scan_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    scans.marked().save(path)
    page = scanned(str(path), 1, f"{path}#page=1", page_digest(scans.grey(scans.marked())))
    box = {"page": 1, "x0": 60.0, "y0": 60.0, "x1": 260.0, "y1": 100.0}
    assert crop({1: page}, [box], dpi=200, max_side=4000).shape == (76, 224)
    scans.marked(mark=90).save(path)
    with pytest.raises(SourceError, match="is not the one that was read; build again"):
        crop({1: page}, [box], dpi=200, max_side=4000)


def test_parts_lie_one_below_the_other_within_the_page() -> None:
    pixels = np.arange(100 * 80, dtype=np.uint64).astype(np.uint8).reshape(100, 80)
    part = cut(pixels, {"x0": 5.0, "y0": 90.0, "x1": 300.0, "y1": 300.0})
    assert part.shape == (22, 80)
    assert stack([part, part[:, :40]]).shape == (2 * (22 + 12), 80)
