"""Which banks a recipe reads, and what a bank's TOML says."""

import re
from pathlib import Path
from typing import Any

from pydantic import Field, model_validator

from banks.limits import BankLimits
from banks.mapping import Mapping
from cpsyexam.config import Glob, Settings, Terms, load
from cpsyexam.errors import SourceError
from cpsyexam.fetched import fetch, settled

FORMATS = {".json": "json", ".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".tsv": "csv"}
FORMATS |= {".gift": "gift", ".xml": "moodle", ".sql": "sql"}
FORMATS |= {".parquet": "parquet", ".pq": "parquet", ".xlsx": "xlsx"}


class BanksSettings(Settings):
    """Table `[banks]` of a recipe."""

    sources: tuple[Path, ...] = ()
    limits: BankLimits = BankLimits()

    def outside_files(self) -> tuple[Path, ...]:
        """The banks' TOML files and every local file that they name."""
        found: list[Path] = []
        for path in self.sources:
            bank = read_bank(path)
            if bank.url:
                fetch(bank.url)
            found += [path, *(data_files(bank.path, bank.only) if bank.path else [])]
        return tuple(found)


class Bank(Settings):
    """A bank's TOML. `path` is relative to the folder you run in; the file's name is its id.

    A path that is a URL (s3://bucket/bank, https://host/bank.jsonl) is that of a copy here, `url`.
    """

    title: str
    path: Path | None = None
    url: str = ""
    hub: str = Field(default="", pattern=r"^$|^[\w.-]+/[\w.-]+$")
    revision: str = "main"
    only: tuple[Glob, ...] = ()  # globs inside a folder, all data files where empty
    mapping: Mapping = Mapping()
    terms: Terms

    @model_validator(mode="before")
    @classmethod
    def _fetched(cls, said: Any) -> Any:
        return settled(said, key="path")


def read_bank(path: Path) -> Bank:
    """A bank's TOML. Raises ConfigError, or SourceError where it names no place or two."""
    bank = load(path, Bank)
    if bool(bank.path) == bool(bank.hub):
        raise SourceError(
            "a bank needs either `path` or `hub`", where=str(path), remedy="set one of them"
        )
    return bank


def source_name(path: Path) -> str:
    """The id of a bank: the name of its TOML, in lower case with dashes."""
    return re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-") or "bank"


def data_files(path: Path, only: tuple[str, ...] = ()) -> list[Path]:
    """The data files at a path (a file, or a folder with any depth), sorted.

    Raises SourceError where there is none.
    """
    if path.is_file():
        return [_named(path)]
    if not path.is_dir():
        raise SourceError("no such file or folder", where=str(path), remedy="check the path")
    found = sorted(p for p in path.rglob("*") if p.is_file() and _is_data(p, path))
    if only:
        found = [p for p in found if any(p.relative_to(path).match(glob) for glob in only)]
    if not found:
        raise SourceError(
            "holds no JSON, JSONL, CSV, Parquet, xlsx, GIFT, Moodle XML or SQL file",
            where=str(path),
            remedy="name the file itself, or change `only`",
        )
    return [_named(file) for file in found]


def _named(path: Path) -> Path:
    """The path itself. Raises SourceError where its name is no text that records can hold."""
    try:
        str(path).encode()
    except UnicodeEncodeError as error:
        raise SourceError(
            "a file whose name is not UTF-8", where=ascii(str(path)), remedy="rename it"
        ) from error
    return path


def _is_data(path: Path, root: Path) -> bool:
    hidden = any(part.startswith(".") for part in path.relative_to(root).parts)
    return not hidden and path.suffix.lower() in FORMATS
