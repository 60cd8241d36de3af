"""What changed between two builds: a rule that suddenly rejects more says that a source changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_LEAST = 5  # rows; smaller differences are the noise of a small source
_FACTOR = 2.0


@dataclass(frozen=True)
class Jump:
    """A rule's share of a source's rows in two builds (1.0 = every row)."""

    source: str
    rule: str
    before: float
    now: float
    rows: int  # rows that the rule rejects now

    def line(self) -> str:
        """The jump as one sentence."""
        return f"{self.source}: {self.rule} {self.before:.1%} → {self.now:.1%} ({self.rows:,} rows)"


def jumps(now: Mapping[str, Any], before: Mapping[str, Any]) -> list[Jump]:
    """Rules whose share of a source's rows at least doubled or halved, the largest first.

    Takes the figures of two receipts of stage `cleaned`; sources that are new have no past and
    give no jump. Differences below five rows are passed over.
    """
    found = []
    for source, rows in now["rows"].items():
        past = before.get("rows", {}).get(source, 0)
        if not rows or not past:
            continue
        new: Mapping[str, int] = now["rejected"].get(source, {})
        old: Mapping[str, int] = before["rejected"].get(source, {})
        for rule in sorted({*new, *old}):
            a, b = new.get(rule, 0) / rows, old.get(rule, 0) / past
            differs = abs(a - b) * rows >= _LEAST
            if differs and (a >= _FACTOR * b or b >= _FACTOR * a):
                found.append(Jump(source, rule, before=b, now=a, rows=new.get(rule, 0)))
    return sorted(found, key=lambda jump: -abs(jump.now - jump.before))
