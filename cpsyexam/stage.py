"""The stage contract, and what stages leave in a build folder: products and receipts.

A stage is a plain function from frames and settings to kept and rejected rows;
`cpsyexam.runner` runs it and enforces the contract.
"""

import fcntl
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import dataframely as dy
import polars as pl
from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError

from cpsyexam.config import Settings
from cpsyexam.errors import BusyError, CpsyexamError, StageError
from cpsyexam.files import read_json

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
    holds: bool = False  # whether its table `held` has rows that go no further
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
    """Path of a product: `parsed` → its kept rows, `web/captures` → that table.

    Raises StageError for a pipe or device in its place.
    """
    stage, _, table = name.partition("/")
    path = build / stage / f"{table or 'kept'}.parquet"
    if path.exists() and not path.is_file():  # a pipe would be waited for
        raise StageError("is no regular file", where=str(path), remedy="delete it and build again")
    return path


def read(build: Path, name: str, columns: list[str] | None = None) -> pl.DataFrame:
    """A product's rows, some `columns` alone. Raises StageError where the stage has not run.

    In one piece: rows are taken from a table of several in the time that all of them take.
    """
    path = product(build, name)
    try:
        frame = pl.read_parquet(path, columns=columns, memory_map=False)
    except FileNotFoundError as error:
        raise StageError("not built yet", where=str(path), remedy="run cpsyexam build") from error
    except (pl.exceptions.PolarsError, OSError) as error:
        raise StageError("damaged", where=str(path), remedy="delete it and build again") from error
    for place in range(frame.width):
        frame.replace_column(place, frame.to_series(place).rechunk())
    return frame


def scan(build: Path, name: str) -> pl.LazyFrame:
    """A product, read when collected. Raises StageError where the stage has not run."""
    path = product(build, name)
    return pl.scan_parquet(path) if path.exists() else read(build, name).lazy()


def some(frames: Frames, name: str, *columns: str) -> pl.DataFrame:
    """Some columns of a product; of one in a file the others stay unread."""
    if isinstance(frames, Products):
        return frames.some(name, list(columns))
    return frames[name].select(columns)


class Products(Frames):
    """The products that a stage reads, by name; each is read when it is asked for."""

    def __init__(self, build: Path, names: tuple[str, ...]) -> None:
        self._build, self._names = build, names
        self._given: dict[str, weakref.ref[pl.DataFrame]] = {}

    def __getitem__(self, name: str) -> pl.DataFrame:
        if name not in self._names:
            raise KeyError(name)
        frame = read(self._build, name)
        self._given[name] = weakref.ref(frame)
        return frame

    def __contains__(self, name: object) -> bool:
        return name in self._names  # a mapping's own way reads the whole product

    def some(self, name: str, columns: list[str]) -> pl.DataFrame:
        """Some columns of a product. Raises KeyError for one that the stage does not read."""
        if name not in self._names:
            raise KeyError(name)
        return read(self._build, name, columns)

    def passed_on(self, frame: pl.DataFrame) -> str:
        """The product that was read as this very frame, "" for any other frame."""
        return next((name for name, given in self._given.items() if given() is frame), "")

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
                remedy="wait for it, or build elsewhere with --out DIR",
            ) from error
        yield


class _Output(BaseModel):
    sha256: str
    rows: int


class _Spent(BaseModel):
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_mb: int = 0


class _Receipt(BaseModel):
    """What a receipt must be: anything else in its place is none."""

    model_config = ConfigDict(strict=True, extra="allow")

    key: str
    outputs: dict[Annotated[str, StringConstraints(pattern=r"^[\w-]+$")], _Output]
    inputs: dict[str, str] = {}
    rules: dict[str, int] = {}
    settings: dict[str, Any] = {}
    metrics: dict[str, Any] = {}
    folders: dict[str, str] = {}
    spent: _Spent = _Spent()


def read_receipt(build: Path, stage: str) -> dict[str, Any] | None:
    """The receipt of a finished stage, or None where there is none or something else."""
    try:
        found = _Receipt.model_validate(read_json(build / stage / "receipt.json"))
    except (OSError, ValueError, ValidationError):
        return None
    return found.model_dump() if {"kept", "rejected"} <= found.outputs.keys() else None
