"""A kind of source and a stage that the project does not have, as CONTRIBUTING says to add them."""

from pathlib import Path

import polars as pl

from cpsyexam.config import Settings
from cpsyexam.files import digest_file
from cpsyexam.records import (
    Capture,
    RawQuestion,
    Rejected,
    Source,
    capture_row,
    conform,
    question_row,
    reject,
)  # fmt: skip
from cpsyexam.stage import Frames, StageResult, questions
from parsing import parse

TERMS = '{"licence":"CC0-1.0","owner":"editors","status":"cleared"}'


class LeafletSettings(Settings):
    """Table `[leaflets]`: text files with questions."""

    sources: tuple[Path, ...] = ()

    def outside_files(self) -> tuple[Path, ...]:
        return self.sources


def leaflets(frames: Frames, settings: LeafletSettings) -> StageResult:
    """Questions of text files; a file without one is rejected."""
    del frames
    captures, kept, empty = [], [], []
    for path in settings.sources:
        capture = capture_row(
            "leaflet", str(path), digest_file(path), archive=str(path), offset=0,
            media_type="text/plain",
        )  # fmt: skip
        captures.append(capture)
        found = parse(path.read_text("utf-8").splitlines()).questions
        empty += [] if found else [capture]
        for number, printed in enumerate(found):
            kept.append(question_row(
                "leaflet", capture["capture"], f"question {number}", url=str(path),
                number=printed.number, declared="SCQ", exam="GEE", subject="教育心理学",
                stem=printed.stem, options=list(printed.options), answer=printed.answer,
                explanation=printed.explanation,
            ))  # fmt: skip
    row = {"source": "leaflet", "kind": "leaflets", "title": "活页练习", "terms": TERMS}
    refused = reject(conform(empty, Capture), stage="leaflets", rule="blank", parent="capture")
    return StageResult(
        conform(kept, RawQuestion),
        pl.concat([Rejected.create_empty(), refused]),
        {"captures": conform(captures, Capture), "sources": conform([row], Source)},
    )


class ProofreadSettings(Settings):
    """Table `[proofread]`: questions that mention a word go."""

    word: str = ""


def proofread(frames: Frames, settings: ProofreadSettings) -> StageResult:
    """Reject questions that mention the word; sign the explanation of the others."""
    rows = questions(frames)
    bad = pl.col("stem").str.contains(settings.word, literal=True)
    signed = pl.col("explanation") + "（已校对）"
    return StageResult(
        rows.filter(~bad).with_columns(signed.alias("explanation")),
        reject(rows.filter(bad), stage="proofread", rule="word_met", detail=pl.col("stem")),
    )
