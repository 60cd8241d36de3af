"""A bank at a path → raw questions, with the bank's own id and split beside them."""

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

import polars as pl

from banks import values
from banks.files import rows
from banks.limits import BankLimits
from banks.mapping import Mapping, UnknownColumnsError, flat, guess
from banks.settings import data_files
from cpsyexam.config import load
from cpsyexam.errors import SourceError
from cpsyexam.files import digest_file
from cpsyexam.records import RawQuestion, capture_id, question_row
from cpsyexam.taxonomy import exams, find_subject

TYPES = pl.Schema(
    {
        **RawQuestion.create_empty().schema,
        "bank_id": pl.String(),
        "split": pl.String(),
    }
)
_SPLIT = re.compile(r"(?:^|[^a-z])(train|dev|valid|val|validation|test|reserved)(?:[^a-z]|$)")
_BATCH = 20_000
_SAMPLE = 200
_TOLD = 5  # rows that cannot be read, said one by one
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class BankFile:
    """One file of a bank: its questions, the rows that are none, and how its columns were read."""

    path: Path
    capture: str
    digest: str
    mapping: Mapping
    questions: pl.DataFrame
    bad_rows: tuple[tuple[int, str], ...]


def questions(path: Path, mapping: Mapping | None = None) -> pl.DataFrame:
    """All questions of a bank: RawQuestion's columns, `bank_id` (its own id) and `split`.

    Raises SourceError where nothing can be read.
    """
    return pl.concat([file.questions for file in read(path, mapping)])


def read(path: Path, mapping: Mapping | None = None, source: str = "") -> list[BankFile]:
    """The question files of a bank (a file, or a folder where others are passed over).

    `source` names the bank, the path's own name where empty. Raises SourceError where a file is
    broken, or where none holds questions; rows that cannot be read are warnings.
    """
    name = source or path.resolve().name
    found, unknown = [], []
    for file in data_files(path):
        try:
            found.append(read_file(file, source=name, root=path, mapping=mapping or Mapping()))
        except UnknownColumnsError as error:
            unknown.append(error)
    if not found:
        raise unknown[0]
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
    return found


def read_mapping(path: Path) -> Mapping:
    """A mapping's own small TOML. Raises ConfigError."""
    return load(path, Mapping)


def read_file(
    path: Path,
    *,
    source: str,
    root: Path,
    mapping: Mapping,
    url: str = "",
    limits: BankLimits | None = None,
) -> BankFile:
    """One data file. `url` is what the questions cite, the path where empty. Raises SourceError."""
    limits = limits or BankLimits()
    url = url or path.as_posix()
    digest = digest_file(path)
    capture = capture_id(source, url, digest)
    stream = rows(path, limits)
    head = list(islice(stream, _SAMPLE))
    objects = [row for row in head if isinstance(row, dict)]
    if head and not objects:
        first = values.encodable(str(head[0])[:120])
        raise SourceError(f"holds no rows with named columns, first {first!r}", where=str(path))
    full = guess(objects, mapping, str(path)) if objects else mapping
    inside = path.relative_to(root).as_posix() if path != root else path.name
    constant = _constants(path, inside, full) | {"source": source, "capture": capture, "url": url}
    bad: list[tuple[int, str]] = []
    frames = [
        pl.DataFrame(batch, schema=TYPES)
        for batch in _batches(chain(head, stream), _Reader(full, constant, limits), bad)
    ]
    found = pl.concat(frames) if frames else pl.DataFrame(schema=TYPES)
    return BankFile(path, capture, digest, full, found, tuple(bad))


@dataclass(frozen=True)
class _Reader:
    """How the rows of a file are read."""

    mapping: Mapping
    constant: dict[str, str]
    limits: BankLimits


def _batches(
    stream: Iterator[Any], reader: _Reader, bad: list[tuple[int, str]]
) -> Iterator[list[dict[str, Any]]]:
    batch = []
    for number, row in enumerate(stream, start=1):
        if not isinstance(row, dict):
            bad.append((number, values.encodable(str(row)[:200])))
            continue
        try:
            batch.append(_question(flat(row), number, reader))
        except values.CellError as error:
            bad.append((number, values.encodable(str(error))))
        except RecursionError:
            bad.append((number, "a cell is nested too deeply"))
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _constants(path: Path, inside: str, mapping: Mapping) -> dict[str, str]:
    given = mapping.default(inside).model_dump(exclude={"match"})
    named = values.from_file_name(path.stem)
    split = _SPLIT.findall(inside.lower())
    return {
        **{key: value or named.get(key, "") for key, value in given.items()},
        "split": split[-1] if split else "",
        # a file name in CPsyExam's grammar is surer of the subject than the rows are
        "sure_subject": named.get("subject", ""),
    }


def _question(row: dict[str, Any], number: int, reader: _Reader) -> dict[str, Any]:
    mapping, constant, limits = reader.mapping, reader.constant, reader.limits

    def cell(role: str) -> str:
        column = getattr(mapping, role)
        found = values.text(row.get(column)).strip("\ufeff") if column else ""
        return values.checked(role, found, limits)

    choices = _choices(row, mapping, limits)
    own = cell("id").strip()
    locator = f"row={number};id={own}" if own else f"row={number}"
    exam, subject = _subject(cell("exam"), cell("subject").strip(), mapping, constant)
    answer = row.get(mapping.answer) if mapping.answer else ""
    declared = values.declared(row.get(mapping.declared), mapping.formats)
    return question_row(
        constant["source"],
        constant["capture"],
        locator,
        url=cell("url") or constant["url"],
        number=cell("number"),
        declared=declared or constant["declared"],
        exam=exam,
        subject=subject,
        category=cell("category") or constant["category"],
        material=cell("material"),
        stem=cell("stem"),
        options=choices,
        answer=values.checked(
            "answer", values.answer(answer, mapping.first_answer, choice=bool(choices)), limits
        )
        or cell("reference"),
        explanation=cell("explanation"),
        bank_id=own,
        split=cell("split") or constant["split"],
    )


def _choices(row: dict[str, Any], mapping: Mapping, limits: BankLimits) -> list[str]:
    if isinstance(mapping.options, str):
        return values.options(row.get(mapping.options), limits) if mapping.options else []
    return values.options([row.get(column) for column in mapping.options], limits)


def _subject(
    exam: str, subject: str, mapping: Mapping, constant: dict[str, str]
) -> tuple[str, str]:
    if constant["sure_subject"]:
        return constant["exam"], constant["sure_subject"]
    named = mapping.subjects.get(subject, subject)
    if named in exams():
        return named, subject
    known = find_subject(named)
    if known and not exam:
        return known
    return exam or constant["exam"], (known[1] if known else named) or constant["subject"]
