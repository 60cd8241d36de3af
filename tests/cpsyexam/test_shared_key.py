"""The key of what is shared: made for its owner alone, never guessed, named where it is wrong."""

import os
from pathlib import Path

import pytest

from cpsyexam.errors import ConfigError
from cpsyexam.executor_ray import Ground, _Cluster
from cpsyexam.files import digest
from cpsyexam.shared_key import VARIABLE, place, seal, sealed
from cpsyexam.taxonomy import current


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


def test_a_key_is_made_once_for_its_owner_and_given_by_file_or_variable(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = seal("place", "text")
    assert place().stat().st_mode & 0o777 == 0o600
    assert list(home.rglob("*")) == [home / "cpsyexam", place()]
    assert sealed(given, "place", "text")
    monkeypatch.setenv(VARIABLE, place().read_text())
    place().unlink()
    assert sealed(given, "place", "text")
    monkeypatch.setenv(VARIABLE, "ab" * 32)
    assert not sealed(given, "place", "text")


def test_a_seal_holds_for_what_it_was_made_of_alone() -> None:
    given = seal("ab", "c")
    others = [("a", "bc"), ("abc",), ("ab", "c", ""), ("ab", "d")]
    assert not any(sealed(given, *parts) for parts in others)
    assert not any(sealed(wrong, "ab", "c") for wrong in (None, "", "é", given[:-1], b"", 3))


@pytest.mark.parametrize(
    ("mode", "text", "line"),
    [
        (0o644, "ab" * 32, "others may read this key; chmod 600 .*shared.key"),
        (0o600, "secret", "is not 64 hex digits; copy it from the machine that builds"),
        (0o600, "é", "is no text"),
        (0, "pipe", "cannot be read: there is no such file"),
    ],
)
def test_a_key_that_is_none_is_named(home: Path, mode: int, text: str, line: str) -> None:
    place().parent.mkdir()
    os.mkfifo(place()) if text == "pipe" else place().write_text(text)
    place().chmod(mode)
    with pytest.raises(ConfigError, match=f"shared.key: .*{line}"):
        seal("x")


def test_nodes_never_make_a_key(home: Path) -> None:
    ground = Ground("", "", "token", "code", current(), proof="0" * 64)
    assert f"there is no such file; copy it from the machine that builds, or set {VARIABLE}" in (
        ground.fault()
    )
    assert not list(home.iterdir())


def test_what_a_node_without_the_key_sends_is_not_unpacked() -> None:
    cluster = _Cluster(Ground("", "", "token", "code", current()))
    true = seal("token", digest(b"asked"), "", b"answer")
    assert cluster._sealed((b"answer", "", true), b"asked") == (b"answer", "", true)
    forged = [
        (b"another", "", true), (b"answer", "takes more than", true), (None, "", true),
        (b"answer", "", "0" * 64), (b"answer", "", None), (b"answer", ""), "answer", None,
    ]  # fmt: skip
    for said in forged:
        with pytest.raises(Exception, match="do not bear the seal of this build's key"):
            cluster._sealed(said, b"asked")
    with pytest.raises(Exception, match="do not bear the seal"):
        cluster._sealed((b"answer", "", true), b"asked otherwise")
