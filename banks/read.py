"""A bank at a path → raw questions of all its files, understood together."""

import logging
import os
from dataclasses import replace
from pathlib import Path

import polars as pl

from banks.bank_file import BankFile, read_file
from banks.mapping import Mapping, UnknownColumnsError
from banks.settings import data_files
from banks.understanding import Understanding, settle
from cpsyexam.config import load
from cpsyexam.errors import SourceError

_TOLD = 5  # rows that cannot be read, said one by one
log = logging.getLogger(__name__)


def questions(path: Path, mapping: Mapping | None = None) -> pl.DataFrame:
    """All questions of a bank: RawQuestion's columns, `bank_id` (its own id) and `split`.

    Raises SourceError where nothing can be read, AmbiguousKeyError as `settle` does.
    """
    return pl.concat([file.questions for file in read(path, mapping)])


def read(path: Path, mapping: Mapping | None = None, source: str = "") -> list[BankFile]:
    """The question files of a bank, as `understood` gives them."""
    return understood(path, mapping, source)[0]


def understood(
    path: Path, mapping: Mapping | None = None, source: str = ""
) -> tuple[list[BankFile], Understanding]:
    """The question files of a bank (a file, or a folder where others are passed over), and how
    they were read.

    `source` names the bank, the path's own name where empty. Raises SourceError where a file is
    broken, or where none holds questions; rows that cannot be read are warnings.
    """
    name, given = source or Path(os.path.realpath(path)).name, mapping or Mapping()
    found: list[BankFile] = []
    unknown: dict[Path, UnknownColumnsError] = {}
    for file in data_files(path):
        try:
            found.append(read_file(file, source=name, root=path, mapping=given))
        except UnknownColumnsError as error:
            unknown[file] = error
    if not found:
        raise next(iter(unknown.values()))
    lost = [(file.path, *row) for file in found for row in file.bad_rows]
    if not any(file.questions.height for file in found):
        first = f"; first {lost[0][0].name}, row {lost[0][1]}: {lost[0][2]}" if lost else ""
        raise SourceError(
            f"holds no question ({len(lost)} rows cannot be read{first})",
            where=str(path),
            remedy="check that it is the right file",
        )
    for file, number, why in lost[:_TOLD]:
        log.warning("%s: row %d cannot be read: %s", file, number, why)
    if len(lost) > _TOLD:
        log.warning("%s: %d rows in all cannot be read", path, len(lost))
    files, told = settle(found, given.first_answer, str(path))
    return files, replace(told, passed={file: error.what for file, error in unknown.items()})


def read_mapping(path: Path) -> Mapping:
    """A mapping's own small TOML. Raises ConfigError."""
    return load(path, Mapping)
