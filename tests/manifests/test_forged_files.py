"""Tampering with files, card, manifest and signature is found, with file and reason."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from huggingface_hub._local_folder import get_local_download_paths, write_download_metadata
from huggingface_hub._tree_cache import TreeCacheEntry, write_tree_cache

from cpsyexam.files import digest_file
from manifests import decoding, signing, verify
from manifests.audit import audit, expected
from tests.manifests.forging import Cases, Copy, duplicate, new_key

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


@CASES.case("card", r"README.md: config all: train has \d+ rows, dataset_info says 9")
def edited_card_count(copy: Copy) -> None:
    copy.edit(
        "README.md", lambda text: re.sub(r"num_examples: \d+", "num_examples: 9", text, count=1)
    )
    copy.reseal()


@CASES.case("card", r"README.md: config all: data/GEE/\*.parquet is not a shard")
def glob_in_card(copy: Copy) -> None:
    copy.edit(
        "README.md", lambda text: re.sub(r"data/GEE/test-[\w-]+", "data/GEE/*", text, count=1)
    )
    copy.reseal()


@CASES.case("card", r"README.md: config all: feature answer is not the column's")
def wrong_feature_in_card(copy: Copy) -> None:
    copy.edit(
        "README.md",
        lambda text: text.replace(
            "name: answer\n    dtype: string", "name: answer\n    dtype: int64", 1
        ),
    )
    copy.reseal()


@CASES.case("croissant", r"croissant.json: data/GEE/.*: absent or of another digest")
def wrong_digest_in_croissant(copy: Copy) -> None:
    copy.edit(
        "croissant.json", lambda text: re.sub(r'"sha256": "\w+"', '"sha256": "00"', text, count=1)
    )
    copy.reseal()


@CASES.case("browser", r"browse.html: q\w+: answer is not that of its shard or provenance")
def other_key_in_the_page_of_all_questions(copy: Copy) -> None:
    copy.edit_page(lambda rows: rows.with_columns(answer=pl.lit("A")))


@CASES.case("browser", r"browse.html: q\w+: is in the page or in the shards, not once in both")
def question_left_out_of_the_page(copy: Copy) -> None:
    copy.edit_page(lambda rows: rows.tail(-1))


@CASES.case("eval.yaml", r"eval.yaml: task kg_scq: no hidden in config KG_SCQ")
def task_on_a_split_that_is_not_there(copy: Copy) -> None:
    copy.edit("eval.yaml", lambda text: text.replace("split: test", "split: hidden", 1))
    copy.reseal()


@CASES.case("canaries", r"data/GEE/test-.*: q\w+: canary is not that of CANARY.md")
def removed_canary(copy: Copy) -> None:
    copy.rewrite(copy.shard("test"), lambda rows: rows.with_columns(canary=pl.lit(None, pl.String)))
    copy.reseal()


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


def _matter(copy: Copy, change: Callable[[str], str]) -> None:
    copy.edit("README.md", change)
    copy.reseal()


@CASES.case("card", r"README.md: front matter: names configs twice \(line \d+\)")
def configs_named_twice(copy: Copy) -> None:
    more = "configs:\n- config_name: GEE\n  data_files: x\nlanguage:"
    _matter(copy, lambda text: text.replace("language:", more, 1))


@CASES.case("card", r"README.md: a second front matter may begin in line \d+")
def second_front_matter(copy: Copy) -> None:
    _matter(copy, lambda text: f"{text}\n---\nconfigs: []\n---\n")


@CASES.case("card", r"README.md: line \d+ may end the front matter before its end")
def fence_in_a_comment(copy: Copy) -> None:
    _matter(copy, lambda text: text.replace("license:", "# ---\nlicense:", 1))


@CASES.case("card", r"README.md: config all: has data_dir, which no release has")
def config_with_a_folder(copy: Copy) -> None:
    _matter(copy, lambda text: text.replace("  data_files:", "  data_dir: x\n  data_files:", 1))


@CASES.case("card", r"README.md: front matter: holds a tag")
def tag_in_the_front_matter(copy: Copy) -> None:
    bad = "license: !!python/object/apply:os.system ['true']\nlicense_name:"
    _matter(copy, lambda text: text.replace("license:", f"{bad}", 1))


@CASES.case("card", r"README.md: front matter: holds an anchor or alias")
def yaml_bomb(copy: Copy) -> None:
    bomb = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\nlanguage:"
    _matter(copy, lambda text: text.replace("language:", bomb, 1))


@CASES.case("eval.yaml", r"eval.yaml: names .* twice")
def task_named_twice(copy: Copy) -> None:
    copy.edit("eval.yaml", lambda text: f"{text}\ntasks: []\n")
    copy.reseal()


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


def test_what_the_hub_and_its_client_write_is_no_problem(withheld: Copy, tmp_path: Path) -> None:
    copy = duplicate(withheld, tmp_path)
    (copy.folder / ".gitattributes").write_text("*.parquet filter=lfs diff=lfs merge=lfs -text\n")
    place = write_local_dir(copy)
    assert verify.verify(copy.folder) == []
    assert [check.problems for check in audit(copy.folder) if not check.ok] == []
    (place / "download/README.md.metadata").write_bytes(b"\xff\0")
    (copy.folder / ".gitattributes").write_text("\n" * 5_000_000)
    failed = {check.name: len(check.problems) for check in audit(copy.folder) if not check.ok}
    assert failed == {"files": 2}  # no reader of texts falls over what the release does not list


def test_a_text_of_the_release_has_a_bound_too(copy: Copy) -> None:
    path = copy.folder / "README.md"
    path.write_text("\n" * (verify.LINES + 1))
    with pytest.raises(ValueError, match=r"README\.md: 500001 lines, more than 500000"):
        decoding.texts(path)


def write_local_dir(copy: Copy) -> Path:
    """What the Hub's own client leaves beside a download; its folder."""
    listed = {e["path"]: TreeCacheEntry(e["size"], "b" * 40) for e in copy.manifest["files"]}
    for name, entry in listed.items():
        etag = digest_file(copy.folder / name)
        write_download_metadata(copy.folder, name, "a" * 40, etag)
        get_local_download_paths(copy.folder, name).lock_path.touch()
        listed[name] = TreeCacheEntry(entry.size, "b" * 40, etag, entry.size)
    place = copy.folder / ".cache/huggingface"
    write_tree_cache(str(place), "a" * 40, listed)
    return place


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("download/README.md.metadata", "a message to a reader\n"),
        ("download/README.md.metadata", f"{'a' * 40}\n{'c' * 64}\n1.0\n"),
        ("download/which questions are reserved.metadata", f"{'a' * 40}\n{'b' * 40}\n1.0\n"),
        ("download/README.md.lock", "the key is B"),
        (f"trees/{'b' * 40}.json", '{\n "format_version": 1,\n "files": {},\n "said": "B"\n}'),
        (f"trees/{'b' * 40}.json", "[" * 100_000),
        ("CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n# the key is B\n"),
        (".gitignore", "*\n# the key is B\n"),
        ("../../.gitattributes", "# the key is B\n"),
        ("../../.gitattributes", "q03b91c5b41a35c0d9c35 filter=lfs diff=lfs merge=lfs -text\n"),
        ("../../.gitattributes", "# Audio files - compressed\n" * 3),
        ("../../.gitattributes", "\n" * 5_000_000),
    ],
)
def test_nothing_else_is_taken_for_theirs(copy: Copy, name: str, text: str) -> None:
    path = write_local_dir(copy) / name
    path.write_text(text, "utf-8")
    place = path.resolve().relative_to(copy.folder.resolve()).as_posix()
    (problem,) = verify.verify(copy.folder)
    assert problem.startswith(f"{place}: not listed in RELEASE.json")


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
    checks = copy.audit()
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
