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
        parts = [_columns(frames[f"{kind}{table}"], columns) for kind in chain.CHAIN.kind_names]
        filled = [part for part in parts if part.height]
        if len(filled) == 1 and all(part.schema == filled[0].schema for part in parts):
            return filled[0]  # passed on as it is
        return pl.concat(parts, how="vertical_relaxed")

    return StageResult(
        kept=together("", RawQuestion.column_names()),
        rejected=Rejected.create_empty(),
        tables={
            "captures": together("/captures", Capture.column_names()),
            "sources": together("/sources", Source.column_names()),
        },
    )


def _columns(frame: pl.DataFrame, columns: list[str]) -> pl.DataFrame:
    return frame if frame.columns == columns else frame.select(columns)
