"""Public and reserved questions that the leak guard would take for one: they are made one unit.

Its search goes by the rarest words of the reserve, so that no search before the draw finds the same
pairs for certain. So the draw is asked, by the guard's own code, and where it parted such a pair it
is made again with both in one group. A draw that parts none stands as it is.
"""

from functools import cached_property

import polars as pl

from cpsyexam.components import components
from cpsyexam.judged_apart import judged_apart
from cpsyexam.kept_normals import kept_normal_forms
from cpsyexam.memo import NO_MEMO, Memo
from wording.leak_similarity import Known

JOINED = {  # raw_ids, and the groups that they had
    "public": pl.String,
    "reserved": pl.String,
    "public_group": pl.String,
    "reserved_group": pl.String,
}
_SLICE = 50_000  # questions that are compared at once


class Guard:
    """The leak guard's search in questions (raw_id, material, stem, options), draw after draw."""

    def __init__(self, frame: pl.DataFrame, normals: Memo = NO_MEMO) -> None:
        self._frame = frame.select("raw_id", "material", "stem", "options")
        self._kept = normals

    def parted(self, frame: pl.DataFrame, drawn: pl.Series) -> pl.DataFrame:
        """Columns JOINED: pairs in two groups, one of them reserved, that the guard takes for one.

        `frame` has raw_id and the groups of some of them, `drawn` the split of each row.
        """
        reserved = drawn == "reserved"
        if not reserved.any():
            return pl.DataFrame(schema=JOINED)
        rows = frame.select("raw_id", "group").join(
            self._normals, on="raw_id", how="left", maintain_order="left"
        )
        pairs = _alike(rows.filter(~reserved), rows.filter(reserved))
        return pairs.filter(pl.col("public_group") != pl.col("reserved_group"))

    @cached_property
    def _normals(self) -> pl.DataFrame:
        return self._frame.select("raw_id", normal=kept_normal_forms(self._frame, self._kept))


def not_settled(pairs: pl.DataFrame, frame: pl.DataFrame, edges: pl.DataFrame) -> pl.DataFrame:
    """The pairs but for those that an edge of stage `unique` tells to be two questions."""
    apart = judged_apart(edges, frame.select("raw_id", "also"))
    one, two = apart["raw_id"], apart["raw_id_right"]
    known = pl.DataFrame({"public": pl.concat([one, two]), "reserved": pl.concat([two, one])})
    return pairs.join(known, on=["public", "reserved"], how="anti", maintain_order="left")


def joined(frame: pl.DataFrame, pairs: pl.DataFrame) -> pl.DataFrame:
    """The rows with the groups of such pairs made one, named by the least of them."""
    found = components(list(pairs.select("public_group", "reserved_group").iter_rows()))
    names = {name: min(group) for group in found.groups() for name in group}
    return frame.with_columns(pl.col("group").replace(names))


def _alike(public: pl.DataFrame, held: pl.DataFrame) -> pl.DataFrame:
    known = Known(held["normal"].to_list())
    found = [pl.DataFrame(schema=JOINED)]
    for part in public.iter_slices(_SLICE):
        pairs = list(known.alike(part["normal"].to_list()))
        left, right = part[[i for i, _ in pairs]], held[[j for _, j in pairs]]
        found.append(
            pl.DataFrame(
                {
                    "public": left["raw_id"],
                    "reserved": right["raw_id"],
                    "public_group": left["group"],
                    "reserved_group": right["group"],
                }
            )
        )
    return pl.concat(found).sort("public", "reserved")
