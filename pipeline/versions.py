"""Which version comes next: every place that names one asks here, or the comparison of records.

What is there (releases/ and reserve/) and the decisions that its newest version has not applied →
the part that grows. Changes of sources show when the records are compared (`publishing.changes`).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from cpsyexam.errors import ConfigError
from cpsyexam.files import read_json
from cpsyexam.stage import read, read_receipt
from cpsyexam.terminal import language
from cpsyexam.versions import lying, numbers, raised, remedy
from pipeline import apart
from pipeline.paths import Paths

if TYPE_CHECKING:
    from pipeline.recipe import Recipe
    from reviewing.decisions import Filed
    from reviewing.station.words import Words

_COME_OR_GO = frozenset({"reject", "restore", "which_key"})  # what adds or removes questions
_LET_IN = frozenset({"accept", "correct"})  # what adds one that is held


@dataclass(frozen=True)
class Step:
    """The newest version that is there, and the part that has to grow; None: nothing is decided."""

    newest: str
    level: int | None

    def told(self, words: "Words") -> str:
        """Which version to build next, in a sentence; "" where nothing waits for it."""
        if self.level is None:
            return ""
        least, more = raised(self.newest, self.level), raised(self.newest, 2)
        return words("next_minor" if self.level else "next_patch").format(least, more)

    def fits(self, version: str) -> bool:
        """Whether a version is as high as the decisions ask for."""
        return numbers(version) >= numbers(raised(self.newest, self.level or 0))


def next_version(words: "Words", paths: Paths, decisions: Path) -> str:
    """Which version of the build's release comes next, by the files of a folder; "" for none."""
    name = paths.recipe or apart.held(paths.build)
    with paths.field():
        found = step(name, paths, sorted(decisions.glob("*.jsonl")))
    return found.told(words) if found else ""


def step(name: str, paths: Paths, files: Sequence[Path]) -> Step | None:
    """What comes after the newest version of a release; None where none is there."""
    from reviewing.contradictions import in_force
    from reviewing.decisions import read as read_decisions

    there = lying(name, *paths.kept)
    if not there:
        return None
    newest = next(reversed(there))
    label = f"{name}-{newest}"
    every = read_decisions(files)
    left = in_force(every)
    done = _applied(label, paths, every)
    idle = done | _idle(apart.of_recipe(paths.root / "build", name))
    new = [one.decision for one in left if one.digest not in idle]
    fallen = [one.decision for one in every if one.digest in done and one not in left]
    if not new and not fallen:
        return Step(newest, None)
    come_or_go = any(one.verdict in _COME_OR_GO for one in (*new, *fallen))
    asked = {one.id for one in new if one.verdict in _LET_IN}
    return Step(newest, int(come_or_go or not asked <= _released(label, paths, asked)))


def _released(label: str, paths: Paths, asked: Collection[str]) -> set[str]:
    """Those of the questions that a release has, its reserve too."""
    shards = [path for root in paths.kept for path in (root / label).glob("data/*/*.parquet")]
    mine = pl.col("id").is_in(list(asked))
    found = [pl.scan_parquet(path).filter(mine).select("id").collect() for path in shards if asked]
    return {name for ids in found for name in ids["id"]}


def _applied(label: str, paths: Paths, every: "Sequence[Filed]") -> set[str]:
    """Digests of the decisions that a release tells of, withheld ones under their pseudonyms."""
    from manifests.withholding import pseudonym

    told: set[str] = set()
    for root in paths.kept:
        table = root / label / "provenance/corrections.parquet"
        told |= set(pl.read_parquet(table)["decision"]) if table.is_file() else set()
    keys = paths.reserve(label) / "keys.json"
    salt = bytes.fromhex(read_json(keys)["salt_key"]) if keys.is_file() else b""
    return {one.digest for one in every if {one.digest, pseudonym(one.digest, salt)} & told}


def _idle(build: Path) -> set[str]:
    """Decisions that found no question when it was built last."""
    if not read_receipt(build, "reviewed"):
        return set()
    table = read(build, "reviewed/decisions")
    return set(table.filter(pl.col("status").is_in(["stale", "elsewhere"]))["decision"])


def foretold(recipe: "Recipe", paths: Paths) -> str:
    """What a build says at its beginning: the version that decisions ask for, where its own is
    too low for them. Raises ConfigError for a version below one that is there.
    """
    from reviewing.settings import ReviewSettings
    from reviewing.station.words import Words

    review = recipe.table("review")
    assert isinstance(review, ReviewSettings)
    found = step(recipe.name, paths, review.files())
    if not found:
        return ""
    there = lying(recipe.name, *paths.kept)
    if recipe.version not in there and numbers(recipe.version) < numbers(found.newest):
        raise ConfigError(
            f"version {recipe.version} is lower than {found.newest}, which is there",
            where=recipe.name,
            remedy=remedy(found.newest, found.level or None),
        )
    return "" if found.fits(recipe.version) else found.told(Words(language()))
