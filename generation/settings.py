"""Which generated questions a recipe takes, and what the TOML of such a source says."""

import re
from pathlib import Path

from asking.model import Model
from concepts import PSYCHOLOGY
from concepts.reading import subject_files
from cpsyexam.config import Settings, Terms, load
from generation.prompts import OWN


class GeneratedSettings(Settings):
    """Table `[generated]` of a recipe."""

    sources: tuple[Path, ...] = ()

    def outside_files(self) -> tuple[Path, ...]:
        """The sources' TOML files, journals, catalogues and prompts."""
        found: list[Path] = []
        for path in self.sources:
            source = read_source(path)
            found += [path, source.journal, source.prompts, *subject_files(source.catalogue)]
        return tuple(found)


class GeneratedSource(Settings):
    """A source's TOML; the file's name is its id. Paths are relative to the folder you run in."""

    title: str
    journal: Path
    catalogue: Path = PSYCHOLOGY
    prompts: Path = OWN
    only: tuple[str, ...] = ()  # globs over ids of concepts; all where empty
    model: Model
    answering: tuple[Model, ...] = ()  # models that answer the questions; `model` where empty
    terms: Terms


class LabellingSource(Settings):
    """A TOML that says which model assigns questions to concepts, and where its answers stand."""

    journal: Path
    prompts: Path = OWN
    model: Model


class ParaphrasingSource(Settings):
    """A TOML that says which model puts questions in other words, and which ones check the key."""

    journal: Path
    prompts: Path = OWN
    model: Model
    answering: tuple[Model, ...] = ()  # models that answer the new wording; `model` where empty


def read_source(path: Path) -> GeneratedSource:
    """A source's TOML. Raises ConfigError."""
    return load(path, GeneratedSource)


def source_name(path: Path) -> str:
    """The id of a source: the name of its TOML, in lower case with dashes."""
    return re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-") or "generated"
