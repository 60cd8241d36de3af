"""The key that seals what is kept where others can write, and what nodes of a cluster send.

64 hex digits: in CPSYEXAM_SHARED_KEY, else in the file `shared.key` of the person's configuration,
which is made at first need for its owner alone. Who has it is believed.
"""

import hmac
import os
import re
import secrets
from pathlib import Path

from cpsyexam.errors import ConfigError

VARIABLE = "CPSYEXAM_SHARED_KEY"
_OTHERS = 0o077


def place() -> Path:
    """Where this person's key lies. Raises ConfigError where there is no home."""
    try:
        home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    except RuntimeError as error:
        raise ConfigError("there is no home folder for a key", remedy=f"set {VARIABLE}") from error
    return home / "cpsyexam" / "shared.key"


def seal(*parts: str | bytes, make: bool = True) -> str:
    """HMAC-SHA256 over what is said and what it is said of, as 64 hex digits.

    Raises ConfigError where there is no key that can be used; `make`: one is made where none is.
    """
    found = hmac.new(_key(make=make), digestmod="sha256")
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        found.update(len(data).to_bytes(8) + data)
    return found.hexdigest()


def sealed(given: object, *parts: str | bytes) -> bool:
    """Whether a seal is that of this key over these parts."""
    return isinstance(given, str) and hmac.compare_digest(
        given.encode("utf-8", "replace"), seal(*parts).encode()
    )


def _key(*, make: bool) -> bytes:
    told = os.environ.get(VARIABLE)
    if told:
        return _parsed(told, VARIABLE)
    path = place()
    try:
        if make and not path.exists():
            _make(path)
        if not path.is_file():  # a pipe would be waited for
            raise FileNotFoundError(2, "there is no such file")
        if path.stat().st_mode & _OTHERS:
            raise ConfigError(
                "others may read this key", where=str(path),
                remedy=f"chmod 600 {path}, or delete it where somebody may have read it",
            )  # fmt: skip
        return _parsed(path.read_text("ascii"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", "") or "is no text"
        raise ConfigError(
            f"the key of what is shared cannot be read: {why}", where=str(path),
            remedy=f"copy it from the machine that builds, or set {VARIABLE}",
        ) from error  # fmt: skip


def _parsed(text: str, where: str) -> bytes:
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text.strip()):
        raise ConfigError(
            "the key of what is shared is not 64 hex digits", where=where,
            remedy="copy it from the machine that builds",
        )  # fmt: skip
    return bytes.fromhex(text.strip())


def _make(path: Path) -> None:
    """A new key; of two that are made at once the first stays."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with os.fdopen(
            os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w"
        ) as stream:
            stream.write(secrets.token_hex(32) + "\n")
        if not path.exists():
            os.link(temporary, path)
    except FileExistsError:
        pass
    finally:
        temporary.unlink(missing_ok=True)
