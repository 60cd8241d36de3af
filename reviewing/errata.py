"""Reports of readers: a question by id or text, what is wrong with it, and a proposal."""

from pathlib import Path

import polars as pl
from rapidfuzz import fuzz, process

from cpsyexam.config import Settings
from cpsyexam.errors import ConfigError
from cpsyexam.text import fold
from reviewing import chained
from reviewing.chained import Chained
from reviewing.seen import printed_ids

FILE = "errata.jsonl"
_NEAR = 85  # percent of likeness from which a text names a question


class Report(Chained):
    """One report. `question`: an id (q…), or the words of the stem."""

    question: str
    problem: str
    proposal: str = ""
    link: str = ""
    by: str = ""
    when: str


class Found(Settings):
    """The question that a report means."""

    raw_id: str
    stem: str


def add(folder: Path, report: Report) -> None:
    """Add a report to the file of reports. Raises ConfigError where its chain is broken."""
    file = folder / FILE
    chained.mend(file, Report)
    links = list(chained.read(file, Report, "report")) if file.is_file() else []
    chained.append(file, report, links[-1].digest if links else "")


def named(folder: Path) -> set[str]:
    """The questions that somebody reported, as their reports name them."""
    file = folder / FILE
    links = chained.read(file, Report, "report") if file.is_file() else ()
    return {link.row.question for link in links}


def find(named: str, parsed: pl.DataFrame, split: pl.DataFrame) -> Found:
    """The question that a report names. Raises ConfigError where there is none, or several."""
    name = named.strip()
    ids = split.select("id", "raw_id", "stem")
    hits = ids.filter(pl.col("id").str.starts_with(name)) if name.startswith("q") else ids.clear()
    if not hits.height and name.startswith(("q", "r")):
        known = parsed.with_columns(id=printed_ids(parsed)).select("id", "raw_id", "stem")
        hits = known.filter(
            pl.col("id").str.starts_with(name) | pl.col("raw_id").str.starts_with(name)
        )
    if hits.height > 1:
        raise ConfigError(
            f"{name!r} is the beginning of {hits.height} questions", remedy="give more of it"
        )
    if hits.height:
        return Found(raw_id=hits["raw_id"][0], stem=hits["stem"][0])
    return _by_text(
        name, pl.concat([ids, parsed.select(id=pl.lit(""), raw_id="raw_id", stem="stem")])
    )


def _by_text(words: str, known: pl.DataFrame) -> Found:
    stems = [fold(stem) for stem in known["stem"]]
    best = process.extractOne(fold(words), stems, scorer=fuzz.partial_ratio, score_cutoff=_NEAR)
    if not words or best is None:
        raise ConfigError(
            f"no question is like {words[:40]!r}",
            where="the build",
            remedy="give its id (q…) or more of its stem",
        )
    return Found(raw_id=known["raw_id"][best[2]], stem=known["stem"][best[2]])


def reported(file: Path, parsed: pl.DataFrame, split: pl.DataFrame) -> pl.DataFrame:
    """Columns raw_id, detail of all reports whose question is in the build."""
    rows = []
    for link in chained.read(file, Report, "report"):
        row = link.row
        try:
            found = find(row.question, parsed, split)
        except ConfigError:
            continue  # `cpsyexam errata list` names it
        told = [row.problem, row.proposal, row.link, f"{row.by} {row.when[:10]}".strip()]
        rows.append({"raw_id": found.raw_id, "detail": " | ".join(filter(None, told))})
    return pl.DataFrame(rows, schema={"raw_id": pl.String, "detail": pl.String})
