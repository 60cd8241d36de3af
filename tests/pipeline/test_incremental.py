"""A bank that grows, through every stage before the release: incremental = full, nothing stale."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from bench import incremental
from cpsyexam.executor import INLINE
from cpsyexam.runner import run
from pipeline import stages as pipeline_stages
from pipeline.paths import Paths
from pipeline.recipe import read_recipe
from pipeline.stages import Run, stages

KINDS = ("cleaning/questions", "cleaning/texts", "labeling/option_order")
SIZE = 3_000  # questions: above the number from which results are kept


def built(root: Path, out: str) -> Mapping[str, Mapping[str, object]]:
    """The products of every stage before the release, with their digests."""
    file = root / "recipe.toml"
    steps = stages(Run(read_recipe(file), file, Paths(root / out), executor=INLINE))
    return {one.name: run(one, root / out / "build").receipt["outputs"] for one in steps[:-1]}


def kept(root: Path) -> dict[str, int]:
    """How many files of results of rows are kept, by package, kind and state."""
    cache = root / "grown" / "build" / "cache"
    places = [place for kind in KINDS for place in cache.glob(f"{kind}/*")]
    return {str(p.relative_to(cache)): len(list(p.glob("*.parquet"))) for p in places}


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bank that was built, and then grew."""
    root = tmp_path_factory.mktemp("line") / "root"
    fresh = incremental.prepare(root, SIZE)
    built(root, "grown")
    fresh.rename(root / "bank" / "b.jsonl")
    return root


def test_a_grown_bank_gives_what_a_full_build_gives(grown: Path) -> None:
    before = kept(grown)
    assert len(before) == len(KINDS)
    assert built(grown, "grown") == built(grown, "whole")
    after = kept(grown)
    assert after.keys() == before.keys()  # the same states, which took what is new
    assert all(after[place] > count for place, count in before.items())


def test_other_code_takes_nothing_that_was_kept(
    grown: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = kept(grown)
    whole = built(grown, "grown")
    monkeypatch.setattr(pipeline_stages, "code_digest", lambda packages: f"other {packages}")
    for receipt in (grown / "grown" / "build").glob("*/receipt.json"):
        receipt.unlink()  # as a stage's own key would have it
    assert built(grown, "grown") == whole
    assert len(kept(grown)) == 2 * len(before)
