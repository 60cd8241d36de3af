"""Recipes that share a folder: build/ holds the last one, build/others/<recipe>/ each other one.

Caches, which are named by content, serve all. What is moved back is as it was, so that nothing of
it is made again.
"""

import shutil
from pathlib import Path

from cpsyexam import chain
from cpsyexam.stage import read_receipt

_DESK = "review"  # of the station
_NAME = "recipe.txt"  # whose stages these are


def take(build: Path, recipe: str) -> None:
    """Make room in a build folder, which must be locked, for the stages of a recipe."""
    last = held(build)
    if last == recipe:
        return
    if last:
        _move(build, build / "others" / last)
    _move(build / "others" / recipe, build)
    (build / _NAME).write_text(recipe, "utf-8")


def of_label(build: Path, label: str) -> Path:
    """Where the stages of a release (`<name>-<version>`) lie; the build folder where nowhere."""
    places = (build, build / "others" / label.rpartition("-")[0])
    return next((place for place in places if label in labels(place)), build)


def of_recipe(build: Path, recipe: str) -> Path:
    """Where the stages of a recipe lie, by its name, whether or not they came to a release."""
    return build if held(build) == recipe else build / "others" / recipe


def labels(build: Path) -> set[str]:
    """The release that was made of a build, by its label; none where it did not come so far."""
    receipt = read_receipt(build, chain.CHAIN.release.name) or {}
    return {Path(folder).name for folder in receipt.get("folders", {})}


def held(build: Path) -> str:
    """The recipe whose stages lie in a folder; of an earlier version's by their release."""
    name = build / _NAME
    if name.is_file():
        return name.read_text("utf-8").strip()
    return min((label.rpartition("-")[0] for label in labels(build)), default="")


def _move(source: Path, target: Path) -> None:
    """Stages from one folder to another, in place of what lies there under their name."""
    for name in (*chain.CHAIN.names, chain.CHAIN.release.name, _DESK):
        if (source / name).is_dir():
            target.mkdir(parents=True, exist_ok=True)
            if (target / name).exists():
                shutil.rmtree(target / name)
            (source / name).rename(target / name)
