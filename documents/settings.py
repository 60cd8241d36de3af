"""Which files a recipe reads: table `[files]`."""

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Annotated

from pydantic import Discriminator, Field, Tag, field_validator

from cpsyexam.config import Glob, Settings, Terms, as_glob, load
from cpsyexam.errors import SourceError
from cpsyexam.files import digest
from documents.limits import Limits

_WILD = re.compile(r"[*?\[]")


class Subject(Settings):
    """Files whose path below the folder matches the glob are of this exam and subject."""

    match: Glob
    exam: str
    subject: str


class Papers(Settings):
    """One source: a file, a folder with all below it, or a glob, and who it belongs to.

    Stands in a recipe under `[[files.sources]]`, or in a TOML of its own.
    """

    path: Path
    name: str = Field(default="", pattern=r"^[a-z0-9-]*$")  # of the source; that of the path if ""
    title: str = ""
    only: tuple[Glob, ...] = ()  # globs inside a folder, all files where empty
    exam: str = ""
    subject: str = ""
    subjects: tuple[Subject, ...] = ()
    terms: Terms

    @field_validator("path", mode="before")
    @classmethod
    def _named(cls, path: object) -> object:
        if path == "":
            raise ValueError("is empty, which would be this whole folder")
        return path

    @field_validator("path")
    @classmethod
    def _globbed(cls, path: Path) -> Path:
        _pattern_of(path)
        return path

    def files(self) -> list[Path]:
        """The files, sorted; hidden ones and what office programs leave beside theirs are out.

        Raises SourceError where there is none.
        """
        found = [p for p in self._all() if p.is_file() and self._wanted(p)]
        if not found:
            raise SourceError(
                "no file is there", where=str(self.path), remedy="check `path` and `only`"
            )
        return sorted(found)

    def inside(self, file: Path) -> str:
        """A file's path below the folder."""
        return file.relative_to(self.root).as_posix() if file != self.root else file.name

    @property
    def root(self) -> Path:
        """The folder that holds everything: the path up to its first wildcard."""
        return _split(self.path)[0]

    def about(self, file: Path) -> tuple[str, str]:
        """(exam, subject) that the source says of a file, "" where it says none."""
        inside = self.inside(file)
        for one in self.subjects:
            if fnmatch(inside, one.match):
                return one.exam, one.subject
        return self.exam, self.subject

    def _all(self) -> Iterator[Path]:
        if self.root == self.path:
            return self.path.rglob("*") if self.path.is_dir() else iter([self.path])
        return self.root.glob(_pattern_of(self.path))

    def _wanted(self, file: Path) -> bool:
        parts = Path(self.inside(file)).parts
        if any(part.startswith((".", "~$")) for part in parts):
            return False
        return not self.only or any(fnmatch(self.inside(file), glob) for glob in self.only)


def _split(path: Path) -> tuple[Path, Path]:
    """A path up to its first wildcard, and the rest."""
    parts = path.parts
    wild = next((i for i, part in enumerate(parts) if _WILD.search(part)), len(parts))
    return Path(*parts[:wild]), Path(*parts[wild:])


def _pattern_of(path: Path) -> str:
    """The glob in a path, `.` where there is none. Raises ValueError where it is none."""
    inside = _split(path)[1].as_posix()
    return inside if inside == "." else as_glob(inside)


def _form(value: object) -> str:
    return "here" if isinstance(value, dict | Papers) else "toml"


class FilesSettings(Settings):
    """Table `[files]`: TOML files of sources, or sources themselves."""

    sources: tuple[
        Annotated[
            Annotated[Path, Tag("toml")] | Annotated[Papers, Tag("here")], Discriminator(_form)
        ],
        ...,
    ] = ()
    limits: Limits = Limits()

    def papers(self) -> dict[str, Papers]:
        """The sources by name. Raises ConfigError, or SourceError where a name comes twice."""
        found: dict[str, Papers] = {}
        for source in self.sources:
            one = source if isinstance(source, Papers) else load(source, Papers)
            name = one.name or _slug(one.path if isinstance(source, Papers) else source)
            if name in found:
                raise SourceError(
                    f"source {name!r} is named twice", where=str(one.path), remedy="set `name`"
                )
            found[name] = one
        return found

    def outside_files(self) -> tuple[Path, ...]:
        """The sources' TOML files and every file that they name."""
        tomls = [s for s in self.sources if not isinstance(s, Papers)]
        return (*tomls, *(file for one in self.papers().values() for file in one.files()))


def _slug(path: Path) -> str:
    """The id of a source: its path's name in lower case with dashes; Chinese names by digest."""
    name = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")
    return name if len(name) > 1 else f"files-{digest(path.as_posix())[:8]}"
