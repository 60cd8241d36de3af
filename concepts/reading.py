"""A catalogue's files → Catalogue: a folder with one TOML a subject, or one file."""

from pathlib import Path

from concepts.schema import Catalogue, Subject
from cpsyexam.config import load
from cpsyexam.errors import ConfigError


def subject_files(path: Path) -> list[Path]:
    """The TOML files of a catalogue, by name. Raises ConfigError where there is none."""
    found = [path] if path.is_file() else sorted(path.glob("*.toml"))
    if not found:
        raise ConfigError(
            "no catalogue of concepts",
            where=str(path),
            remedy="name a folder of TOML files, or make one with `cpsyexam concepts import`",
        )
    return found


def read_catalogue(path: Path) -> Catalogue:
    """A catalogue. Raises ConfigError for the first problem; `concepts check` shows all."""
    subjects = tuple(load(file, Subject) for file in subject_files(path))
    catalogue = Catalogue(path.stem, subjects)
    seen: set[str] = set()
    for entry in catalogue.entries():
        if entry.id in seen:
            raise ConfigError(f"concept {entry.id!r} stands there twice", where=str(path))
        seen.add(entry.id)
    return catalogue
