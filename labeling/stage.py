"""Stages `labeled` and `shuffled`."""

import hmac
from collections.abc import Callable
from functools import partial

import polars as pl

from cpsyexam.memo import NO_MEMO, Memo
from cpsyexam.records import LabeledQuestion, ShuffledQuestion, reject
from cpsyexam.rules import apply
from cpsyexam.stage import Frames, StageResult, questions
from labeling import formats, report, taxonomy_match
from labeling.classify import Suggester
from labeling.labels import NEEDED, judge
from labeling.option_order import REFERENCE, shuffle_rows
from labeling.settings import LabelSettings, ShuffleSettings


def label(
    frames: Frames,
    settings: LabelSettings,
    *,
    models: Callable[[], Suggester | None] = lambda: None,
    memo: Memo = NO_MEMO,
) -> StageResult:
    """Settle exam, subject, format, task and category of `unique`.

    Rejected: an exam or subject outside the taxonomy, and questions without a format. Doubts
    become `flags` for a reviewer. `models` gives those learned from `learn_from`.
    """
    frame = taxonomy_match.settle(questions(frames))
    kept, rejected = apply(
        [*taxonomy_match.rules(), *formats.rules(settings)], frame, stage="labeled"
    )
    learned = models()
    told = partial(judge, settings=settings, models=learned)
    # what learned models say is not kept: they are no part of a result's name
    kept_in = memo if learned is None else NO_MEMO
    labels = kept_in.rows("labels", kept.select(NEEDED), told, str(settings))
    flags = pl.concat_list("flags", "new_flags")
    labeled = pl.concat([kept, labels], how="horizontal").with_columns(flags=flags)
    labeled = LabeledQuestion.validate(labeled.select(LabeledQuestion.column_names()))
    return StageResult(labeled, rejected, metrics=report.label_metrics(labeled))


def shuffle(
    frames: Frames, settings: ShuffleSettings, *, key: bytes, memo: Memo = NO_MEMO
) -> StageResult:
    """Put the options of `labeled` into release order; table `references` lists the letters met.

    The order depends on the release's `key`, the recipe's seed and the question's id alone.
    """
    frame = questions(frames)
    secret = hmac.digest(key, f"option order/{settings.seed}".encode(), "sha256")
    shuffled, references = shuffle_rows(frame, settings, secret, memo)
    kept = ShuffledQuestion.validate(shuffled.select(ShuffledQuestion.column_names()))
    return StageResult(
        kept=kept,
        rejected=reject(frame.clear(), stage="shuffled", rule=""),
        tables={"references": pl.DataFrame(references, schema=REFERENCE, orient="row")},
        metrics=report.shuffle_metrics(kept, references),
    )
