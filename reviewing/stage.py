"""Stages `reviewed` and `relabeled`: what people decided, applied where it concerns."""

from typing import Any

import polars as pl

from cpsyexam import taxonomy
from cpsyexam.config import Settings
from cpsyexam.errors import ConfigError
from cpsyexam.files import read_json
from cpsyexam.records import LabeledQuestion, RawQuestion, reject
from cpsyexam.stage import Frames, StageResult, questions
from reviewing.application import DECISIONS, Applied, apply
from reviewing.contradictions import standing
from reviewing.decisions import read
from reviewing.settings import ReviewSettings


def review(frames: Frames, settings: ReviewSettings) -> StageResult:
    """Raw questions of `parsed` with the decisions about texts and keys; table `decisions`.

    Texts and keys change before anything is cleaned or compared, so a better cleaner never undoes
    or outdates a decision. Rejected by people: rule `reviewer_rejected`. Raises ConfigError where
    decisions cannot be read or contradict each other.
    """
    raw = questions(frames)
    filed = read(settings.files())
    left = standing(filed)
    names = {one.digest for one in left}
    done = apply(raw, left, [one for one in filed if one.digest not in names])
    table = pl.DataFrame(done.log, schema=DECISIONS)
    return StageResult(
        kept=_kept(raw, done),
        rejected=_rejected(raw, done),
        tables={"decisions": table},
        metrics={
            "decisions": dict(sorted(table["status"].value_counts().rows())),
            "review": _figures(settings),
        },
    )


def _figures(settings: ReviewSettings) -> dict[str, Any]:
    """How the review went, as the station told it; {} without a station."""
    file = settings.figures()
    if file is None:
        return {}
    try:
        found: dict[str, Any] = read_json(file)
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"not figures of a review: {error}",
            where=str(file),
            remedy="delete it, and run cpsyexam review settle",
        ) from error
    return found


def _kept(raw: pl.DataFrame, done: Applied) -> pl.DataFrame:
    columns = RawQuestion.column_names()
    if raw.columns == columns and not done.rejected and not done.rows:
        return raw
    kept = raw.select(columns).filter(~pl.col("raw_id").is_in(list(done.rejected)))
    changed = {k: row for k, row in done.rows.items() if k not in done.rejected}
    if not changed:
        return kept
    rows = [{name: row[name] for name in columns} for row in changed.values()]
    return kept.update(pl.DataFrame(rows, schema=kept.schema), on="raw_id", how="left")


def _rejected(raw: pl.DataFrame, done: Applied) -> pl.DataFrame:
    rows = raw.filter(pl.col("raw_id").is_in(list(done.rejected)))
    said = [done.rejected[name] for name in rows["raw_id"]]
    detail = [f"{one.decision.by}: {one.decision.why}" for one in said]
    found = reject(rows, stage="reviewed", rule="reviewer_rejected")
    return found.with_columns(pl.Series("detail", detail, dtype=pl.String))


def relabel(frames: Frames, settings: Settings) -> StageResult:
    """Labels of `labeled` as people decided them (verdict `label` of `reviewed/decisions`).

    A decision on a copy that was dropped concerns the question that stands for it.
    """
    del settings
    frame = questions(frames)
    decided = frames["reviewed/decisions"].filter(
        (pl.col("verdict") == "label") & (pl.col("status") == "applied")
    )
    knowledge = ~pl.col("task").is_in(taxonomy.cases())
    beyond = knowledge & ((pl.col("category") != "") | (pl.col("category_rule") != ""))
    as_is = decided.is_empty() and not frame.select(beyond.any()).item()
    kept = (
        frame
        if as_is
        else _relabelled(frame, decided).with_columns(
            pl.when(knowledge).then(pl.lit("")).otherwise(name).alias(name)
            for name in ("category", "category_rule")
        )
    )
    LabeledQuestion.validate(kept)
    return StageResult(kept=kept, rejected=reject(frame.clear(), stage="relabeled", rule=""))


def _relabelled(frame: pl.DataFrame, decided: pl.DataFrame) -> pl.DataFrame:
    new = decided.select("labels", pl.col("raw_ids").alias("copy")).unnest("labels").explode("copy")
    owners = frame.select("raw_id", pl.concat_list("raw_id", "also").alias("copy")).explode("copy")
    found = (
        owners.join(new, on="copy")
        .group_by("raw_id")
        .agg(pl.col("task", "category").drop_nulls().last())
        .rename({"task": "new_task", "category": "new_category"})
    )
    joined = frame.join(found, on="raw_id", how="left", maintain_order="left")
    return joined.with_columns(*_label("task"), *_label("category")).select(frame.columns)


def _label(name: str) -> tuple[pl.Expr, ...]:
    new = pl.col(f"new_{name}")
    set_ = new.is_not_null()
    return (
        pl.coalesce(new, name).alias(name),
        pl.when(set_).then(pl.lit("decision")).otherwise(f"{name}_rule").alias(f"{name}_rule"),
        pl.when(set_).then(1.0).otherwise(f"{name}_confidence").alias(f"{name}_confidence"),
    )
