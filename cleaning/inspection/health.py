"""One look at a bank: all findings in one table, with ids that its author knows."""

from dataclasses import dataclass

import polars as pl

from cleaning.inspection import bias, defects, pairs
from cleaning.settings import CleanSettings

FAMILIES = {
    "leak": "the same question or case on both sides of a split, or in another bank",
    "conflict": "one question with different keys",
    "duplicate": "copies inside a split",
    "defect": "questions that no exam may use as they are",
    "leftover": "marks of a source inside the text, which repair would take out",
    "bias": "a key that can be guessed without reading",
    "doubt": "places that a person should look at",
}
_SPARE = (
    "section", "exam", "category", "images", "notes", "confidence", "boxes", "key_boxes",
    "explanation",
)  # fmt: skip


@dataclass(frozen=True)
class Health:
    """What was found.

    `banks`: bank, split, questions, SCQ, MAQ, QA, other. `findings`: family, rule, detail,
    strength; bank, split, id, locator, file and stem of the question, and the same of its
    counterpart with `other_` in front ("" where there is none). `bias`: see inspection.bias.
    """

    banks: pl.DataFrame
    findings: pl.DataFrame
    bias: pl.DataFrame

    def count(self, family: str) -> int:
        """How many findings a family has."""
        if family == "bias":
            return self.bias.filter("biased").height
        return self.findings.filter(pl.col("family") == family).height


def inspect(
    questions: pl.DataFrame,
    against: pl.DataFrame | None = None,
    settings: CleanSettings | None = None,
) -> Health:
    """The health of one or several banks, and what they share with others.

    Takes RawQuestion columns with `bank_id` and `split`; `source` names the bank; raw_id is
    unique. The banks in `against` are compared with, not judged.
    """
    single, slim = defects.scan(questions, settings or CleanSettings(), _SPARE)
    everything = slim
    if against is not None:
        _, others = defects.scan(against, settings or CleanSettings(), _SPARE)
        everything = pl.concat([slim, others])
        questions = pl.concat([questions, against])
    crossed = pairs.scan(everything)
    if against is not None:
        own = slim["raw_id"].implode()
        crossed = crossed.filter(pl.col("raw_id").is_in(own) | pl.col("other").is_in(own))
    alone = single.with_columns(
        pl.lit("").alias("other"), pl.lit(None, dtype=pl.Float64).alias("strength")
    )
    findings = pl.concat([crossed, alone.select(crossed.columns)])
    return Health(_overview(questions), _named(findings, questions), bias.measure(slim))


def _overview(questions: pl.DataFrame) -> pl.DataFrame:
    form = pl.col("declared")
    known = ("SCQ", "MAQ", "QA")
    return (
        questions.group_by("source", "split")
        .agg(
            pl.len().alias("questions"),
            *((form == name).sum().alias(name) for name in known),
            (~form.is_in(known)).sum().alias("other"),
        )
        .rename({"source": "bank"})
        .sort("bank", "split")
    )


def _named(findings: pl.DataFrame, questions: pl.DataFrame) -> pl.DataFrame:
    names = questions.select(
        "raw_id",
        pl.col("source").alias("bank"),
        "split",
        pl.when(pl.col("bank_id") == "").then("locator").otherwise("bank_id").alias("id"),
        "locator",
        pl.col("url").alias("file"),
        pl.col("stem").str.slice(-60).alias("stem"),
    )
    others = names.rename({c: f"other_{c}" for c in names.columns if c != "raw_id"})
    rank = pl.col("family").replace_strict(
        list(FAMILIES), list(range(len(FAMILIES))), return_dtype=pl.Int8
    )
    return (
        findings.join(names, on="raw_id", how="left")
        .join(others, left_on="other", right_on="raw_id", how="left")
        .with_columns(pl.col(f"other_{c}").fill_null("") for c in names.columns if c != "raw_id")
        .sort(rank, "rule", "bank", "split", "file", "locator", "other_locator")
        .drop("raw_id", "other")
    )
