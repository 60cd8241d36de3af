"""Why a question is held for a look: what was noted of it where it was read, as expressions.

A row has columns `kind` (of its source), `notes`, `flags` and `confidence`. One with a note
`decision:…` of somebody who looked at its text is held by nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

# Confidence below which a question is held, by kind of source; each half of the material holds at
# what the other chose (`make bench-gate`). Pages: even rounds choose 0.964; at 0.97 22 % are held,
# 0.9 % of the rest of the even and 0.7 % of the odd rounds faulty, no key wrong. Scans: the halves
# of written books choose 0.825 and 0.875, with nothing between: 22.5 % are held, 0.9 and 0 % of the
# rest faulty; of designs 11.7 and 0.55 %.
BOUNDS: Mapping[str, float] = {"web": 0.97, "files": 0.97, "books": 0.8}
WRITTEN = "generated"  # the kind of source whose questions a model wrote
_LOOKED = r"^decision:(?:accept|correct|restore|which_key):"
_DOUBT = r"^doubt:\s?(\w+)"


@dataclass(frozen=True)
class Reason:
    """A reason and its meaning. `doubts`: names of notes `doubt:<name>`, `flags`: of cleaning;
    `clears`: whether a second reader who finds the same on the page clears its doubts (no flag).
    """

    name: str
    doc: str
    chinese: str
    doubts: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    clears: bool = False


# the first that fits a row stands for it
REASONS = (
    Reason("written", "a model wrote it, and what checked it has a doubt", "模型所拟，核查时存疑"),
    Reason(
        "key",
        "where its key comes from is unsure",
        "答案的出处拿不准",
        doubts=(
            "no_answer", "answer_unclear", "answer_unlabelled", "answer_by_look",
            "answer_of_several",
            "answer_declared_none", "answer_without_options", "answers_disagree",
            "explanation_says", "key_longer_than_section", "key_starts_before_section",
            "key_beyond_options", "key_of_another_format",
            "key_entry_unclear", "key_number", "numbers_repeat", "several", "a",
        ),
        flags=("explanation_names_another",),
        clears=True,
    ),
    Reason(
        "text",
        "its text looks torn, or a character is lost",
        "文字像是残缺或串行，或有丢失、认错的字",
        doubts=(
            "options_in_QA", "option_holds_question", "options_reordered", "material_before",
            "material_reach", "text_above",
        ),
        flags=(
            "odd_character", "broken_name", "ocr_slip", "lost_character",
            "name_slip", "table_lost",
        ),
        clears=True,
    ),
    Reason(
        "reading",
        "it was read unsurely from its page",
        "所在页面识读置信度不足",
        doubts=("read_again",),
        clears=True,
    ),
    Reason("source", "something else that its source's reader doubted", "读取来源时另有疑问"),
)  # fmt: skip


def words(name: str, language: str) -> str:
    """What a reason means, in `zh` or `en`."""
    reason = next(reason for reason in REASONS if reason.name == name)
    return reason.chinese if language == "zh" else reason.doc


def found(rows: pl.DataFrame) -> pl.DataFrame:
    """Columns `reasons` (names, in the order of REASONS) and `detail` (what was noted)."""
    doubts = rows["notes"].list.eval(pl.element().filter(pl.element().str.contains(_DOUBT)))
    flags = rows["flags"].list.eval(pl.element().filter(_flag(pl.element()).is_in(FLAGS)))
    looked = rows["notes"].list.eval(pl.element().str.contains(_LOOKED)).list.any()
    told = rows.select(
        "kind", "confidence", doubts=doubts, flags=flags, looked=looked.fill_null(value=False)
    )
    bound = pl.col("kind").replace_strict(BOUNDS, default=0.0, return_dtype=pl.Float64)
    unsure = (pl.col("confidence") < bound).fill_null(value=False)
    nothing = pl.lit([], dtype=pl.List(pl.String))
    figure = pl.concat_list(pl.format("confidence {}", "confidence"))
    noted = pl.concat_list(
        pl.col("doubts").list.eval(pl.element().str.replace(r"^doubt:\s?", "")),
        "flags",
        pl.when(unsure).then(figure).otherwise(nothing),
    )
    return told.select(
        pl.when("looked").then(nothing).otherwise(_reasons(unsure)).alias("reasons"),
        noted.list.join("; ").alias("detail"),
    )


FLAGS = [flag for reason in REASONS for flag in reason.flags]


def _flag(text: pl.Expr) -> pl.Expr:
    return text.str.split(":").list.first()


def _reasons(unsure: pl.Expr) -> pl.Expr:
    """The names of all reasons that fit a row."""
    names = pl.col("doubts").list.eval(pl.element().str.extract(_DOUBT, 1))
    written = pl.col("kind") == WRITTEN
    known = {doubt for reason in REASONS for doubt in reason.doubts}
    tests = {
        reason.name: (names.list.set_intersection(list(reason.doubts)).list.len() > 0) & ~written
        for reason in REASONS
        if reason.doubts
    }
    tests["written"] = written & (names.list.len() > 0)
    flags = pl.col("flags").list.eval(_flag(pl.element()))
    for reason in REASONS:
        if reason.flags:
            tests[reason.name] |= flags.list.set_intersection(list(reason.flags)).list.len() > 0
    tests["reading"] |= unsure
    tests["source"] = (names.list.set_difference(list(known)).list.len() > 0) & ~written
    fits = (pl.when(tests[r.name]).then(pl.lit(r.name)) for r in REASONS)
    return pl.concat_list(list(fits)).list.drop_nulls()
