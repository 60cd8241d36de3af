"""Old office files (doc, wps, xls, et, rtf) through a program of this machine, if it has one."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from cpsyexam.errors import SourceError
from documents.limits import Limits

_TARGETS = {"doc": "docx", "rtf": "docx", "xls": "xlsx"}
OFFICE = ("soffice", "libreoffice")
TEXT = ("antiword", "catdoc")  # doc only, text without marks


def convert(data: bytes, kind: str, where: str, limits: Limits) -> tuple[bytes, str, str]:
    """(bytes, kind, program): an old file as docx or xlsx, or as text.

    Raises SourceError where the machine has no converter, or it fails or takes too long.
    """
    office = next(filter(None, map(shutil.which, OFFICE)), None)
    if office:
        return _by_office(office, data, kind, where, limits), _TARGETS[kind], "LibreOffice"
    reader = next(filter(None, map(shutil.which, TEXT)), None) if kind == "doc" else None
    if reader:
        return _by_reader(reader, data, where, limits), "text", Path(reader).name
    raise SourceError(
        f"a .{kind} file, and this machine has no converter",
        where=where,
        remedy=f"save it as .{_TARGETS[kind]}, or install LibreOffice"
        + (" or antiword" if kind == "doc" else ""),
    )


def _by_office(program: str, data: bytes, kind: str, where: str, limits: Limits) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / f"in.{kind}", _TARGETS[kind]
        source.write_bytes(data)
        profile = f"-env:UserInstallation={(Path(folder) / 'profile').as_uri()}"
        asked = [program, profile, "--headless", "--convert-to", target, "--outdir", folder]
        _run([*asked, str(source)], where, limits)
        made = Path(folder) / f"in.{target}"
        if not made.is_file():
            raise _failed(where, "it wrote nothing")
        return made.read_bytes()


def _by_reader(program: str, data: bytes, where: str, limits: Limits) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "in.doc"
        source.write_bytes(data)
        flags = ["-m", "UTF-8.txt", "-w", "0"] if program.endswith("antiword") else ["-d", "utf-8"]
        return _run([program, *flags, str(source)], where, limits)


def _run(asked: list[str], where: str, limits: Limits) -> bytes:
    try:
        done = subprocess.run(asked, capture_output=True, timeout=limits.seconds, check=True)
    except subprocess.TimeoutExpired as error:
        raise _failed(where, f"it took over {limits.seconds} s") from error
    except subprocess.CalledProcessError as error:
        said = (error.stderr or b"").decode("utf-8", "replace").strip()
        raise _failed(where, said[:200] or f"exit code {error.returncode}") from error
    return done.stdout


def _failed(where: str, why: str) -> SourceError:
    return SourceError(
        f"the converter could not read it: {why}", where=where, remedy="save it as .docx or .xlsx"
    )
