"""Stage `gated`: what is in doubt waits for a look, whole and with the reason; nothing changes."""

from collections.abc import Mapping

import polars as pl

from cpsyexam.chain import HELD
from cpsyexam.records import CleanQuestion, Rejected, reject
from cpsyexam.stage import Frames, StageResult, questions
from gating.reasons import FLAGS, REASONS, found
from gating.second.readings import TABLE, Reread, digest_of
from gating.settings import GateSettings

_CLEARED = {reason.name for reason in REASONS if reason.clears}
REREAD = "reread"  # table of second readings
RELEASED = "gate:"  # note of a question that the recipe releases in spite of this reason


def gate(
    frames: Frames, settings: GateSettings, readings: Mapping[str, Reread] | None = None
) -> StageResult:
    """Clean questions without a doubt, and table `held` (rows as Rejected, `rule` = the reason).

    A person's decision about its text lets a doubtful one through, or `[gate] release` where that
    names all its reasons, which leaves notes `gate:<reason>`; or a second reading (`readings`, by
    digest) that agrees, where its doubts are about reading, which leaves `reread:agreed …`.
    Figures: rows by reason, held and released; second readings by what came of them.
    """
    rows = questions(frames)
    kinds = frames["parsed/sources"].select("source", "kind")
    judged = found(rows.join(kinds, on="source", how="left", maintain_order="left"))
    rows, judged, second = _reread(rows, judged, readings or {})
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
        tables={HELD: held, REREAD: second},
        metrics={
            "held": _counts(held["rule"]),
            "released": _counts(released.explode()),
            "reread": _counts(second["outcome"]),
        },
    )


def _reread(
    rows: pl.DataFrame, judged: pl.DataFrame, readings: Mapping[str, Reread]
) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """Rows and reasons after the second readings of doubtful rows, and these readings."""
    if not readings:  # nor made into lists, which for many rows take more than all the rest
        return rows, judged, pl.DataFrame(schema=TABLE)
    doubtful = (judged["reasons"].list.len() > 0).arg_true().to_list()
    notes, detail = rows["notes"].to_list(), judged["detail"].to_list()
    reasons, flags = judged["reasons"].to_list(), rows["flags"].to_list()
    names, second = rows["raw_id"], []
    for place in doubtful:
        one = readings.get(digest_of(rows.row(place, named=True)))
        if one is None:
            continue
        second.append(one.row(names[place]))
        flagged = {flag.partition(":")[0] for flag in flags[place]} & set(FLAGS)
        if one.outcome == "agreed" and not flagged and _CLEARED.issuperset(reasons[place]):
            reasons[place] = []
            notes[place] = [*notes[place], one.note()]
        else:
            said = " ".join(filter(None, (one.rule, one.detail)))
            detail[place] += f"; reread:{one.outcome} {said}".rstrip()
    if second:
        rows = rows.with_columns(pl.Series("notes", notes, dtype=rows["notes"].dtype))
        judged = judged.with_columns(
            pl.Series("reasons", reasons, dtype=judged["reasons"].dtype),
            pl.Series("detail", detail, dtype=pl.String),
        )
    return rows, judged, pl.DataFrame(second, schema=TABLE)


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
