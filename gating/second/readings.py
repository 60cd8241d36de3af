"""`readings.jsonl`: what came of each question that a second reader was asked about.

A line a question, by the digest of what was read first: where that changes, the reading is of
another question and says nothing.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

import polars as pl
from pydantic import ValidationError

from cpsyexam.config import Settings
from cpsyexam.errors import SourceError
from cpsyexam.files import canonical, digest, write_text

Outcome = Literal["agreed", "differs", "refused"]
TABLE = dict.fromkeys(  # `reading`: JSON
    ("raw_id", "outcome", "rule", "detail", "model", "prompt_sha256", "reading"), pl.String
)
_FIELDS = ("material", "stem", "options", "answer", "reference")


class Reread(Settings):
    """A line. `reading`: the quoted fields; `detail`: fields that differ, or what is wrong."""

    of: str  # digest of the question as it was read first
    outcome: Outcome
    rule: str = ""  # that refused it (gating.second.quotations.RULES)
    detail: str = ""
    model: str
    prompt_sha256: str
    journal_key: str
    reading: Mapping[str, Any]

    def row(self, raw_id: str) -> dict[str, str]:
        """A row of TABLE for a question."""
        values = self.model_dump(include={*TABLE} - {"reading"})
        return {"raw_id": raw_id, **values, "reading": canonical(dict(self.reading))}

    def note(self) -> str:
        """What a question's notes say of it."""
        return f"reread:{self.outcome} {self.model} prompt {self.prompt_sha256[:12]}"


def digest_of(row: Mapping[str, Any]) -> str:
    """What names a question as it was read (columns of CleanQuestion)."""
    return digest(canonical([row[name] for name in _FIELDS]))[:32]


def load(path: Path) -> dict[str, Reread]:
    """Lines by `of`; {} where there is no file. Raises SourceError."""
    if not path.is_file():
        return {}
    found = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            one = Reread.model_validate(json.loads(line))
        except (ValueError, ValidationError) as error:
            raise SourceError(
                f"line {number} is no reading",
                where=str(path),
                remedy="delete the file and run cpsyexam reread: answers are in the journal",
            ) from error
        found[one.of] = one
    return found


def save(path: Path, rows: Iterable[Reread]) -> None:
    """Write the lines, in order of `of`."""
    lines = (one.model_dump_json() + "\n" for one in sorted(rows, key=lambda one: one.of))
    write_text(path, "".join(lines))
