"""One data file of a bank → raw questions, with the bank's own id, split and group beside them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

import polars as pl

from banks import values
from banks.files import TableRow, rows
from banks.limits import BankLimits
from banks.mapping import Mapping, flat, guess
from cpsyexam.errors import CpsyexamError, SourceError
from cpsyexam.executor import INLINE, Executor
from cpsyexam.files import digest_file
from cpsyexam.portions import Portion
from cpsyexam.records import OWN_FILE, RawQuestion, capture_id, question_row
from cpsyexam.taxonomy import LETTERS, exams, find_subject
from cpsyexam.work import Failure, Work
from documents.office.cells import Shown

TYPES = pl.Schema(
    {
        **RawQuestion.create_empty().schema,
        "bank_id": pl.String(),
        "split": pl.String(),
    }
)
# what only the whole bank explains (see settle): `numbers` of an answer that consists of them,
# `sheet` of a row of a table, null for rows of other files
RAW_TYPES = pl.Schema(
    {**TYPES, "group": pl.String(), "sheet": pl.String(), "numbers": pl.List(pl.Int64())}
)
_SPLIT = re.compile(r"(?:^|[^a-z])(train|dev|valid|val|validation|test|reserved)(?:[^a-z]|$)")
_BATCH = 10_000
_SAMPLE = 200
_PRINTED = ("stem", "options", "answer", "material", "explanation")
ABOVE = "above:"  # note of a row whose cell was printed once, for it and others


@dataclass(frozen=True)
class BankFile:
    """One file of a bank: its questions, the rows that are none, and how its columns were read.

    Until `settle` has looked at the whole bank, questions have RAW_TYPES, answers as printed.
    """

    path: Path
    capture: str
    digest: str
    mapping: Mapping
    questions: pl.DataFrame
    bad_rows: tuple[tuple[int, str], ...]
    headings: tuple[str, ...] = ()


def read_file(
    path: Path,
    *,
    source: str,
    root: Path,
    mapping: Mapping,
    url: str = "",
    limits: BankLimits | None = None,
    executor: Executor = INLINE,
) -> BankFile:
    """One data file. `url` is what the questions cite, the path where empty; `executor` makes
    questions of its rows. Raises SourceError.
    """
    limits = limits or BankLimits()
    url = url or path.as_posix()
    digest = digest_file(path)
    capture = capture_id(source, url, OWN_FILE)
    stream = rows(path, limits)
    head = list(islice(stream, _SAMPLE))
    objects = [row for row in head if isinstance(row, dict)]
    if head and not objects:
        first = values.encodable(str(head[0])[:120])
        raise SourceError(f"holds no rows with named columns, first {first!r}", where=str(path))
    full = guess(objects, mapping, str(path)) if objects else mapping
    inside = path.relative_to(root).as_posix() if path != root else path.name
    constant = _constants(path, inside, full) | {"source": source, "capture": capture, "url": url}
    work = Work(partial(_each, reader=_Reader(full, constant, limits)))
    frames, bad = [pl.DataFrame(schema=RAW_TYPES)], list[tuple[int, str]]()
    try:
        for made in executor.map(work, _batches(_filled(chain(head, stream), full))):
            if isinstance(made, Failure):
                why = f"worker processes die on its rows: {made.reason}"
                raise CpsyexamError(why, where=str(path))
            frames.append(made[0].frame)
            bad += made[1]
    except RecursionError:  # a row is nested too deeply to be sent: said of it here
        return read_file(path, source=source, root=root, mapping=mapping, url=url, limits=limits)
    headings = tuple(dict.fromkeys(name for row in objects for name in row))
    found = _with_cases(pl.concat(frames))
    return BankFile(path, capture, digest, full, found, tuple(bad), headings)


def _filled(stream: Iterator[Any], mapping: Mapping) -> Iterator[Any]:
    """Rows of tables with exam and subject from the row above where they are blank."""
    columns = [c for c in (mapping.exam, mapping.subject) if c]
    above: dict[str, str] = {}
    sheet = ""
    for row in stream:
        if isinstance(row, TableRow):
            if row.sheet != sheet:
                above, sheet = {}, row.sheet
            for column in columns:
                if row.get(column):
                    above[column] = row[column]
                elif column in above:
                    row[column] = Shown(above[column], above=True)
        yield row


def _with_cases(found: pl.DataFrame) -> pl.DataFrame:
    """Rows of a group with the material that one of them prints; a note names the group."""
    if not (found["group"] != "").any():
        return found
    printed = pl.col("material").filter(pl.col("material") != "").first().over("group")
    grouped = pl.col("group") != ""
    lacks = found.select(grouped & (pl.col("material") == "") & printed.is_not_null()).to_series()
    names = pl.format("group:{}:{}", pl.col("capture").str.slice(0, 10), "group")
    told = pl.concat_list("notes", pl.when(grouped).then(names))
    told = pl.concat_list(told, pl.when(lacks).then(pl.lit(f"{ABOVE}material")))
    return found.with_columns(
        material=pl.when(lacks).then(printed).otherwise("material"), notes=told.list.drop_nulls()
    )


@dataclass(frozen=True)
class _Reader:
    """How the rows of a file are read."""

    mapping: Mapping
    constant: dict[str, str]
    limits: BankLimits


Numbered = tuple[int, Any]  # a row with its number


def _batches(stream: Iterator[Any]) -> Iterator[list[Numbered]]:
    numbered = enumerate(stream, start=1)
    while batch := list(islice(numbered, _BATCH)):
        yield batch


def _each(
    batches: Sequence[list[Numbered]], *, reader: _Reader
) -> list[tuple[Portion, list[tuple[int, str]]]]:
    """Of each batch its questions, and the rows that are none."""
    return [_made(batch, reader) for batch in batches]


def _made(batch: list[Numbered], reader: _Reader) -> tuple[Portion, list[tuple[int, str]]]:
    made, bad = [], []
    for number, row in batch:
        if not isinstance(row, dict):
            bad.append((number, values.encodable(str(row)[:200])))
            continue
        try:
            made.append(_question(flat(row), number, reader))
        except values.CellError as error:
            bad.append((number, values.encodable(str(error))))
        except RecursionError:
            bad.append((number, "a cell is nested too deeply"))
    return Portion(pl.DataFrame(made, schema=RAW_TYPES)), bad


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
        if not column:
            return ""
        value = row.get(column)
        if role == "stem" and isinstance(value, dict | list):
            raise values.CellError(f"stem: {value!r:.40} is no text")
        return values.checked(role, values.text(value).strip("\ufeff"), limits)

    stem, choices = _asked(row, cell("stem"), mapping, limits)
    own = cell("id").strip()
    locator = f"row={number};id={own}" if own else f"row={number}"
    exam, subject = _subject(cell("exam"), cell("subject").strip(), mapping, constant)
    answer = row.get(mapping.answer) if mapping.answer else ""
    said = values.checked("answer", values.answer(answer), limits)
    if isinstance(mapping.options, tuple) and said.strip() in mapping.options:
        said = LETTERS[mapping.options.index(said.strip())]  # optionB
    declared = values.declared(row.get(mapping.declared), mapping.formats)
    return question_row(
        constant["source"],
        constant["capture"],
        locator,
        url=cell("url") or constant["url"],
        number=cell("number"),
        declared=declared or constant["declared"] or ("TF" * (not choices and values.judges(said))),
        exam=exam,
        subject=subject,
        category=cell("category") or constant["category"],
        material=cell("material"),
        stem=stem,
        options=choices,
        answer=said or cell("reference"),
        explanation=cell("explanation"),
        notes=_notes(row, mapping),
        bank_id=own,
        split=cell("split") or constant["split"],
        group=cell("group").strip(),
        sheet=row.sheet if isinstance(row, TableRow) else None,
        numbers=values.numbers(answer) if choices else None,
    )


def _asked(
    row: dict[str, Any], stem: str, mapping: Mapping, limits: BankLimits
) -> tuple[str, list[str]]:
    """Stem and options; those that stand in the stem are taken out of it."""
    if not mapping.options:
        return stem, []
    if mapping.options == mapping.stem:
        stem, found = values.in_stem(stem) or (stem, [])
        return stem, values.options(found, limits)
    if isinstance(mapping.options, str):
        return stem, values.options(row.get(mapping.options), limits)
    cells = [row.get(column) for column in mapping.options]
    lists = [cell if isinstance(cell, list) else [cell] for cell in cells]  # wrong ones in a list
    return stem, values.options(list(chain.from_iterable(lists)), limits)


def _notes(row: dict[str, Any], mapping: Mapping) -> list[str]:
    """What is to be known of a row's cells: taken from above, or perhaps not as it was typed."""
    if not isinstance(row, TableRow):
        return []
    found = []
    for role, columns in mapping.by_role().items():
        cells = [cell for c in columns if isinstance(cell := row.get(c), Shown)]
        found += [f"{ABOVE}{role}"] * any(cell.above for cell in cells)
        found += [f"doubt:{cell.doubt}" for cell in cells if cell.doubt and role in _PRINTED]
    return found


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
