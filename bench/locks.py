"""Renew lock files, each with what it brings in its first line: `python -m bench.locks NAME...`."""

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from packaging.markers import Marker
from packaging.tags import Tag, sys_tags
from packaging.utils import parse_wheel_filename

FOLDER = Path("requirements")
# what besides requirements/NAME.in stands in a lock
PROJECT = ["pyproject.toml", "requirements/base.in"]
MORE = {
    "base": ["pyproject.toml"],
    "dev": [*PROJECT, "--extra", "dev"],
    "eval": [*PROJECT, "--extra", "eval"],
    # the versions of the project, and Ray
    "ray": [*PROJECT, "--extra", "ray", "--constraint", "requirements/dev.lock"],
}
ADDED = "dev"  # goes into an environment that has what base.lock names


def renew(name: str) -> None:
    """Write requirements/NAME.lock with the newest versions that fit."""
    lock, own = FOLDER / f"{name}.lock", FOLDER / f"{name}.in"
    asked = [*([str(own)] if own.exists() else []), *MORE.get(name, [])]
    compiled("--generate-hashes", "--no-annotate", "--upgrade", "-q", "-o", str(lock), *asked)
    text = lock.read_text("utf-8")
    lock.write_text(f"# {size(lock)}\n{text}", "utf-8")


def size(lock: Path) -> str:
    """How many packages a lock brings to a machine like this one, and how much is to be fetched."""
    before = (
        {p["name"]: p["version"] for p in _here(FOLDER / "base.lock")} if lock.stem == ADDED else {}
    )
    here = [p for p in _here(lock) if before.get(p["name"]) != p["version"]]
    rank = {tag: place for place, tag in enumerate(sys_tags())}
    total = sum(_fetched(package, rank) for package in here)
    return f"{len(here)} packages, {round(total / 1e6)} MB to fetch"


def _here(lock: Path) -> list[dict[str, Any]]:
    """What a lock says of the packages that a machine like this one needs."""
    told = tomllib.loads(compiled("--no-deps", "--format", "pylock.toml", "-q", str(lock)))
    return [p for p in told["packages"] if "marker" not in p or Marker(p["marker"]).evaluate()]


def _fetched(package: dict[str, Any], rank: dict[Tag, int]) -> int:
    """Bytes of the file that an installer takes: the wheel that fits best, else the source."""
    fit: list[tuple[int, int]] = []
    for wheel in package.get("wheels", ()):
        tags = parse_wheel_filename(wheel["url"].rpartition("/")[2].replace("%2B", "+"))[3]
        fit += [(rank[tag], wheel["size"]) for tag in tags if tag in rank]
    return min(fit)[1] if fit else int(package["sdist"]["size"])


def compiled(*arguments: str) -> str:
    """What uv resolves for all platforms and for Python 3.11 on."""
    uv = str(Path(sys.executable).with_name("uv"))
    asked = [uv, "pip", "compile", "--universal", "--python-version", "3.11", "--no-header"]
    done = subprocess.run([*asked, *arguments], check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


if __name__ == "__main__":
    for named in sys.argv[1:]:
        renew(named)
