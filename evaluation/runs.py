"""A run: one model under one setting on one split; what to ask, and the answers as rows.

Kept below `evaluations/<run>/`: journal.jsonl (replies as they came), answers.parquet, run.json.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam.errors import ConfigError
from cpsyexam.files import canonical, digest, read_json, write_frame, write_json
from evaluation import prompting, records
from evaluation.exemplars import Pool
from evaluation.extraction import read
from evaluation.releases import Release
from evaluation.scoring import PARSED, conformed

_TOKENS = 10**12  # of one call: more is what an endpoint made up
_KEPT = ("text", "error", "tokens_in", "tokens_out", "seconds", "cost")


@dataclass(frozen=True)
class Setting:
    """What makes one run another than the next; `sampling` is part of its name."""

    model: str
    engine: str
    role: str = ""
    shots: int = 0
    split: str = "test"
    prompt: str = ""
    sampling: Mapping[str, Any] = field(default_factory=dict)
    rotations: int = 1

    def run(self, release: Release) -> str:
        """The run's name: the same setting on the same release is the same run."""
        return records.run_id(canonical({**asdict(self), "manifest": release.manifest}))


@dataclass(frozen=True)
class Ask:
    """One call: `key` is the hash of all that decides the reply."""

    key: str
    id: str
    rotation: int
    messages: list[prompting.Message]
    exemplars: list[str]


@dataclass(frozen=True)
class Reply:
    """What came back; `error` is "" or begins with one of `records.FAILURES`."""

    text: str = ""
    error: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    seconds: float | None = None
    cost: float | None = None  # dollars, where prices are known

    @classmethod
    def kept(cls, row: Mapping[str, Any]) -> "Reply":
        """A reply as its row in the journal holds it; a number that counts no tokens is none."""
        held: dict[str, Any] = {name: row.get(name) for name in _KEPT}
        for name in ("tokens_in", "tokens_out"):
            count = held[name]
            held[name] = count if isinstance(count, int) and 0 <= count <= _TOKENS else None
        return cls(**held)


Replies = dict[tuple[str, int], tuple[Reply, Sequence[str]]]  # by question and rotation


def asks(asked: pl.DataFrame, pool: Pool, prompt: prompting.Prompt, setting: Setting) -> list[Ask]:
    """The calls of a run, by question and rotation."""
    made = []
    for row in asked.iter_rows(named=True):
        exemplars = pool.pick(row, setting.shots)
        turns = 1 if row["format"] == "QA" else min(setting.rotations, len(row["options"]))
        for rotation in range(turns):
            sent = prompting.messages(prompt, row, exemplars, rotation=rotation, role=setting.role)
            key = digest(canonical([setting.model, dict(setting.sampling), sent]))[:24]
            ids = [example["id"] for example in exemplars]
            made.append(Ask(key, row["id"], rotation, sent, ids))
    return made


def answer_rows(
    questions: pl.DataFrame,
    replies: Mapping[tuple[str, int], tuple[Reply, Sequence[str]]],
    setting: Setting,
    release: Release,
    *,
    why: str = "not asked: beyond --limit",
) -> pl.DataFrame:
    """Answers to all questions of a split; one without a reply is a row that says `why`."""
    shared = {
        "run": setting.run(release), "model": setting.model, "engine": setting.engine,
        "release": release.label, "manifest": release.manifest, "split": setting.split,
        "role": setting.role, "shots": setting.shots, "prompt": setting.prompt,
    }  # fmt: skip
    rows: list[dict[str, Any]] = []
    for row in questions.iter_rows(named=True):
        mine = [(r, *replies[row["id"], r]) for r in range(8) if (row["id"], r) in replies]
        for rotation, reply, exemplars in mine or [(0, Reply(error=why), ())]:
            rows.append({
                **shared, "id": row["id"], "record": row["record"], "rotation": rotation,
                "exemplars": list(exemplars), "text": reply.text, "error": reply.error,
                "tokens_in": reply.tokens_in, "tokens_out": reply.tokens_out,
                "seconds": reply.seconds, "cost": reply.cost,
                **_reading(row, reply, rotation),
            })  # fmt: skip
    return records.answers(rows)


def _reading(row: Mapping[str, Any], reply: Reply, rotation: int) -> dict[str, Any]:
    if reply.error == records.FILTERED:  # what came with it is the endpoint's
        return {"said": [], "rule": "filtered", "strict": False}
    if reply.error and not reply.text:
        return {"said": [], "rule": "", "strict": False}
    if row["format"] == "QA":
        return {"said": [], "rule": "open" if reply.text.strip() else "empty", "strict": False}
    options = prompting.rotated(list(row["options"]), rotation)
    several = row["format"] == "MAQ"
    cut = reply.error.startswith("cut off")
    found = read(reply.text, options, several=several, stem=row["question"], cut=cut)
    said = prompting.released(found.said, rotation, len(options)) if found.said else []
    return {"said": said, "rule": found.rule, "strict": found.strict}


def save(folder: Path, answers: pl.DataFrame, setting: Setting, release: Release) -> None:
    """Write answers.parquet and run.json of a run."""
    about = {**asdict(setting), "release": release.label, "manifest": release.manifest}
    about["failed"] = answers.filter(pl.col("error") != "").height
    about["rows"] = answers.height
    for name in ("tokens_in", "tokens_out", "seconds", "cost"):
        about[name] = answers[name].sum() if answers[name].count() else None  # unknown is not 0
    write_frame(folder / "answers.parquet", answers)
    write_json(folder / "run.json", about)


_READ = pl.when(pl.col("rule").is_in(PARSED)).then("text").otherwise(pl.lit("")).alias("text")
_SHOWN = pl.lit([], dtype=pl.List(pl.String)).alias("exemplars")


def stored(root: Path, *, texts: bool = True) -> pl.DataFrame:
    """All answers below a folder of runs. Raises ConfigError for none, or a bad table.

    Without `texts` the replies whose letters were read, and the exemplars, are left empty: what
    tables need of a million answers then fits a small machine.
    """
    files = sorted(root.glob("*/answers.parquet"))
    if not files:
        raise ConfigError("no answers here", where=str(root), remedy="run `cpsyexam evaluate`")
    runs = (read_answers(path) for path in files)
    return pl.concat([run if texts else run.with_columns(_READ, _SHOWN) for run in runs])


def read_answers(path: Path) -> pl.DataFrame:
    """The answers of a run. Raises ConfigError for a bad table."""
    try:
        return conformed(pl.read_parquet(path))
    except (pl.exceptions.PolarsError, OSError, ValueError) as error:
        first = str(error).splitlines()[0]
        raise ConfigError(f"not a table of answers: {first}", where=str(path)) from error


def about(folder: Path) -> dict[str, Any]:
    """run.json of a run, {} where there is none."""
    path = folder / "run.json"
    found: dict[str, Any] = read_json(path) if path.is_file() else {}
    return found
