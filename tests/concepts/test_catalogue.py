"""The project's own catalogue, and what a check says of a broken one."""

from pathlib import Path

import pytest

from concepts import PSYCHOLOGY
from concepts.checking import check
from concepts.reading import read_catalogue
from concepts.status import status
from cpsyexam.errors import ConfigError

SUBJECT = """name = "护理学"
exam = "GEE"
listed_as = "普通心理学"
source = "test"
licence = "CC0-1.0"

[[chapters]]
name = "基础护理"

[[chapters.concepts]]
name = "无菌技术"
description = "在操作中防止一切微生物侵入人体并保持无菌物品不被污染的技术。"
prompts = ["theory"]
"""


def test_the_own_catalogue_is_sound() -> None:
    assert check(PSYCHOLOGY) == []


def test_the_own_catalogue_has_the_chapters_of_the_paper() -> None:
    frame = status(read_catalogue(PSYCHOLOGY))
    assert frame["subject"].n_unique() == 12
    assert frame.height == 84
    assert frame["concepts"].sum() >= 240
    assert (frame["concepts"] > 0).all()
    # sums of the tables of chapters; the paper's text says 1,383 and 4,573
    assert (frame["wanted"].sum(), frame["questions_wanted"].sum()) == (1359, 4571)


def test_descriptions_of_the_own_catalogue_differ() -> None:
    told = [entry.concept.description for entry in read_catalogue(PSYCHOLOGY).entries()]
    assert len(set(told)) == len(told)


def test_a_catalogue_of_another_field_is_read(tmp_path: Path) -> None:
    path = tmp_path / "nursing.toml"
    path.write_text(SUBJECT, "utf-8")
    assert check(path) == []
    assert [e.id for e in read_catalogue(path).entries()] == ["护理学/基础护理/无菌技术"]


@pytest.mark.parametrize(
    ("before", "after", "row", "said"),
    [
        ('prompts = ["theory"]', 'prompts = ["theroy"]', 10, "use theory, case"),
        ('prompts = ["theory"]', "prompts = []", 10, "prompts"),
        ("description =", "descripton =", 10, "'description' is missing"),
        ('name = "无菌技术"', 'name = "无菌/技术"', 10, "name"),
        ('prompts = ["theory"]', 'prompts = ["calculation"]', 10, "without formula or example"),
        ('"theory"]', '"theory"]\nexample = "2*3=7"', 10, "does not add up: 2*3 = 7"),
        ("在操作中防止一切微生物侵入人体并保持无菌物品不被污染的技术。", "略", 10, "1 characters"),
        ('exam = "GEE"', 'exam = "GRE"', 1, "choose from GEE"),
        ('listed_as = "普通心理学"', 'listed_as = "护理学"', 1, "has no subject"),
        ('licence = "CC0-1.0"', 'licence = "CC0-1.0', 5, "pairs"),
    ],
)
def test_a_problem_names_file_row_and_remedy(
    tmp_path: Path, before: str, after: str, row: int, said: str
) -> None:
    path = tmp_path / "nursing.toml"
    path.write_text(SUBJECT.replace(before, after, 1), "utf-8")
    problems = [problem for problem in check(path) if said in problem.line()]
    assert [(p.file, p.row) for p in problems] == [(path, row)]
    assert problems[0].remedy


def test_a_chapter_has_concepts(tmp_path: Path) -> None:
    path = tmp_path / "nursing.toml"
    path.write_text(SUBJECT + '\n[[chapters]]\nname = "给药"\n', "utf-8")
    [problem] = check(path)
    assert (problem.row, problem.what) == (15, "chapter '给药' has no concept")


def test_a_concept_stands_there_once(tmp_path: Path) -> None:
    concept = SUBJECT[SUBJECT.index("[[chapters.concepts]]") :]
    path = tmp_path / "nursing.toml"
    path.write_text(SUBJECT + "\n" + concept, "utf-8")
    assert [p.row for p in check(path)] == [15]
    with pytest.raises(ConfigError, match="twice"):
        read_catalogue(path)


def test_a_missing_catalogue_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cpsyexam concepts import"):
        read_catalogue(tmp_path)
