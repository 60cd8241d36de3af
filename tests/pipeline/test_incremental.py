"""A bank that changes, from its files to the release: incremental = full, nothing stale."""

import json
import shutil
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest

from bench import incremental
from cpsyexam.executor import INLINE
from cpsyexam.memo import Memo
from cpsyexam.runner import run
from pipeline import supplies
from pipeline.paths import Paths
from pipeline.recipe import read_recipe
from pipeline.stages import stages
from pipeline.supplies import Run

KINDS = (
    "cleaning/questions", "cleaning/texts", "labeling/labels", "labeling/option_order",
    "cpsyexam/normals", "publishing/pages",
)  # fmt: skip
ROOT = Path(__file__).resolve().parents[2]
SIZE = 300  # questions
LEAST = 150  # from so many on results are kept here; usually it takes more


def built(root: Path, out: str) -> Mapping[str, Mapping[str, object]]:
    """The products of every stage, with their digests; of the release every file of its folders."""
    file = root / "recipe.toml"
    recipe = read_recipe(file)
    if out != "grown":
        incremental.with_earlier(root / "grown", root / out)
    with recipe.in_force():
        steps = stages(Run(recipe, file, Paths(root / out), executor=INLINE, replace=True))
        receipts = {one.name: run(one, root / out / "build").receipt for one in steps}
    found = {name: receipt["outputs"] for name, receipt in receipts.items()}
    return found | {"folders": receipts["release"]["folders"]}


def kept(root: Path) -> dict[str, int]:
    """How many files of results of rows are kept, by package, kind and state."""
    cache = root / "grown" / "build" / "cache"
    places = [place for kind in KINDS for place in cache.glob(f"{kind}/*")]
    return {str(p.relative_to(cache)): len(list(p.glob("*.parquet"))) for p in places}


@pytest.fixture(scope="module", autouse=True)
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Every release says the same of when and of what checkout it was made; results of few rows
    are kept, too.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("no checkout"))
        patch.setenv("SOURCE_DATE_EPOCH", "1767225600")
        patch.setattr(supplies, "Memo", partial(Memo, least=LEAST))
        yield


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bank that was built, and then grew, for a version that follows."""
    root = tmp_path_factory.mktemp("line") / "root"
    fresh = incremental.prepare(root, SIZE)
    with (root / "recipe.toml").open("a", encoding="utf-8") as recipe:  # [release] stands last
        recipe.write(f"shard_rows = {SIZE // 10}\n")
    built(root, "grown")
    fresh.rename(root / "bank" / "b.jsonl")
    incremental.raise_version(root)
    return root


def test_a_grown_bank_gives_what_a_full_build_gives(grown: Path) -> None:
    before = kept(grown)
    assert len(before) == len(KINDS)
    assert built(grown, "grown") == built(grown, "whole")
    after = kept(grown)
    assert after.keys() == before.keys()  # the same states, which took what is new
    assert all(after[place] > count for place, count in before.items())
    seals = [
        {path.name for path in grown.glob(f"{out}/build/cache/manifests/seals/*/*.parquet")}
        for out in ("grown", "whole")
    ]
    assert seals[0] == seals[1]
    assert seals[0]


@pytest.mark.slow  # of one memo: tests/cpsyexam/test_memo.py
def test_other_code_takes_nothing_that_was_kept(
    grown: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = kept(grown)
    whole = built(grown, "grown")
    monkeypatch.setattr(supplies, "code_digest", lambda packages: f"other {packages}")
    for receipt in (grown / "grown" / "build").glob("*/receipt.json"):
        receipt.unlink()  # as a stage's own key would have it
    assert built(grown, "grown") == whole
    assert len(kept(grown)) == 2 * len(before)


@pytest.mark.slow
def test_edited_removed_and_moved_rows_leave_nothing_behind(grown: Path) -> None:
    bank = grown / "bank"
    old = [bank / name for name in ("a.jsonl", "b.jsonl")]
    before = [path.read_bytes() for path in old]
    rows = [json.loads(line) for line in before[0].splitlines()]
    for i, row in enumerate(rows[::29]):
        row["question"] += "（改）" if i % 2 else "2024年"
        row["options"] = row["options"][::-1]
        row["answer"] = "A" if row["options"] else row["answer"]
    kept_rows = rows[: SIZE // 3] + rows[SIZE // 3 + 40 :]
    kept_rows.append(kept_rows.pop(5))
    recipe = grown / "recipe.toml"
    told = recipe.read_text("utf-8")
    for place in (grown / "grown").glob("re*/*-0.2.0"):
        shutil.rmtree(place)  # both follow the first
    recipe.write_text(told.replace('"0.2.0"', '"1.0.0"'), "utf-8")  # what dev lost comes from train
    try:
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in kept_rows)
        old[0].write_text(text, "utf-8")
        old[1].unlink()
        assert built(grown, "grown") == built(grown, "edited")
    finally:
        recipe.write_text(told, "utf-8")
        for place in (grown / "grown").glob("re*/*-1.0.0"):
            shutil.rmtree(place)
        for path, data in zip(old, before, strict=True):
            path.write_bytes(data)


@pytest.mark.slow
def test_another_taxonomy_is_another_state(grown: Path) -> None:
    recipe, field = grown / "recipe.toml", grown / "field"
    before = built(grown, "grown")
    shutil.copytree(ROOT / "cpsyexam/data/psychology", field)
    case = field / "case.toml"
    case.write_text(case.read_text("utf-8").replace("threshold = 2.0", "threshold = 0.3"), "utf-8")
    text = recipe.read_text("utf-8")
    try:
        named = f'version = "0.2.0"\ntaxonomy = "{field}/taxonomy.toml"'
        recipe.write_text(text.replace('version = "0.2.0"', named), "utf-8")
        other = built(grown, "grown")
        assert other["labeled"] != before["labeled"]
        assert other == built(grown, "other")
    finally:
        recipe.write_text(text, "utf-8")
    assert built(grown, "grown") == before


@pytest.mark.slow
def test_tampered_state_is_noticed_and_made_again(
    grown: Path, caplog: pytest.LogCaptureFixture
) -> None:
    build = grown / "grown" / "build"
    whole = built(grown, "grown")
    for receipt in build.glob("*/receipt.json"):
        receipt.unlink()
    for place in build.glob("cache/*/*/*/*.parquet"):
        data = place.read_bytes()
        at = len(data) // 2
        place.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    assert built(grown, "grown") == whole
    damaged = [said for said in caplog.messages if "damaged" in said]
    assert all(any(kind in said for said in damaged) for kind in KINDS)
    for product in build.glob("*/kept.parquet"):  # the tables between the stages, too
        product.write_bytes(product.read_bytes()[:-1] + b"x")
    assert built(grown, "grown") == whole
