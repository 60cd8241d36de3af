"""A made-up build with the variety of real ones: lengths, flags, copies, options, confidence."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from bench import builds
from publishing import distributions

Row = dict[str, Any]
BOUNDS = (10, 20, 30, 40, 60, 80, 120, 200)  # of the classes of lengths
STEMS = [length for bound in BOUNDS for length in (bound, bound + 1)]


def _varied(row: Row) -> Row:
    """A row of the made-up split with what real ones have."""
    n = int(row["number"])
    row["stem"] = (row["stem"] * 9)[: STEMS[n % 16]]
    row["flags"] = [["short:stem"], ["short:stem", "key:odd"], [], []][n % 4]
    row["task_rule"] = ["material", "keyword", "", "material"][n % 4]
    row["also"] = [*row["also"], *(["r7y"] if n % 20 == 0 else [])]
    if row["confidence"] is not None:
        row["confidence"] = (0.62, 0.7, 0.99, 1.0)[n % 4]
    if row["format"] == "MAQ" and n % 2:
        row["answer"] = [0, 1, 2]
    if row["format"] == "SCQ" and n % 11 == 0:
        row["options"] = [*row["options"], "以上都不对"]
        row["order"] = [4, *row["order"]]
    return row


def make(root: Path) -> None:
    """Write the build below a root."""
    builds.make(root / "build", 480)
    path = root / "build/split/kept.parquet"
    rows = pl.read_parquet(path)
    made = [_varied(row) for row in rows.iter_rows(named=True)]
    pl.DataFrame(made, schema=rows.schema).write_parquet(path)


def split_settings(build: Path, **settings: object) -> None:
    """Note other settings of the split in a build."""
    path = build / "split/receipt.json"
    told = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**told, "settings": settings}), "utf-8")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a varied build."""
    found = tmp_path_factory.mktemp("figures")
    make(found)
    return found


@pytest.fixture(scope="module")
def rows(root: Path) -> list[Row]:
    """The rows that were split."""
    return pl.read_parquet(root / "build/split/kept.parquet").to_dicts()


@pytest.fixture(scope="module")
def public(rows: list[Row]) -> list[Row]:
    """Those that are not reserved."""
    return [row for row in rows if row["split"] != "reserved"]


@pytest.fixture(scope="module")
def seen(root: Path) -> distributions.Distributions:
    """What the release counts of them."""
    return distributions.distributions(root / "build", withheld=False)
