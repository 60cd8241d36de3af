"""What a replay is asked for and what it gives: all that its process and the stage tell each other.

Neither Scrapy nor a reader is loaded here: the stage's process needs none.
"""

from dataclasses import dataclass, field
from typing import Any

from cpsyexam.executor import INLINE, Executor
from spiders.settings import USUAL, WebLimits, WebSource

Row = dict[str, Any]


@dataclass(frozen=True)
class Replay:
    """Which archives to replay, and where their pages are parsed."""

    sources: tuple[WebSource, ...]
    executor: Executor = INLINE
    limits: WebLimits = USUAL


@dataclass
class Extracted:
    """Rows of one source, in order. `refused`: capture id, rule, detail, and the lines shown."""

    source: str
    kept: list[Row] = field(default_factory=list)
    broken: list[tuple[Row, str, str]] = field(default_factory=list)  # question, rule, detail
    captures: dict[str, Row] = field(default_factory=dict)
    refused: list[tuple[str, str, str, str]] = field(default_factory=list)
    metrics: dict[str, int] = field(default_factory=dict)

    def add(self, capture: Row, rule: str, detail: str) -> None:
        """A capture that gave no page, and the rule that refuses it."""
        self.captures[capture["capture"]] = capture
        self.refused.append((capture["capture"], rule, detail, ""))
