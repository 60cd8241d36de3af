"""Which of the held-back questions are decoys: written into the reserve folder."""

import polars as pl

from cpsyexam import chain, decoys
from cpsyexam.files import write_json
from cpsyexam.release import ReleaseSpec
from cpsyexam.stage import scan
from publishing.statistics import asked


def write(spec: ReleaseSpec) -> int:
    """Draw the decoys that the split asks for and note them; returns how many.

    Of sources that stand in no public place none is drawn: nobody finds those by taking away.
    """
    settings = asked(spec.build)
    share = float(settings.get("decoys", 0.0))
    if not share:
        return 0
    unpublished = sorted(settings.get("unpublished", ()))
    rows = scan(spec.build, chain.CHAIN.last).filter(
        pl.col("split") == "reserved", ~pl.col("source").is_in(unpublished)
    )
    firsts = scan(spec.build, "split/lineages").select("lineage", "first")
    both = rows.select("id", "lineage").join(firsts, on="lineage", how="left").collect()
    begun = {name: first for name, first in both.select("id", "first").iter_rows() if first}
    ids = decoys.drawn(both["id"], share, spec.salt_key, begun)
    # as text: RELEASE.json has no floats
    told = {"share": repr(share), "unpublished": unpublished, "ids": ids}
    write_json(spec.private / decoys.PLACE, told)
    return len(ids)
