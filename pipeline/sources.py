"""Stage `parsed`: the raw questions of all sources in one table."""

import polars as pl

from cpsyexam import chain
from cpsyexam.config import Settings
from cpsyexam.records import Capture, RawQuestion, Rejected, Source
from cpsyexam.stage import Frames, StageResult


class GatherSettings(Settings):
    """Nothing to set."""


def gather(frames: Frames, settings: GatherSettings) -> StageResult:
    """Concatenate kept rows, captures and sources of all kinds of sources; ids stay unique."""
    del settings

    def together(table: str, columns: list[str]) -> pl.DataFrame:
        parts = [frames[f"{kind}{table}"].select(columns) for kind in chain.CHAIN.kind_names]
        return pl.concat(parts, how="vertical_relaxed")

    return StageResult(
        kept=together("", RawQuestion.column_names()),
        rejected=Rejected.create_empty(),
        tables={
            "captures": together("/captures", Capture.column_names()),
            "sources": together("/sources", Source.column_names()),
        },
    )
