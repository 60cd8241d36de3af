"""What may go up: only what was sealed here, signed where the recipe signs, with a clean past."""

import json
import shutil
from pathlib import Path

import pytest

from cpsyexam.errors import ReleaseError
from pipeline.paths import Paths
from pipeline.release_checks import checks
from tests.manifests.forging import LABEL, Copy


@pytest.fixture
def desk(copy: Copy, tmp_path: Path) -> Paths:
    """A signed release and its reserve where push looks for them."""
    paths = Paths(tmp_path / "desk")
    shutil.copytree(copy.folder, paths.release(LABEL))
    shutil.copytree(copy.reserve, paths.reserve(LABEL))
    return paths


def moved(copy: Copy, paths: Paths) -> Copy:
    return Copy(paths.release(LABEL), paths.reserve(LABEL), copy.build, copy.signers)


def test_what_was_sealed_goes_up(copy: Copy, desk: Paths) -> None:
    with checks(desk, desk.release(LABEL), copy.signers) as found:
        assert found.audit(desk.release(LABEL)) == []
        assert found.former(desk.release(LABEL)) == []
        assert found.words("Release v0.1.0\nsha256 of RELEASE.json: 0") == []


def test_without_its_reserve_nothing_goes_up(copy: Copy, desk: Paths) -> None:
    shutil.rmtree(desk.reserve(LABEL))
    with checks(desk, desk.release(LABEL), copy.signers) as found:
        (problem,) = found.audit(desk.release(LABEL))
    assert problem.startswith("leak guard: the reserve is not here")


def test_without_key_and_signers_a_signing_recipe_is_refused(desk: Paths) -> None:
    with pytest.raises(ReleaseError, match=r"signs its releases.*--signers"):
        with checks(desk, desk.release(LABEL)):
            pass


def test_with_the_key_of_the_recipe_no_signers_are_needed(copy: Copy, desk: Paths) -> None:
    receipt = desk.build / "release" / "receipt.json"
    receipt.parent.mkdir(parents=True)
    key = copy.signers.with_name("key")
    settings = {"signing_key": str(key), "signer": copy.manifest["signer"]}
    outputs = {name: {"rows": 0, "sha256": ""} for name in ("kept", "rejected")}
    told = {"key": "", "outputs": outputs, "settings": settings, "folders": {f"../{LABEL}": ""}}
    receipt.write_text(json.dumps(told))
    with checks(desk, desk.release(LABEL)) as found:
        assert found.audit(desk.release(LABEL)) == []
        forged = moved(copy, desk)
        forged.write_manifest({**forged.manifest, "signer": ""})
        (forged.folder / "RELEASE.json.sig").unlink()
        shutil.copyfile(forged.folder / "RELEASE.json", forged.reserve / "RELEASE.json")
        assert any("names no signer" in problem for problem in found.audit(forged.folder))


def test_a_stripped_signature_and_edited_answers_are_seen_without_signers(
    copy: Copy, desk: Paths
) -> None:
    forged = moved(copy, desk)
    forged.write_manifest({**forged.manifest, "signer": ""})
    (forged.folder / "RELEASE.json.sig").unlink()
    forged.reseal()
    with pytest.raises(ReleaseError, match="--signers"):
        with checks(desk, forged.folder):
            pass
    with checks(desk, forged.folder, copy.signers) as found:
        (problem,) = found.audit(forged.folder)
    assert "is not the one that was sealed" in problem


@pytest.mark.parametrize("name", ["notes.md", "reserve/keys.json", "data/x.parquet"])
def test_a_former_release_with_more_in_it_may_not_become_public(
    copy: Copy, desk: Paths, name: str
) -> None:
    folder = desk.release(LABEL)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("x")
    with checks(desk, desk.release(LABEL), copy.signers) as found:
        assert any(name in problem for problem in found.former(folder))


def test_a_reserved_question_in_the_past_is_found(copy: Copy, desk: Paths) -> None:
    import polars as pl

    shard = next((desk.reserve(LABEL) / "data").rglob("*.parquet"))
    name = pl.read_parquet(shard)["id"][0]
    with checks(desk, desk.release(LABEL), copy.signers) as found:
        (problem,) = found.words(f"take out {name}")
        assert "is of the reserve" in problem
    folder = desk.release(LABEL)
    (folder / "CANARY.md").write_text(f"{name}\n")
    with checks(desk, folder, copy.signers) as found:
        assert any(f"{name} is of the reserve" in problem for problem in found.former(folder))


def test_a_former_folder_that_is_no_release(copy: Copy, desk: Paths, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "RELEASE.json").write_text("{}")
    with checks(desk, desk.release(LABEL), copy.signers) as found:
        assert "cannot be checked" in found.former(tmp_path / "other")[0]
