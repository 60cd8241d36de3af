"""The embedded sample from sources to a release, as a newcomer builds it."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from cpsyexam import stage
from tests.e2e.conftest import ROOT, Call


def test_the_summary_fits_80_columns_and_says_what_is_next(built: Path) -> None:
    summary = (built / "summary.txt").read_text("utf-8")
    for word in (
        "examcoo",
        "studyez",
        "hxter",
        "mxqe",
        "Questions",
        "cpsyexam audit",
        "cpsyexam trace",
    ):
        assert word in summary
    tables = [line for line in summary.splitlines() if line.startswith(("│", "┃"))]
    assert max(len(line) for line in tables) <= 80
    asked = summary.partition("not as asked")[2].partition("\nheld:")[0]
    kinds = re.findall(r"^  (\d+) × ", asked, re.MULTILINE)
    bent = stage.read(built / "build", "split/problems").height
    assert f"not as asked: {bent} quotas" in summary
    assert sum(map(int, kinds)) == bent


def test_a_second_run_skips_everything(built: Path, call: Call) -> None:
    done = call("build", "--out", str(built))
    assert done.returncode == 0
    assert "Nothing changed since the last build" in done.stdout


def test_every_page_of_the_scan_has_its_reading(built: Path) -> None:
    told = json.loads((built / "build/books/receipt.json").read_text("utf-8"))["metrics"]
    assert (
        told["given"] == told["pages"] == len(list((ROOT / "samples/readings").rglob("*.json")))
    ), "run `make samples` and commit the result"


def test_every_raw_question_is_released_held_or_rejected(built: Path) -> None:
    build = built / "build"
    parsed = set(stage.read(build, "parsed")["raw_id"])
    kept = set(stage.read(build, "split")["raw_id"])
    names = ("cleaned", "unique", "labeled", "shuffled", "split")
    tables = [*(f"{name}/rejected" for name in names), "gated/held"]
    gone = pl.concat([stage.read(build, table) for table in tables])
    assert kept | set(gone["parent"]) == parsed
    assert not kept & set(gone["parent"])
    assert gone.filter(pl.col("rule") == "").is_empty()


def said(reading: Path) -> list[str]:
    """The lines of a page; how sure the engine is of them differs from processor to processor."""
    return [line["text"] for line in json.loads(reading.read_text("utf-8"))["fragments"]]


@pytest.mark.slow
def test_two_builds_give_the_same_records_and_roots(
    built: Path, release: Path, tmp_path: Path, call: Call
) -> None:
    # one page is read again, and must read as before
    known = shutil.copytree(ROOT / "samples" / "readings", tmp_path / "readings")
    page = min(known.rglob("*.json"))
    page.unlink()
    recipe = (ROOT / "dataset.toml").read_text("utf-8")
    recipe = recipe.replace('"samples/readings"', f'"{known}"')
    (tmp_path / "recipe.toml").write_text(recipe, "utf-8")
    done = call("build", str(tmp_path / "recipe.toml"), "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "Pages of scans: 15 of 16 were read before" in done.stdout
    (read,) = (tmp_path / "build" / "cache" / "ocr").rglob("*.json")
    assert said(read) == said(ROOT / "samples" / "readings" / page.relative_to(known))
    other = tmp_path / "releases" / release.name
    first, second = (json.loads((p / "RELEASE.json").read_text()) for p in (release, other))
    assert first["shards"] == second["shards"]
    assert first["root"] == second["root"]
    shards = [p.relative_to(release) for p in sorted(release.rglob("data/**/*.parquet"))]
    assert shards
    for shard in shards:
        assert pl.read_parquet(release / shard).equals(pl.read_parquet(other / shard))
    left = built / "reserve" / release.name
    right = tmp_path / "reserve" / release.name
    for shard in (p.relative_to(left) for p in left.rglob("*.parquet")):
        assert pl.read_parquet(left / shard).equals(pl.read_parquet(right / shard))


def test_the_release_loads_and_holds_no_reserve(built: Path, release: Path, tmp_path: Path) -> None:
    import datasets  # half a second, which only the worker with this test needs

    names = datasets.get_dataset_config_names(str(release))
    assert {"GEE", "PCE", "TQE", "SSE"} <= set(names)
    loaded = datasets.load_dataset(str(release), "GEE", cache_dir=str(tmp_path))
    assert set(loaded) == {"train", "dev", "test"}
    split = stage.read(built / "build", "split")
    reserved = set(split.filter(pl.col("split") == "reserved")["id"])
    assert reserved
    public = {i for part in loaded.values() for i in part["id"]}
    assert public == set(split.filter(pl.col("exam") == "GEE", pl.col("split") != "reserved")["id"])
    assert not [p for p in release.rglob("*") if "reserved" in p.name]


def test_the_audit_passes_and_an_edit_fails_it(
    built: Path, release: Path, tmp_path: Path, call: Call
) -> None:
    assert call("audit", "--out", str(built)).returncode == 0
    edited = tmp_path / release.name
    shutil.copytree(release, edited)
    card = edited / "README.md"
    card.write_text(card.read_text("utf-8").replace("psychology", "Psychology", 1), "utf-8")
    done = call("audit", str(edited), "--out", str(built))
    assert done.returncode == 1
    assert "README.md" in done.stdout


def test_trace_tells_the_life_of_a_question(built: Path, call: Call) -> None:
    split = stage.read(built / "build", "split").filter(pl.col("split") != "reserved")
    for source in split["source"].unique():
        one = split.filter(pl.col("source") == source)["id"][0]
        done = call("trace", one, "--out", str(built))
        assert done.returncode == 0, done.stderr
        assert source in done.stdout
        assert max(len(line) for line in done.stdout.splitlines()) <= 80


def test_the_score_reaches_its_marks(built: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "samples.score", "--out", str(built)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_stages_and_show(built: Path, call: Call) -> None:
    assert "unique" in call("stages", "--out", str(built)).stdout
    shown = call("show", "split", "--where", "exam = 'GEE'", "--limit", "2", "--out", str(built))
    assert "2 of" in shown.stdout
    lines = call("show", "cleaned/rejected", "--json", "--limit", "0", "--out", str(built)).stdout
    assert all(json.loads(line)["rule"] for line in lines.splitlines())
    wrong = call("show", "split", "--where", "exan = 'GEE'", "--out", str(built))
    assert wrong.returncode == 2
    assert "no column 'exan'; did you mean 'exam'?" in wrong.stderr
