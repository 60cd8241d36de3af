"""Pages that were probably read badly, or print more than was found: for the build's last lines
and for the queue of the review station.
"""

from pathlib import Path

import polars as pl

from cpsyexam import chain, stage

_FIGURE = r"^(\d\.\d+)"  # how probably a page was read badly, where its alarm begins with that


def alarms(build: Path) -> pl.DataFrame:
    """A row a page: kind, capture, url, details (list of `rule: what is odd`).

    By kind of source, the worst first: by the figure of the alarm, then by how many there are.
    """
    parts = [_of(kind, build) for kind in chain.CHAIN.kinds if kind.alarms]
    return pl.concat(parts)


def _of(kind: chain.SourceKind, build: Path) -> pl.DataFrame:
    rows = stage.read(build, f"{kind.name}/rejected").filter(pl.col("rule").is_in(kind.alarms))
    where = stage.read(build, f"{kind.name}/captures").select("capture", "url")
    said = pl.concat_str("rule", pl.lit(": "), "detail").str.strip_chars_end(": ")
    pages = (
        rows.with_columns(said=said, figure=pl.col("detail").str.extract(_FIGURE).cast(pl.Float64))
        .group_by("parent", maintain_order=True)
        .agg(details="said", figure=pl.col("figure").max(), number=pl.len())
        .join(where.unique("capture"), left_on="parent", right_on="capture", how="left")
        .sort("figure", "number", "url", descending=[True, True, False], nulls_last=True)
    )
    return pages.select(kind=pl.lit(kind.name), capture="parent", url="url", details="details")
