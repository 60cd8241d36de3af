"""The score of one run as a document that the holder of the keys signs."""

from pathlib import Path

import polars as pl

from cpsyexam.files import write_json
from evaluation import runs
from evaluation.releases import Release
from evaluation.scoring import score
from evaluation.tables import CHOICES, intervals


def certify(root: Path, run: str, asked: pl.DataFrame, release: Release) -> Path:
    """Write `score.json` of a run and return its path.

    It names release, digest of its RELEASE.json, split and digest of the predictions, and holds
    n, clusters, accuracy and interval by task and format and of all choice questions; no answer.
    """
    folder = root / run
    scores = score(runs.read_answers(folder / "answers.parquet"), asked)
    choices = scores.filter(pl.col("format").is_in(CHOICES))
    about = runs.about(folder)
    names = ("n", "clusters", "score", "low", "high", "unparsed", "failed")
    whole = intervals(choices, ["run"])
    parts = intervals(scores, ["task", "format"])
    document = {
        "release": release.label,
        "manifest": release.manifest,
        "split": about["split"],
        "predictions": about["sampling"]["file"],
        "model": about["model"],
        "role": about["role"],
        "shots": about["shots"],
        "choice_questions": whole.select(names).to_dicts()[0] if whole.height else None,
        "by_task_and_format": parts.select("task", "format", *names).to_dicts(),
    }
    path = folder / "score.json"
    write_json(path, document)
    return path
