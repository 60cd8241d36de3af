"""Stage `gated`: what is in doubt waits for a look, whole and with the reason; nothing changes."""

import polars as pl

from cpsyexam.chain import HELD
from cpsyexam.records import CleanQuestion, Rejected, reject
from cpsyexam.stage import Frames, StageResult, questions
from gating.reasons import found
from gating.settings import GateSettings

RELEASED = "gate:"  # note of a question that the recipe releases in spite of this reason


def gate(frames: Frames, settings: GateSettings) -> StageResult:
    """Clean questions without a doubt, and table `held` (rows as Rejected, `rule` = the reason).

    A person's decision about its text, or `[gate] release`, lets a doubtful one through; the
    latter leaves a note `gate:<reason>`. Figures: rows by reason, held and released.
    """
    rows = questions(frames)
    kinds = frames["parsed/sources"].select("source", "kind")
    judged = found(rows.join(kinds, on="source", how="left", maintain_order="left"))
    free = judged["reason"].is_in(list(settings.release))
    waits = (judged["reason"] != "") & ~free
    held = reject(rows.filter(waits), stage="gated", rule="").with_columns(
        judged["reason"].filter(waits).alias("rule"), judged["detail"].filter(waits)
    )
    return StageResult(
        kept=_kept(rows, judged["reason"], waits, free),
        rejected=Rejected.create_empty(),
        tables={HELD: held},
        metrics={"held": _counts(held["rule"]), "released": _counts(judged["reason"].filter(free))},
    )


def _kept(rows: pl.DataFrame, reason: pl.Series, waits: pl.Series, free: pl.Series) -> pl.DataFrame:
    if free.any():
        noted = pl.concat_list("notes", pl.lit(RELEASED) + reason)
        rows = rows.with_columns(pl.when(free).then(noted).otherwise("notes").alias("notes"))
    return CleanQuestion.validate(rows.filter(~waits)) if waits.any() else rows


def _counts(reasons: pl.Series) -> dict[str, int]:
    return dict(sorted(reasons.value_counts().rows()))
