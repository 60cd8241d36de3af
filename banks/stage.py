"""Stage `banks`: every row of every bank becomes a raw question, or is rejected with a reason."""

from pathlib import Path
from typing import Any

import polars as pl

from banks.bank_file import BankFile
from banks.hub import snapshot
from banks.kept import kept_file
from banks.mapping import MissingColumnError, UnknownColumnsError
from banks.settings import FORMATS, Bank, BanksSettings, data_files, read_bank, source_name
from banks.understanding import NAMED, settle
from banks.values import encodable
from cpsyexam.errors import ConfigError, SourceError
from cpsyexam.files import canonical, digest_file
from cpsyexam.memo import NO_MEMO, Memo
from cpsyexam.records import (
    OWN_FILE,
    Capture,
    RawQuestion,
    Rejected,
    Source,
    capture_row,
    conform,
    reject,
)
from cpsyexam.stage import Frames, StageResult

_MEDIA = {
    "json": "application/json",
    "jsonl": "application/jsonl",
    "csv": "text/csv",
    "parquet": "application/vnd.apache.parquet",
    "gift": "text/plain",
    "moodle": "application/xml",
    "sql": "application/sql",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def extract(frames: Frames, settings: BanksSettings, *, memo: Memo = NO_MEMO) -> StageResult:
    """Read all banks of a recipe. Tables: captures (one a file), sources. Figures: columns used,
    and how each bank was understood.

    Raises ConfigError, SourceError or RemoteError where a bank is missing, its mapping names a
    column that no file has, or its keys are numbers that nothing explains; a file that cannot be
    read is a Rejected row.
    """
    del frames
    kept: list[pl.DataFrame] = [RawQuestion.create_empty()]
    rejected: list[pl.DataFrame] = [Rejected.create_empty()]
    captures: list[dict[str, Any]] = []
    sources: list[dict[str, Any]] = []
    columns: dict[str, Any] = {}
    understood: dict[str, dict[str, str]] = {}
    for toml in settings.sources:
        bank, name = read_bank(toml), source_name(toml)
        if any(source["source"] == name for source in sources):
            raise ConfigError(
                f"bank {name!r} is named twice", where=str(toml), remedy="rename one of the TOMLs"
            )
        terms = canonical(bank.terms.model_dump(mode="json"))
        sources.append({"source": name, "kind": "banks", "title": bank.title, "terms": terms})
        root, prefix = _place(bank)
        read: list[BankFile] = []
        unknown: list[MissingColumnError] = []
        for path in data_files(root, bank.only):
            inside = path.relative_to(root).as_posix() if path != root else path.name
            url = _address(prefix, inside, path, root)
            capture = _capture(name, path, url)
            captures.append(capture)
            try:
                file = kept_file(
                    path,
                    source=name,
                    root=root,
                    mapping=bank.mapping,
                    url=url,
                    limits=settings.limits,
                    memo=memo,
                )
            except SourceError as error:
                if isinstance(error, MissingColumnError):
                    unknown.append(error)
                unclear = isinstance(error, (UnknownColumnsError, MissingColumnError))
                rule = "columns_unknown" if unclear else "unreadable_file"
                rejected.append(_reject([capture], rule, [_told(error)]))
                continue
            columns.setdefault(name, {})[inside] = file.mapping.columns()
            rejected.append(_lost(file, capture))
            read.append(file)
        if unknown and not read:
            raise unknown[0]  # a mapping that fits no file of the bank is a slip in its TOML
        if read:
            read, told = settle(read, bank.mapping.first_answer, str(toml))
            if told.missing:
                raise SourceError(told.missing, where=str(toml), remedy=NAMED)
            understood[name] = told.said
            kept += [file.questions.select(RawQuestion.column_names()) for file in read]
    return StageResult(
        kept=RawQuestion.validate(pl.concat(kept)),
        rejected=pl.concat(rejected),
        tables={"captures": conform(captures, Capture), "sources": conform(sources, Source)},
        metrics={"columns": columns, "understood": understood},
    )


def _told(error: SourceError) -> str:
    return encodable("; ".join(filter(None, (error.what, error.remedy))))


def _place(bank: Bank) -> tuple[Path, str]:
    if bank.path:
        return bank.path, bank.url
    folder, commit = snapshot(bank.hub, bank.revision)
    return folder, f"hf://datasets/{bank.hub}@{commit}"


def _address(prefix: str, inside: str, path: Path, root: Path) -> str:
    """What questions of a file cite: its path, or where it was fetched from."""
    if prefix and path == root:
        return prefix
    return f"{prefix.rstrip('/')}/{inside}" if prefix else path.as_posix()


def _capture(source: str, path: Path, url: str) -> dict[str, Any]:
    media = _MEDIA.get(FORMATS.get(path.suffix.lower(), ""), "application/octet-stream")
    content = digest_file(path)
    return capture_row(
        source, url, content, instead=OWN_FILE, archive=url, offset=0, media_type=media
    )


def _lost(file: BankFile, capture: dict[str, Any]) -> pl.DataFrame:
    if not file.questions.height and not file.bad_rows:
        return _reject([capture], "no_question", ["the file has no rows"])
    rows = [{**capture, "offset": number} for number, _ in file.bad_rows]
    return _reject(rows, "unreadable_row", [f"row {n}: {text}" for n, text in file.bad_rows])


def _reject(captures: list[dict[str, Any]], rule: str, details: list[str]) -> pl.DataFrame:
    frame = conform([], Capture) if not captures else pl.DataFrame(captures)
    marked = frame.with_columns(pl.Series("why", details, dtype=pl.String))
    return reject(marked, stage="banks", rule=rule, detail=pl.col("why"), parent="capture")
