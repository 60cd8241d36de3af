"""How much of a bank is read: bounds against hostile and broken files."""

from pathlib import Path

from pydantic import Field

from cpsyexam.config import Settings
from cpsyexam.errors import SourceError


class BankLimits(Settings):
    """Table `[banks.limits]` of a recipe; a row beyond one of them is rejected, a file unread."""

    field: int = Field(default=200_000, gt=0)  # characters of a stem, an option, a material …
    options: int = Field(default=100, gt=0)  # of a question
    row: int = Field(default=2_000_000, gt=0)  # characters of a row as it stands in the file
    lines: int = Field(default=1_000, gt=0)  # that a row of a CSV may go over
    unclosed: int = Field(default=1_000, gt=0)  # lines of a CSV with a quote that is not closed
    file_bytes: int = Field(default=16 * 2**30, gt=0)  # of any file
    json_bytes: int = Field(default=512 * 2**20, gt=0)  # of a .json, which is read as a whole


def bounded_file(path: Path, limits: BankLimits, *, whole: bool) -> None:
    """Raises SourceError where a file is larger than its limit; `whole`: it is read at once."""
    name = "json_bytes" if whole else "file_bytes"
    size, most = path.stat().st_size, getattr(limits, name)
    if size > most:
        advice = "write it as JSONL, or " if whole else ""
        raise SourceError(
            f"{size} bytes are more than {most}",
            where=str(path),
            remedy=f"{advice}raise {name} in [banks.limits]",
        )
