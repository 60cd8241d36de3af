"""Other fields than psychology, from TOML alone: a law exam and a nursing exam."""

import json
from collections.abc import Callable
from pathlib import Path

import openpyxl
import polars as pl
import pytest
from click.testing import CliRunner

from cpsyexam import taxonomy
from cpsyexam.errors import ConfigError
from manifests.audit import audit
from pipeline.cli import cli
from pipeline.paths import Paths
from tests.matrix import some

ROOT = Path(__file__).resolve().parents[2]
Make = Callable[[str], Path]
LAW = 'name = "x"\n[exams.LAW.subjects]\n"刑法" = ""\n'


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """Build a field's sample once; gives the folder that holds build/ and releases/."""
    made: dict[str, Path] = {}

    def built(field: str) -> Path:
        if field not in made:
            root = tmp_path_factory.mktemp(field)
            recipe = f"samples/fields/{field}/recipe.toml"
            done = CliRunner().invoke(cli, ["build", recipe, "--out", str(root), "--workers", "1"])
            assert done.exit_code == 0, done.output
            (root / "said.txt").write_text(done.stderr + done.stdout, "utf-8")
            made[field] = root
        return made[field]

    return built


@pytest.fixture(autouse=True)
def at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def rows(root: Path) -> pl.DataFrame:
    return pl.read_parquet(root / "build/split/kept.parquet")


@pytest.mark.parametrize(
    ("field", "exam", "subjects", "case"),
    [("law", "NJE", 4, "CS"), ("nursing", "NLE", 4, "PT")],
)
def test_a_field_is_built_from_toml_alone(
    make: Make, field: str, exam: str, subjects: int, case: str
) -> None:
    root = make(field)
    found = rows(root)
    assert found.height >= 60
    assert set(found["exam"]) == {exam}
    assert found["subject"].n_unique() == subjects
    assert set(found["task"]) == {"KG", case}
    assert {"train", "dev", "test", "reserved"} == set(found["split"])
    assert pl.read_parquet(root / "build/labeled/rejected.parquet").is_empty()
    folder = root / f"releases/{field}-sample-0.1.0"
    for text in ("README.md", "croissant.json", "eval.yaml", "LICENSE"):
        said = (folder / text).read_text("utf-8").lower()
        assert "psycholog" not in said
        assert "counsel" not in said
    card = (folder / "README.md").read_text("utf-8")
    assert f"Chinese {field} examination questions" in card
    assert f"| {case} |" in card
    assert (folder / f"data/{exam}").is_dir()


@pytest.mark.parametrize("field", ["law", "nursing"])
def test_an_audit_takes_the_taxonomy_from_the_release(make: Make, field: str) -> None:
    folder = make(field) / f"releases/{field}-sample-0.1.0"
    assert taxonomy.exams()[0] == "GEE"
    checks = audit(folder, reserve=make(field) / f"reserve/{field}-sample-0.1.0")
    assert [check.name for check in checks if not check.ok] == []
    assert taxonomy.exams()[0] == "GEE"


def test_a_piped_build_prints_an_estimate_and_a_line_a_stage(make: Make) -> None:
    root = make("nursing")
    said = (root / "said.txt").read_text("utf-8")
    lines = said.splitlines()
    assert lines[0].startswith("nursing-sample-0.1.0: files ")
    assert "about" in lines[0]
    assert "on disk" in lines[0]
    assert lines[1].startswith("files: 67 kept · ")
    assert "pieces set aside" in lines[1]
    assert [line.partition(":")[0] for line in lines[2:12]] == [
        "parsed", "reviewed", "cleaned", "gated", "unique", "labeled", "relabeled", "shuffled",
        "split", "release",
    ]  # fmt: skip
    assert "Shares of every subject and format: test 15%" in said
    recipe = "samples/fields/nursing/recipe.toml"
    args = ["build", recipe, "--out", str(root), "--workers", "1"]
    again = CliRunner().invoke(cli, args)
    assert "the last build took" in again.stderr
    assert "kept · unchanged" in again.stderr
    assert CliRunner().invoke(cli, [*args, "--quiet"]).stderr == ""


def test_people_decide_by_the_tasks_of_the_field(make: Make, tmp_path: Path) -> None:
    root = make("law")
    name = rows(root).filter(pl.col("task") == "KG", pl.col("split") == "train")["raw_id"][0]
    place = ["--out", str(root), "--decisions", str(tmp_path), "--by", "lin"]
    told = ["decide", name, "--task", "CS", "--why", "问的是案例", *place]
    done = CliRunner().invoke(cli, told)
    assert done.exit_code == 0, done.exception
    wrong = CliRunner().invoke(cli, [*told[:3], "CA", *told[4:]])
    assert isinstance(wrong.exception, ConfigError)
    with Paths(root).field():
        assert taxonomy.exams() == ("NJE",)
    assert taxonomy.exams()[0] == "GEE"


@pytest.mark.parametrize(("field", "exam"), some([("nursing", "NLE"), ("law", "NJE")], 2))
def test_a_field_is_evaluated_and_reviewed_like_the_sample(
    make: Make, field: str, exam: str, tmp_path: Path
) -> None:
    root = make(field)
    asked = CliRunner().invoke(cli, ["evaluate", "--out", str(root)], env={"COLUMNS": "80"})
    assert asked.exit_code == 0, asked.output
    assert "baseline: random" in asked.output
    page = (root / "evaluations/results.html").read_text("utf-8")
    assert f"{field}-sample-0.1.0" in page
    assert "psycholog" not in page.lower()
    queue = tmp_path / "queue.xlsx"
    folders = ["--reviews", str(tmp_path / "reviews"), "--out", str(root)]
    told = CliRunner().invoke(cli, ["review", "export", str(queue), "--to", "xlsx", *folders])
    assert told.exit_code == 0, told.output
    listed = openpyxl.load_workbook(queue).worksheets[0]
    cells = {str(cell.value) for row in listed.iter_rows() for cell in row}
    assert listed.max_row > 1
    assert cells & set(pl.read_parquet(root / "build/parsed/kept.parquet")["stem"])
    chosen = rows(root).filter(split="train", format="SCQ").row(0, named=True)
    kept = str(tmp_path / "decisions")
    why = ["--why", "answer of the official key", "--by", "lin"]
    said = ["decide", chosen["id"], "--accept", *why, "--decisions", kept, "--out", str(root)]
    decided = CliRunner().invoke(cli, said)
    assert decided.exit_code == 0, decided.output
    (line,) = (tmp_path / "decisions/lin.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line)["verdict"] == "accept"
    assert exam in set(rows(root)["exam"])


def test_another_taxonomy_put_into_a_release_is_found(make: Make, tmp_path: Path) -> None:
    folder = make("law") / "releases/law-sample-0.1.0"
    copy = tmp_path / "law"
    for path in folder.rglob("*"):
        if path.is_file():
            target = copy / path.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    place = copy / taxonomy.PLACE
    told = json.loads(place.read_text("utf-8"))
    del told["exams"]["NJE"]["subjects"]["刑法"]
    place.write_text(json.dumps(told, ensure_ascii=False), "utf-8")
    failed = {check.name for check in audit(copy) if not check.ok}
    assert {"files", "schema"} <= failed


def test_shared_options_and_shared_cases_stay_whole(make: Make) -> None:
    found = rows(make("nursing"))
    shared = found.filter(pl.col("stem").str.contains("处方外文缩写"))
    assert shared.height == 3
    assert shared["options"].list.sort().n_unique() == 1
    answers = {row["stem"][6:9]: row["options"][row["answer"][0]] for row in shared.to_dicts()}
    assert answers == {"qd表": "每日1次", "bid": "每日2次", "tid": "每日3次"}
    cases = found.filter(pl.col("material") != "")
    assert cases.height == 15
    assert set(cases["task"]) == {"PT"}
    assert cases.group_by("material").agg(pl.col("split").n_unique())["split"].max() == 1


def test_indefinite_questions_and_open_ones_get_their_formats(make: Make) -> None:
    found = rows(make("law"))
    indefinite = found.filter(declared="INDEF")
    assert indefinite.height == 4
    assert set(indefinite["format"]) == {"MAQ"}
    on_cases = found.filter(format="QA", task="CS")
    assert on_cases.height == 5
    assert set(on_cases["category"]) == {"classification", "result"}


def test_a_preset_of_the_taxonomy_gives_its_numbers(tmp_path: Path) -> None:
    counts = tmp_path / "counts.csv"
    lines = ["task,exam,subject,format,count"]
    lines += [f"KG,NJE,{subject},SCQ,40" for subject in ("刑法", "民法", "行政法")]
    counts.write_text("\n".join(lines) + "\n", "utf-8")
    recipe = "samples/fields/law/recipe.toml"
    args = ["plan", str(counts), "--recipe", recipe, "--quotas", "standard", "--json"]
    done = CliRunner().invoke(cli, args)
    assert done.exit_code == 0, done.output
    strata = [json.loads(line) for line in done.output.splitlines()]
    assert sum(one["test"] for one in strata if one["kind"] == "stratum") == 10


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('name = "x"\n', "exams is missing"),
        ('name = "x"\n[exams.law.subjects]\n"刑法" = ""\n', "exams.law"),
        ('name = "x"\n[exams.KG.subjects]\n"刑法" = ""\n', "KG names two things"),
        (
            'name = "x"\n[exams.LAW]\ntasks = ["ZZ"]\n[exams.LAW.subjects]\n"刑法" = ""\n',
            "exam LAW has an unknown task 'ZZ'",
        ),
        (
            LAW + '[[category_keywords]]\nname = "n"\npattern = "("\nweight = 1.0\nreason = "r"\n',
            "keyword 'n' has no valid pattern",
        ),
        (
            'name = "x"\n[exams.LAW.subjects]\n"刑法" = ""\n[types]\n"A1" = "ABC"\n',
            "is none of SCQ",
        ),
    ],
)
def test_a_wrong_taxonomy_is_one_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "taxonomy.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as caught:
        taxonomy.read(path)
    assert said in caught.value.line()
    assert str(path) in caught.value.line()
