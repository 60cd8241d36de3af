"""Models and baselines on a release → answers below the folder of runs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam.errors import ConfigError
from cpsyexam.files import parsed_json, write_frame
from evaluation import baselines, judging, prompting, releases, runs
from evaluation.engine import Engine
from evaluation.exemplars import Pool
from evaluation.journal import Journal
from evaluation.runs import Reply, Setting
from evaluation.scoring import conformed

_WORDING = ("material", "question", "options")


@dataclass(frozen=True)
class Paper:
    """The questions that are asked, all of their split, and those that serve as exemplars."""

    release: releases.Release
    split: str
    questions: pl.DataFrame
    shown: pl.DataFrame
    asked: pl.DataFrame
    exemplars: str = "dev"


def paper(
    release: releases.Release,
    split: str,
    keys: Path | None,
    limit: int,
    exemplars: str = "dev",
) -> Paper:
    """The question paper of a run; `limit` draws so many of its questions, 0 for all.

    `exemplars`: the split that they come from; the reference code takes train.
    """
    found = releases.questions(release, split, keys)
    shown = releases.questions(release, exemplars, keys)
    return Paper(release, split, found, shown, releases.sample(found, limit), exemplars)


def reworded(given: Paper, path: Path) -> Paper:
    """The same questions in the wording of a JSONL: id, question, options, maybe material.

    The options stand in the released order. Raises ConfigError for a row that does not fit.
    """
    known = {row["id"]: row for row in given.questions.iter_rows(named=True)}
    rows = {}
    try:
        for line in filter(str.strip, path.read_text("utf-8").splitlines()):
            row = parsed_json(line)
            old = known[row["id"]]
            if len(row["options"]) != len(old["options"]):
                raise ConfigError(
                    f"{len(row['options'])} options for {row['id']}, which has "
                    f"{len(old['options'])}",
                    where=str(path),
                )
            rows[row["id"]] = {name: row.get(name, old[name]) for name in _WORDING}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(
            f"no other wording: {error}",
            where=str(path),
            remedy='give JSONL {"id": ..., "question": ..., "options": [...]} of this split',
        ) from error
    asked = given.asked.filter(pl.col("id").is_in(list(rows)))
    return replace(given, questions=_worded(given.questions, rows), asked=_worded(asked, rows))


def _worded(frame: pl.DataFrame, rows: Mapping[str, Mapping[str, Any]]) -> pl.DataFrame:
    made = {
        name: [rows.get(row["id"], row)[name] for row in frame.iter_rows(named=True)]
        for name in _WORDING
    }
    return frame.with_columns(
        pl.Series(name, values, dtype=frame.schema[name]) for name, values in made.items()
    )


@dataclass(frozen=True)
class Conditions:
    """How a model is asked: role (a name or a TOML), exemplars, option orders."""

    role: str = "expert"
    shots: int = 0
    rotations: int = 1
    wording: str = ""  # "paraphrased" where the questions are in other words
    seed: int = 0  # of the draw among equally near exemplars


def run_baselines(
    given: Paper, train: pl.DataFrame, nearest: Mapping[str, str], root: Path
) -> list[str]:
    """Run all baselines; returns their runs."""
    made = []
    chosen = baselines.choose_all(given.asked, train, nearest)
    for name, replies in chosen.items():
        setting = Setting(f"baseline: {name}", "baseline", split=given.split)
        said = {(key, 0): (Reply(text=text), ()) for key, text in replies.items()}
        why = "not asked: this baseline does not answer it, or beyond --limit"
        table = runs.answer_rows(given.questions, said, setting, given.release, why=why)
        run = setting.run(given.release)
        runs.save(root / run, table, setting, given.release)
        made.append(run)
    return made


def run_model(
    given: Paper,
    engine: Engine,
    root: Path,
    conditions: Conditions,
    tell: Callable[[int], None] = lambda _: None,
) -> tuple[str, pl.DataFrame]:
    """Run a model under one setting; returns the run and its answers. Stopped, it goes on."""
    role = conditions.role
    prompt = prompting.prompt(role, given.release.field)
    name = Path(role).stem if role.endswith(".toml") else role
    setting = Setting(
        engine.model,
        "inspect",
        " ".join(filter(None, [name, conditions.wording])),
        conditions.shots,
        given.split,
        prompt.digest(),
        {**engine.sampling, "exemplar_seed": conditions.seed, "exemplars": given.exemplars},
        conditions.rotations,
    )
    folder = root / setting.run(given.release)
    asks = runs.asks(given.asked, Pool(given.shown, conditions.seed), prompt, setting)
    with Journal(folder / "journal.jsonl") as journal:
        replies = engine.call_all(asks, journal, logs=folder / "logs", tell=tell)
        table = runs.answer_rows(given.questions, replies, setting, given.release)
        runs.save(folder, table, setting, given.release)
    return setting.run(given.release), table


def judge_run(
    folder: Path,
    questions: pl.DataFrame,
    engine: Engine,
    grader: judging.Grader,
    tell: Callable[[int], None] = lambda _: None,
) -> pl.DataFrame:
    """Have the open answers of a run graded; returns its answers, as they are stored now."""
    answers = runs.read_answers(folder / "answers.parquet")
    rows = judging.judgeable(answers, questions)
    if not rows.height:
        return answers
    with Journal(folder / "judge.jsonl") as journal:
        replies = engine.call_all(
            judging.asks(rows, grader), journal, logs=folder / "logs", role="grader", tell=tell
        )
        marked = conformed(judging.marked(answers, replies, grader))
        write_frame(folder / "answers.parquet", marked)
    return marked
