"""What the script that lies in every release finds by itself, layer by layer."""

import json
import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from manifests import signing, verify
from tests.manifests.forging import Copy, first


def _relist(copy: Copy, *paths: str) -> None:
    """Make digests and sizes of these files fit, as a forger would; roots stay."""
    manifest = copy.manifest
    for entry in manifest["files"]:
        if entry["path"] in paths:
            file = copy.folder / entry["path"]
            entry |= {"size": file.stat().st_size, "sha256": verify.digest_file(file)}
    copy.write_manifest(manifest)


def test_a_record_that_its_root_does_not_hold(copy: Copy) -> None:
    assert verify.verify(copy.folder, copy.signers) == []
    shard = copy.shard("train")
    copy.rewrite(shard, lambda rows: first(rows, "explanation", "另一种说法"))
    _relist(copy, shard)
    problems = verify.verify(copy.folder, copy.signers)
    assert any(problem.startswith(f"{shard}: ") for problem in problems), problems
    assert any("signature" in problem for problem in problems), problems


def test_another_s_signers(copy: Copy, tmp_path: Path) -> None:
    other = tmp_path / "other"
    signing.make_key(other)
    mine = tmp_path / "signers"
    mine.write_text(signing.allowed_signers(other, "release"), "utf-8")
    assert verify.verify(copy.folder, mine) != []
    assert signing.fingerprint(mine) != signing.fingerprint(copy.signers)
    said = subprocess.run(
        ["ssh-keygen", "-l", "-f", f"{other}.pub"], capture_output=True, text=True, check=True
    )
    assert signing.fingerprint(mine) == said.stdout.split()[1]
    assert signing.fingerprint(tmp_path / "nowhere") == ""


def test_a_pipe_listed_as_a_shard_is_not_waited_for(copy: Copy) -> None:
    shard = copy.shard("train")
    (copy.folder / shard).unlink()
    os.mkfifo(copy.folder / shard)
    assert not verify.is_plain(copy.folder, copy.manifest)
    done = subprocess.run(
        [sys.executable, "-I", str(copy.folder / "verify.py")],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    assert f"{shard}: " in done.stdout


@pytest.mark.parametrize(
    "change",
    [
        {"format": "another"},
        {"salt": "00"},
        {"exam": "SSE"},
        {"split": "test"},
        {"leaf": "{}"},
    ],
)
def test_a_proof_that_was_edited_leads_nowhere(change: dict[str, str]) -> None:
    texts = [verify.canonical({"id": name}) for name in ("q1", "q2", "q3")]
    leaves = [verify.leaf(text, b"salt") for text in texts]
    manifest = {
        "shards": [
            {"exam": "GEE", "split": "reserved", "root": verify.root(leaves)},
            {"exam": "SSE", "split": "reserved", "root": "0" * 64},
        ]
    }
    proof = {
        "format": verify.PROOF, "exam": "GEE", "split": "reserved", "leaf": texts[1],
        "salt": b"salt".hex(), "path": [["left", leaves[0].hex()], ["right", leaves[2].hex()]],
    }  # fmt: skip
    assert list(verify.check_proof(manifest, proof)) == []
    (said,) = verify.check_proof(manifest, {**proof, **change})
    assert said.startswith("proof: ")


def test_a_quoted_stem_alone_is_no_leak_inside_a_shard(copy: Copy) -> None:
    """Explanations quote the textbook as questions do; with its options it is the question."""
    held = pl.read_parquet(min(copy.reserve.glob("data/SSE/*.parquet")))
    row = held.filter(pl.col("format") == "SCQ").row(0, named=True)
    shard = copy.shard("train")
    copy.rewrite(shard, lambda rows: first(rows, "explanation", f"教材：{row['question']}"))
    copy.reseal()
    assert copy.audit("leak: texts")["leak: texts"].ok
    said = f"教材：{row['question']}{'；'.join(row['options'])}"
    copy.rewrite(shard, lambda rows: first(rows, "explanation", said))
    copy.reseal()
    assert not copy.audit("leak: texts")["leak: texts"].ok


def test_the_audit_s_line_says_how_many_more(copy: Copy) -> None:
    files = [entry["path"] for entry in copy.manifest["files"] if "croissant" in entry["path"]]
    (copy.folder / files[0]).write_text("{}", "utf-8")
    assert "more)" not in copy.audit("files")["files"].detail
    (copy.folder / "LICENSE").write_text("none", "utf-8")
    (copy.folder / "CANARY.md").write_text("none", "utf-8")
    assert copy.audit("files")["files"].detail.endswith("(and 2 more)")


def test_manifest_of_a_release_is_one_line_of_json(made: Copy) -> None:
    text = (made.folder / "RELEASE.json").read_text("utf-8")
    assert text == verify.canonical(json.loads(text)) + "\n"
