"""Format: SCQ, MAQ or QA from what the source declares, the options and the answer."""

import polars as pl

from cpsyexam.rules import Rule
from labeling.settings import LabelSettings

_OPTIONS = pl.col("options").list.len()
_ANSWERS = pl.col("answer").list.len()
_DECLARED = pl.col("declared")
_HAS_OPTIONS = _OPTIONS > 0
_SHOWN = pl.concat_str(
    pl.lit("declared "), _DECLARED, pl.lit(", "), _ANSWERS.cast(pl.String), pl.lit(" answers")
)


def rules(settings: LabelSettings) -> list[Rule]:
    """Rules that reject what has no format."""
    single = _HAS_OPTIONS & (_DECLARED == "SCQ") & (_ANSWERS > 1)
    multiple = _HAS_OPTIONS & (_DECLARED == "MAQ") & (_ANSWERS == 1)
    found = [
        Rule(
            "open_with_options",
            "Declared an open question, but it has options",
            _HAS_OPTIONS & (_DECLARED == "QA"),
            _SHOWN,
        ),
        Rule(
            "choice_without_options",
            "Declared a choice question, but it has no options",
            ~_HAS_OPTIONS & _DECLARED.is_in(["SCQ", "MAQ", "INDEF"]),
            _SHOWN,
        ),
        Rule(
            "choice_without_answer",
            "A choice question whose answer names no option",
            _HAS_OPTIONS & (_ANSWERS == 0),
            _SHOWN,
        ),
    ]
    if settings.single_with_several == "reject":
        doc = "Declared single choice, but its answer names several options"
        found.append(Rule("single_with_several_answers", doc, single, _SHOWN))
    if settings.multiple_with_one == "reject":
        doc = "Declared multiple choice, but its answer names one option"
        found.append(Rule("multiple_with_one_answer", doc, multiple, _SHOWN))
    return found


def decide(frame: pl.DataFrame) -> pl.DataFrame:
    """Columns format and format_rule (which evidence decided)."""
    several = _ANSWERS > 1
    by_answer = pl.when(several).then(pl.lit("MAQ")).otherwise(pl.lit("SCQ"))
    kind = pl.when(_HAS_OPTIONS).then(by_answer).otherwise(pl.lit("QA"))
    rule = (
        pl.when(kind == _DECLARED)
        .then(pl.lit("declared"))
        .when(_DECLARED == "")
        .then(pl.lit("options_and_answer"))
        .when(_DECLARED == "INDEF")
        .then(pl.lit("indefinite_by_answer"))
        .otherwise(pl.lit("declared_but_answer_differs"))
    )
    return frame.select(kind.alias("format"), rule.alias("format_rule"))
