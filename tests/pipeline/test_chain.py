"""The chain is written once: what CONTRIBUTING.md adds to it is found everywhere."""

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import dataframely as dy
import polars as pl
import pytest
from click.testing import CliRunner

from cpsyexam import chain, stage
from cpsyexam.chain import CHAIN, Chain, SourceKind, StageEntry
from cpsyexam.config import Settings
from pipeline.cli import cli
from samples.scoring.tables import load

ROOT = Path(__file__).resolve().parents[2]
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PACKAGES = set(CONFIG["tool"]["importlinter"]["root_packages"])
LEAFLET = """1.对经常得到强化的反应停止强化，该反应逐渐减弱直至不再出现，这一现象是（　　）。
A.消退
B.泛化
C.分化
D.恢复
答案：A
2.学习者先前的知识经验对后来学习的影响称为（　　）。
A.同化
B.顺应
C.平衡
D.迁移
答案：D
"""
RECIPE = """
name = "invented"
version = "0.1.0"
keys = {{ split = "{root}/samples/keys/split.key", salt = "{root}/samples/keys/salt.key" }}

[leaflets]
sources = ["{folder}/leaflet.txt", "{folder}/blank.txt"]

[banks]
sources = ["{root}/samples/banks/structured.toml"]

[proofread]
word = "先前的知识经验"

[split]
reserved = 0.2
min_train = 1
few_shot = 1
"""


@pytest.fixture(scope="module")
def blocks() -> list[tuple[str, str]]:
    """The code of CONTRIBUTING.md: the file that each block is for, and its text."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    return re.findall(r"```python\n# (\S+)\n(.*?)```", text, re.DOTALL)


@pytest.fixture(scope="module")
def extended(
    blocks: list[tuple[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Chain]:
    """The chain as CONTRIBUTING.md says to extend it; nothing else is told of the entries."""
    folder = tmp_path_factory.mktemp("packages")
    entries = []
    for path, code in blocks:
        if path == "cpsyexam/chain.py":
            entries.append(eval(code, {"SourceKind": SourceKind, "StageEntry": StageEntry}))
        else:
            (folder / path).parent.mkdir()
            (folder / path).write_text(code, "utf-8")
            (folder / path).with_name("__init__.py").write_text("")
    kind = next(entry for entry in entries if isinstance(entry, SourceKind))
    stage = next(entry for entry in entries if isinstance(entry, StageEntry))
    place = CHAIN.stage_names.index("cleaned") + 1
    stages = (*CHAIN.stages[:place], stage, *CHAIN.stages[place:])
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield replace(CHAIN, kinds=(*CHAIN.kinds, kind), stages=stages)


@pytest.fixture(scope="module")
def built(extended: Chain, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A release of a recipe that names both."""
    folder = tmp_path_factory.mktemp("invented")
    (folder / "leaflet.txt").write_text(LEAFLET, "utf-8")
    (folder / "blank.txt").write_text("（此页空白）\n", "utf-8")
    (folder / "recipe.toml").write_text(RECIPE.format(root=ROOT, folder=folder), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chain, "CHAIN", extended)
        patch.chdir(ROOT)
        call("build", str(folder / "recipe.toml"), root=folder)
        yield folder


def call(*arguments: str, root: Path) -> str:
    done = CliRunner().invoke(cli, [*arguments, "--out", str(root)], env={"COLUMNS": "100"})
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output


def only(build: Path, product: str) -> dict[str, object]:
    """The one row of a product that is of the leaflet and a question."""
    rows = stage.read(build, product).filter(pl.col("source") == "leaflet")
    return rows.row(0, named=True)


def test_stages_and_show_know_them(built: Path) -> None:
    lines = call("stages", root=built).splitlines()
    rows = {line.split()[1]: line.split("│")[2:4] for line in lines if line.startswith("│")}
    assert [cell.strip() for cell in rows["leaflets"]] == ["2", "1"]
    assert [cell.strip() for cell in rows["proofread"]] == ["54", "1"]
    assert list(rows).index("proofread") == list(rows).index("cleaned") + 1
    assert "消退" in call("show", "leaflets", root=built)
    assert "word_met" in call("show", "proofread/rejected", root=built)


def test_its_rejections_are_in_the_published_decisions(built: Path) -> None:
    folders = (built / "releases/invented-0.1.0", built / "reserve/invented-0.1.0")
    parts = [pl.read_parquet(folder / "provenance/decisions.parquet") for folder in folders]
    told = pl.concat(parts).filter(pl.col("stage").is_in(["proofread", "leaflets"]))
    assert sorted(told.select("stage", "rule").rows()) == [
        ("leaflets", "blank"),
        ("proofread", "word_met"),
    ]
    rules = json.loads((folders[0] / "provenance/rules.json").read_text("utf-8"))
    assert rules["proofread"]["settings"] == {"word": "先前的知识经验"}


def test_the_audit_counts_with_them(built: Path) -> None:
    said = call("audit", "--all", root=built)
    assert "All checks passed" in said
    assert "not checked: needs the build folder" not in said
    manifest = json.loads((built / "releases/invented-0.1.0/RELEASE.json").read_text("utf-8"))
    told = {entry["stage"]: entry for entry in manifest["stages"]}
    assert told["proofread"] == {"stage": "proofread", "read": 55, "kept": 54, "rejected": 1}
    assert told["unique"]["read"] == 54
    assert {"leaflets", "banks"} == {source["kind"] for source in manifest["sources"]}


def test_the_audit_sees_a_change_by_a_stage_that_is_to_make_none(
    built: Path, extended: Chain, monkeypatch: pytest.MonkeyPatch
) -> None:
    stages = (replace(e, changes=e.changes and e.name != "proofread") for e in extended.stages)
    monkeypatch.setattr(chain, "CHAIN", replace(extended, stages=tuple(stages)))
    done = CliRunner().invoke(cli, ["audit", "--all", "--out", str(built)])
    assert done.exit_code == 1
    assert re.search(r"1 of \d+ checks failed: build", done.output)


def test_trace_follows_a_question_through_them(built: Path) -> None:
    life = call("trace", str(only(built / "build", "split")["id"]), root=built)
    assert "活页练习 (leaflet)" in life
    assert "\nproofread explanation: ∅ → （已校对）" in life
    gone = call("trace", str(only(built / "build", "proofread/rejected")["parent"]), root=built)
    assert "rejected by word_met at stage proofread" in gone
    blank = call("trace", str(only(built / "build", "leaflets/rejected")["parent"]), root=built)
    assert "rejected by blank at stage leaflets" in blank
    assert "blank.txt" in blank


@pytest.mark.parametrize("page", ["report.html", "README.md"])
def test_report_and_card_tell_of_them(built: Path, page: str) -> None:
    text = (built / "releases/invented-0.1.0" / page).read_text("utf-8")
    for word in ("活页练习", "leaflets", "proofread", "word_met"):
        assert word in text
    if page == "README.md":
        assert "leaflets were saved as text files" in text
        assert "web archives" not in text


def test_the_score_reads_their_rejections(built: Path) -> None:
    found = load(built / "build")
    assert (
        found.rejected[str(only(built / "build", "proofread/rejected")["parent"])]["rule"]
        == "word_met"
    )
    assert "blank" in {row["rule"] for row in found.captures}
    assert [row["stem"][:4] for row in found.parsed["leaflet"]] == ["对经常得", "学习者先"]


def test_every_entry_leads_to_what_it_names() -> None:
    entries: list[SourceKind | StageEntry] = [*CHAIN.kinds, *CHAIN.stages, CHAIN.release]
    for entry in entries:
        assert callable(chain.resolve(entry.function))
        assert issubclass(chain.resolve(entry.settings), Settings)
    for stage_ in (*CHAIN.stages, CHAIN.release):
        assert issubclass(chain.resolve(stage_.schema, "cpsyexam.records"), dy.Schema)
    assert len(set(CHAIN.names)) == len(CHAIN.names)


def imported(package: str) -> set[str]:
    """The packages of ours that a package imports, by whatever way."""
    found, todo = {package}, [package]
    while todo:
        roots = named(todo.pop())
        todo += roots - found
        found |= roots
    return found


@cache
def named(package: str) -> frozenset[str]:
    """The packages of ours that a package's own modules import."""
    roots: set[str] = set()
    for path in (ROOT / package).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            roots |= {name.partition(".")[0] for name in names} & PACKAGES
    return frozenset(roots)


@pytest.mark.parametrize("name", [*CHAIN.names, CHAIN.release.name])
def test_all_code_that_a_stage_runs_counts_for_its_key(name: str) -> None:
    entries: list[SourceKind | StageEntry] = [*CHAIN.kinds, *CHAIN.stages, CHAIN.release]
    entry = next(entry for entry in entries if entry.name == name)
    package = entry.function.partition(".")[0]
    counted = {"cpsyexam", package, *entry.uses}
    run = {package} if package != "pipeline" else set(entry.uses)  # it binds all other packages
    assert set().union(*map(imported, run)) <= counted
