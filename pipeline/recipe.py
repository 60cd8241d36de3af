"""The recipe of a release: one TOML file, one table a stage."""

from pathlib import Path

from pydantic import Field

from banks.settings import BanksSettings
from cleaning.settings import CleanSettings
from cleaning.unique import UniqueSettings
from cpsyexam.config import Settings, load
from cpsyexam.errors import ConfigError
from labeling.settings import LabelSettings, ShuffleSettings
from ocr.settings import BooksSettings
from publishing.settings import ReleaseSettings
from spiders.settings import CrawlSettings, WebSettings
from splitting.settings import SplitSettings


class Keys(Settings):
    """Files with the secrets of a release; only their hashes are published."""

    split: Path
    salt: Path


class Recipe(Settings):
    """`dataset.toml` or another recipe. Paths are relative to the folder you run in."""

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    version: str = Field(pattern=r"^\d+\.\d+\.\d+$")
    keys: Keys
    crawl: CrawlSettings = CrawlSettings()  # for `cpsyexam crawl` only
    web: WebSettings = WebSettings()
    books: BooksSettings = BooksSettings()
    banks: BanksSettings = BanksSettings()
    clean: CleanSettings = CleanSettings()
    unique: UniqueSettings = UniqueSettings()
    label: LabelSettings = LabelSettings()
    shuffle: ShuffleSettings = ShuffleSettings()
    split: SplitSettings = SplitSettings()
    release: ReleaseSettings = ReleaseSettings()

    @property
    def label_name(self) -> str:
        """Folder name of the release."""
        return f"{self.name}-{self.version}"


def read_recipe(path: Path) -> Recipe:
    """Load a recipe. Raises ConfigError for the first problem, naming the nearest known key."""
    recipe = load(path, Recipe)
    if not (recipe.web.sources or recipe.books.sources or recipe.banks.sources):
        raise ConfigError(
            "names no source",
            where=str(path),
            remedy="add [web], [books] or [banks] with `sources = [...]`",
        )
    return recipe


def read_key(path: Path) -> bytes:
    """A secret key file's bytes, stripped. Raises ConfigError where it is missing."""
    try:
        key = path.read_bytes().strip()
    except OSError as error:
        raise ConfigError(
            "key file cannot be read",
            where=str(path),
            remedy=f"make one: openssl rand -hex 32 > {path}",
        ) from error
    if len(key) < 16:
        raise ConfigError("key is shorter than 16 bytes", where=str(path))
    return key
