"""Which concepts questions touch, beside chance."""

import json
import random
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from bench.coverage import LABELS, labelled, measure
from bench.frame import SHARED
from concepts import PSYCHOLOGY
from concepts.assignment import assign, index_of
from concepts.coverage import blind, counted, crowded, expected, rates, spread, units
from concepts.reading import read_catalogue
from concepts.schema import Chapter, Concept, Subject
from cpsyexam import taxonomy
from cpsyexam.errors import ConfigError
from pipeline.cli import cli
from pipeline.commands.coverage import catalogue_of

CATALOGUE = read_catalogue(PSYCHOLOGY)


def _question(stem: str, *options: str, answer: int = 0) -> pl.DataFrame:
    row = {
        "raw_id": "r",
        "material": "",
        "stem": stem,
        "options": list(options),
        "answer": [answer],
    }
    return pl.DataFrame([row])


@pytest.mark.parametrize(
    ("stem", "right", "concept"),
    [
        ("看到别人因分享受表扬，自己也更愿意分享，这体现了", "替代强化", "观察学习"),
        ("同一目标对人既有吸引力又有排斥力，由此产生的冲突是", "趋避冲突", "动机冲突"),
        ("测验的标准差为15、信度为0.91，测量标准误约为", "4.5", "测量标准误"),
        ("咨询师发现来访者有自杀危险时联系其家人，依据的是", "保密例外", "保密与例外"),
    ],
)
def test_a_question_finds_its_concept(stem: str, right: str, concept: str) -> None:
    index = index_of(CATALOGUE)
    [name] = assign(_question(stem, right, "其他", "以上都不对"), index)["concept"]
    assert name.endswith(f"/{concept}")


def test_a_question_of_another_field_finds_none() -> None:
    index = index_of(CATALOGUE)
    found = assign(
        _question("混凝土养护期间应保持表面湿润，养护天数一般不少于", "7天", "1天"), index
    )
    assert found.select("concept", "chapter").row(0) == ("", "")


def test_chance_is_what_draws_give() -> None:
    shares, n = [0.5, 0.3, 0.15, 0.05], 7
    dice = random.Random(1)
    for least in (1, 2):
        met = 0
        for _ in range(4000):
            drawn = dice.choices(range(4), shares, k=n)
            met += sum(drawn.count(unit) >= least for unit in range(4))
        assert expected(shares, n, least) == pytest.approx(met / 16000, abs=0.01)


def test_chance_at_the_size_of_the_paper() -> None:
    """232 questions over 84 chapters: the published coverage of 0.59 is far below chance."""
    required = units(CATALOGUE, "chapter")
    assert expected(required["weight"], 232) == pytest.approx(0.81, abs=0.01)
    assert expected([1 / 84] * 84, 232) == pytest.approx(0.94, abs=0.01)


def _catalogue(*sizes: int) -> pl.DataFrame:
    def concepts(count: int, chapter: int) -> tuple[Concept, ...]:
        return tuple(
            Concept(name=f"{chapter}.{n}", description="", prompts=("theory",))
            for n in range(count)
        )

    chapters = tuple(
        Chapter(name=str(i), wanted_concepts=size, concepts=concepts(2, i))
        for i, size in enumerate(sizes)
    )
    subject = Subject(name="s", exam="GEE", listed_as="s", source="", licence="", chapters=chapters)
    return units(type(CATALOGUE)("test", (subject,)), "concept")


def test_rates_blind_spots_and_crowds() -> None:
    counts = counted(["s/0/0.0", "s/0/0.0", "s/1/1.0", "gone", ""], _catalogue(1, 3))
    [row] = rates(counts).iter_rows(named=True)
    assert (row["required"], row["questions"], row["touched"], row["rate"]) == (4, 3, 2, 0.5)
    assert rates(counts, least=2)["touched"].to_list() == [1]
    assert rates(counts, by=["chapter"])["touched"].to_list() == [1, 1]
    assert blind(counts) == ["s/0/0.1", "s/1/1.1"]
    assert crowded(counts)["unit"].to_list() == ["s/0/0.0", "s/1/1.0"]
    assert crowded(counts)["times"][0] == pytest.approx(2 / (3 / 8))


def test_spread_without_noise() -> None:
    """Evenly drawn questions have no real spread; crowded ones keep theirs."""
    required = _catalogue(*[1] * 50)
    dice = random.Random(2)
    names = required["unit"].to_list()
    even = spread(counted(dice.choices(names, k=300), required))
    assert even.observed > 0.4
    assert even.real < 0.2
    skewed = spread(counted(dice.choices(names, [1, 9] * 50, k=3000), required))
    assert skewed.real == pytest.approx(0.8, abs=0.06)


def test_labels_are_ids_only() -> None:
    known = {entry.id for entry in CATALOGUE.entries()}
    rows = [json.loads(line) for line in LABELS.read_text("utf-8").splitlines()]
    assert len(rows) >= 300
    for row in rows:
        assert set(row) == {"id", "concepts", "chapters"}
        assert set(row["concepts"]) <= known


def test_several_concepts_of_a_question_count_each() -> None:
    rows = pl.DataFrame(
        {
            "raw_id": ["a", "b"],
            "half": [1, 1],
            "concepts": [["x", "y"], []],
            "chapters": [["c"], ["c"]],
        }
    )
    said = pl.DataFrame(
        {"raw_id": ["a", "a", "b"], "concept": ["x", "z", ""], "chapter": ["c", "c", "c"]}
    )
    _, _, concept, chapter = measure(rows, said)
    assert (concept["assigned"], concept["precision"], concept["recall"]) == (2, 0.5, 0.5)
    assert (chapter["assigned"], chapter["precision"], chapter["recall"]) == (2, 1.0, 1.0)


@pytest.mark.slow
@pytest.mark.skipif(not (SHARED / "cpsyexam").is_dir(), reason="the released sets are not here")
def test_retrieval_on_real_questions() -> None:
    rows = labelled(SHARED / "cpsyexam")
    found = measure(rows, assign(rows, index_of(CATALOGUE)))
    [concept] = [m for m in found if (m["half"], m["level"]) == ("held out", "concept")]
    assert float(str(concept["precision"])) >= 0.78
    assert float(str(concept["recall"])) >= 0.55


def test_the_verb_on_the_sample(tmp_path: Path) -> None:
    page = tmp_path / "coverage.html"
    done = CliRunner().invoke(cli, ["coverage", "--html", str(page)])
    assert done.exit_code == 0, done.output
    assert "blind spots" in done.output
    assert "Chapters by subject" in page.read_text("utf-8")
    figures = json.loads(CliRunner().invoke(cli, ["coverage", "--json"]).stdout)
    assert len(figures["tables"]["Concepts by chapter"]) == 84


def test_a_release_of_another_field_asks_for_its_catalogue(tmp_path: Path) -> None:
    law = taxonomy.Taxonomy.model_validate(
        {"name": "law", "words": {"field": "law", "chinese": "法律"},
         "exams": {"LAW": {"subjects": {"民法": ""}}}}
    )  # fmt: skip
    (tmp_path / "provenance").mkdir()
    (tmp_path / taxonomy.PLACE).write_text(law.text(), "utf-8")
    with pytest.raises(ConfigError, match="no catalogue of concepts for the field law"):
        catalogue_of(tmp_path)
    (tmp_path / taxonomy.PLACE).write_text(taxonomy.psychology().text(), "utf-8")
    assert catalogue_of(tmp_path) == PSYCHOLOGY
