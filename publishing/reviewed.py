"""What people did for a release: how much they looked at and changed, how far they agree."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam import chain, stage
from cpsyexam.stage import scan
from publishing.shards import PUBLIC


@dataclass(frozen=True)
class Reviewed:
    """Counts of public questions; `station` are the figures of the review station, {} without."""

    public: int
    looked: int  # that a person decided on
    corrected: int  # whose key or text a person changed
    rejected: int  # questions that a person took out
    station: Mapping[str, Any]

    @property
    def share(self) -> float:
        """Share of the public questions that a person decided on."""
        return self.looked / self.public if self.public else 0.0

    @property
    def control(self) -> Mapping[str, Any]:
        """The control sample, {} where nothing of it is settled."""
        found: Mapping[str, Any] = self.station.get("control") or {}
        return found if found.get("settled") else {}

    @property
    def judges(self) -> int:
        """How many people judged the sample; of earlier stations, how many reviewed at all."""
        found: int = self.control.get("reviewers", self.station.get("reviewers", 0))
        return found

    @property
    def blind(self) -> list[tuple[str, tuple[int, ...]]]:
        """How many opinions were given without seeing those of others: texts and their figures,
        the end of a sentence.
        """
        if "late" not in self.station:
            unknown = "; earlier stations did not note which of them came after others' were seen."
            return [(unknown, ())]
        late, chairs = self.station["late"], self.station["chairs"]
        if not late and not chairs:
            return [(", each without seeing the others'.", ())]
        left = self.station["opinions"] - late - chairs
        parts = [(": {} without seeing what others said", (left,))]
        after = ", {} after it, which decide nothing and are not counted here"
        parts += [(after, (late,))] * (late > 0)
        parts += [(", {} as the last word of a chair, who reads all", (chairs,))] * (chairs > 0)
        return [*parts, (".", ())]

    @property
    def blindness(self) -> str:
        """`blind` in English."""
        return "".join(text.format(*figures) for text, figures in self.blind)

    @property
    def alpha(self) -> float | None:
        """Krippendorff's α of the verdicts; None where it is not defined."""
        found: float | None = self.station.get("agreement", {}).get("verdict", {}).get("alpha")
        return found


def gather(build: Path) -> Reviewed:
    """Read the figures of a finished build."""
    rows = scan(build, chain.CHAIN.last).filter(pl.col("split").is_in(PUBLIC))
    said = pl.col("notes").list.eval(pl.element().str.extract("^decision:([a-z_]+):", 1))
    verdicts = rows.select(said.list.drop_nulls().alias("verdicts")).collect()["verdicts"]
    changed = ("correct", "which_key", "restore")
    receipt = stage.read_receipt(build, "reviewed") or {}
    rejected = scan(build, "reviewed/rejected").select(pl.len()).collect().item()
    return Reviewed(
        public=len(verdicts),
        looked=int((verdicts.list.len() > 0).sum()),
        corrected=sum(1 for some in verdicts.to_list() if set(changed) & set(some)),
        rejected=int(rejected),
        station=receipt.get("metrics", {}).get("review", {}),
    )
