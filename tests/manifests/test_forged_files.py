"""Tampering with files, card, manifest and signature is found, with file and reason."""

import json
import re

import polars as pl
import pytest

from manifests import signing
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


@CASES.case("card", r"README.md: config GEE: train has \d+ rows, dataset_info says 9")
def edited_card_count(copy: Copy) -> None:
    copy.edit(
        "README.md", lambda text: re.sub(r"num_examples: \d+", "num_examples: 9", text, count=1)
    )
    copy.reseal()


@CASES.case("card", r"README.md: config GEE: data/GEE/\*.parquet is not a shard")
def glob_in_card(copy: Copy) -> None:
    copy.edit(
        "README.md", lambda text: re.sub(r"data/GEE/test-[\w-]+", "data/GEE/*", text, count=1)
    )
    copy.reseal()


@CASES.case("card", r"README.md: config GEE: feature answer is not the column's")
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


@pytest.mark.parametrize("name", CASES.found)
def test_tampering_is_found(name: str, copy: Copy) -> None:
    CASES.run(name, copy)
