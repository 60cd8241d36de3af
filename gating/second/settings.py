"""The recipe's table `[reader]`: the model that reads again what is held."""

from pathlib import Path
from typing import Annotated

from pydantic import Field

from asking.model import Model
from cpsyexam.config import Settings


class ReaderSettings(Settings):
    """Which model reads, and where its answers and what came of them are kept."""

    model: Model | None = None
    folder: Path = Path("reread")  # journal.jsonl and readings.jsonl; keep it beside the decisions
    pictures: bool = False  # whether the model is shown crops of scans, too
    longest: Annotated[int, Field(ge=1000, le=200_000)] = 6000  # characters of a page in one call

    @property
    def journal(self) -> Path:
        """Every answer of the model."""
        return self.folder / "journal.jsonl"

    @property
    def readings(self) -> Path:
        """What came of each question."""
        return self.folder / "readings.jsonl"
