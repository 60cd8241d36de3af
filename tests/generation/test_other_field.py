"""A catalogue of another field becomes an audited release by files alone."""

import json
from pathlib import Path

import polars as pl
from click.testing import CliRunner, Result

from bench.endpoint import Endpoint
from bench.writing import TERMS
from pipeline.cli import cli

OUTLINE = Path("samples/concepts/law.md")  # 20 concepts
RECIPE = """name = "law"
version = "0.1.0"
[keys]
split = "samples/keys/split.key"
salt = "samples/keys/salt.key"
[gate]
release = ["written"]  # templates write alike: nearly all are doubted
[generated]
sources = ["{source}"]
[split]
by = "chapter"
[split.chapters]
dev = 5
valid = 0.1
"""


def _run(*args: object) -> Result:
    done = CliRunner().invoke(cli, [str(arg) for arg in args])
    assert done.exit_code == 0, done.output
    return done


def test_a_release_of_law(tmp_path: Path) -> None:
    catalogue = tmp_path / "law"
    _run("concepts", "import", OUTLINE, "--to", catalogue, "--licence", "CC0-1.0")
    with Endpoint() as endpoint:
        source = tmp_path / "written.toml"
        source.write_text(
            f'title = "民法"\njournal = "{tmp_path}/journal.jsonl"\ncatalogue = "{catalogue}"\n'
            f'{TERMS}\n[model]\nname = "templates"\nbase_url = "{endpoint.base_url}"\n',
            "utf-8",
        )
        _run("generate", source)
    recipe = tmp_path / "law.toml"
    recipe.write_text(RECIPE.format(source=source), "utf-8")
    _run("build", recipe, "--out", tmp_path / "out", "--workers", "1")
    _run("audit", "--out", tmp_path / "out")
    kept = pl.read_parquet(tmp_path / "out" / "build" / "split" / "kept.parquet")
    assert kept.height >= 72
    assert kept.filter(pl.col("split") == "dev").height == 5
    release = tmp_path / "out" / "releases" / "law-0.1.0"
    told = json.loads(_run("coverage", release, "--concepts", catalogue, "--json").stdout)
    [whole] = [rows for title, rows in told["tables"].items() if "questions of" in title]
    assert whole[0]["required"] == 20
    assert whole[1]["rate"] == 1.0
