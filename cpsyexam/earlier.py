"""The lineages of an earlier version, read from its folders.

A version made before there were lineages has no table of them: there each question of release and
reserve begins one, with the names that its provenance knows.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam.errors import ConfigError
from cpsyexam.files import digest, digest_file, read_json, tree_digest
from cpsyexam.lineage import NAMES, PLACE, QUESTIONS, TABLES, Lineages, commitment, of_splits
from cpsyexam.taxonomy import SPLITS

COPIES = ("exact_duplicate", "near_duplicate")  # rules by which a copy goes to what is preferred
_ROWS = ("id", "raw_id", "source", "split", "preferred")
_BACK = "bring its reserve folder back as it was built"


def lineages(folder: Path, reserve: Path) -> Lineages:
    """What a release and its reserve folder know of all questions up to then.

    Raises ConfigError where something is missing, or the tables are not those that it was sealed
    with.
    """
    manifest = _manifest(folder)
    shards = tuple(p for f in (folder, reserve) for p in sorted(f.glob("data/*/*.parquet")))
    release = folder / "RELEASE.json"  # names the digests of all files beside it
    public = digest_file(release) if release.is_file() else tree_digest(folder)
    read = digest(public + tree_digest(reserve))
    if "lineage" not in manifest:
        return replace(_reconstructed(folder, reserve, manifest), digest=read, shards=shards)
    try:
        keys = read_json(reserve / "keys.json")
        same = commitment(reserve, bytes.fromhex(keys["salt_key"])) == manifest["lineage"]
        tables = {
            name: pl.read_parquet(reserve / PLACE / f"{name}.parquet", memory_map=False)
            for name in TABLES
        }
    except (OSError, ValueError, KeyError, TypeError, pl.exceptions.PolarsError) as error:
        raise ConfigError(
            f"the lineage of its questions cannot be read: {error}",
            where=str(reserve / PLACE),
            remedy=_BACK,
        ) from error
    if not same:
        raise ConfigError(
            "the lineage of its questions is not what the release was sealed with",
            where=str(reserve / PLACE),
            remedy=_BACK,
        )
    return Lineages(**tables, digest=read, shards=shards)


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        found = read_json(folder / "RELEASE.json")
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise ConfigError(f"cannot be read: {error}", where=str(folder / "RELEASE.json")) from error
    return found if isinstance(found, dict) else {}


def _reconstructed(folder: Path, reserve: Path, manifest: Mapping[str, Any]) -> Lineages:
    """The lineages of a version that has no table of them: by ids, raw_ids, and those of copies."""
    version = str(manifest.get("version", ""))
    paths = [p for f in (folder, reserve) for p in sorted(f.glob("provenance/*/*.parquet"))]
    if not paths:
        raise ConfigError("previous release holds no provenance", where=str(folder))
    rows = pl.concat([_origins(path) for path in paths]).sort("id")
    known = of_splits(rows.select("id", "split"))
    born = known.names.select("lineage", id="name")
    public = pl.col("split") != SPLITS[-1]
    rows = rows.join(born, on="id").with_columns(shown=public, since=pl.lit(version))
    copies = rows.explode("copies").drop_nulls("copies")
    names = [rows.with_columns(name=of) for of in ("id", "raw_id")]
    names.append(copies.with_columns(name="copies"))
    questions = known.questions.drop("id", "first", "source").join(
        rows.select("lineage", "id", "source", first="id"), on="lineage"
    )
    told = questions.with_columns(since=pl.lit(version), until=pl.lit(version))
    table = pl.concat([part.select(*NAMES) for part in names]).unique("name", maintain_order=True)
    return replace(known, questions=told.select(*QUESTIONS), names=table)


def _origins(path: Path) -> pl.DataFrame:
    """Columns id, raw_id, source, split and `copies` (raw_ids) of a file of provenance."""
    schema = pl.read_parquet_schema(path)
    rows = pl.read_parquet(path, columns=[name for name in _ROWS if name in schema])
    if rows.is_empty() or "preferred" not in schema:
        return rows.select("id", "raw_id", "source", "split", copies=pl.lit([], pl.List(pl.String)))
    lost = pl.element().filter(pl.element().struct.field("rule").is_in(COPIES))
    copies = pl.col("preferred").list.eval(lost.struct.field("raw_id"))
    return rows.select("id", "raw_id", "source", "split", copies=copies)
