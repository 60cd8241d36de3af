"""Bytes on disk: digests, canonical JSON, atomic writes."""

import contextlib
import ctypes
import errno
import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import polars as pl

from cpsyexam.errors import CpsyexamError

LARGEST_JSON = 64 * 2**20  # bytes; a manifest of a million questions has under one
_HERE, _EXCHANGE = -100, 2  # AT_FDCWD; RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS


def digest(data: bytes | str) -> str:
    """SHA-256 of bytes, or of a text's UTF-8 form, as 64 hex digits."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def digest_file(path: Path) -> str:
    """SHA-256 of a file's bytes, as 64 hex digits.

    Raises OSError where there is no file, or a pipe or device, which may never end.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "is no regular file", str(path))
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def canonical(value: Any) -> str:
    """JSON with one spelling only: sorted keys, no blanks, no floats' special values.

    Equals RFC 8785 for ASCII keys and values without floats.
    """
    return json.dumps(
        value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )


def read_json(path: Path, *, largest: int = LARGEST_JSON) -> Any:
    """A JSON file that may come from elsewhere, a release's.

    Raises FileNotFoundError, OSError; ValueError where it is no regular file or JSON, or is
    larger or deeper nested than any of ours.
    """
    if path.exists() and not path.is_file():
        raise ValueError("is no regular file")
    with path.open("rb") as stream:
        return parsed_json(stream.read(largest + 1), largest=largest)


def parsed_json(data: bytes | str, *, largest: int = LARGEST_JSON) -> Any:
    """What JSON holds. Raises ValueError where it is none, or larger or deeper than any of ours."""
    if len(data) > largest:
        raise ValueError(f"is larger than {largest} bytes")
    try:
        return json.loads(data)
    except RecursionError as error:
        raise ValueError("is nested beyond reading") from error


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary path beside `path` that takes its name when the block ends well.

    Raises CpsyexamError where the disk is full or the folder cannot be written.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield temporary
        with temporary.open("rb") as stream:
            os.fsync(stream.fileno())
        temporary.replace(path)
    except OSError as error:
        raise CpsyexamError(
            f"cannot write: {error.strerror or error}",
            where=str(path),
            remedy="free some space or choose another folder, then run again",
        ) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a UTF-8 file atomically."""
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file atomically."""
    with replacing(path) as temporary:
        temporary.write_bytes(data)


def write_json(path: Path, value: Any) -> None:
    """Write readable JSON atomically."""
    write_text(path, json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True) + "\n")


def write_frame(path: Path, frame: pl.DataFrame, *, level: int | None = None) -> None:
    """Write a frame as zstd Parquet, atomically; `level` of compression, None: that of polars.

    Equal rows give equal bytes. Raises CpsyexamError where the disk is full.
    """
    with replacing(path) as temporary:
        try:
            encode_frame(temporary, frame, level=level)
        except pl.exceptions.ComputeError as error:  # what polars makes of a full disk
            raise OSError(f"the disk is full, or a file too large ({error})") from error


def copy(source: Path, path: Path) -> None:
    """Write a file's bytes under another name, atomically."""
    with replacing(path) as temporary:
        shutil.copyfile(source, temporary)


def encode_frame(sink: Path | IO[bytes], frame: pl.DataFrame, *, level: int | None = None) -> None:
    """The bytes that `write_frame` writes, into a file or a stream."""
    frame = frame.rechunk()  # large frames are written in groups by the chunks that they have
    frame.write_parquet(sink, compression="zstd", compression_level=level, statistics=False)


def draft(folder: Path) -> Path:
    """Where a folder is written until it is whole and takes its name."""
    return folder.with_name(f".{folder.name}.draft")


def fresh_draft(folder: Path) -> Path:
    """An empty draft of a folder; what a stopped run left there is deleted."""
    path = draft(folder)
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    return path


def settle(folder: Path) -> None:
    """Give a draft its name; what had that name before is deleted after, not before.

    Where the file system can exchange two names, a reader finds the one or the other at any time.
    """
    old = folder.with_name(f".{folder.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        if _exchanged(draft(folder), folder):
            shutil.rmtree(draft(folder), ignore_errors=True)
            return
        folder.rename(old)
    draft(folder).rename(folder)
    shutil.rmtree(old, ignore_errors=True)


def _exchanged(one: Path, other: Path) -> bool:
    """Exchange two names in one step; False where system or file system cannot."""
    libc = ctypes.CDLL(None, use_errno=True)
    names = os.fsencode(one), os.fsencode(other)
    if hasattr(libc, "renameat2"):  # Linux
        done = libc.renameat2(_HERE, names[0], _HERE, names[1], _EXCHANGE)
    elif hasattr(libc, "renamex_np"):  # macOS
        done = libc.renamex_np(*names, _EXCHANGE)
    else:
        return False
    return int(done) == 0


def recover(folder: Path) -> None:
    """Put the last good state back where a run was killed between the two renames."""
    old = folder.with_name(f".{folder.name}.old")
    if old.exists() and not folder.exists():
        old.rename(folder)


def sweep(folder: Path) -> None:
    """Delete what a run that was killed right after it settled a folder left beside it."""
    for left in (draft(folder), folder.with_name(f".{folder.name}.old")):
        shutil.rmtree(left, ignore_errors=True)


def tree_digest(root: Path, suffixes: tuple[str, ...] = (), *, hidden: bool = False) -> str:
    """One digest over the files below a folder by relative path; `hidden` ones too if asked for.

    `suffixes`: only files with these endings.
    """
    files = (p for p in root.rglob("*") if p.is_file() and (hidden or p.name[0] != "."))
    found = sorted(p for p in files if not suffixes or p.suffix in suffixes)
    return digest(canonical([[p.relative_to(root).as_posix(), digest_file(p)] for p in found]))
