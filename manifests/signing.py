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


def allowed_signers(key: Path, signer: str) -> str:
    """The line of an allowed_signers file for a private key."""
    public = _run(["-y", "-P", "", "-f", str(key)], key).split()
    return f'{signer} namespaces="{NAMESPACE}" {" ".join(public[:2])}\n'


def _run(arguments: list[str], key: Path) -> str:
    program = shutil.which("ssh-keygen")
    if program is None:
        raise ConfigError("ssh-keygen is not installed", remedy="install openssh-client")
    if not key.is_file():
        raise ConfigError(
            "no such signing key",
            where=str(key),
            remedy=f"make one: ssh-keygen -t ed25519 -N '' -f {key}",
        )
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise ConfigError(f"ssh-keygen: {done.stderr.strip()}", where=str(key))
    return done.stdout
