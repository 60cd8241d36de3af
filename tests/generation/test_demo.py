"""The recorded journal becomes a release: built, audited and measured without a network."""

import csv
import json
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner, Result

from bench.endpoint import Endpoint
from manifests.checks.splits import concepts
from manifests.release_reader import ReleaseReader
from pipeline.cli import cli

LABEL = "cpsyexam-concepts-0.1.0"


def _run(*args: object) -> Result:
    return CliRunner().invoke(cli, [str(arg) for arg in args])


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("demo")
    built = _run("build", "recipes/concepts.toml", "--out", str(out), "--workers", "1")
    assert built.exit_code == 0, built.output
    return out


@pytest.mark.slow
def test_every_question_carries_its_concept(root: Path) -> None:
    kept = pl.read_parquet(root / "build" / "split" / "kept.parquet")
    held = pl.read_parquet(root / "build" / "gated" / "held.parquet")
    assert set(held["rule"]) == {"written"}  # what checked them has a doubt
    assert kept.height + held.height >= 240
    assert held.height < 40
    notes = kept["notes"].list.eval(pl.element().str.extract(r"^([a-z]+):"))
    for needed in ("concept", "prompt", "model", "price", "date"):
        assert notes.list.contains(needed).all(), needed
    assert set(kept["split"]) == {"train", "dev", "valid", "test", "reserved"}


def test_dev_holds_exemplars_of_all_twelve_subjects(root: Path) -> None:
    kept = pl.read_parquet(root / "build" / "split" / "kept.parquet")
    subject = pl.col("notes").list.first().str.extract("^concept:([^/]*)/")
    dev = kept.filter(pl.col("split") == "dev").group_by(subject.alias("subject")).len()
    assert dev.height == 12
    assert set(dev["len"]) == {5}


def test_valid_is_a_tenth_of_what_stays(root: Path) -> None:
    kept = pl.read_parquet(root / "build" / "split" / "kept.parquet")
    valid, test = (kept.filter(pl.col("split") == name).height for name in ("valid", "test"))
    assert valid == pytest.approx((valid + test) / 10, abs=1)


def test_cards_say_that_nobody_has_reviewed(root: Path) -> None:
    folder = root / "releases" / LABEL
    kept = pl.read_parquet(root / "build" / "split" / "kept.parquet")
    public = kept.filter(pl.col("split") != "reserved").height
    english = " ".join((folder / "README.md").read_text("utf-8").split())
    assert f"None of the {public} public questions was decided on by a person" in english
    assert "no reviewer unless the section above says so" in english
    chinese = (folder / "README.zh.md").read_text("utf-8")
    assert f"{public} 道公开题中，经人工判断的有 0 道" in chinese
    assert "没有人审核过" in chinese
    assert "印在哪里" not in chinese
    report = (folder / "report.html").read_text("utf-8")
    assert f"0 of {public} public questions decided on; no person has checked a key" in report


def test_the_card_tells_generated_questions_apart(root: Path) -> None:
    text = (root / "releases" / LABEL / "README.md").read_text("utf-8")
    report = (root / "releases" / LABEL / "report.html").read_text("utf-8")
    kept = pl.read_parquet(root / "build" / "split" / "kept.parquet")
    public = kept.filter(pl.col("split") != "reserved").height
    assert f"| generated | {public} | 26 | 60 | 12 |" in text
    row = next(line for line in text.splitlines() if line.startswith("| written | written-by-hand"))
    assert "temperature 0.7" in row
    assert "`f3d24f19f222`" in row
    assert "2026-11-22" in row
    assert "CC0-1.0" in row.split("|")[-2]
    assert "Printed and generated" in report


def test_the_audit_passes_and_checks_concepts(root: Path) -> None:
    done = _run("audit", "--out", str(root))
    assert done.exit_code == 0, done.output
    assert "concepts" in done.output


def test_a_concept_in_dev_and_test_fails_the_audit(root: Path) -> None:
    folder = root / "releases" / LABEL
    assert list(concepts(ReleaseReader(folder))) == []
    shard = next(folder.glob("provenance/*/test-*.parquet"))
    dev = pl.read_parquet(next(folder.glob("provenance/*/dev-*.parquet")))
    whole = shard.read_bytes()
    try:
        rows = pl.read_parquet(shard)
        pl.concat([rows.head(1).with_columns(dev["notes"].head(1)), rows.slice(1)]).write_parquet(
            shard
        )
        [problem] = concepts(ReleaseReader(folder))
    finally:
        shard.write_bytes(whole)
    assert "lies in dev and test" in problem
    assert "by = chapter" in problem


def test_coverage_of_the_release(root: Path) -> None:
    page = root / "coverage.html"
    folder = str(root / "releases" / LABEL)
    done = _run("coverage", folder, "--json", "--to", str(page))
    assert done.exit_code == 0, done.output
    figures = json.loads(done.stdout)
    # all that is public; the release knows the concepts of its questions
    assert figures["questions"] >= 200
    assert figures["unassigned"] == 0
    [whole] = [rows for title, rows in figures["tables"].items() if "questions of" in title]
    assert whole[0]["touched"] == 58
    assert page.is_file()


def test_questions_in_other_words(root: Path, tmp_path: Path) -> None:
    def answer(messages: list[dict[str, str]]) -> str:
        told = messages[1]["content"].splitlines()
        if "改写试题" not in messages[0]["content"]:
            return '{"answer": "A"}'
        options = [line[3:] for line in told if line[1:3] == ". "]
        stem = "请判断：" + "，".join(line for line in told if line[1:3] != ". ") + "请选出一项。"
        return json.dumps({"stem": stem, "options": options}, ensure_ascii=False)

    with Endpoint(answerer=answer) as endpoint:
        source = tmp_path / "words.toml"
        source.write_text(
            f'journal = "{tmp_path}/words.jsonl"\n[model]\nname = "stub"\n'
            f'base_url = "{endpoint.base_url}"\n',
            "utf-8",
        )
        told = ["paraphrase", str(source), "--out", str(root), "--to", f"{tmp_path}/p.jsonl"]
        done = _run(*told, "--split", "dev", "--answers", "1")
    assert done.exit_code == 0, done.output
    good = [json.loads(line) for line in (tmp_path / "p.jsonl").read_text("utf-8").splitlines()]
    bad = [
        json.loads(line) for line in (tmp_path / "p.rejected.jsonl").read_text("utf-8").splitlines()
    ]
    assert len(good) + len(bad) == 60
    assert 5 <= len(good) <= 30  # one key in four is A
    assert {"id", "question", "options", "material", "agreed"} <= good[0].keys()
    assert {row["rule"] for row in bad} >= {"key_disputed"}


def test_people_stand_beside_models(root: Path, tmp_path: Path) -> None:
    path = tmp_path / "paper.csv"
    done = _run("people", "paper", "--out", str(root), "--split", "dev", "--each", 3, "--to", path)
    assert done.exit_code == 0, done.output
    asked = pl.read_csv(path, infer_schema=False)
    assert asked.height == 30
    one = asked.with_columns(group=pl.lit("professional"), person=pl.lit("p1"), answer=pl.lit("A"))
    two = asked.head(5).with_columns(group=pl.lit("layperson"), person=pl.lit("l1"))
    filled = tmp_path / "filled.csv"
    pl.concat([one, two.with_columns(answer=pl.lit("b"))]).write_csv(filled)
    done = _run("people", "answers", filled, "--out", str(root), "--split", "dev")
    assert done.exit_code == 0, done.output
    runs = [json.loads(p.read_text("utf-8")) for p in root.glob("evaluations/*/run.json")]
    assert {run["model"] for run in runs} == {"human:professional/p1", "human:layperson/l1"}
    answers = pl.concat([pl.read_parquet(p) for p in root.glob("evaluations/*/answers.parquet")])
    given = answers.filter(pl.col("error") == "")
    assert dict(given["model"].value_counts().iter_rows()) == {
        "human:professional/p1": 30, "human:layperson/l1": 5,
    }  # fmt: skip
    assert set(given["said"].list.first()) == {0, 1}


def test_pairs_of_a_release_and_a_bank(root: Path, tmp_path: Path) -> None:
    release = next((root / "releases").iterdir())
    done = _run("people", "pairs", release, "samples/banks/structured.json", "--to", tmp_path)
    assert done.exit_code == 0, done.output
    with (tmp_path / "pairs-key.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows
    assert {row["generated"] for row in rows} <= {"left", "right"}
