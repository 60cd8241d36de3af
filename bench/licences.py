"""What stands in a lock file, and the licences of what is installed from it.

`python -m bench.licences LOCK ENVIRONMENT`: exit code 1 and a line a package where one of the lock
has a licence that is not on the list; the targets whose packages have an environment of their own
ask this before their tests.
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from importlib import metadata
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "requirements"
_PIN = re.compile(r"([A-Za-z0-9._-]+)==([^\s;\\]+)")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


@dataclass
class Package:
    """A pinned package and the digests of the files that may be installed for it."""

    name: str
    version: str
    sha256: list[str]


def locked(name: str) -> list[Package]:
    """The packages of requirements/<name>.lock; one pinned for two platforms comes twice."""
    found: list[Package] = []
    for line in (FOLDER / f"{name}.lock").read_text("utf-8").splitlines():
        if pin := _PIN.match(line):
            found.append(Package(pin[1], pin[2], []))
        elif digest := _HASH.search(line):
            found[-1].sha256.append(digest[1])
    return found


def licences(installed: list[str] | None = None) -> dict[str, str]:
    """Package → its licence, of all that is installed (in these folders) or read by a person."""
    there = metadata.distributions(path=installed) if installed else metadata.distributions()
    found = {_plain(one.metadata["Name"]): _told(one) for one in there}
    read: dict[str, str] = tomllib.loads((FOLDER / "licences.toml").read_text("utf-8"))["read"]
    return found | read


def refused(lock: str, told: dict[str, str]) -> Iterator[str]:
    """Packages of a lock whose licence is not on the list."""
    rules = tomllib.loads((FOLDER / "licences.toml").read_text("utf-8"))
    for package in locked(lock):
        licence = told.get(_plain(package.name), "")
        if any(
            fnmatch(package.name, name) and lock in one["locks"] and licence in one["licences"]
            for name, one in rules["excepted"].items()
        ):
            continue
        parts = re.split(r" AND | OR ", licence.replace("(", " ").replace(")", " "))
        whole = licence in rules["allowed"]
        if not whole and not all(part.strip() in rules["allowed"] for part in parts):
            yield f"{package.name} {package.version}: {licence or 'no licence told'}"


def _told(found: metadata.Distribution) -> str:
    about = found.metadata
    if "License-Expression" in about:
        return str(about["License-Expression"])
    classes = [c.rpartition(" :: ")[2] for c in about.get_all("Classifier") or [] if "License" in c]
    if classes:
        return " AND ".join(sorted(classes))
    return str(about["License"]).strip().split("\n")[0] if "License" in about else ""


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def main() -> None:
    """Check the lock that an environment was installed from."""
    lock, environment = sys.argv[1:]
    folders = [str(path) for path in Path(environment).glob("lib/python*/site-packages")]
    if not folders:
        sys.exit(f"error: {environment}: no environment; make .venv/{lock}/stamp")
    found = list(refused(lock, licences(folders)))
    if found:
        sys.exit(
            "\n".join(["error: licences not on the list of requirements/licences.toml:", *found])
        )


if __name__ == "__main__":
    main()
