"""The table `answers`, the one contract of what is measured, and the scores computed from it.

An answer holds what a model said and never an answer key: scores join the release by id, so that
after an erratum old runs are scored again without a call.
"""

from typing import Any

import dataframely as dy
import polars as pl

from cpsyexam.identity import short_id

FILTERED = "refused: content filter"  # of the endpoint; counts as unparsed, too
FAILURES = ("not asked", "no reply", "cut off", "refused", "not in file")


class Answer(dy.Schema):
    """One row per run, question, option order and repeat.

    Row law: the questions of the run's split are its rows; one without a reply says why in `error`.
    """

    run = dy.String(primary_key=True)  # short_id("e", …): model and setting, see `run_id`
    id = dy.String(primary_key=True)  # of the question
    rotation = dy.Int32(primary_key=True)  # options moved up so many places; 0 = as released
    repeat = dy.Int32(primary_key=True)
    record = dy.String()  # digest of the question as it was asked (`evaluation.releases.record`)
    model = dy.String()
    engine = dy.String()  # inspect, baseline, file
    release = dy.String()  # <name>-<version>
    manifest = dy.String()  # sha256 of its RELEASE.json
    split = dy.String()
    role = dy.String()
    shots = dy.Int32()
    prompt = dy.String()  # digest of the prompt's text, "" where unknown
    exemplars = dy.List(dy.String())  # ids, in the order shown
    text = dy.String()  # the reply
    said = dy.List(dy.Int8())  # positions in released order; empty where unparsed or QA
    rule = dy.String()  # of extraction, which read them or why not
    strict = dy.Bool()  # the reply said it outright
    error = dy.String()  # "" or why there is no reply, beginning with one of FAILURES
    tokens_in = dy.Int64(nullable=True)
    tokens_out = dy.Int64(nullable=True)
    seconds = dy.Float64(nullable=True)
    cost = dy.Float64(nullable=True)  # dollars
    judged = dy.List(dy.Float64(nullable=True))  # marks 0 to 100, a draw each; null without one
    judge = dy.String()  # who gave them: model/digest of its rubric; "" for none


class Score(dy.Schema):
    """An answer with its question's labels and what it is worth (0 to 1)."""

    run = dy.String(primary_key=True)
    id = dy.String(primary_key=True)
    rotation = dy.Int32(primary_key=True)
    repeat = dy.Int32(primary_key=True)
    model = dy.String()
    role = dy.String()
    shots = dy.Int32()
    split = dy.String()
    exam = dy.String()
    subject = dy.String()
    task = dy.String()
    category = dy.String()
    format = dy.String()
    cluster = dy.String()  # the case, or the question where it has none
    score = dy.Float64()  # SCQ, MAQ: 1 where the whole set is right; QA: judge, else ROUGE-L
    partial = dy.Float64()  # share of the key where nothing wrong is named; QA: as `score`
    options_right = dy.Float64()  # share of the options judged rightly
    jaccard = dy.Float64()
    named = dy.Int32()  # letters named
    asked = dy.Int32()  # letters in the key
    rouge = dy.Float64(nullable=True)  # ROUGE-L by characters; QA only, as the next three
    bleu = dy.Float64(nullable=True)  # 0 to 1, where sacrebleu is installed
    judged = dy.Float64(nullable=True)  # 0 to 1; 0 where nothing was said, null without a mark
    unscored = dy.Bool()  # the judge gave no mark
    unparsed = dy.Bool()
    failed = dy.Bool()  # no reply came
    changed = dy.Bool()  # the question was asked in another wording than the release has now
    chance = dy.Float64()  # of a guess that knows how many options there are


def run_id(*setting: str) -> str:
    """Name of a run: a hash of its model, release, split, role, shots, prompt and sampling."""
    return short_id("e", *setting)[:13]


def answers(rows: list[dict[str, Any]]) -> pl.DataFrame:
    """Answer rows as a validated frame; absent columns take their empty value."""
    empty: dict[str, Any] = {
        "rotation": 0, "repeat": 0, "role": "", "shots": 0, "prompt": "", "exemplars": [],
        "text": "", "said": [], "rule": "", "strict": False, "error": "", "tokens_in": None,
        "tokens_out": None, "seconds": None, "cost": None, "judged": [], "judge": "",
    }  # fmt: skip
    types = {name: column.dtype for name, column in Answer.columns().items()}
    frame = pl.DataFrame([{**empty, **row} for row in rows], schema=types)
    return Answer.validate(frame)
