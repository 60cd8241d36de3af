"""The history of figures is read as a whole, and the page of figures shows its newest rows."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench import history
from bench.history import Row
from cpsyexam.errors import ConfigError


def row(**told: object) -> Row:
    given = {"date": "2026-11-20", "commit": "", "command": "make bench-label", "figure": "recall"}
    more = {"value": 98.0, "unit": "%", "material": "100 questions"}
    return Row.model_validate({**given, **more, **told})


def test_the_page_shows_every_newest_figure() -> None:
    rows, page = history.load(), history.PAGE.read_text("utf-8")
    assert page == history.figures(page, rows), "run python docs/make_reference.py"
    for newest in history.today(rows):
        below = page[page.index(f"\n`{newest.command}`\n") :]
        assert f"\n- {newest.figure}: " in below, newest


def test_rows_come_by_date() -> None:
    dates = [one.date for one in history.load()]
    assert dates == sorted(dates)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", date) for date in dates)


@pytest.mark.parametrize(
    ("value", "wanted", "short"),
    [
        (93, "≥ 93", False),
        (92.9, "≥ 93", True),
        (2.4, "≤ 2.4", False),
        (2.5, "≤ 2.4", True),
        (9, "", False),
    ],
)
def test_what_falls_short(value: float, wanted: str, *, short: bool) -> None:
    assert row(value=value, wanted=wanted).short is short


def test_the_newest_row_stands_in_the_page_and_is_bold_where_it_falls_short() -> None:
    rows = [row(value=99.0, wanted="≥ 98"), row(value=97.5, wanted="≥ 98", first_sight=True)]
    page = "a\n<!-- figures: bench-label -->\nold\n<!-- /figures -->\nb\n"
    told = history.figures(page, rows)
    assert "- recall: **97.5 %** (≥ 98); 100 questions (first sight, 2026-11-20)" in told
    assert "99" not in told
    assert told.startswith("a\n<!-- figures")
    assert history.figures(told, rows) == told


def test_a_line_that_is_no_row_is_named(tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    file.write_text(
        row().model_dump_json() + '\n{"date": "2026-11-20", "value": "many"}\n', "utf-8"
    )
    with pytest.raises(ConfigError, match=r"history.jsonl, line 2: .*value"):
        history.load(file)


def test_a_figure_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "FILE", tmp_path / "history.jsonl")
    monkeypatch.setattr(history, "PAGE", tmp_path / "page.md")
    history.FILE.write_text(row().model_dump_json() + "\n", "utf-8")
    history.PAGE.write_text("<!-- figures: bench-label -->\n<!-- /figures -->\n", "utf-8")
    words = ["make bench-label", "recall", "99.5", "--unit", "%", "--material", "200 questions"]
    done = CliRunner().invoke(history.main, words)
    assert done.exit_code == 0, done.output
    assert [one.value for one in history.load(history.FILE)] == [98.0, 99.5]
    assert "- recall: 99.5 %; 200 questions" in history.PAGE.read_text("utf-8")
