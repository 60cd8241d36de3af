"""Predictions made elsewhere → replies: anybody's JSONL or CSV, lm-eval samples, inspect logs.

Each reader gives (id, repeat, reply); what is not of this release is counted, never guessed.
"""

import csv
import struct
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa

from cpsyexam.errors import ConfigError
from cpsyexam.files import parsed_json, read_json
from evaluation.releases import Release
from evaluation.runs import Reply, Setting, answer_rows

_TEXTS = ("text", "reply", "response", "output", "prediction", "pred", "answer", "completion")
LARGEST = 2**30  # bytes of a file of predictions; logs of inspect repeat each question
_ZSTANDARD = 93  # method of the ZIP format
_TRIPLE = tuple[str, int, Reply]


@dataclass(frozen=True)
class Imported:
    """Answers to a whole split, and the ids of the file that the split does not have."""

    answers: pl.DataFrame
    unknown: tuple[str, ...]


def answers_of(
    path: Path, questions: pl.DataFrame, release: Release, setting: Setting, missing: str = ""
) -> Imported:
    """Answers from a file of predictions, or a folder with one a task.

    Questions that they leave out count as wrong (`missing` "wrong") or as not asked ("skip").
    Raises ConfigError where some are left out and `missing` says neither, for a file of no known
    shape, an id given twice, or none of ours.
    """
    known = set(questions["id"])
    replies: dict[tuple[str, int], tuple[Reply, tuple[()]]] = {}
    unknown = []
    for file in files_of(path):
        for name, repeat, reply in read(file):
            if name not in known:
                unknown.append(name)
            elif (name, 0) in replies or repeat:
                raise ConfigError(
                    f"two predictions for {name}", where=str(file), remedy="keep one a question"
                )
            else:
                replies[name, 0] = (reply, ())
    if not replies:
        raise ConfigError(
            f"none of its {len(unknown)} predictions is for a question of {release.label}",
            where=str(path),
            remedy="each needs the question's `id`, as in the release, and a `text`",
        )
    left = questions.filter(~pl.col("id").is_in([name for name, _ in replies]))
    if left.height and not missing:
        raise ConfigError(
            f"{left.height} of {questions.height} questions of {setting.split} have no prediction "
            f"({_kinds(left)})",
            where=str(path),
            remedy="give all files of the run (a folder is read whole), or say how to count them: "
            "--missing wrong, --missing skip",
        )
    why = "no reply: not in the file" if missing == "wrong" else "not asked: not in the file"
    return Imported(answer_rows(questions, replies, setting, release, why=why), tuple(unknown))


def _kinds(left: pl.DataFrame) -> str:
    counts = left.group_by("task", "format").len().sort("task", "format")
    return ", ".join(f"{task} {form} {rows}" for task, form, rows in counts.iter_rows())


def files_of(path: Path) -> list[Path]:
    """The files of predictions in a folder: lm-eval's samples, inspect's logs, else all; a file
    itself. Raises ConfigError where the folder has none.
    """
    if not path.is_dir():
        return [path]
    for pattern in ("samples_*.jsonl", "*.eval", "*.jsonl", "*.csv", "*.json"):
        there = sorted(file for file in path.rglob(pattern) if file.is_file())
        if there:
            return there
    raise ConfigError("no file of predictions in it", where=str(path), remedy="check the path")


def read(path: Path) -> Iterator[_TRIPLE]:
    """Predictions of a file by its kind."""
    try:
        if path.suffix == ".eval":
            yield from _inspect_archive(path)
        elif path.suffix == ".csv":
            with path.open(encoding="utf-8-sig", newline="") as stream:
                yield from _rows(path, csv.DictReader(stream))
        elif path.suffix == ".json":
            document = read_json(path, largest=LARGEST)
            if isinstance(document, dict) and "samples" in document:
                yield from (_inspect(sample) for sample in document["samples"])
            else:
                yield from _rows(path, document)
        else:
            with path.open(encoding="utf-8-sig") as stream:
                lines = (line for line in stream if line.strip())
                yield from _rows(path, map(parsed_json, lines))
    except FileNotFoundError as error:
        raise ConfigError("no such file", where=str(path), remedy="check the path") from error
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile, AttributeError) as error:
        raise ConfigError(
            f"not a file of predictions: {error}",
            where=str(path),
            remedy='give JSONL with {"id": ..., "text": ...}, lm-eval samples or an inspect log',
        ) from error


def _rows(path: Path, rows: Any) -> Iterator[_TRIPLE]:
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            raise ConfigError(
                f"not a file of predictions: row {number} is no object", where=str(path)
            )
        if "resps" in row and "doc" in row:
            yield _lm_eval(row)
            continue
        field = next((name for name in _TEXTS if name in row), "")
        if "id" not in row or not field:
            raise ConfigError(
                f"row {number} has no {'id' if 'id' not in row else 'text'}",
                where=str(path),
                remedy=f"it has {', '.join(map(str, row))}",
            )
        yield str(row["id"]), int(row.get("repeat") or 0), Reply(_text(row[field]))


def _text(value: Any) -> str:
    if isinstance(value, list):
        return "答案：" + "、".join(map(str, value))
    return "" if value is None else str(value)


def _lm_eval(row: Mapping[str, Any]) -> _TRIPLE:
    reply = row["resps"]
    while isinstance(reply, list):
        reply = reply[0]
    return str(row["doc"]["id"]), 0, Reply(_text(reply))


def _inspect_archive(path: Path) -> Iterator[_TRIPLE]:
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            if name.startswith("samples/") and name.endswith(".json"):
                yield _inspect(parsed_json(_member(path, archive.getinfo(name))))


def _member(path: Path, info: zipfile.ZipInfo) -> bytes:
    """A member's bytes; inspect packs by Zstandard, which zipfile reads from Python 3.14 on."""
    if info.compress_type != _ZSTANDARD:
        with zipfile.ZipFile(path) as archive:
            return archive.read(info)
    with path.open("rb") as stream:
        stream.seek(info.header_offset + 26)
        name, extra = struct.unpack("<HH", stream.read(4))
        stream.seek(name + extra, 1)
        packed = pa.BufferReader(stream.read(info.compress_size))
    return bytes(pa.CompressedInputStream(packed, "zstd").read())


def _inspect(sample: Mapping[str, Any]) -> _TRIPLE:
    output = sample.get("output") or {}
    choices = output.get("choices") or []
    text = choices[0]["message"]["content"] if choices else output.get("completion", "")
    if isinstance(text, list):
        text = "".join(part.get("text", "") for part in text)
    error = sample.get("error")
    usage = output.get("usage") or {}
    reply = Reply(
        text,
        f"no reply: {error['message']}" if error else "",
        usage.get("input_tokens"),
        usage.get("output_tokens"),
    )
    name = (sample.get("metadata") or {}).get("id", sample["id"])  # tasks of eval.yaml number
    return str(name), int(sample.get("epoch", 1)) - 1, reply
