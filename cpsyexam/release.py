"""What a release is besides the build's tables: its settings, how it was made, its keys."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from cpsyexam import taxonomy
from cpsyexam.config import Settings
from cpsyexam.files import draft
from cpsyexam.memo import NO_MEMO, Memo


def _moment(text: str) -> str:
    try:
        made = datetime.strptime(text, _TIME).replace(tzinfo=UTC)
        same = made.strftime(_TIME) == text
    except ValueError:
        same = False
    if text and not same:
        raise ValueError("a time in UTC is wanted, such as 2026-01-31T08:00:00Z")
    return text


def _line(text: str) -> str:
    if len(text.splitlines()) > 1 or "---" in text:  # which would end the head of a card
        raise ValueError("one line is wanted, without ---")
    return text


def _page(text: str) -> str:
    if text and not text.startswith(("https://", "http://")):
        raise ValueError("an address is wanted: https://…")
    return _line(text)


_TIME = "%Y-%m-%dT%H:%M:%SZ"
Moment = Annotated[str, AfterValidator(_moment)]
Page = Annotated[str, AfterValidator(_page)]
Line = Annotated[str, AfterValidator(_line)]  # cards and indices have one for it


class ReleaseSettings(Settings):
    """A recipe's table `[release]`. Paths are relative to the folder you run in."""

    pretty_name: Line = ""  # what the card is titled; "" = the name of the recipe
    description: str = ""  # one sentence; "" = made of the taxonomy's words
    description_zh: str = ""  # the same in Chinese
    licence: str = Field(default="other", pattern=r"^[a-z0-9][a-z0-9.-]*$")  # the Hub's licence id
    licence_name: Line = ""  # where licence is "other"
    licence_link: Line = ""
    homepage: Page = ""
    contact: Line = ""
    authors: tuple[Line, ...] = ()  # for the citation
    citation: str = ""  # BibTeX; "" = made of title, authors, version, year and homepage
    limits: tuple[str, ...] = ()  # known limits, added to those found by the build
    test_answers: Literal["open", "withheld"] = "open"
    shard_rows: int = Field(default=10_000, ge=1)  # a third on average: publishing.shards
    group_rows: int = Field(default=10_000, ge=100)  # rows of a Parquet row group
    previous: str = ""  # release folder before this; "" = newest lower one beside it, "none" = none
    signing_key: str = ""  # private OpenSSH key; "" = this machine's own, "none" = not signed
    signer: str = Field(default="release", pattern=r"^[^\s,\"*?!#]+$")  # who signs
    created: Moment = ""  # ISO 8601, UTC; "" = SOURCE_DATE_EPOCH, else time of commit or build
    cleared: tuple[tuple[str, str], ...] = ()  # (id, id) looked alike to the leak guard, are not

    def outside_files(self) -> tuple[Path, ...]:
        """The signing key."""
        return () if self.signing_key in ("", "none") else (Path(self.signing_key),)


@dataclass(frozen=True)
class Facts:
    """How a release was made; "" where it is not known."""

    commit: str = ""  # of the recipe's checkout, with `-dirty` where files differ from it
    created: str = ""  # ISO 8601, UTC
    lock_sha256: str = ""
    recipe_sha256: str = ""


@dataclass(frozen=True)
class Verdict:
    """What the builder's own audit said of a draft, by names of checks: it tells no details."""

    passed: tuple[str, ...]
    skipped: tuple[str, ...]  # nothing to check them with
    failed: tuple[str, ...]
    fingerprint: str  # of the key that signs, `SHA256:…`; "" where nobody does


@dataclass(frozen=True)
class ReleaseSpec:
    """All that decides a release besides the tables in `build`.

    `folder` and `reserve` are the names that the finished folders get; until then they are drafts.
    """

    name: str
    version: str
    settings: ReleaseSettings
    facts: Facts
    split_key: bytes
    salt_key: bytes
    build: Path
    folder: Path
    reserve: Path
    replace: bool = False  # whether a release of this version with other records may be replaced
    rule_words: Mapping[str, str] = field(default_factory=dict)  # what rules that reject mean
    doubt_words: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # English, Chinese
    normals: Memo = NO_MEMO  # normal forms of questions, for the audit of the draft
    proofs: Path | None = None  # file of what was found in order of the same bytes, for that audit

    @property
    def label(self) -> str:
        """`<name>-<version>`."""
        return f"{self.name}-{self.version}"

    @property
    def title(self) -> str:
        """What people call the release."""
        return self.settings.pretty_name or self.name

    @property
    def description(self) -> str:
        """The release in one sentence."""
        field = taxonomy.current().words.field
        kind = f"{field} examination" if field else "examination"
        made = f"Chinese {kind} questions with provenance for each one."
        return self.settings.description or made

    @property
    def description_zh(self) -> str:
        """The release in one Chinese sentence."""
        made = f"中文{taxonomy.current().words.chinese}考试题，每道题都写明出处。"
        return self.settings.description_zh or made

    @property
    def public(self) -> Path:
        """Draft of what may become public."""
        return draft(self.folder)

    @property
    def private(self) -> Path:
        """Draft of what must not."""
        return draft(self.reserve)
