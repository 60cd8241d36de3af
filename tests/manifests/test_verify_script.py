"""What the script that lies in every release finds by itself, layer by layer."""

import json
import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from manifests import decoding, signing, verify
from manifests.audit import audit
from manifests.trace import trace
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
        capture_output=True, text=True, check=False,
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
    held = pl.read_parquet(min(copy.reserve.glob("data/SSE/*-KG-SCQ-*.parquet")))
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
    assert copy.audit("files")["files"].detail.endswith("(and 1 more)")
    (copy.folder / "CANARY.md").write_text("none", "utf-8")
    assert copy.audit("files")["files"].detail.endswith("(and 2 more)")


def test_manifest_of_a_release_is_one_line_of_json(made: Copy) -> None:
    text = (made.folder / "RELEASE.json").read_text("utf-8")
    assert text == verify.canonical(json.loads(text)) + "\n"


def test_rows_without_their_provenance(copy: Copy) -> None:
    shard = copy.shard("train")
    beside = shard.replace("data/", "provenance/", 1)
    copy.rewrite(beside, lambda rows: rows.head(rows.height - 1))
    with pytest.raises(ValueError, match="differ in their number of rows"):
        list(verify.pairs(copy.folder / shard, copy.folder / beside))
    copy.rewrite(beside, lambda rows: rows.head(rows.height).reverse())
    copy.rewrite(shard, lambda rows: rows.head(rows.height - 1))
    with pytest.raises(ValueError, match="provenance is that of"):
        list(verify.pairs(copy.folder / shard, copy.folder / beside))


def test_what_is_plain_enough_to_be_opened(copy: Copy) -> None:
    manifest = copy.manifest
    assert verify.is_plain(copy.folder, manifest)
    assert verify.is_plain(copy.folder, {**manifest, "shards": []})  # wrong, and harmless to open
    manifest["shards"][0]["path"] = "../outside.parquet"
    assert not verify.is_plain(copy.folder, manifest)
    (copy.folder / "data/more").symlink_to("/etc")
    assert not verify.is_plain(copy.folder, copy.manifest)


def test_without_a_signature_nothing_is_said_of_the_origin(withheld: Copy, made: Copy) -> None:
    (check,) = (c for c in audit(withheld.folder, only=("signature",)) if c.name == "signature")
    assert (check.ok, check.skipped) == (True, True)
    assert "the release is not signed" in check.detail
    for folder, signers, right in (
        (withheld.folder, made.signers, False),  # who trusts somebody wants a signature
        (made.folder, made.signers, True),
        (made.folder, None, True),
    ):
        checks = audit(folder, signers=signers, only=("signature",))
        (check,) = (c for c in checks if c.name == "signature")
        assert (check.ok, check.skipped) == (right, False)


def test_a_page_is_read_as_a_browser_shows_it(tmp_path: Path) -> None:
    page = "<p title='记&#24518;'>感&#30693;<b>觉</b></p>\n"
    for name, shown in (("a.html", "感知 觉"), ("a.md", "感&#30693;<b>觉</b>")):
        (tmp_path / name).write_text(page, "utf-8")
        found = decoding.texts(tmp_path / name).column.to_list()
        assert any(shown in text for text in found), found


def test_the_trace_prints_the_question_s_own_page(made: Copy) -> None:
    split = pl.read_parquet(made.build / "split/kept.parquet")
    for row in split.gather([1, split.height // 2]).iter_rows(named=True):
        chapters = dict(trace(made.build, row["id"]).chapters)
        raw = pl.read_parquet(made.build / "parsed/kept.parquet").filter(raw_id=row["raw_id"])
        place = f"{row['raw_id']} at {raw['locator'][0]}"
        assert any(place in line for line in chapters["printed"])
        now = "\n".join(chapters["now"])
        assert all(option[:20] in now for option in row["options"])
        others = split.filter(pl.col("raw_id") != row["raw_id"])["raw_id"]
        assert not [n for n in others if any(f"{n} at" in line for line in chapters["printed"])]


def test_a_name_of_a_file_is_one_line_that_steers_no_terminal(copy: Copy) -> None:
    (copy.folder / "a\x1b[2J\nOK").touch()
    done = subprocess.run(
        [sys.executable, "-I", str(copy.folder / "verify.py")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stdout == "a\\x1b[2J\\nOK: not listed in RELEASE.json\nFAILED\n"
