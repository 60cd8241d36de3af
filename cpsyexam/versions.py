"""Versions of releases: their order, those that are there, and the next."""

from pathlib import Path

LEVELS = ("PATCH", "MINOR", "MAJOR")  # parts of a version, the last first


def numbers(version: str) -> tuple[int, ...]:
    """What versions are ordered by."""
    return tuple(int(part) for part in version.split("."))


def lying(name: str, *roots: Path) -> dict[str, Path]:
    """The folders of all versions of a release below some roots, lowest version first."""
    found: dict[str, Path] = {}
    for path in (path for root in roots for path in root.glob(f"{name}-*/RELEASE.json")):
        version = path.parent.name.removeprefix(f"{name}-")
        if version.replace(".", "").isdecimal():
            found.setdefault(version, path.parent)
    return dict(sorted(found.items(), key=lambda one: numbers(one[0])))


def below(version: str, found: dict[str, Path]) -> Path | None:
    """The newest of `lying` that is lower than a version."""
    lower = [path for one, path in found.items() if numbers(one) < numbers(version)]
    return lower[-1] if lower else None


def raised(version: str, level: int) -> str:
    """The next version with a part raised: 0.1.4 by 1 (MINOR) is 0.2.0."""
    parts = [int(part) for part in version.split(".")]
    place = len(LEVELS) - 1 - level
    return ".".join(map(str, [*parts[:place], parts[place] + 1, *[0] * level]))


def remedy(newest: str, level: int | None) -> str:
    """What to do about a version that cannot be built, after the newest one that is there; the
    part that has to grow is not known everywhere.
    """
    if level is None:
        return f"{remedy(newest, 0)}, or {raised(newest, 1)} where questions come or go"
    return f"build with --version {raised(newest, level)}"
