"""Strangers' banks, from their raw files to the Hub and to a corrected second version; no file is
edited by hand on the way. Both are asked by lm-eval and by inspect_ai in tests/evaluation/runner.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import huggingface_hub.constants
import polars as pl
import pyarrow.parquet as pq
import pytest

from bench.hub.server import Hub
from tests.matrix import some
from tests.shared import called
from tests.strangers import corrected, first_version, released, sheet_rows, typed

# what a reader types: the default config, whole and as a stream; names, features and sizes as the
# viewer shows them, from the card alone
LOAD = """
import json, sys, datasets
for version in sys.argv[1:]:
    whole = datasets.load_dataset("me/exam", revision=version)
    told = {name: {row["id"]: row["answer"] for row in part} for name, part in whole.items()}
    stream = datasets.load_dataset("me/exam", revision=version, streaming=True)
    flown = {name: list(part) for name, part in stream.items()}
    assert flown == {name: list(part) for name, part in whole.items()}
    for config in datasets.get_dataset_config_names("me/exam", revision=version):
        card = datasets.load_dataset_builder("me/exam", config, revision=version).info
        parts = datasets.load_dataset("me/exam", config, revision=version)
        for name, part in parts.items():
            assert part.features == card.features, (config, part.features, card.features)
            assert part.num_rows == card.splits[name].num_examples, config
        assert parts.keys() == card.splits.keys(), config
    print(json.dumps(told))
"""


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_DISABLE_XET", True)
    with Hub({"hf_me": "me"}) as running:
        yield running


def loaded(hub: Hub, home: Path, *versions: str) -> list[dict[str, dict[str, str]]]:
    """Answers by id and split of versions of me/exam, as `datasets` gives them by default."""
    env = {
        **os.environ, "HF_ENDPOINT": hub.url, "HF_TOKEN": "", "HF_HOME": str(home),
        "NO_PROXY": "127.0.0.1", "HF_HUB_DISABLE_XET": "1",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", LOAD, *versions], env=env, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()[-len(versions) :]]


@pytest.mark.parametrize("name", some(["law", "nursing"], 2))
def test_from_raw_files_to_the_hub_and_a_corrected_version(
    name: str, tmp_path: Path, hub: Hub
) -> None:
    push = ("push", "me/exam", "--endpoint", hub.url)
    release = first_version(tmp_path, name)
    typed(tmp_path, ("audit",), push, HF_TOKEN="hf_me", HF_ENDPOINT=hub.url)
    rows = released(release)
    assert rows.group_by("group").agg(pl.col("split").n_unique())["split"].max() == 1
    if name == "law":  # every question has its case, and shares its group with it
        assert (rows["material"] != "").all()
        assert rows.group_by("material").agg(pl.col("group").n_unique())["group"].max() == 1
    else:
        assert set(rows["subject"]) == {"基础护理学"}
        keys = {stem: right for _, _, right, stem in sheet_rows()}
        for row in rows.iter_rows(named=True):
            assert row["options"]["ABCDE".index(row["answer"])] == keys[row["question"]]
    for path in release.glob("data/*/*.parquet"):  # the viewer filters and sorts by them
        groups = pq.read_metadata(path)
        for column in range(groups.num_columns):
            chunk = groups.row_group(0).column(column)
            assert chunk.is_stats_set, (path.name, chunk.path_in_schema)
            assert chunk.has_column_index
            assert chunk.has_offset_index
    cards = [(release / card).read_text("utf-8") for card in ("README.md", "README.zh.md")]
    for other in ("Case analysis", "案例题的类别", "psycholog", "心理", "in English |"):
        assert all(other not in card for card in cards), other
    assert all("`group`" in card for card in cards)
    wrong, key = corrected(tmp_path, name)
    low = called("build", f"{name}.toml", "--version", "0.1.1", cwd=tmp_path)
    assert low.returncode == 2  # corrected() has built 0.2.0
    assert "lower than 0.2.0, which is there" in low.stderr
    later = released(tmp_path / f"releases/{name}-0.2.0")
    typed(
        tmp_path, ("audit",), (*push, "--private-repo", "me/staging"),
        HF_TOKEN="hf_me", HF_ENDPOINT=hub.url,
    )  # fmt: skip
    first, second = loaded(hub, tmp_path / "home", "v0.1.0", "v0.2.0")
    for found, there in ((first, rows), (second, later)):
        assert {split: len(part) for split, part in found.items()} == dict(
            there.group_by("split").len().rows()
        )
    assert second["train"].pop(wrong) == key != first["train"].pop(wrong)
    for split, part in first.items():  # what was there stays as and where it was
        assert part.items() <= second[split].items()
    assert later.height > rows.height
