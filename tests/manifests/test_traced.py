"""The life of a question on one screen, and proofs of single records."""

import copy as copies
import json
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner
from rich.cells import cell_len

from cpsyexam.errors import ConfigError
from manifests import verify
from manifests.reveal import reveal
from manifests.trace import trace
from pipeline.cli import cli
from tests.manifests.forging import Copy


def _screen(made: Copy, name: str) -> str:
    root = made.build.parent
    said = CliRunner().invoke(cli, ["trace", name, "--out", str(root)])
    assert said.exit_code == 0, said.output
    assert max(cell_len(line.rstrip()) for line in said.output.splitlines()) <= 80
    assert len(said.output.splitlines()) <= 40
    return said.output


def test_kept_question_shows_all_that_became_of_it(made: Copy) -> None:
    split = pl.read_parquet(made.build / "split/kept.parquet")
    row = split.filter(pl.col("also").list.len() > 0).row(0, named=True)
    said = _screen(made, row["id"][:12])
    for words in (
        row["id"],
        row["also"][0],
        row["url"],
        row["unit"],
        row["draw"][:16],
        row["split"],
    ):
        assert words in said
    for heading in ("printed", "changed", "preferred", "labels", "options", "split", "now"):
        assert f"\n{heading}" in said


def test_scan_shows_box_and_confidence(made: Copy) -> None:
    split = pl.read_parquet(made.build / "split/kept.parquet")
    row = split.filter(pl.col("confidence").is_not_null()).row(0, named=True)
    assert "page 1 (10, 21)–(300, 60)" in _screen(made, row["raw_id"])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("r0x", "rejected by exact_duplicate at stage unique"),
        ("r1e", "rejected by missing_answer at stage cleaned"),
        ("clist", "rejected by list_page at stage web"),
    ],
)
def test_rejected_row_shows_its_rule(made: Copy, name: str, words: str) -> None:
    assert words in _screen(made, name)


def test_name_must_mean_one_question(made: Copy) -> None:
    assert trace(made.build, "r1").title.startswith("q")  # r1 itself, though r10 begins so
    with pytest.raises(ConfigError, match="begins several: r"):
        trace(made.build, "r")
    with pytest.raises(ConfigError, match="no question of this build begins so"):
        trace(made.build, "nothing")


def test_revealed_record_leads_to_the_published_root(made: Copy, tmp_path: Path) -> None:
    held = pl.read_parquet(made.reserve / "data/*/*.parquet")
    for name in held["id"].gather_every(9):
        proof = reveal(made.reserve, name)
        assert list(verify.check_proof(made.manifest, proof)) == []
        assert name in proof["leaf"]
    forged = copies.deepcopy(proof)
    forged["leaf"] = forged["leaf"].replace('"answer":"', '"answer":"H')
    assert "does not lead to the root" in next(verify.check_proof(made.manifest, forged))
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(proof), "utf-8")
    command = [sys.executable, "-I", str(made.folder / "verify.py"), "--proof", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "OK\n")


def test_withheld_answer_is_proven_too(withheld: Copy) -> None:
    answers = pl.read_parquet(min(withheld.reserve.glob("answers/*.parquet")))
    proof = reveal(withheld.reserve, answers["id"][0])
    assert list(verify.check_proof(withheld.manifest, proof)) == []
    assert json.loads(proof["leaf"])["answer"] == answers["answer"][0]


def test_public_question_cannot_be_revealed(made: Copy) -> None:
    shown = pl.read_parquet(made.folder / made.shard("train"))["id"][0]
    with pytest.raises(ConfigError, match="not in the reserve"):
        reveal(made.reserve, shown)
