"""The recipe of a release: one TOML file, one table for each kind of source and each stage."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Self

from pydantic import Field, create_model, model_validator

from cpsyexam import chain, taxonomy
from cpsyexam.chain import resolve
from cpsyexam.config import Settings, parse, read_toml
from cpsyexam.errors import ConfigError
from cpsyexam.taxonomy import Taxonomy
from gating.second.settings import ReaderSettings
from pipeline.executors import ExecutorSettings
from spiders.settings import CrawlSettings

_NUMBER = "(?:0|[1-9][0-9]{0,8})"
VERSION = rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}"


class Keys(Settings):
    """Files with the secrets of a release; only their hashes are published."""

    split: Path
    salt: Path

    @model_validator(mode="after")
    def _differ(self) -> Self:
        if self.split == self.salt:
            raise ValueError("split and salt name one file; two different keys are needed")
        return self


class Recipe(Settings):
    """`dataset.toml` or another recipe, with the tables of the chain besides these.

    Paths are relative to the folder you run in.
    """

    name: str = Field(
        pattern=r"^[a-z0-9][a-z0-9-]{0,63}$", description="up to 64 small letters, digits, dashes"
    )
    version: str = Field(pattern=rf"^{VERSION}$", description='three numbers, "0.1.0",')
    keys: Keys
    taxonomy: Path | None = None  # of another field than psychology (docs/fields.md)
    allow_empty: tuple[str, ...] = ()  # sources that may give no question
    crawl: CrawlSettings = CrawlSettings()  # for `cpsyexam crawl` only
    reader: ReaderSettings = ReaderSettings()  # for `cpsyexam reread`, and what it found
    executor: ExecutorSettings = ExecutorSettings()

    @property
    def label_name(self) -> str:
        """Folder name of the release."""
        return f"{self.name}-{self.version}"

    def in_force(self) -> AbstractContextManager[Taxonomy]:
        """Puts the recipe's taxonomy in force for a block."""
        return taxonomy.using(taxonomy.read(self.taxonomy) if self.taxonomy else None)

    def table(self, name: str) -> Settings:
        """The settings of a kind of source or of a stage, by the name of their table."""
        found: Settings = getattr(self, name)
        return found


def read_recipe(path: Path) -> Recipe:
    """Load a recipe. Raises ConfigError for the first problem, naming the nearest known key."""
    table = read_toml(path)
    named = table.get("taxonomy")
    with taxonomy.using(taxonomy.read(Path(named)) if isinstance(named, str) else None):
        recipe = parse(table, recipe_model(), where=str(path))
    kinds = chain.CHAIN.kind_names
    if not any(getattr(recipe.table(kind), "sources", ()) for kind in kinds):
        raise ConfigError(
            "names no source",
            where=str(path),
            remedy=f"add one of {', '.join(f'[{kind}]' for kind in kinds)} with `sources = [...]`",
        )
    return recipe


def recipe_model() -> type[Recipe]:
    """A recipe with a field for each table of the chain."""
    named = {kind.name: kind.settings for kind in chain.CHAIN.kinds}
    entries = (*chain.CHAIN.stages, chain.CHAIN.release)
    named |= {entry.table: entry.settings for entry in entries if entry.table}
    tables = {name: resolve(settings) for name, settings in named.items()}
    fields: dict[str, Any] = {name: (table, table()) for name, table in tables.items()}
    model: type[Recipe] = create_model("Recipe", __base__=Recipe, **fields)
    return model
