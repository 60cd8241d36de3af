"""A release written from a made-up build: what readers of the Hub get."""

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq

from bench import builds
from manifests import verify
from publishing.columns import canary
from tests.publishing.conftest import CONFIGS, LABEL


def test_release_verifies_from_its_files_alone(made: Path) -> None:
    folder = made / "releases" / LABEL
    assert verify.verify(folder) == []
    done = subprocess.run(
        [sys.executable, "-I", folder / "verify.py"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "OK\n")


def test_every_config_loads_by_name(made: Path, tmp_path: Path) -> None:
    script = """
import sys
from datasets import get_dataset_config_names, load_dataset
for name in get_dataset_config_names(sys.argv[1]):
    for split, rows in load_dataset(sys.argv[1], name).items():
        print(name, split, len(rows), sorted(set(rows["task"])))
"""
    place = str(tmp_path)
    env = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": place, "HF_DATASETS_CACHE": place}
    folder = made / "releases" / LABEL
    done = subprocess.run(
        [sys.executable, "-c", script, folder], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert list(dict.fromkeys(line.split()[0] for line in lines)) == CONFIGS
    assert all(line.split()[1] in ("train", "dev", "test") for line in lines)
    assert all("'KG'" not in line for line in lines if line.startswith("CA"))
    assert all("'KG'" in line for line in lines if line.startswith("KG"))


def test_the_reserve_s_canaries_are_known_to_nobody_without_its_key(made: Path) -> None:
    shards = sorted((made / "reserve" / LABEL).glob("data/*/*.parquet"))
    exams = sorted({path.parent.name for path in shards})
    held = {guid for path in shards for guid in pl.read_parquet(path)["canary"].unique()}
    assert len(held) == len(exams) > 1, "each exam has its own"
    public = [
        path.read_bytes() for path in (made / "releases" / LABEL).rglob("*") if path.is_file()
    ]
    assert not any(guid.encode() in data for guid in held for data in public)
    spec = builds.spec(made, "0.1.0")
    names = (spec.name, spec.label, LABEL, "", "reserve", spec.split_key.hex())
    guesses = {canary(*parts) for parts in product(names, exams, ("reserved", "reserve", "test"))}
    assert not held & guesses


def test_shards_have_the_types_that_every_release_of_datasets_reads(made: Path) -> None:
    for path in (made / "releases" / LABEL).glob("data/*/*.parquet"):
        kinds = {str(field.type) for field in pq.read_schema(path)}
        assert kinds == {"string", "list<element: string>"}
