"""Who may review: names with a secret key each, kept as digests in `reviewers.json` (mode 600)."""

import hmac
import os
import secrets
import time
from dataclasses import dataclass
from pathlib import Path

from cpsyexam.errors import ConfigError
from cpsyexam.files import digest, read_json, write_json

FILE = "reviewers.json"


@dataclass(frozen=True)
class Reviewer:
    """A person; `name` is the pseudonym that stands beside their opinions."""

    name: str
    key: str  # SHA-256 of the secret
    chair: bool = False
    since: str = ""

    def csrf(self) -> str:
        """A token that only pages served to this person hold."""
        return digest(f"csrf\n{self.key}")[:32]


def read(folder: Path) -> list[Reviewer]:
    """All reviewers, in the order of their invitation. Raises ConfigError for a broken file."""
    file = folder / FILE
    if not file.is_file():
        return []
    try:
        rows = read_json(file)
        return [Reviewer(**row) for row in rows]
    except (OSError, ValueError, TypeError) as error:
        raise ConfigError(
            f"not a list of reviewers: {error}",
            where=str(file),
            remedy="put it back, or delete it and invite everybody again",
        ) from error


def invite(folder: Path, name: str, *, chair: bool = False) -> str:
    """Add a reviewer, or give one a new key; the secret, which is kept nowhere.

    Raises ConfigError for a name that cannot be one, or that shares its file with another's.
    """
    from reviewing.decisions import file_name, person

    name = person(name)
    others = [one for one in read(folder) if one.name != name]
    twin = next((one for one in others if file_name(one.name) == file_name(name)), None)
    if twin:
        raise ConfigError(
            f"{name!r} and {twin.name!r} would share a file", remedy="choose another name"
        )
    secret = secrets.token_urlsafe(24)
    known = next((one for one in read(folder) if one.name == name), None)
    since = known.since if known else time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    made = Reviewer(name, digest(secret), chair, since)
    rows = [vars(one) for one in sorted([*others, made], key=lambda one: (one.since, one.name))]
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / FILE, rows)
    os.chmod(folder / FILE, 0o600)  # noqa: PTH101  Path.chmod follows links as well
    return secret


def who(reviewers: list[Reviewer], secret: str) -> Reviewer | None:
    """The reviewer with this key; compared in constant time."""
    key = digest(secret)
    found = [one for one in reviewers if hmac.compare_digest(one.key, key)]
    return found[0] if found else None
