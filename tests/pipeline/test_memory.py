"""How much memory a build takes: said at the start, fitted by fewer workers, kept to."""

import itertools
import json
import re
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from bench import line_bank
from cpsyexam import chain
from cpsyexam.errors import ConfigError
from cpsyexam.executor import Processes
from pipeline.cli import cli
from pipeline.memory import Plan, plan
from pipeline.paths import Paths
from pipeline.recipe import read_recipe
from pipeline.stages import stages
from pipeline.supplies import Run

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "dataset.toml"
MEASURED = """
import re, sys
from pathlib import Path
from pipeline import entry
try:
    entry.main()
finally:
    status = Path("/proc/self/status").read_text("ascii")
    print("peak", re.search(r"VmHWM:\\s+(\\d+)", status)[1])
"""


def said(*options: str) -> str:
    """What the build answers in one line, before it does anything."""
    done = CliRunner().invoke(cli, ["build", str(SAMPLE), *options])
    return done.output + str(done.exception or "")


def test_a_build_that_does_not_fit_is_refused_before_it_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    told = said("--out", str(tmp_path), "--memory", "2G", "--workers", "8")
    assert (
        "cpsyexam-sample-0.1.0: stage books takes about 10.1 GB of memory, more than 2.0 GB"
    ) in told
    assert "with --workers 1 it takes about 1.7 GB" in told
    told = said("--out", str(tmp_path), "--memory", "100M")
    assert "stage books takes about 1.7 GB of memory, more than 100 MB" in told
    assert "allow 1.8 GB, or build parts of the sources" in told  # 1,704 MB
    assert [path.name for path in (tmp_path / "build").iterdir()] == [".lock"]


def test_a_bound_leaves_out_workers_where_none_were_asked_for() -> None:
    questions = {"web": 20.0, "books": 1.0, "banks": 200.0}
    free = Plan("x-1", questions, 4000, 8)
    fitted = free.fitted()
    assert fitted.chosen == {"books": 2}
    assert "within 4.0 GB of memory" in fitted.said()
    assert "books with 2 at a time" in fitted.said()
    assert Plan("x-1", questions, 60_000, 8).fitted().chosen == {}
    close = free.most(1)[0]
    assert Plan("x-1", questions, close, 8).fitted().chosen["cleaned"] == 1
    with pytest.raises(ConfigError, match=r"stage books takes about 10\.1 GB"):
        Plan("x-1", questions, 4000, 8, fixed=True).fitted()


def test_a_stage_has_the_workers_that_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    run = Run(
        read_recipe(SAMPLE), SAMPLE, Paths(tmp_path), executor=Processes(8), workers={"books": 3}
    )
    assert isinstance(run.staffed("books").executor, Processes)
    assert [run.staffed(name).executor.workers for name in ("books", "web")] == [3, 8]  # type: ignore[attr-defined]
    assert len(stages(run)) == len(chain.CHAIN.names) + 1


def test_sources_are_weighed_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    recipe = line_bank.make(tmp_path / "line", 50)
    rows = [
        json.loads(line) for line in (tmp_path / "line/bank.jsonl").read_text("utf-8").splitlines()
    ]
    frame = pl.DataFrame(list(itertools.chain.from_iterable(itertools.repeat(rows, 200))))
    toml = tmp_path / "line/bank.toml"
    text = toml.read_text("utf-8")

    def weighed(name: str) -> Plan:
        toml.write_text(text.replace("line/bank.jsonl", name), "utf-8")
        return plan(read_recipe(recipe))

    frame.write_ndjson(tmp_path / "large.jsonl")
    frame.write_parquet(tmp_path / "large.parquet")
    packed = (tmp_path / "large.parquet").stat().st_size / 1e6
    lines, table = weighed("large.jsonl"), weighed("large.parquet")
    assert lines.questions["banks"] > 3
    assert table.questions["banks"] > 3 * packed
    (tmp_path / "broken.parquet").write_bytes(b"x" * 2_000_000)
    assert weighed("broken.parquet").questions["banks"] == pytest.approx(2.0, rel=0.1)
    (tmp_path / "large.json").write_text(json.dumps(rows * 200), "utf-8")
    assert weighed("large.json").needed("banks", 1) > 1.1 * lines.needed("banks", 1)
    with (tmp_path / "huge.jsonl").open("wb") as stream:
        stream.truncate(450_000_000)  # a million questions
    assert 3_300 < weighed("huge.jsonl").most(1)[0] < 4_000


def test_what_was_read_is_weighed_again(tmp_path: Path) -> None:
    guess = Plan("x-1", {"banks": 1.0}, 1_000, 2)
    kept = tmp_path / chain.CHAIN.stage_names[0] / "kept.parquet"
    kept.parent.mkdir()
    texts = pl.select(pl.format("{}心理学", pl.int_range(6_000_000))).to_series()
    texts.to_frame("stem").write_parquet(kept, compression="zstd")
    with pytest.raises(ConfigError, match=r"stage \w+ takes about 1\.\d GB of memory, more than"):
        guess.read(tmp_path)
    texts.head(1000).to_frame("stem").write_parquet(kept)
    assert guess.read(tmp_path).needed("cleaned", 1) < guess.needed("cleaned", 1)


@pytest.mark.slow
def test_a_build_keeps_within_its_bound(tmp_path: Path) -> None:
    recipe = line_bank.make(tmp_path / "line", 5_000)
    args = [str(recipe), "--out", str(tmp_path / "out"), "--memory"]

    def build(bound: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", MEASURED, "build", *args, bound]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    refused = build("100M")
    assert refused.returncode == 2
    last = refused.stderr.splitlines()[-1]
    assert re.search(r"stage \w+ takes about \d+ MB of memory, more than 100 MB", last)
    done = build("620M")
    assert done.returncode == 0, done.stderr
    assert "within 620 MB of memory" in done.stderr
    peak = int(done.stdout.split()[-1]) * 1024 / 1e6
    assert 250 < peak <= 620
