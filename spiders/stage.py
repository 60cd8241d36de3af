"""Stage `web`: WARC archives → raw questions, through Scrapy's engine and without a network."""

import polars as pl

from cpsyexam.config import Terms
from cpsyexam.executor import INLINE, Executor, Progress
from cpsyexam.executor_kept import Kept
from cpsyexam.files import canonical, digest_file
from cpsyexam.memo import NO_MEMO, Memo
from cpsyexam.records import (
    Capture,
    RawQuestion,
    Rejected,
    Source,
    capture_row,
    conform,
    reject,
)
from cpsyexam.stage import Frames, StageResult
from spiders.engine import apart
from spiders.extracted import Extracted, Replay
from spiders.settings import WebSettings, WebSource, archive_files
from spiders.site_reader import read_site

_REPLAY = "spiders.replay:replay"  # by name: only the other process loads Scrapy


def extract(
    frames: Frames,
    settings: WebSettings,
    *,
    executor: Executor = INLINE,
    memo: Memo = NO_MEMO,
    progress: Progress | None = None,
) -> StageResult:
    """Raw questions of all sources, in the order of the recipe and of the sites' links.

    Every capture is the parent of at least one row: its questions, or rejected rows that say what
    it is (`list_page`), why it gave nothing (`no_questions`, `http_404`, `missing_capture`) and
    which lines became part of no question (`leftover_…`). A source that is taken down is one
    rejected row. `executor` parses pages and papers. Raises SourceError where an archive is
    missing, where none of it can be read, or where a source gives fewer questions than its site's
    TOML expects. What pages and papers gave is kept in `memo`.
    """
    del frames
    alive = tuple(s for s in settings.sources if _terms(s).status != "taken_down")
    found: list[Extracted] = (
        apart(_REPLAY, Replay(alive, Kept(executor, memo), settings.limits), progress)
        if alive
        else []
    )
    found += [_taken_down(s) for s in settings.sources if s not in alive]
    captures = [row for one in found for row in one.captures.values()]
    kept = [row for one in found for row in one.kept]
    sources = [_source_row(s) for s in settings.sources]
    return StageResult(
        kept=conform(kept, RawQuestion),
        rejected=pl.concat([Rejected.create_empty(), *(_rejected(one) for one in found)]),
        tables={"captures": conform(captures, Capture), "sources": conform(sources, Source)},
        metrics={one.source: one.metrics for one in found},
    )


def _terms(source: WebSource) -> Terms:
    return source.terms or read_site(source.site).terms


def _rejected(one: Extracted) -> pl.DataFrame:
    """Rejected rows of one source: broken questions first, then captures and lines."""
    frames = []
    if one.broken:
        rows = conform([row for row, _, _ in one.broken], RawQuestion)
        said = pl.DataFrame(
            {"rule": [b[1] for b in one.broken], "detail": [b[2] for b in one.broken]}
        )
        found = reject(rows, stage="web", rule="", parent="capture")
        frames.append(found.with_columns(said["rule"], said["detail"]))
    if one.refused:
        rows = conform([one.captures[c] for c in dict.fromkeys(r[0] for r in one.refused)], Capture)
        said = pl.DataFrame(one.refused, ["capture", "rule", "detail", "lines"], orient="row")
        joined = said.join(rows, on="capture", how="left", maintain_order="left")
        record = joined.drop("rule", "detail")
        found = reject(record, stage="web", rule="", parent="capture")
        frames.append(found.with_columns(joined["rule"], joined["detail"]))
    return pl.concat(frames) if frames else Rejected.create_empty()


def _taken_down(source: WebSource) -> Extracted:
    terms = _terms(source)
    out = Extracted(source.source, metrics={"taken_down": 1})
    files = [f for f in archive_files(source.archive) if f.is_file()]
    archive = str(source.archive)
    row = capture_row(
        source.source,
        archive,
        digest_file(files[0]) if len(files) == 1 else "",
        instead="taken_down",
        archive=archive,
        media_type="application/warc",
    )
    detail = f"{terms.decided_on} by {terms.decided_by}: {terms.note}".rstrip(": ")
    out.add(row, "taken_down", detail)
    return out


def _source_row(source: WebSource) -> dict[str, str]:
    return {
        "source": source.source,
        "kind": "web",
        "title": read_site(source.site).title,
        "terms": canonical(_terms(source).model_dump(mode="json")),
    }
