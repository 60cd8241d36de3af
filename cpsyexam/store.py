"""A store: a place where nodes that share no folder find scans and leave readings.

pyarrow speaks to S3 and what is compatible with it, to Google's and Azure's stores, and to folders
(file:///…); any other URL needs the fsspec package of its scheme. Keys, region and endpoint stand
in the environment (AWS_…).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cpsyexam.errors import ConfigError, RemoteError
from cpsyexam.files import digest_file, replacing

_PIECE = 1 << 22  # bytes that are copied at a time


@dataclass(frozen=True)
class Remote:
    """A place in an object store: below `root`, a URL such as s3://bucket/exam.

    What it writes is there whole or not at all. It pickles, and connects when it is used.
    """

    root: str
    path: str = ""
    where: str = "[executor] store"  # who named it

    def __truediv__(self, name: str) -> "Remote":
        return Remote(self.root, f"{self.path}/{name}", self.where)

    def __str__(self) -> str:
        return f"{self.root}{self.path}"

    def read_text(self, *, largest: int) -> str:
        """What lies here, UTF-8; of more than `largest` bytes only so many.

        Raises FileNotFoundError where nothing does, RemoteError where nobody answers.
        """
        with self._place() as (files, at), files.open_input_file(at) as stream:
            return bytes(stream.read(largest)).decode("utf-8", "replace")

    def write_text(self, text: str) -> None:
        """Put a text here. Raises RemoteError where that fails."""
        with self._sink() as stream:
            stream.write(text.encode())

    def put(self, file: Path) -> None:
        """Put a file's bytes here. Raises RemoteError where that fails."""
        with file.open("rb") as source, self._sink() as stream:
            while piece := source.read(_PIECE):
                stream.write(piece)

    def fetch(self, file: Path, sha256: str = "") -> None:
        """Write what lies here to a file.

        Raises RemoteError where it is missing, or has other bytes than those of a digest.
        """
        with replacing(file) as temporary, temporary.open("wb") as target:
            try:
                with self._place() as (files, at), files.open_input_stream(at) as stream:
                    while piece := stream.read(_PIECE):
                        target.write(piece)
            except FileNotFoundError as error:
                raise RemoteError("is missing", where=str(self), remedy="run again") from error
            target.flush()
            if sha256 and digest_file(temporary) != sha256:
                raise RemoteError("is damaged", where=str(self), remedy="delete it; run again")

    def delete(self) -> None:
        """Take away what lies here. Raises RemoteError where that fails."""
        with self._place() as (files, at):
            files.delete_file(at)

    def names(self) -> set[str]:
        """Names of what lies right below."""
        from pyarrow import fs

        with self._place() as (files, at):
            found = files.get_file_info(fs.FileSelector(at, allow_not_found=True))
        return {one.base_name for one in found}

    def listed(self) -> dict[str, tuple[int, int | None]] | None:
        """Bytes and time (ns, where it is told) of the file here, "", or of all files below.

        None where nothing lies here. Raises RemoteError where the place cannot be looked at, or a
        name leads out of it.
        """
        from pyarrow import fs

        with self._place() as (files, at):
            own = files.get_file_info(at)
            if own.type == fs.FileType.File:
                return {"": (own.size or 0, own.mtime_ns)}
            if own.type == fs.FileType.NotFound:
                return None
            found = files.get_file_info(fs.FileSelector(at, recursive=True))
        told = {
            one.path.removeprefix(at).lstrip("/"): (one.size or 0, one.mtime_ns)
            for one in found
            if one.type == fs.FileType.File
        }
        odd = next((name for name in told if {"", ".", ".."} & set(name.split("/"))), None)
        if odd is not None:
            raise RemoteError(f"a file of the odd name {odd!r}", where=str(self))
        return told

    @contextmanager
    def _sink(self) -> Iterator[Any]:
        with self._place() as (files, at):
            if files.type_name == "local":  # a folder knows nothing of whole or not at all
                with replacing(Path(at)) as temporary, temporary.open("wb") as stream:
                    yield stream
                return
            with files.open_output_stream(at) as stream:
                yield stream

    @contextmanager
    def _place(self) -> Iterator[tuple[Any, str]]:
        files, base = _connected(self.root, self.where)
        try:
            yield files, f"{base}{self.path}"
        except FileNotFoundError:
            raise
        except OSError as error:
            raise RemoteError(
                f"the store did not do it: {str(error)[:300]}",
                where=str(self),
                remedy="look at the address and the keys in the environment, then run again",
            ) from error


@cache
def _connected(root: str, where: str) -> tuple[Any, str]:
    """File system and path of a URL. Raises ConfigError where nothing here speaks to it."""
    import pyarrow as pa
    from pyarrow import fs

    why, base = "it names no bucket", ""
    try:
        try:
            files, base = fs.FileSystem.from_uri(root)
        except pa.ArrowInvalid:
            import fsspec

            own, base = fsspec.core.url_to_fs(root)
            files = fs.PyFileSystem(fs.FSSpecHandler(own))
    except (ImportError, ValueError, OSError) as error:
        why = str(error)[:200]
    if not base.strip("/"):
        raise ConfigError(
            f"no store that can be used: {root!r} ({why})",
            where=where,
            remedy="give a URL such as s3://bucket/exam",
        )
    return files, base.rstrip("/")
