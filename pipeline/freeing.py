"""What of a build folder can be made again: readings, kept results, what stopped runs left."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_DAY = 86_400.0
_LEFT = (".draft", ".old", ".part")  # endings of names below which a run writes


@dataclass(frozen=True)
class Freeable:
    """Files of one kind: what they are, where, how they come back, how much they take."""

    what: str
    folder: Path
    again: str
    files: tuple[Path, ...]
    size: int  # bytes


def freeable(build: Path, days: float) -> list[Freeable]:
    """All that may go from a build folder and was not written for so many days."""
    before = time.time() - days * _DAY
    found = []
    for folder in sorted(p for p in (build / "cache").glob("*/*") if p.is_dir() and _own(p, build)):
        what, again = _kept(folder)
        found.append(_listed(what, folder, again, [folder], before))
    left = [
        p for p in build.glob("**/.*")
        if p.name.endswith(_LEFT) and "cache" not in p.parts and _own(p, build)
    ]  # fmt: skip
    found.append(_listed("left by stopped runs", build, "nothing needs it", left, before))
    return [one for one in found if one.files]


def _own(path: Path, build: Path) -> bool:
    """Whether no link leads out of the build folder on the way to a path."""
    return path.resolve() == build.resolve() / path.relative_to(build)


def _kept(folder: Path) -> tuple[str, str]:
    package = folder.parent.name
    if package == "ocr":
        return "cached readings", "its pages are read again when a build needs them"
    return "kept results", "worked out again when a build needs them"


def free(found: Sequence[Freeable]) -> int:
    """Delete what was listed, and folders that it leaves empty; returns bytes."""
    for one in found:
        for path in one.files:
            path.unlink(missing_ok=True)
        for folder in sorted({path.parent for path in one.files}, reverse=True):
            _prune(folder, one.folder)
    return sum(one.size for one in found)


def _listed(what: str, folder: Path, again: str, roots: Sequence[Path], before: float) -> Freeable:
    below = [p for root in roots for p in (root.rglob("*") if root.is_dir() else [root])]
    stats = {path: path.stat() for path in sorted(set(below)) if path.is_file()}
    old = {path: stat.st_size for path, stat in stats.items() if stat.st_mtime <= before}
    return Freeable(what, folder, again, tuple(old), sum(old.values()))


def _prune(folder: Path, root: Path) -> None:
    while folder != root.parent and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
