"""Tampering with files, manifest and signature is found, with file and reason."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from cpsyexam.files import digest_file
from manifests import decoding, signing, verify
from manifests.audit import expected
from tests.manifests.forging import Cases, Copy, new_key

CASES = Cases()


@CASES.case("files", r"data/GEE/test-.*: (digest differs|\d+ bytes, RELEASE.json says)")
def reencoded_shard(copy: Copy) -> None:
    path = copy.folder / copy.shard("test")
    pl.read_parquet(path).write_parquet(path, compression="snappy")


@CASES.case("files", r"data/GEE/extra.parquet: not listed")
def added_shard(copy: Copy) -> None:
    (copy.folder / "data/GEE/extra.parquet").write_bytes(b"PAR1")


@CASES.case("files", r"\.huggingface\.yaml: not listed")
def added_hidden_file(copy: Copy) -> None:
    (copy.folder / ".huggingface.yaml").write_text("configs: []\n")


@CASES.case("files", r"provenance/rules.json: listed in RELEASE.json, but absent")
def removed_file(copy: Copy) -> None:
    (copy.folder / "provenance/rules.json").unlink()


@CASES.case("files", r"LICENSE: is a link")
def linked_file(copy: Copy) -> None:
    (copy.folder / "LICENSE").rename(copy.folder.parent / "elsewhere")
    (copy.folder / "LICENSE").symlink_to(copy.folder.parent / "elsewhere")


@CASES.case("files", r"data/GEE/train-.*: \d+ bytes, RELEASE.json says")
def cut_file(copy: Copy) -> None:
    path = copy.folder / copy.shard("train")
    path.write_bytes(path.read_bytes()[:-200])


@CASES.case("files", r"verify.py: ")
def verify_that_always_agrees(copy: Copy) -> None:
    (copy.folder / "verify.py").write_text("print('OK')\n")


@CASES.case("signature", r"RELEASE.json.sig: does not verify")
def edited_manifest(copy: Copy) -> None:
    copy.write_manifest({**copy.manifest, "created": "2030-01-01T00:00:00Z"})


@CASES.case("manifest", r"RELEASE.json: not in canonical form")
def reformatted_manifest(copy: Copy) -> None:
    (copy.folder / "RELEASE.json").write_text(json.dumps(copy.manifest, indent=1))


@CASES.case("manifest", r"RELEASE.json: not valid JSON")
def cut_manifest(copy: Copy) -> None:
    path = copy.folder / "RELEASE.json"
    path.write_text(path.read_text("utf-8")[:-40], "utf-8")


@CASES.case("roots", r"RELEASE.json: root is not that of its shards")
def edited_root(copy: Copy) -> None:
    copy.write_manifest({**copy.manifest, "root": "0" * 64})


@CASES.case("signature", r"RELEASE.json.sig: does not verify")
def signed_by_another_key(copy: Copy) -> None:
    key = new_key(copy.folder.parent / "other")
    (copy.folder / "allowed_signers").write_text(signing.allowed_signers(key, "release"))
    copy.reseal()
    signing.sign(copy.folder / "RELEASE.json", key)


@CASES.case("signature", r"RELEASE.json.sig: does not verify")
def stale_signature(copy: Copy) -> None:
    copy.write_manifest({**copy.manifest, "version": "0.2.0"})


@CASES.case("signature", r"RELEASE.json.sig: absent")
def removed_signature(copy: Copy) -> None:
    (copy.folder / "RELEASE.json.sig").unlink()


@CASES.case("signature", r"RELEASE.json: names no signer")
def struck_signer(copy: Copy) -> None:
    (copy.folder / "RELEASE.json.sig").unlink()
    copy.write_manifest({**copy.manifest, "signer": ""})


@CASES.case("files", r"RELEASE.json: names no published shard")
def no_shards(copy: Copy) -> None:
    copy.write_manifest({**copy.manifest, "shards": [], "root": verify.root([])})


@CASES.case("files", r"data/GEE/test-.*: is no published shard of RELEASE.json")
def shard_that_is_not_published(copy: Copy) -> None:
    manifest = copy.manifest
    for shard in manifest["shards"]:
        if shard["split"] == "test":
            shard["published"] = False
    copy.write_manifest(manifest)


@CASES.case("files", r"RELEASE.json: \.\./x\.parquet: leads out of the release")
def shard_outside(copy: Copy) -> None:
    manifest = copy.manifest
    manifest["shards"][0]["path"] = "../x.parquet"
    copy.write_manifest(manifest)


@CASES.case("files", r"data/more: is a link")
def linked_folder(copy: Copy) -> None:
    (copy.folder / "data/more").symlink_to("/etc")


@CASES.case("files", r"data/GEE/pipe: is no regular file")
def pipe_beside_the_shards(copy: Copy) -> None:
    os.mkfifo(copy.folder / "data/GEE/pipe")


@CASES.case("files", r"data/GEE/test-.*: is no regular file")
def pipe_in_place_of_a_shard(copy: Copy) -> None:
    path = copy.folder / copy.shard("test")
    path.unlink()
    os.mkfifo(path)


@CASES.case("manifest", r"RELEASE.json: is no regular file")
def pipe_in_place_of_the_manifest(copy: Copy) -> None:
    (copy.folder / "RELEASE.json").unlink()
    os.mkfifo(copy.folder / "RELEASE.json")


@CASES.case("files", r"data/empty/: is an empty folder")
def empty_folder(copy: Copy) -> None:
    (copy.folder / "data/empty").mkdir()


@CASES.case("files", r"\.cache/huggingface/evil\.py: not listed")
def program_in_the_client_s_cache(copy: Copy) -> None:
    path = copy.folder / ".cache/huggingface/evil.py"
    path.parent.mkdir(parents=True)
    path.write_text("print()")


@CASES.case("files", r"\.gitattributes: not listed")
def attributes_that_run_a_filter(copy: Copy) -> None:
    (copy.folder / ".gitattributes").write_text("*.parquet filter=evil\n")


@pytest.mark.parametrize("name", CASES.found)
def test_tampering_is_found(name: str, copy: Copy) -> None:
    CASES.run(name, copy)


@pytest.mark.parametrize(
    "name",
    [
        "no_shards", "shard_that_is_not_published", "linked_folder", "pipe_in_place_of_a_shard",
        "pipe_in_place_of_the_manifest", "program_in_the_client_s_cache", "empty_folder",
    ],
)  # fmt: skip
def test_the_release_s_own_program_finds_it_too(name: str, copy: Copy) -> None:
    CASES.found[name][0](copy)
    command = [sys.executable, "-I", str(copy.folder / "verify.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert re.search(CASES.found[name][2], done.stdout)
    assert done.stdout.endswith("FAILED\n")


def test_a_text_of_the_release_has_a_bound_too(copy: Copy) -> None:
    path = copy.folder / "README.md"
    path.write_text("\n" * (verify.LINES + 1))
    with pytest.raises(ValueError, match=r"README\.md: 500001 lines, more than 500000"):
        decoding.texts(path)


@pytest.mark.parametrize("where", ["before", "behind", "twice"])
def test_a_signature_file_holds_one_signature(copy: Copy, where: str) -> None:
    path = copy.folder / "RELEASE.json.sig"
    text = path.read_text("ascii")
    path.write_text({"before": "B\n" + text, "behind": text + "B\n", "twice": text * 2}[where])
    said = "RELEASE.json.sig: is not one signature and nothing else"
    assert verify.verify(copy.folder, copy.signers) == [said]


NESTED = "[" * 100_000 + "]" * 100_000


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (NESTED, "nested 100000 deep"),
        ('{"format": "cpsyexam-release/1"}', "RELEASE.json: has no "),
        ("{", "not valid JSON"),
        ("9" * 5000, "not valid JSON"),
    ],
)
def test_a_manifest_that_is_none_is_named(copy: Copy, text: str, said: str) -> None:
    (copy.folder / "RELEASE.json").write_text(text)
    (problem,) = verify.verify(copy.folder)
    assert said in problem
    assert said in copy.audit()["manifest"].detail


@pytest.mark.parametrize("name", ["files", "shards", "stages", "sources", "split", "root"])
@pytest.mark.parametrize("value", [None, 7, "text", [7], {"a": [None]}])
def test_a_manifest_of_other_types_is_named(copy: Copy, name: str, value: object) -> None:
    manifest = {**copy.manifest, name: value}
    if value is None:
        del manifest[name]
    copy.write_manifest(manifest)
    assert verify.verify(copy.folder) != []
    assert any(not check.ok for check in copy.audit().values())


def test_a_taxonomy_nested_beyond_all_bounds_is_named(copy: Copy) -> None:
    (copy.folder / "provenance/taxonomy.json").write_text(NESTED)
    copy.reseal()
    checks = copy.audit("leak: names")
    assert "nested 100000 deep" in checks["leak: names"].detail


@pytest.mark.parametrize("kind", ["bytes", "many rows"])
def test_parquet_that_is_none_of_a_release_is_named(copy: Copy, kind: str) -> None:
    path = copy.folder / copy.shard("test")
    rows = pl.read_parquet(path)
    if kind == "bytes":
        rows.with_columns(pl.col("question").cast(pl.Binary)).write_parquet(path)
    else:
        one = rows.head(1).select("id", "exam")
        pl.concat([one] * 20).select(pl.all().repeat_by(50_000).explode()).write_parquet(path)
    assert verify.verify(copy.folder) != []
    failed = {name for name, check in copy.audit().items() if not check.ok}
    assert {"files", "schema"} <= failed


def test_an_old_version_in_place_of_the_new_is_seen(copy: Copy) -> None:
    name, version = copy.manifest["name"], copy.manifest["version"]
    check = expected(copy.folder, f"{name}@{version}")
    assert (check.ok, check.detail) == (
        True, f"The release is {name}@{version}; it follows nothing"
    )  # fmt: skip
    for other in (f"{name}@9.9.9", f"other@{version}", name):
        check = expected(copy.folder, other)
        assert not check.ok
        assert check.detail == f"RELEASE.json: is of {name}@{version}, not of {other}"


def test_another_predecessor_than_a_reader_means_is_seen(copy: Copy, tmp_path: Path) -> None:
    own = f"{copy.manifest['name']}@{copy.manifest['version']}"
    assert expected(copy.folder, own, "nothing").ok
    before = tmp_path / "before"
    before.mkdir()
    (before / "RELEASE.json").write_bytes((copy.folder / "RELEASE.json").read_bytes())
    sha256 = digest_file(before / "RELEASE.json")
    parent = {"label": "mine-0.1.0", "sha256": sha256}
    copy.write_manifest({**copy.manifest, "parent": parent})
    for after in ("mine@0.1.0", "mine-0.1.0", str(before)):
        assert expected(copy.folder, own, after).detail.endswith(
            f"; it follows mine-0.1.0 (RELEASE.json {sha256})"
        )
    (before / "RELEASE.json").write_text("another")
    for after in ("nothing", "mine@0.2.0", str(before)):
        assert expected(copy.folder, own, after).detail.startswith("RELEASE.json: follows mine-0.1")
        assert expected(copy.folder, own, after).problems[0] in verify.verify(
            copy.folder, after=after
        )
    copy.write_manifest({**copy.manifest, "parent": [1]})
    assert not expected(copy.folder, "", "mine@0.1.0").ok
