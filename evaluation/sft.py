"""Instruction data for tuning: train as conversations, asked exactly as the evaluation asks.

Written are `train.jsonl` (messages, as TRL, ms-swift and axolotl read them) and LLaMA-Factory's
`dataset_info.json`. A row that stands in dev, test or the reserve, or is nearly one of them, stops
the export: what is measured must not be trained.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam.errors import ReleaseError
from cpsyexam.files import write_json, write_text
from evaluation import prompting
from evaluation.releases import Release

Nearest = Callable[[pl.DataFrame, pl.DataFrame], Mapping[str, tuple[str, float]]]
ALIKE = 0.9  # question and options, as likeness of texts

# the setting of the paper (CPsyExam, section 4.4); its scripts differ (3 epochs, batch 16 a device)
RECIPE = {"num_train_epochs": 4, "effective_batch_size": 128, "learning_rate": 1e-6}


@dataclass(frozen=True)
class Leak:
    """A row of train that is too near to one that is held out."""

    train: str
    held: str
    likeness: float


def leaks(train: pl.DataFrame, held: pl.DataFrame, nearest: Nearest) -> list[Leak]:
    """Rows of train that share id or case with a held-out row, or are nearly its copy."""
    same = train.join(held.select("id"), on="id", how="semi")["id"]
    found = [Leak(name, name, 1.0) for name in same]
    cased = held.filter(pl.col("material") != "").unique("cluster", keep="first")
    shared = train.filter(pl.col("material") != "").join(
        cased.select("cluster", other="id"), on="cluster"
    )
    found += [Leak(a, b, 1.0) for a, b in shared.select("id", "other").iter_rows()]
    rest = train.filter(~pl.col("id").is_in([leak.train for leak in found]))
    near = nearest(rest, held)
    found += [Leak(name, other, value) for name, (other, value) in near.items() if value >= ALIKE]
    return sorted(found, key=lambda leak: leak.train)


def conversation(row: Mapping[str, Any], prompt: prompting.Prompt) -> dict[str, Any]:
    """One question as system, user and assistant turns, with its id."""
    turns = prompting.messages(prompt, row)
    turns.append({"role": "assistant", "content": prompting.solution(row)})
    return {"id": row["id"], "messages": turns}


def export(
    folder: Path, train: pl.DataFrame, held: pl.DataFrame, release: Release, role: str,
    nearest: Nearest,
) -> int:  # fmt: skip
    """Write the files; returns the number of rows. Raises ReleaseError for a leak."""
    found = leaks(train, held, nearest)
    if found:
        first = found[0]
        raise ReleaseError(
            f"{len(found)} questions of train are held out elsewhere, first {first.train} and "
            f"{first.held} ({first.likeness:.0%} alike)",
            where=str(release.folder),
            remedy="see `cpsyexam duplicates`; nothing was written",
        )
    prompt = prompting.prompt(role)
    rows = [conversation(row, prompt) for row in train.sort("id").iter_rows(named=True)]
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    write_text(folder / "train.jsonl", "\n".join(lines) + "\n")
    tags = {"role_tag": "role", "content_tag": "content", "user_tag": "user",
            "assistant_tag": "assistant", "system_tag": "system"}  # fmt: skip
    entry = {"file_name": "train.jsonl", "formatting": "sharegpt",
             "columns": {"messages": "messages"}, "tags": tags}  # fmt: skip
    write_json(folder / "dataset_info.json", {release.label: entry})
    write_json(
        folder / "about.json",
        {"release": release.label, "manifest": release.manifest, "role": role,
         "prompt": prompt.digest(), "rows": len(rows), "held_out_rows": held.height,
         "recipe": RECIPE},
    )  # fmt: skip
    return len(rows)
