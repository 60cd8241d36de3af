"""`python -m samples.answers`: runs of twelve invented models on a release, seeded.

They stand in for real runs, so that `make items` shows something without a network. On three
questions most of them hold another answer than the key, as if the key were wrong. Open answers have
marks of an invented judge, and in `marks.csv` those of two invented people.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl

from cpsyexam.errors import CpsyexamError
from cpsyexam.taxonomy import LETTERS
from evaluation import releases, runs
from evaluation.tables import BASELINE
from samples import marks
from samples.simulation import Bank, answered, world

MODELS = (
    "alder", "birch", "cedar", "elm", "fir", "hazel", "larch", "maple", "oak", "pine",
    "rowan", "yew",
)  # fmt: skip
_SPLIT = "test"
_DOUBTED = 3
_SEED = 20261122


def write(root: Path, folder: Path, keys: Path | None) -> list[Path]:
    """Write a run a model below `root`/evaluations; returns their folders."""
    release = releases.open_release(folder)
    whole = releases.questions(release, _SPLIT, keys)
    asked = whole.filter(pl.col("format") == "SCQ", pl.col("key").is_not_null())
    said = choices(asked)
    open_ = whole.filter(pl.col("format") == "QA", pl.col("reference").fill_null("") != "")
    rng = np.random.default_rng(_SEED)
    written = marks.replies(open_, len(MODELS), rng)
    made, tables = [], []
    for person, model in enumerate(MODELS):
        setting = runs.Setting(f"{model} (simulated)", "simulated", split=_SPLIT)
        replies = {
            (name, 0): (runs.Reply(f"答案：{LETTERS[said[person][item]]}"), ())
            for item, name in enumerate(asked["id"])
        }
        replies |= {(name, 0): (reply, ()) for name, reply in written[person].items()}
        table = runs.answer_rows(whole, replies, setting, release, why="not asked: simulated")
        table = marks.judged(table, open_, rng)
        place = root / "evaluations" / setting.run(release)
        runs.save(place, table, setting, release)
        made.append(place)
        tables.append(table)
    marks.write(root / "evaluations" / "marks.csv", tables, open_, rng)
    return made


def choices(asked: pl.DataFrame) -> Sequence[Sequence[int]]:
    """Persons × questions: the option each invented model names."""
    rng = np.random.default_rng(_SEED)
    keys = np.array([key[0] for key in asked["key"]])
    sizes = asked["options"].list.len().to_numpy()
    bank = Bank(items=len(keys), options=int(sizes.min()), wrong_keys=0, truth=keys % sizes.min())
    made = world(bank, rng)
    doubted = rng.choice(len(keys), min(_DOUBTED, len(keys)), replace=False)
    made.truth[doubted] = (made.truth[doubted] + 1) % sizes.min()
    found = answered(made, np.linspace(-0.5, 2.5, len(MODELS)), rng)
    return [[int(mask).bit_length() - 1 for mask in row] for row in found.chosen]


def _asked(evaluations: Path) -> bool:
    """Whether a model or a person, other than the baselines, answered here."""
    files = sorted(evaluations.glob("*/answers.parquet"))
    asked = (pl.read_parquet(file, columns=["model"])["model"] for file in files)
    return any(not model.startswith(BASELINE) for models in asked for model in models.unique())


def main() -> None:
    """Simulate on the release that is named, else the newest of this folder."""
    from manifests.locate import newest

    named = [Path(word) for word in sys.argv[1:] if word != "--where-none"]
    folder = named[0] if named else newest(Path("releases"))
    if "--where-none" in sys.argv[1:] and _asked(Path("evaluations")):
        return
    reserve = Path("reserve") / folder.name
    made = write(Path(), folder, reserve if reserve.is_dir() else None)
    print(f"{len(made)} simulated runs on {folder.name} below evaluations/")  # noqa: T201


if __name__ == "__main__":
    try:
        main()
    except CpsyexamError as error:
        sys.exit(f"error: {error}")
