"""`cpsyexam plan`: counts in, quotas and problems out; the picture."""

import json
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from bench.population import frame, released, row, size
from cpsyexam.errors import SourceError, StageError
from cpsyexam.records import RawQuestion
from pipeline.commands.plan import command
from splitting.plan import plan_counts, read_counts
from splitting.plot import draw_plan
from splitting.settings import SplitSettings


@pytest.fixture
def counts(tmp_path: Path) -> Path:
    """The released population as COUNTS.csv."""
    lines = ["task,exam,subject,format,count"]
    for cell in released():
        lines.append(",".join([*(cell[n] for n in ("task", "exam", "subject", "format"))]))
        lines[-1] += f",{size(cell)}"
    path = tmp_path / "counts.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_counts_alone_give_the_released_quotas(counts: Path) -> None:
    plan, _ = plan_counts(read_counts(counts), SplitSettings(quotas="cpsyexam"))
    got = {r[:4]: r[4] for r in plan.select("task", "exam", "subject", "format", "test").rows()}
    for cell in released():
        want = int(cell["test"])
        key = cell["task"], cell["exam"], cell["subject"], cell["format"]
        assert abs(got[key] - want) <= max(2, 0.05 * want), cell
    for form, total in (("SCQ", 2321), ("MAQ", 781)):
        assert plan.filter(task="KG", format=form)["test"].sum() == total


def test_json_lines_tell_strata_and_problems(counts: Path) -> None:
    result = CliRunner().invoke(command, [str(counts), "--quotas", "cpsyexam", "--json"])
    assert result.exit_code == 0
    rows = [json.loads(line) for line in result.output.splitlines()]
    strata = [r for r in rows if r["kind"] == "stratum"]
    assert len(strata) == 84
    assert {"test", "reserved", "dev", "train", "note"} <= strata[0].keys()
    assert any(r["kind"] == "problem" and r["subject"] == "人格心理学" for r in rows)


def test_the_table_ends_with_totals(counts: Path) -> None:
    result = CliRunner().invoke(command, [str(counts), "--quotas", "cpsyexam"], terminal_width=200)
    assert result.exit_code == 0
    assert "not feasible as asked" in result.output


@pytest.mark.slow
def test_the_picture_is_the_same_file_every_time(counts: Path, tmp_path: Path) -> None:
    plan, _ = plan_counts(read_counts(counts), SplitSettings(quotas="cpsyexam"))
    draw_plan(plan, tmp_path / "a.svg")
    draw_plan(plan, tmp_path / "b.svg")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    drawn = (tmp_path / "a.svg").read_text("utf-8")
    for name in ("train", "dev", "test", "reserved", "questions"):
        assert f"<!-- {name} -->" in drawn, "the legend and the axis say what is what"
    draw_plan(plan, tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("task,exam,subject,format\n", "no column 'count'"),
        ("task,exam,subject,format,count\nXX,GEE,a,SCQ,1\n", "line 2: task 'XX' is none of KG, CA"),
        ("task,exam,subject,format,count\nKG,ABC,a,SCQ,1\n", "line 2: exam 'ABC' is none of"),
        ("task,exam,subject,format,count\nKG,GEE,a,SCQ,-1\n", "line 2: count '-1' is no number"),
        ("", "not a readable CSV"),
    ],
)
def test_bad_counts_are_named_with_their_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "counts.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SourceError, match=message):
        read_counts(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such file"):
        read_counts(tmp_path / "none.csv")


def test_a_recipe_is_planned_from_what_its_build_has_shuffled(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    rows = frame(row("KG", "GEE", "人格心理学", "SCQ") for _ in range(50))
    copies = pl.DataFrame(schema=dict.fromkeys(("raw_id", "id", "source"), pl.String))
    tables = {"shuffled/kept": rows, "parsed/kept": RawQuestion.create_empty()}
    for name, table in (tables | {"unique/copies": copies}).items():
        path = tmp_path / "build" / f"{name}.parquet"
        path.parent.mkdir(parents=True)
        table.write_parquet(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        result = CliRunner().invoke(command, ["dataset.toml", "--out", str(tmp_path), "--json"])
    assert result.exit_code == 0, result.output
    first = json.loads(result.output.splitlines()[0])
    assert (first["subject"], first["population"]) == ("人格心理学", 50)
    assert first["train"] + first["dev"] + first["test"] + first["reserved"] == 50


def test_a_recipe_without_a_build_says_what_to_do(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(Path(__file__).parents[2])
        result = CliRunner().invoke(command, ["dataset.toml", "--out", str(tmp_path)])
    assert isinstance(result.exception, StageError)
    assert "cpsyexam build" in str(result.exception)
