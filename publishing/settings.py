"""What a recipe may say of its release: table `[release]`."""

from typing import Literal

from pydantic import Field

from cpsyexam.config import Settings


class ReleaseSettings(Settings):
    """How a release is written. Paths are relative to the folder you run in."""

    pretty_name: str = "CPsyExam"
    description: str = "Chinese psychology examination questions with provenance for each one."
    licence: str = Field(default="other", pattern=r"^[a-z0-9][a-z0-9.-]*$")  # the Hub's licence id
    licence_name: str = ""  # where licence is "other"
    licence_link: str = ""
    homepage: str = ""
    contact: str = ""
    citation: str = ""  # BibTeX
    limits: tuple[str, ...] = ()  # known limits, added to those found by the build
    test_answers: Literal["open", "withheld"] = "open"
    shard_rows: int = Field(default=250_000, ge=1)
    group_rows: int = Field(default=10_000, ge=100)  # rows of a Parquet row group
    previous: str = ""  # release folder before this; "" = newest lower one beside it, "none" = none
    errata: str = ""  # TOML: [[erratum]] id, why
    signing_key: str = ""  # private OpenSSH key; "" = not signed
    signer: str = "release"  # who signs, as named in allowed_signers
    created: str = ""  # ISO 8601, UTC; "" = SOURCE_DATE_EPOCH, else the commit's or build's time
    cleared: tuple[tuple[str, str], ...] = ()  # (id, id) looked alike to the leak guard, are not
