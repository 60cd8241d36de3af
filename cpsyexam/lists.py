"""Python lists as a series of lists."""

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import Any

import polars as pl
import pyarrow as pa


def list_series(values: Sequence[Sequence[Any]], inner: Any = None) -> pl.Series:
    """The lists as a series; `inner` is the type of their elements, None: as found.

    By Arrow, since polars makes a series of every inner list; not by `pa.array`, which loads
    pandas where it is installed.
    """
    flat = pl.Series(list(chain.from_iterable(values)), dtype=inner)
    ends = pl.Series([0, *accumulate(map(len, values))], dtype=pl.Int64)
    arrays = ends.to_arrow(), flat.to_arrow(compat_level=pl.CompatLevel.oldest())
    return pl.Series(pl.from_arrow(pa.LargeListArray.from_arrays(*arrays)))
