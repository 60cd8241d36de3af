"""A release folder → the questions of one split, with keys where they are to be had."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam import decoys, taxonomy
from cpsyexam.errors import ConfigError
from cpsyexam.files import canonical, digest, digest_file, read_json
from cpsyexam.identity import short_id
from cpsyexam.taxonomy import positions
from cpsyexam.text import bare

_SHOWN = ("material", "question", "options")


@dataclass(frozen=True)
class Release:
    """A sealed release; `manifest` is the digest of its RELEASE.json."""

    folder: Path
    label: str
    manifest: str

    @property
    def version(self) -> str:
        """As in its label."""
        return self.label.rpartition("-")[2]

    @cached_property
    def field(self) -> str:
        """The field in Chinese, "" where the release's taxonomy does not say."""
        return taxonomy.of_release(self.folder).words.chinese

    @property
    def slug(self) -> str:
        """The label as a name that harnesses and Python take: law-exam-0.1.0 → law_exam_0_1_0."""
        return re.sub(r"\W", "_", self.label)


def open_release(folder: Path) -> Release:
    """A release by its folder. Raises ConfigError where it is none or was changed since sealing."""
    path = folder / "RELEASE.json"
    try:
        document = read_json(path)
        label = f"{document['name']}-{document['version']}"
        listed = {entry["path"]: entry["sha256"] for entry in document["files"]}
    except FileNotFoundError as error:
        raise ConfigError(
            "not a release", where=str(folder), remedy="run `make dataset`"
        ) from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"cannot be read: {error}", where=str(path)) from error
    for name in sorted(listed):
        if name.startswith("data/") and name.endswith(".parquet"):
            shard = folder / name
            if not shard.is_file() or digest_file(shard) != listed[name]:
                raise ConfigError(
                    f"{name} is not what the release was sealed with",
                    where=str(folder),
                    remedy="run `cpsyexam audit` and build or download it again",
                )
    return Release(folder, label, digest_file(path))


def questions(release: Release, split: str, keys: Path | None = None) -> pl.DataFrame:
    """The questions of a split by id: public columns, `record`, `cluster` and `key`.

    `group` is the case in releases that have none; `cluster` is its name in scores. `key` holds
    the positions of the right options, null where withheld and not in the reserve folder `keys`.
    Decoys of the reserve are left out. Raises ConfigError where the release has no such split.
    """
    shards = sorted((release.folder / "data").glob(f"*/{split}-*.parquet"))
    if keys and split == "reserved":
        shards = sorted((keys / "data").glob("*/reserved-*.parquet"))
    if not shards:
        there = sorted(
            {p.name.split("-")[0] for p in (release.folder / "data").glob("*/*.parquet")}
        )
        remedy = f"it has {', '.join(there)}; name another release with --release"
        raise ConfigError(f"no split {split!r}", where=str(release.folder), remedy=remedy)
    found = pl.concat([pl.read_parquet(path) for path in shards]).sort("id")
    if keys and split == "reserved":
        found = found.filter(~pl.col("id").is_in(decoys.read(keys).get("ids", [])))
    if keys:
        found = _with_keys(found, keys)
    case = bare(pl.col("material"))
    by_case = pl.when(case == "").then("id").otherwise(case.map_elements(_case, pl.String))
    if "group" not in found.columns:
        found = found.with_columns(by_case.alias("group"))
    return found.with_columns(
        record=pl.Series([record(row) for row in found.iter_rows(named=True)], dtype=pl.String),
        cluster=pl.col("group"),
        key=pl.col("answer").map_elements(positions, pl.List(pl.Int8)),
    )


def record(row: dict[str, Any]) -> str:
    """Digest of a question as it is asked: case, stem and options in their order."""
    return digest(canonical([row[name] for name in _SHOWN]))[:16]


def _case(text: str) -> str:
    return short_id("k", text)


def _with_keys(found: pl.DataFrame, keys: Path) -> pl.DataFrame:
    files = sorted((keys / "answers").glob("*.parquet"))
    if not files:
        return found
    held = pl.concat([pl.read_parquet(path) for path in files]).unique("id", keep="first")
    joined = found.join(held, on="id", how="left", suffix="_held", maintain_order="left")
    names = ("answer", "reference", "explanation")
    return joined.with_columns(
        pl.coalesce(name, f"{name}_held").alias(name) for name in names
    ).select(found.columns)


def sample(found: pl.DataFrame, limit: int) -> pl.DataFrame:
    """`limit` questions drawn by the hash of their ids: the same for every model; 0 for all."""
    if not limit or limit >= found.height:
        return found
    draw = pl.Series("draw", [digest(f"limit/{name}") for name in found["id"]])
    return found.with_columns(draw).sort("draw").head(limit).drop("draw").sort("id")


def known(found: pl.DataFrame, format_: Sequence[str] = ("SCQ", "MAQ", "QA")) -> pl.DataFrame:
    """The questions of these formats that can be scored here."""
    return found.filter(
        pl.col("format").is_in(list(format_)),
        pl.col("answer").is_not_null(),
    )
