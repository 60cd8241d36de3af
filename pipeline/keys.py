"""The secret keys of a release, two of 256 random bits each; and the key that signs it."""

import itertools
import logging
import re
import shutil
from pathlib import Path

from cpsyexam.errors import ConfigError
from cpsyexam.files import digest, write_text
from cpsyexam.release import ReleaseSettings
from pipeline.paths import Paths

# SHA-256 of the sample's keys: they are public, so they keep nothing secret
KNOWN = frozenset({
    "920c9296cf73f3af1cf432bd629a390e71d4b448f46284eef9a26459d01a83a6",
    "c4c2cf4f854f58e37cf5d3fec69527dafd74aca7cb0a27f53b32b77ecd661c80",
})  # fmt: skip
OWNER = "cpsyexam project"  # of the sample's sources, which have nothing to hide

log = logging.getLogger(__name__)


def read_key(path: Path) -> bytes:
    """A secret key file: 64 hex digits of 256 random bits.

    Its SHA-256 is published, so that a word or a pattern would be found. Raises ConfigError where
    it is missing or may be guessed.
    """
    remedy = f"make one: openssl rand -hex 32 > {path}"
    if path.exists():  # it may be something that nobody would want to lose
        remedy = "name a file of its own in [keys], made by `openssl rand -hex 32`"
    try:
        if not path.is_file():  # a pipe would be waited for
            raise ConfigError("key file cannot be read", where=str(path), remedy=remedy)
        key = path.read_bytes().strip()
    except OSError as error:
        raise ConfigError("key file cannot be read", where=str(path), remedy=remedy) from error
    if not re.fullmatch(rb"[0-9a-fA-F]{64}", key):
        raise ConfigError("key is not 64 hex digits", where=str(path), remedy=remedy)
    if not _random(bytes.fromhex(key.decode())):
        raise ConfigError("key has a pattern: it is not random", where=str(path), remedy=remedy)
    return key


def read_keys(split: Path, salt: Path) -> tuple[bytes, bytes]:
    """Both keys of a release. Raises ConfigError where they are the same."""
    one, other = read_key(split), read_key(salt)
    if one.lower() == other.lower():
        raise ConfigError(
            "both keys are the same: who learns one would know the other",
            where=f"{split} and {salt}",
            remedy=f"make another: openssl rand -hex 32 > {salt}",
        )
    return one, other


def _random(key: bytes) -> bool:
    """Whether 32 bytes look drawn by chance (a true draw fails less than once in 10¹²)."""
    steps = {(b - a) % 256 for a, b in itertools.pairwise(key)}
    printable = all(0x20 <= byte < 0x7F for byte in key)
    return len(set(key)) >= 16 and len(steps) >= 12 and not printable


def with_signing_key(settings: ReleaseSettings, paths: Paths) -> ReleaseSettings:
    """The settings with the key that signs: the recipe's, else this machine's own.

    That one is made at the first build, 0600, in a folder that git ignores. "none" signs nothing.
    """
    if settings.signing_key:
        chosen = "" if settings.signing_key == "none" else settings.signing_key
        return settings.model_copy(update={"signing_key": chosen})
    key = paths.signing / "release.key"
    if not key.exists():
        if shutil.which("ssh-keygen") is None:
            log.warning("the release is not signed: ssh-keygen is not installed")
            return settings
        from manifests.signing import make_key

        write_text(paths.signing / ".gitignore", "*\n")
        make_key(key)
    return settings.model_copy(update={"signing_key": str(key)})


def known_to_all(manifest: dict[str, object]) -> bool:
    """Whether a release that is not the sample was made with the sample's public keys."""
    split, sources = manifest.get("split"), manifest.get("sources")
    stated = {manifest.get("salt_key_sha256")}
    stated |= {split.get("key_sha256")} if isinstance(split, dict) else set()
    owners = {s["terms"].get("owner") for s in sources} if isinstance(sources, list) else set()
    return bool(stated & KNOWN) and owners != {OWNER}


def key_digest(settings: ReleaseSettings) -> str:
    """Digest of the key that signs, for the stage's key; "" where none does."""
    path = Path(settings.signing_key)
    return digest(path.read_bytes()) if settings.signing_key and path.is_file() else ""
