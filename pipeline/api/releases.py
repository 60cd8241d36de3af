"""Releases: built from a recipe, loaded, audited."""

from pathlib import Path

import polars as pl

from cpsyexam.errors import ConfigError, ReleaseError
from pipeline.terminal import SafeConsole


def build(recipe: str | Path, *, out: str | Path = ".", workers: int = 1) -> Path:
    """Build the release of a recipe below `out`; returns the release's folder.

    Unchanged stages are skipped. `workers` are processes that parse captures and read pages; with
    more than one, the calling program needs `if __name__ == "__main__":`. Raises CpsyexamError;
    ReleaseError where the release is there, but fails its own audit or lacks a source.
    """
    from cpsyexam.executor import INLINE, Processes
    from pipeline.build import build as make
    from pipeline.paths import Paths
    from pipeline.shortfalls import shortfalls

    executor = Processes(workers) if workers > 1 else INLINE
    paths = Paths(Path(out))
    built = make(Path(recipe), paths, SafeConsole(quiet=True), executor=executor)
    if found := shortfalls(built, paths):
        raise ReleaseError("; ".join(found), where=str(built.release))
    return built.release


def load_release(folder: str | Path) -> pl.DataFrame:
    """The public questions of a release, with column `split`, as the release has them.

    Raises ConfigError where the folder is no release.
    """
    place = Path(folder)
    shards = sorted(place.glob("data/*/*.parquet"))
    if not (place / "RELEASE.json").is_file() or not shards:
        raise ConfigError(
            "is not a release", where=str(place), remedy="give the folder that holds RELEASE.json"
        )
    parts = [
        pl.read_parquet(path).with_columns(pl.lit(path.name.partition("-")[0]).alias("split"))
        for path in shards
    ]
    return pl.concat(parts)


def audit(folder: str | Path, *, reserve: str | Path | None = None) -> pl.DataFrame:
    """Check a release from its files, a row a check: check, ok, skipped, detail.

    Draws and leaks are checked where `reserve` names its reserve folder. Raises ConfigError where
    the folder is no release.
    """
    from manifests.audit import audit as check

    place = Path(folder)
    if not (place / "RELEASE.json").is_file():
        raise ConfigError(
            "is not a release", where=str(place), remedy="give the folder that holds RELEASE.json"
        )
    found = check(place, reserve=Path(reserve) if reserve else None)
    rows = [(one.name, one.ok, one.skipped, one.detail) for one in found]
    return pl.DataFrame(rows, schema=["check", "ok", "skipped", "detail"], orient="row")
