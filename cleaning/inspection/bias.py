"""Cues in a bank's keys: does a position, or the longest option, win too often?"""

import math

import polars as pl

from cpsyexam.chi_square import p_value
from cpsyexam.taxonomy import LETTERS

_DOUBT = 1e-3  # p-value below which chance is no explanation
_GAP = 0.05  # and the share must be off by this much to matter
TABLE = {
    "bank": pl.String,
    "split": pl.String,
    "cue": pl.String,
    "questions": pl.Int64,
    "share": pl.Float64,  # of questions that the cue answers
    "expected": pl.Float64,
    "p": pl.Float64,
    "biased": pl.Boolean,
}


def measure(questions: pl.DataFrame) -> pl.DataFrame:
    """A row (columns TABLE) per bank, split and cue, of single-choice questions.

    Cues: `answer X` (the key's position, chi-square test over positions) and `longest` (the key
    is longer than every other option, normal approximation of the binomial). Needs source, split,
    options, answer.
    """
    single = questions.filter(
        (pl.col("answer").list.len() == 1)
        & (pl.col("options").list.len() > 1)
        & (pl.col("answer").list.first() < pl.col("options").list.len())
    ).select(
        "source",
        "split",
        pl.col("answer").list.first().cast(pl.Int64).alias("key"),
        pl.col("options").list.len().cast(pl.Int64).alias("count"),
        pl.col("options").list.eval(pl.element().str.len_chars()).alias("lengths"),
    )
    rows: list[dict[str, object]] = []
    for (bank, split), part in single.group_by("source", "split", maintain_order=True):
        head = {"bank": bank, "split": split}
        rows += [head | row for row in [*_positions(part), _longest(part)]]
    return pl.DataFrame(rows, schema=TABLE)


def _positions(part: pl.DataFrame) -> list[dict[str, object]]:
    size = part.height
    usual = int(part["count"].max() or 0)  # type: ignore[arg-type]
    found = dict(part["key"].value_counts().rows())
    expected = [
        float((1 / part.filter(pl.col("count") > place)["count"]).sum()) for place in range(usual)
    ]
    counts = [found.get(place, 0) for place in range(usual)]
    chi = sum((n - e) ** 2 / e for n, e in zip(counts, expected, strict=True) if e)
    p = p_value(max(1, usual - 1), chi)
    return [
        {
            "cue": f"answer {LETTERS[place]}" if place < len(LETTERS) else f"answer {place + 1}",
            "questions": size,
            "share": counts[place] / size,
            "expected": expected[place] / size,
            "p": p,
            "biased": p < _DOUBT and abs(counts[place] - expected[place]) / size >= _GAP,
        }
        for place in range(usual)
    ]


def _longest(part: pl.DataFrame) -> dict[str, object]:
    own = pl.col("lengths").list.get(pl.col("key"))
    top = pl.col("lengths").list.max()
    alone = (
        pl.col("lengths").list.eval((pl.element() == pl.element().max()).sum()).list.first() == 1
    )
    clear = part.filter(alone)  # questions with one longest option
    size = clear.height
    won = clear.filter(own == top).height
    chance = float((1 / clear["count"]).sum()) / size if size else 0.0
    spread = math.sqrt(chance * (1 - chance) / size) if size else 0.0
    z = (won / size - chance) / spread if spread else 0.0
    p = math.erfc(abs(z) / math.sqrt(2))
    share = won / size if size else 0.0
    return {
        "cue": "longest",
        "questions": size,
        "share": share,
        "expected": chance,
        "p": p,
        "biased": p < _DOUBT and share - chance >= _GAP,
    }
