"""Normal forms of questions, those worked out in earlier runs or by an earlier stage included.

The draw and the leak guard both compare every question; only what is new is worked on again. What
is kept belongs to the kernel, whose code alone decides it, so that stages share it.
"""

import polars as pl

from cpsyexam.identity import ids_of, normal_form
from cpsyexam.memo import Memo

_OF = ("material", "stem", "options")


def kept_normal_forms(frame: pl.DataFrame, memo: Memo) -> pl.Series:
    """`cpsyexam.identity.normal_form` of a frame (columns material, stem, options), row by row."""
    return memo.rows("normals", frame.select(_OF), _normals)["normal"]


def kept_earlier_forms(frame: pl.DataFrame, memo: Memo) -> pl.Series:
    """The same of what an earlier version held back, kept apart: all of it is asked each time."""
    return memo.rows("earlier", frame.select(_OF), _normals)["normal"]


def kept_print_ids(frame: pl.DataFrame, memo: Memo) -> pl.Series:
    """`cpsyexam.identity.question_ids` of questions as printed."""
    return memo.rows("prints", frame.select(_OF), _ids)["id"]


def _normals(part: pl.DataFrame) -> pl.DataFrame:
    return normal_form(part).alias("normal").to_frame()


def _ids(part: pl.DataFrame) -> pl.DataFrame:
    return ids_of(normal_form(part)).to_frame()
