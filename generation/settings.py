"""Which generated questions a recipe takes, and what the TOML of such a source says."""

import re
from pathlib import Path
from typing import Annotated

from pydantic import Field

from concepts import PSYCHOLOGY
from concepts.reading import subject_files
from cpsyexam.config import Settings, Terms, load
from generation.prompts import OWN

RAY = "ray://"


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


class Model(Settings):
    """An OpenAI-compatible endpoint, and how it is asked. Prices are for a million tokens."""

    name: str
    base_url: str = "http://127.0.0.1:8000/v1"
    key_variable: str = ""  # environment variable that holds the key
    temperature: Annotated[float, Field(ge=0, le=2)] = 0.7
    top_p: Annotated[float, Field(gt=0, le=1)] = 1.0
    max_tokens: Annotated[int, Field(ge=64)] = 4096
    longest_text: Annotated[int, Field(ge=0)] = 0  # characters, told in the schema; 0: no limit
    timeout: Annotated[float, Field(gt=0)] = 120.0  # seconds
    retries: Annotated[int, Field(ge=0)] = 5  # after 429, 5xx, time-outs
    in_flight: Annotated[int, Field(ge=1, le=256)] = 8
    per_minute: Annotated[int, Field(ge=0)] = 0  # calls; 0: no limit
    on: Annotated[str, Field(pattern=r"^(ray://.+)?$")] = ""  # Ray cluster whose nodes ask
    price_in: Annotated[float, Field(ge=0)] = 0.0
    price_out: Annotated[float, Field(ge=0)] = 0.0
    currency: str = "USD"
    licence: str = ""  # of the model's weights or service, in words or as an SPDX id
    terms_url: str = ""  # what it says about the use of its answers


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
