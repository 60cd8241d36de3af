"""Stage `unique`: one row a question; copies go, contradictions go to review, look-alikes stay.

Only exact and near copies are dropped, in favour of a winner chosen by a stated rule. Everything
that must not be torn by a split (copies, variants, questions on one case) shares a `group`.
"""

import polars as pl

from cleaning.duplicates.settings import DuplicateSettings, UniqueSettings
from cpsyexam.lineage import KeptBack
from cpsyexam.memo import NO_MEMO, Memo
from cpsyexam.records import reject
from cpsyexam.rules import WAIVE
from cpsyexam.stage import Frames, StageResult, questions

__all__ = ["UniqueSettings", "unique"]
_COPIES = ("exact_duplicate", "near_duplicate")


def unique(
    frames: Frames,
    settings: UniqueSettings,
    *,
    memo: Memo = NO_MEMO,
    kept_back: KeptBack | None = None,
) -> StageResult:
    """CleanQuestion → UniqueQuestion; copies and contradictions → Rejected; tables `edges` and
    `copies` (raw_id, id and source of what was dropped as a copy).

    What is `kept_back` from readers of the version before decides nothing that they see: what has
    come since and would be a copy of it goes first, and always alike (cleaning.arrivals). The rule
    that chooses winners stands in `cleaning.duplicates.resolution.resolve`. The winner's `also`
    keeps the raw_ids dropped in its favour. The result does not depend on the order of rows.
    """
    from cleaning.arrivals import part
    from cleaning.duplicates.edges import find_edges
    from cleaning.duplicates.resolution import FATE, groups, printed_together, resolve

    searched = DuplicateSettings(**settings.model_dump(include=set(DuplicateSettings.model_fields)))
    come = part(questions(frames), searched, kept_back, settings.vouched, memo)
    frame = come.frame
    edges = come.seen_alike(_kept_apart(find_edges(frame.sort("raw_id"), searched, memo), frame))
    fates = resolve(frame, edges, settings, memo)
    # joined by name alone: the questions themselves are copied once, when they are parted
    told = frame.select("raw_id").join(fates, on="raw_id", maintain_order="left")
    stays = told["rule"] == ""
    also = (
        fates.filter(pl.col("rule").is_in(_COPIES))
        .group_by("cluster")
        .agg(pl.col("raw_id").sort().alias("also"))
    )
    kept = frame.filter(stays).with_columns(told.filter(stays)["cluster"])
    more = kept.select("cluster").join(also, on="cluster", how="left", maintain_order="left")
    groupings = groups(kept, fates, edges, printed_together(frame))
    kept = kept.with_columns(groupings, more["also"])
    gone, why = frame.filter(~stays), told.filter(~stays)
    copies = gone.filter(why["rule"].is_in(_COPIES)).select("raw_id", "id", "source")
    gone, why = pl.concat([gone, come.gone]), pl.concat([why.select(*FATE), come.fates])
    rejected = reject(gone.select(frame.columns), stage="unique", rule="")
    found = dict(sorted(edges["kind"].value_counts().rows()))
    largest = max(kept["group"].value_counts()["count"].to_list(), default=0)
    return StageResult(
        kept=kept.select(*frame.columns, "cluster", "group", pl.col("also").fill_null([])),
        rejected=rejected.with_columns(
            *(why[name] for name in ("rule", "detail", "counterpart", "strength"))
        ),
        tables={"edges": edges, "copies": copies},
        metrics={"edges": found, "largest_group": largest, "set_aside": come.set_aside},
    )


def _kept_apart(edges: pl.DataFrame, frame: pl.DataFrame) -> pl.DataFrame:
    """Edges with near copies that a person restored made look-alikes: both stay, in one split."""
    apart = frame.filter(pl.col("notes").list.contains(f"{WAIVE}near_duplicate"))["raw_id"]
    if apart.is_empty():
        return edges
    ends = pl.col("left").is_in(apart.implode()) | pl.col("right").is_in(apart.implode())
    kept = (pl.col("kind") == "near") & ends
    return edges.with_columns(
        pl.when(kept).then(pl.lit("review")).otherwise("kind").alias("kind"),
        pl.when(kept).then(pl.lit("restored by a person")).otherwise("reason").alias("reason"),
    )
