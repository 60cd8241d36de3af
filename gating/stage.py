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

    A person's decision about its text lets a doubtful one through, or `[gate] release` where that
    names all its reasons, which leaves notes `gate:<reason>`. Figures: rows by reason, held and
    released.
    """
    rows = questions(frames)
    kinds = frames["parsed/sources"].select("source", "kind")
    judged = found(rows.join(kinds, on="source", how="left", maintain_order="left"))
    binding = pl.element().filter(~pl.element().is_in(list(settings.release)))
    first = judged["reasons"].list.eval(binding).list.first().fill_null("")
    waits = first != ""
    free = (judged["reasons"].list.len() > 0) & ~waits
    held = reject(rows.filter(waits), stage="gated", rule="").with_columns(
        first.filter(waits).alias("rule"), judged["detail"].filter(waits)
    )
    released = judged["reasons"].filter(free)
    return StageResult(
        kept=_kept(rows, judged["reasons"], waits, free),
        rejected=Rejected.create_empty(),
        tables={HELD: held},
        metrics={"held": _counts(held["rule"]), "released": _counts(released.explode())},
    )


def _kept(
    rows: pl.DataFrame, reasons: pl.Series, waits: pl.Series, free: pl.Series
) -> pl.DataFrame:
    if free.any():
        noted = reasons.list.eval(pl.lit(RELEASED) + pl.element())
        both = pl.concat_list("notes", noted)
        rows = rows.with_columns(pl.when(free).then(both).otherwise("notes").alias("notes"))
    return CleanQuestion.validate(rows.filter(~waits)) if waits.any() else rows


def _counts(reasons: pl.Series) -> dict[str, int]:
    return dict(sorted(reasons.drop_nulls().value_counts().rows()))
