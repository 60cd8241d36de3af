"""The stage contract and the one runner that enforces it.

A stage is a plain function from frames and settings to kept and rejected rows. The runner checks
the row law (ids in = parents of kept and rejected), writes Parquet atomically and a receipt last,
and skips a stage whose key and outputs are unchanged.
"""

import fcntl
import importlib.util
import json
import os
import resource
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import dataframely as dy
import polars as pl

from cpsyexam import files, row_law
from cpsyexam.config import Settings
from cpsyexam.errors import BusyError, CpsyexamError, StageError
from cpsyexam.records import Rejected

Frames = Mapping[str, pl.DataFrame]


@dataclass(frozen=True)
class StageResult:
    """What a stage returns. `tables` are further products; `metrics` go into the receipt.

    `folders` are those whose draft (`cpsyexam.files.draft`) is finished: they get their names when
    the rows are checked.
    """

    kept: pl.DataFrame
    rejected: pl.DataFrame
    tables: Frames = field(default_factory=dict)
    metrics: Mapping[str, Any] = field(default_factory=dict)
    folders: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Stage:
    """One step of the pipeline.

    `reads` names upstream products: `parsed` (its kept rows) or `web/captures` (a table); `run`
    gets them by these names. Input ids are column `parent` of the reads named in `counted`
    (default: all), or of the stage's own table `captures` for a stage that reads the world.
    """

    name: str
    run: Callable[[Frames, Any], StageResult]
    settings: Settings
    schema: type[dy.Schema]
    code: tuple[str, ...]
    reads: tuple[str, ...] = ()
    counted: tuple[str, ...] | None = None
    files: tuple[Path, ...] = ()
    parent: str = "raw_id"
    one_to_one: bool = True
    rejects: bool = True
    tables: tuple[str, ...] | None = None  # products besides kept and rejected; None = any
    extra_inputs: tuple[str, ...] = ()  # other digests that change the result, e.g. of a key
    receipts: tuple[str, ...] = ()  # stages whose receipts and products it reads by itself


@dataclass(frozen=True)
class Report:
    """What the runner did with a stage."""

    stage: str
    skipped: bool
    receipt: dict[str, Any]


def questions(frames: Frames) -> pl.DataFrame:
    """The rows that a stage works on: those of the first product that it reads."""
    return next(iter(frames.values()))


def product(build: Path, name: str) -> Path:
    """Path of a product: `parsed` → its kept rows, `web/captures` → that table."""
    stage, _, table = name.partition("/")
    return build / stage / f"{table or 'kept'}.parquet"


def read(build: Path, name: str) -> pl.DataFrame:
    """A product's rows. Raises StageError where the stage has not run."""
    path = product(build, name)
    try:
        return pl.read_parquet(path, memory_map=False)
    except FileNotFoundError as error:
        raise StageError("not built yet", where=str(path), remedy="run `make dataset`") from error
    except (pl.exceptions.PolarsError, OSError) as error:
        raise StageError("damaged", where=str(path), remedy="delete it and build again") from error


def scan(build: Path, name: str) -> pl.LazyFrame:
    """A product, read when collected. Raises StageError where the stage has not run."""
    path = product(build, name)
    return pl.scan_parquet(path) if path.exists() else read(build, name).lazy()


class Products(Frames):
    """The products that a stage reads, by name; each is read when it is asked for."""

    def __init__(self, build: Path, names: tuple[str, ...]) -> None:
        self._build, self._names = build, names

    def __getitem__(self, name: str) -> pl.DataFrame:
        if name not in self._names:
            raise KeyError(name)
        return read(self._build, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


@contextmanager
def build_lock(build: Path) -> Iterator[None]:
    """Hold the build folder against a second run. Raises BusyError where it is held."""
    try:
        build.mkdir(parents=True, exist_ok=True)
        lock = (build / ".lock").open("w")
    except OSError as error:
        raise CpsyexamError(
            f"cannot write: {error.strerror}", where=str(build), remedy="choose another folder"
        ) from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise BusyError(
                "another run is building here",
                where=str(build),
                remedy="wait for it, or build elsewhere with --build DIR",
            ) from error
        yield


def run(stage: Stage, build: Path, *, force: bool = False) -> Report:
    """Run a stage, or skip it where nothing changed. Returns the receipt.

    Raises StageError where the stage breaks the row law or its schema.
    """
    folder = build / stage.name
    files.recover(folder)
    inputs = {name: _input_digest(build, name) for name in stage.reads}
    inputs |= {f"{name}/receipt": _receipt_digest(build, name) for name in stage.receipts}
    key = _key(stage, inputs)
    old = read_receipt(build, stage.name)
    if not force and old and old["key"] == key and _intact(folder, old):
        return Report(stage.name, skipped=True, receipt=old)
    frames = Products(build, stage.reads)
    began, cpu = time.monotonic(), time.process_time()
    result = stage.run(frames, stage.settings)
    _check(stage, build, result)
    spent = {
        "seconds": round(time.monotonic() - began, 3),
        "cpu_seconds": round(time.process_time() - cpu, 3),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }
    receipt = {
        "stage": stage.name,
        "key": key,
        "inputs": inputs,
        "rules": dict(sorted(result.rejected["rule"].value_counts().rows())),
        "settings": stage.settings.model_dump(mode="json"),
        "metrics": dict(result.metrics),
        "spent": spent,
    }
    return Report(stage.name, skipped=False, receipt=_write(folder, result, receipt))


def _write(folder: Path, result: StageResult, receipt: dict[str, Any]) -> dict[str, Any]:
    fresh = files.fresh_draft(folder)
    products = {"kept": result.kept, "rejected": result.rejected, **result.tables}
    outputs = {}
    for name, frame in products.items():
        path = fresh / f"{name}.parquet"
        files.write_frame(path, frame)
        outputs[name] = {"sha256": files.digest_file(path), "rows": frame.height}
    folders = {}
    for other in result.folders:
        folders[os.path.relpath(other, folder)] = files.tree_digest(files.draft(other))
        files.settle(other)
    receipt = {**receipt, "outputs": outputs, "folders": folders}
    files.write_json(fresh / "receipt.json", receipt)
    files.settle(folder)
    return receipt


def read_receipt(build: Path, stage: str) -> dict[str, Any] | None:
    """The receipt of a finished stage, or None."""
    try:
        found: dict[str, Any] = json.loads((build / stage / "receipt.json").read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return found if {"key", "outputs"} <= found.keys() else None


def _key(stage: Stage, inputs: Mapping[str, str]) -> str:
    code = _code_digest(stage.code)
    outside = [[str(p), files.digest_file(p) if p.is_file() else ""] for p in stage.files]
    settings = str(stage.settings.model_dump(mode="json"))  # floats have no canonical JSON
    parts = [stage.name, dict(inputs), outside, settings, code, list(stage.extra_inputs)]
    return files.digest(files.canonical(parts))


@cache
def _code_digest(packages: tuple[str, ...]) -> str:
    digests = []
    for package in ("cpsyexam", *packages):
        spec = importlib.util.find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            raise StageError(f"no package named {package!r}")
        root = Path(next(iter(spec.submodule_search_locations)))
        digests.append(files.tree_digest(root, (".py", ".toml")))
    lock = Path(__file__).parent.parent / "requirements" / "base.lock"
    digests.append(files.digest_file(lock) if lock.exists() else "")
    return files.digest("".join(digests))


def _input_digest(build: Path, name: str) -> str:
    stage, _, table = name.partition("/")
    receipt = read_receipt(build, stage)
    output = receipt and receipt["outputs"].get(table or "kept")
    if not output:
        raise StageError(f"{name!r} is not built yet", where=stage, remedy="run `make dataset`")
    return str(output["sha256"])


def _receipt_digest(build: Path, name: str) -> str:
    """Digest of what a stage made and how; not of how long it took."""
    receipt = read_receipt(build, name)
    if receipt is None:
        raise StageError(f"{name!r} is not built yet", where=name, remedy="run `make dataset`")
    return files.digest(files.canonical([receipt["key"], receipt["outputs"]]))


def _intact(folder: Path, receipt: Mapping[str, Any]) -> bool:
    paths = {folder / f"{name}.parquet": o["sha256"] for name, o in receipt["outputs"].items()}
    whole = all(p.is_file() and files.digest_file(p) == sha for p, sha in paths.items())
    others = receipt.get("folders", {}).items()
    return whole and all(files.tree_digest(folder / path) == sha for path, sha in others)


def _check(stage: Stage, build: Path, result: StageResult) -> None:
    try:
        stage.schema.validate(result.kept)
        Rejected.validate(result.rejected)
    except (dy.exc.ValidationError, dy.exc.SchemaError) as error:
        raise StageError(f"rows do not fit their schema: {error}", where=stage.name) from error
    counted = stage.reads if stage.counted is None else stage.counted
    if stage.reads:
        read_ids = [scan(build, name).select(stage.parent) for name in counted]
        ids = pl.concat(read_ids).collect()[stage.parent]
    else:
        ids = result.tables["captures"]["capture"]
    row_law.check(
        ids,
        result.kept[stage.parent],
        result.rejected["parent"],
        one_to_one=stage.one_to_one,
        stage=stage.name,
    )
    _check_names(stage, result)


def _check_names(stage: Stage, result: StageResult) -> None:
    """What other stages, release and audit look for by name is there under that name."""
    named = set(result.rejected["stage"])
    if "sources" in result.tables and not stage.reads:
        named |= set(result.tables["sources"]["kind"])
    if named - {stage.name}:
        raise StageError(f"its rows name {min(named - {stage.name})!r} as stage", where=stage.name)
    if result.rejected.height and not stage.rejects:
        raise StageError(
            "rejects rows, but the chain says that it does not",
            where=stage.name,
            remedy="see cpsyexam/chain.py",
        )
    if stage.tables is not None and set(stage.tables) != set(result.tables):
        odd = min(set(stage.tables) ^ set(result.tables))
        raise StageError(
            f"table {odd!r} is made or declared, not both",
            where=stage.name,
            remedy="see cpsyexam/chain.py",
        )
