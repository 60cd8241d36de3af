"""An audit of whole releases, and of what it can and cannot see."""

import shutil
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from manifests.audit import audit
from manifests.signing import fingerprint
from pipeline.cli import cli
from tests.manifests.forging import Copy, duplicate, first, make


def test_untouched_release_passes(made: Copy) -> None:
    checks = made.audit()
    failed = {name: check.detail for name, check in checks.items() if not check.ok}
    assert failed == {}
    assert not any(check.skipped for name, check in checks.items() if name != "build")


def test_build_agrees_with_its_release(made: Copy) -> None:
    checks = {c.name: c for c in audit(made.folder, build=made.build, only=("build",))}
    assert checks["build"].ok
    assert not checks["build"].skipped


@pytest.mark.parametrize(
    ("column", "value"), [("answer", "D"), ("explanation", "另一种说法"), ("category", "reasoning")]
)
def test_build_tells_what_was_changed_and_sealed_again(copy: Copy, column: str, value: str) -> None:
    rows = pl.read_parquet(copy.folder / copy.shard("train"))
    was = rows[column][0]
    copy.rewrite(copy.shard("train"), lambda _: first(rows, column, "C" if was == value else value))
    copy.reseal()
    checks = {c.name: c for c in audit(copy.folder, build=copy.build, only=("build",))}
    assert f"{rows['id'][0]}: {column} is not that of the build" in checks["build"].detail


def test_public_auditor_is_told_what_was_not_checked(made: Copy) -> None:
    checks = audit(made.folder)
    assert all(check.ok for check in checks)
    skipped = {check.name for check in checks if check.skipped}
    assert skipped == {
        "commitment",
        "decoys",
        "digests",
        "draws",
        "inheritance",
        "leak: names",
        "leak: questions",
        "leak: texts",
        "build",
    }


def test_incomplete_reserve_fails_closed(copy: Copy) -> None:
    shutil.rmtree(copy.reserve / "data")
    assert not copy.audit("commitment")["commitment"].ok
    (copy.reserve / "keys.json").unlink()
    failed = {name for name, check in copy.audit().items() if not check.ok}
    assert failed == {"reserve"}


def test_reencoding_leaves_records_and_roots_as_they_are(copy: Copy) -> None:
    path = copy.folder / copy.shard("train")
    rows = pl.read_parquet(path)
    copy.rewrite(copy.shard("train"), lambda _: rows.head(1))
    copy.rewrite(copy.shard("train"), lambda _: rows.rechunk())
    assert copy.audit("files")["files"].ok  # the same writer gives the same bytes
    notes = {k: v for k, v in pl.read_parquet_metadata(path).items() if k == "canary"}
    rows.write_parquet(path, compression="snappy", metadata=notes)
    checks = copy.audit()
    assert {name for name, check in checks.items() if not check.ok} == {"files", "bytes"}


def test_shown_answer_that_should_be_withheld(withheld: Copy, tmp_path: Path) -> None:
    copy = duplicate(withheld, tmp_path)
    assert {name: c.detail for name, c in copy.audit().items() if not c.ok} == {}
    copy.rewrite(copy.shard("test"), lambda rows: first(rows, "answer", "A"))
    copy.reseal()
    assert "answer is shown though it is withheld" in copy.audit("answers")["answers"].detail


def test_withheld_answers_are_committed_to(withheld: Copy, tmp_path: Path) -> None:
    copy = duplicate(withheld, tmp_path)
    path = min(copy.reserve.glob("answers/GEE-*.parquet"))
    first(pl.read_parquet(path), "answer", "ABCD").write_parquet(path)
    assert "GEE answers: root differs" in copy.audit("commitment")["commitment"].detail


def test_two_builds_in_different_folders_have_one_root(made: Copy, tmp_path: Path) -> None:
    again = make(tmp_path, key=made.build.parent / "key")
    assert again.manifest["root"] == made.manifest["root"]
    assert again.manifest["shards"] == made.manifest["shards"]
    files = {entry["path"]: entry["sha256"] for entry in again.manifest["files"]}
    before = {entry["path"]: entry["sha256"] for entry in made.manifest["files"]}
    assert files == before


def test_the_last_line_says_what_is_proven(made: Copy, withheld: Copy, tmp_path: Path) -> None:
    def last(copy: Copy, *more: str) -> str:
        done = CliRunner().invoke(cli, ["audit", str(copy.folder), "--out", str(tmp_path), *more])
        assert done.exit_code == 0, done.output
        return done.output.strip().splitlines()[-1]

    own = fingerprint(made.folder / "allowed_signers")
    assert own.startswith("SHA256:")
    assert last(withheld) == "unsigned: proves consistency, not origin"
    assert last(made).startswith(f"signed by {own}: proves origin only if")
    assert last(made, "--signers", str(made.signers)) == f"signed by {own}, whom you trust"


def test_command_line_answers_no_with_exit_code_1(copy: Copy) -> None:
    arguments = ["audit", str(copy.folder), "--out", str(copy.folder.parent.parent)]
    (copy.folder / "LICENSE").write_text("mine")
    said = CliRunner().invoke(cli, arguments)
    assert said.exit_code == 1
    assert "LICENSE" in said.output
    assert "1 of 32 checks failed: files" in said.output
