"""Secret keys are random, two, and kept; the sample's open nothing; releases are signed."""

import json
import secrets
import shutil
import stat
from pathlib import Path

import pytest

from cpsyexam.errors import ConfigError
from cpsyexam.release import ReleaseSettings
from manifests import signing
from pipeline.keys import KNOWN, key_digest, known_to_all, read_key, read_keys, with_signing_key
from pipeline.paths import Paths
from pipeline.release_checks import checks
from tests.publishing.conftest import make_release
from tests.shared import made_once

SAMPLE = Path(__file__).resolve().parents[2] / "samples/keys"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A made-up build and its release; not to be changed."""
    return made_once(tmp_path_factory, "release-small", make_release)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("passwordpassword", "is not 64 hex digits"),
        ("\0" * 32, "is not 64 hex digits"),
        ("00" * 32, "has a pattern"),
        (b"correct horse battery staple 123".hex(), "has a pattern"),
        (bytes(range(32)).hex(), "has a pattern"),
        ("c9f5ae88165f07dd" * 4, "has a pattern"),
        ("c1da88cf2abfcfce80466acceec4" * 2 + "00000d", "is not 64 hex digits"),
        ("", "is not 64 hex digits"),
    ],
)
def test_a_key_that_may_be_guessed_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "my.key"
    path.write_text(text)
    with pytest.raises(ConfigError, match=rf"my\.key: key {said}.*openssl rand -hex 32") as caught:
        read_key(path)
    assert " > " not in caught.value.line()  # a command that would write over the file


def test_random_keys_are_taken_and_must_be_two(tmp_path: Path) -> None:
    for _ in range(500):
        (tmp_path / "a").write_text(secrets.token_hex(32) + "\n")
        read_key(tmp_path / "a")
    (tmp_path / "b").write_text(secrets.token_hex(32))
    assert read_keys(tmp_path / "a", tmp_path / "b") == (
        read_key(tmp_path / "a"),
        read_key(tmp_path / "b"),
    )
    (tmp_path / "b").write_text((tmp_path / "a").read_text().upper())
    with pytest.raises(ConfigError, match="both keys are the same"):
        read_keys(tmp_path / "a", tmp_path / "b")


def test_the_sample_s_keys_are_known() -> None:
    from cpsyexam.files import digest

    assert {digest(read_key(SAMPLE / f"{name}.key")) for name in ("split", "salt")} == KNOWN


def test_with_the_sample_s_keys_only_the_sample_is_pushed(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    folder = tmp_path / "releases/made-up-0.1.0"
    with checks(Paths(tmp_path), folder) as asked:
        assert asked.audit(folder) == []
        manifest = json.loads((folder / "RELEASE.json").read_text("utf-8"))
        for place in (manifest, manifest["split"]):
            name = "salt_key_sha256" if place is manifest else "key_sha256"
            was, place[name] = place[name], min(KNOWN)
            assert known_to_all(manifest)
            place[name] = was
        manifest["salt_key_sha256"] = min(KNOWN)
        (folder / "RELEASE.json").write_text(
            json.dumps(manifest, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n"
        )
        assert asked.audit(folder)[0].startswith("keys: are the sample's, which everybody knows")
    sample = [{**source, "terms": {"owner": "cpsyexam project"}} for source in manifest["sources"]]
    assert not known_to_all({**manifest, "sources": sample})


def test_the_reserve_s_keys_are_for_their_owner_alone(made: Path) -> None:
    reserve = made / "reserve/made-up-0.1.0"
    assert stat.S_IMODE((reserve / "keys.json").stat().st_mode) == 0o600
    assert stat.S_IMODE(reserve.stat().st_mode) == 0o700


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="needs openssh-client")
def test_a_machine_signs_with_a_key_of_its_own(tmp_path: Path) -> None:
    paths = Paths(tmp_path)
    chosen = with_signing_key(ReleaseSettings(), paths)
    key = Path(chosen.signing_key)
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert (key.parent / ".gitignore").read_text() == "*\n"
    assert with_signing_key(ReleaseSettings(), paths) == chosen
    before = key_digest(chosen)
    (tmp_path / "signers").write_text(signing.allowed_signers(key, "me"))
    assert signing.fingerprint(tmp_path / "signers").startswith("SHA256:")
    for path in key.parent.glob("release.key*"):
        path.unlink()
    again = with_signing_key(ReleaseSettings(), paths)
    assert key_digest(again) != before
    assert with_signing_key(ReleaseSettings(signing_key="none"), paths).signing_key == ""
    assert with_signing_key(ReleaseSettings(signing_key="mine"), paths).signing_key == "mine"
    assert signing.fingerprint(tmp_path / "nothing") == ""
