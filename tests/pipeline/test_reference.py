"""The pages made from the code are up to date and leave nothing unexplained."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline import reference
from pipeline.cli import cli

DOCS = Path(__file__).resolve().parents[2] / "docs/reference"


@pytest.mark.parametrize("name", reference.PAGES)
def test_a_page_is_what_the_code_says(name: str) -> None:
    told = (DOCS / name).read_text("utf-8")
    assert told == reference.PAGES[name](), "run python docs/make_reference.py"


def test_every_key_of_a_recipe_has_a_meaning() -> None:
    rows = re.findall(r"^- `([^`]+)`(?: \(.+?\))?:(.*)$", reference.recipe(), re.MULTILINE)
    assert len(rows) > 120
    assert [name for name, meaning in rows if not meaning.strip()] == []


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        ("words", "reserve (保留集): "),
        ("rules", "unique  conflicting_answers: "),
        ("rules", "labeled  exam_unknown: "),
        ("flags", "case_missing: "),
        ("notes", "number:row: no number: the line above a row of options"),
        ("doubt:nothing_sought", "doubt:nothing_sought: the stem neither asks"),
        ("leftover_copy_guard", "leftover_copy_guard: signs that a forum strews"),
        ("tables", "unique/edges"),
        ("recipe", "## [split]"),
        ("completion", "_CPSYEXAM_COMPLETE=bash_source"),
        ("build", "Example: cpsyexam build"),
        ("missing_answer", "cleaned  missing_answer: there is no answer"),
        ("MAQ", "MAQ (多项选择题): "),
        ("GEE", "GEE (研究生入学考试): "),
        ("题库", "bank (题库): "),
    ],
)
def test_help_explains_a_topic(topic: str, said: str) -> None:
    result = CliRunner().invoke(cli, ["help", topic])
    assert result.exit_code == 0
    assert said in result.output


def test_help_names_its_topics_where_one_is_unknown() -> None:
    result = CliRunner().invoke(cli, ["help", "foo"])
    assert result.exit_code == 2
    assert "topics are words, rules, flags, notes" in result.output
