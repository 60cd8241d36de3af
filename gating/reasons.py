"""Why a question is held for a look: what was noted of it where it was read, as expressions.

A row has columns `kind` (of its source), `notes`, `flags` and `confidence`. One with a note
`decision:…` of somebody who looked at its text is held by nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

# confidence below which a question is held, by kind of source: where `make bench-gate` finds one
# in a hundred of the others faulty at most
BOUNDS: Mapping[str, float] = {"web": 0.5, "files": 0.5, "books": 0.8}
WRITTEN = "generated"  # the kind of source whose questions a model wrote
_LOOKED = r"^decision:(?:accept|correct|restore|which_key):"
_DOUBT = r"^doubt:\s?(\w+)"


@dataclass(frozen=True)
class Reason:
    """A reason and its meaning. `doubts`: names of notes `doubt:<name>`, `flags`: of cleaning."""

    name: str
    doc: str
    chinese: str
    doubts: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


# one row has one reason, the first that fits
REASONS = (
    Reason("written", "a model wrote it, and what checked it has a doubt", "模型所拟，核查时存疑"),
    Reason(
        "key",
        "where its key comes from is unsure",
        "答案的出处拿不准",
        doubts=(
            "no_answer", "answer_unclear", "answer_unlabelled", "answer_of_several",
            "answer_declared_none", "answer_without_options", "answers_disagree",
            "explanation_says", "key_longer_than_section", "key_starts_before_section",
            "key_beyond_options", "key_of_another_format", "key_without_numbers",
            "key_entry_unclear", "numbers_repeat", "several", "a",
        ),
    ),
    Reason(
        "text",
        "its text looks torn, or a character is lost",
        "文字像是残缺或串行，或有丢失、认错的字",
        doubts=("options_in_QA", "option_holds_question", "options_reordered"),
        flags=("private_character", "odd_character", "broken_name", "ocr_slip", "lost_character"),
    ),
    Reason(
        "reading",
        "it was read unsurely from its page",
        "所在页面识读把握不足",
        doubts=("read_again",),
    ),
    Reason("source", "something else that its source's reader doubted", "读取来源时另有疑问"),
)  # fmt: skip


def words(name: str) -> str:
    """What a reason means."""
    return next(reason.doc for reason in REASONS if reason.name == name)


def found(rows: pl.DataFrame) -> pl.DataFrame:
    """Columns `reason` ("" for none) and `detail` (what was noted) of every row."""
    doubts = rows["notes"].list.eval(pl.element().filter(pl.element().str.contains(_DOUBT)))
    flags = rows["flags"].list.eval(pl.element().filter(_flag(pl.element()).is_in(_FLAGS)))
    looked = rows["notes"].list.eval(pl.element().str.contains(_LOOKED)).list.any()
    bound = pl.col("kind").replace_strict(BOUNDS, default=0.0, return_dtype=pl.Float64)
    told = rows.select("kind", "confidence", doubts=doubts, flags=flags, looked=looked)
    unsure = (pl.col("confidence") < bound).fill_null(value=False)
    judged = told.select(
        pl.when(pl.col("looked").fill_null(value=False))
        .then(pl.lit(""))
        .otherwise(_first(unsure))
        .alias("reason"),
        pl.concat_list(
            pl.col("doubts").list.eval(pl.element().str.replace(r"^doubt:\s?", "")),
            "flags",
            pl.when(unsure)
            .then(pl.concat_list(pl.format("confidence {}", "confidence")))
            .otherwise(pl.lit([], dtype=pl.List(pl.String))),
        )
        .list.join("; ")
        .alias("detail"),
    )
    return judged.with_columns(
        pl.when(pl.col("reason") == "").then(pl.lit("")).otherwise("detail").alias("detail")
    )


_FLAGS = [flag for reason in REASONS for flag in reason.flags]


def _flag(text: pl.Expr) -> pl.Expr:
    return text.str.split(":").list.first()


def _first(unsure: pl.Expr) -> pl.Expr:
    """The first reason that fits a row, "" for none."""
    names = pl.col("doubts").list.eval(pl.element().str.extract(_DOUBT, 1))
    some = pl.col("doubts").list.len() > 0
    tests = {
        reason.name: names.list.set_intersection(list(reason.doubts)).list.len() > 0
        for reason in REASONS
        if reason.doubts
    }
    tests["written"] = some & (pl.col("kind") == WRITTEN)
    tests["text"] |= pl.col("flags").list.len() > 0
    tests["reading"] |= unsure
    tests["source"] = some
    chosen = pl.lit("")
    for reason in reversed(REASONS):
        chosen = pl.when(tests[reason.name]).then(pl.lit(reason.name)).otherwise(chosen)
    return chosen
