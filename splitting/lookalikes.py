"""Public and reserved questions that the leak guard would take for one: they are made one unit.

Its search goes by the rarest words of the reserve, so that no search before the draw finds the same
pairs for certain. So the draw is asked, by the guard's own code, and where it parted such a pair it
is made again with both in one group. A draw that parts none stands as it is.
"""

from collections.abc import Callable
from functools import cached_property

import polars as pl

from cpsyexam.components import components
from cpsyexam.judged_apart import judged_apart
from cpsyexam.kept_normals import kept_normal_forms
from cpsyexam.memo import NO_MEMO, Memo
from cpsyexam.text import bare
from wording.leak_similarity import kept_alike, passage, printings

JOINED = {  # raw_ids, and the groups that they had
    "public": pl.String,
    "reserved": pl.String,
    "public_group": pl.String,
    "reserved_group": pl.String,
}
TOLD = ("explanation", "reference")
_PLACES = {"left": pl.Int64, "right": pl.Int64}
Find = Callable[[pl.DataFrame, pl.DataFrame], pl.DataFrame]
Sides = tuple[pl.DataFrame, pl.DataFrame]  # public and reserved questions
_SLICE = 50_000  # questions that are compared at once


class Guard:
    """The leak guard's search in questions and what explains them, draw after draw."""

    def __init__(self, frame: pl.DataFrame, normals: Memo = NO_MEMO) -> None:
        self._frame = frame.select("raw_id", "material", "stem", "options", *TOLD)
        self._kept = normals

    def sides(self, frame: pl.DataFrame, drawn: pl.Series) -> Sides:
        """The questions that a draw made public and those that it reserved.

        `frame` has raw_id and the groups of some of them, `drawn` the split of each row.
        """
        reserved = drawn == "reserved"
        if not reserved.any():
            return self._frame.clear(), self._frame.clear()
        rows = frame.select("raw_id", "group").join(
            self._texts, on="raw_id", how="left", maintain_order="left"
        )
        return rows.filter(~reserved), rows.filter(reserved)

    def parted(self, sides: Sides) -> pl.DataFrame:
        """Columns JOINED: pairs of two groups, one of them reserved, that are one to the guard."""
        return self._apart(sides, self._alike)

    def telling(self, sides: Sides) -> pl.DataFrame:
        """The same of pairs where what explains the public one prints the reserved one."""
        return self._apart(sides, printed_in)

    def _apart(self, sides: Sides, find: Find) -> pl.DataFrame:
        public, held = sides
        if held.is_empty():
            return pl.DataFrame(schema=JOINED)
        pairs = find(public, held)
        left, right = public[pairs["left"]], held[pairs["right"]]
        found = pl.DataFrame(
            {
                "public": left["raw_id"],
                "reserved": right["raw_id"],
                "public_group": left["group"],
                "reserved_group": right["group"],
            },
            schema=JOINED,
        )
        found = found.filter(pl.col("public_group") != pl.col("reserved_group"))
        return found.sort("public", "reserved")

    def _alike(self, public: pl.DataFrame, held: pl.DataFrame) -> pl.DataFrame:
        return kept_alike(public, held, self._kept)

    @cached_property
    def _texts(self) -> pl.DataFrame:
        return self._frame.with_columns(normal=kept_normal_forms(self._frame, self._kept))


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


def printed_in(public: pl.DataFrame, held: pl.DataFrame) -> pl.DataFrame:
    """Columns left, right: places of a text and of the question that stands in it with its rest."""
    rows = held.select("normal", bare(pl.col("reference"))).iter_rows()
    made = {place: one for place, row in enumerate(rows) if (one := passage(*row))}
    places, passages = list(made), list(made.values())
    found: set[tuple[int, int]] = set()
    for at, part in enumerate(public.select(TOLD).iter_slices(_SLICE)):
        for texts in part.select(bare(pl.all())):
            pairs = printings(texts.to_list(), passages)
            found.update((at * _SLICE + i, places[j]) for i, j in pairs)
    return pl.DataFrame(sorted(found), schema=_PLACES, orient="row")
