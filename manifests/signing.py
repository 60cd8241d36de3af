"""Signatures of OpenSSH (`ssh-keygen -Y`) over RELEASE.json."""

import shutil
import subprocess
from pathlib import Path

from cpsyexam.errors import ConfigError
from manifests.verify import NAMESPACE


def sign(document: Path, key: Path) -> None:
    """Write `<document>.sig`. Raises ConfigError where key or ssh-keygen cannot be used."""
    signature = document.with_name(document.name + ".sig")
    signature.unlink(missing_ok=True)
    _run(["-Y", "sign", "-q", "-n", NAMESPACE, "-f", str(key), str(document)], key)


def make_key(path: Path) -> None:
    """A new key without a passphrase, readable for its owner alone (ssh-keygen sees to that)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _ssh_keygen(["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(path)], path)


def fingerprint(signers: Path) -> str:
    """What a reader should compare: `SHA256:…` of the first key of an allowed_signers file.

    "" where there is none, or ssh-keygen is not installed.
    """
    program = shutil.which("ssh-keygen")
    if program is None or not signers.is_file():
        return ""
    # an allowed_signers line is: name, options, type, key
    words = signers.read_text("utf-8").split()
    kind = next(
        (i for i, word in enumerate(words) if word.startswith(("ssh-", "sk-", "ecdsa-"))), -1
    )
    line = " ".join(words[kind : kind + 2])
    done = subprocess.run(
        [program, "-l", "-f", "-"], input=line, capture_output=True, text=True, check=False
    )
    return done.stdout.split()[1] if done.returncode == 0 else ""


def allowed_signers(key: Path, signer: str) -> str:
    """The line of an allowed_signers file for a private key."""
    public = _run(["-y", "-P", "", "-f", str(key)], key).split()
    return f'{signer} namespaces="{NAMESPACE}" {" ".join(public[:2])}\n'


def _run(arguments: list[str], key: Path) -> str:
    if not key.is_file():
        raise ConfigError(
            "no such signing key",
            where=str(key),
            remedy=f"make one: ssh-keygen -t ed25519 -N '' -f {key}",
        )
    return _ssh_keygen(arguments, key)


def _ssh_keygen(arguments: list[str], key: Path) -> str:
    program = shutil.which("ssh-keygen")
    if program is None:
        raise ConfigError("ssh-keygen is not installed", remedy="install openssh-client")
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise ConfigError(f"ssh-keygen: {done.stderr.strip()}", where=str(key))
    return done.stdout
