"""The recipe's tables `[web]` and `[crawl]`."""

from pathlib import Path
from typing import Any

from pydantic import Field, field_validator, model_validator

from cpsyexam.config import Settings, Terms
from cpsyexam.fetched import fetch, settled

LARGEST_PAGE = 32 * 2**20  # bytes of one response, unpacked
SITES = Path(__file__).parent / "sites"


class WebSource(Settings):
    """Captures of one site. `archive` is a WARC file, or a folder of them (by name, oldest first).

    An archive that is a URL (s3://bucket/warcs, https://host/one.warc.gz) is that of a copy here.
    `start` and `terms` replace those of the site's TOML, for captures of another host.
    """

    site: str
    archive: Path
    url: str = ""  # where it was fetched from
    name: str = ""  # of the source; the site's name where empty
    start: tuple[str, ...] = ()
    terms: Terms | None = None
    private: bool = False  # may lie on this machine or its network: your own server, a test

    @model_validator(mode="before")
    @classmethod
    def _fetched(cls, said: Any) -> Any:
        return settled(said, key="archive")

    @property
    def source(self) -> str:
        """Name of the source in every table."""
        return self.name or self.site


class WebLimits(Settings):
    """Table `[web.limits]` of a recipe; what is beyond one of them is one rejected row."""

    seconds: int = Field(default=20, gt=0)  # of one core for 8 pages; the largest known take one
    memory: int = Field(default=2048, gt=0)  # MiB
    links: int = Field(default=2000, gt=0)  # that a page may lead to; longest known lists have 200
    record: int = Field(default=256, gt=0)  # MiB of a WARC record, unpacked; more is damage


USUAL = WebLimits()


class WebSettings(Settings):
    """Which captures a build reads. Paths are relative to the current folder."""

    sources: tuple[WebSource, ...] = ()
    limits: WebLimits = USUAL

    @field_validator("sources")
    @classmethod
    def _once(cls, sources: tuple[WebSource, ...]) -> tuple[WebSource, ...]:
        names = [source.source for source in sources]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise ValueError(f"source {twice!r} is named twice; give one of them a `name`")
        return sources

    def outside_files(self) -> tuple[Path, ...]:
        """Archives and sites' TOMLs."""
        found: list[Path] = []
        for source in self.sources:
            if source.url:
                fetch(source.url)
            found += [*archive_files(source.archive), SITES / f"{source.site}.toml"]
        return tuple(dict.fromkeys(found))


class CrawlSettings(Settings):
    """How to fetch. Limits are those of one run; 0 means none."""

    contact: str = ""  # e-mail or page of whoever answers for the crawl; needed
    archives: Path = Path("archives")
    delay: float = Field(default=1.0, ge=0)  # seconds between requests to one host, at least
    per_host: int = Field(default=1, ge=1)
    retries: int = Field(default=4, ge=0)
    longest_wait: float = Field(default=600.0, ge=0)  # seconds; a longer Retry-After ends the run
    timeout: float = Field(default=60.0, gt=0)  # seconds for one response, body included
    largest: int = Field(default=LARGEST_PAGE, gt=0)
    requests: int = Field(default=5000, ge=0)
    bytes: int = Field(default=2 * 2**30, ge=0)
    seconds: float = Field(default=6 * 3600.0, ge=0)


def archive_files(path: Path) -> tuple[Path, ...]:
    """The WARC files of an archive, oldest first: the file itself, or those of a folder.

    Names are compared without their ending: a second run in the same second, `…Z-2.warc.gz`,
    comes after `…Z.warc.gz`.
    """
    if path.is_dir():
        files = (p for p in path.iterdir() if p.name.endswith((".warc", ".warc.gz")))
        return tuple(sorted(files, key=lambda p: (p.name.partition(".warc")[0], p.name)))
    return (path,)
