"""Instruction data for tuning: train as conversations, asked exactly as the evaluation asks.

Written are `train.jsonl` (messages, as TRL, ms-swift and axolotl read them) and LLaMA-Factory's
`dataset_info.json`, recipes and a card. A row that stands in dev, test or the reserve, or is nearly
one of them, stops the export: what is measured must not be trained.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
import yaml

from cpsyexam.errors import ReleaseError
from cpsyexam.files import write_json, write_text
from cpsyexam.text import bare
from evaluation import prompting
from evaluation.releases import Release
from wording.edit_class import WORD, judge

Nearest = Callable[[pl.DataFrame, pl.DataFrame], Mapping[str, tuple[str, float]]]
ALIKE = 0.9  # question and options, as likeness of texts

# settings of LLaMA-Factory. Paper: CPsyExam, section 4.4, on the model of its earlier version: for
# that of the last, ChatGLM2-6B, LLaMA-Factory has no template any more. Its scripts differ from it
_SHARED = {"stage": "sft", "do_train": True, "cutoff_len": 2048, "bf16": True, "dataset_dir": ".",
           "model_name_or_path": "THUDM/chatglm3-6b", "template": "chatglm3",
           "trust_remote_code": True}  # fmt: skip
_FULL = {**_SHARED, "finetuning_type": "full", "lr_scheduler_type": "cosine"}
RECIPES = {
    "paper": {**_FULL, "num_train_epochs": 4, "learning_rate": 1e-6,
              "per_device_train_batch_size": 16, "gradient_accumulation_steps": 8},
    "reference-full": {**_FULL, "num_train_epochs": 3, "learning_rate": 1e-6,
                       "per_device_train_batch_size": 16},
    "reference-lora": {**_SHARED, "finetuning_type": "lora", "lora_target": "all",
                       "num_train_epochs": 3, "learning_rate": 5e-5,
                       "per_device_train_batch_size": 4, "gradient_accumulation_steps": 4},
}  # fmt: skip
_CARD = """# Instruction data of {label}

{rows} conversations from train, asked with the prompt `{role}` ({digest}), answered by the keys.
None of them stands in dev, test or the reserve, on a case of theirs, or is nearly a copy ({held}
held-out questions compared).

`train.jsonl` holds `messages` (TRL, ms-swift, axolotl); `dataset_info.json` is LLaMA-Factory's:
`llamafactory-cli train recipes/paper.yaml`. `paper` has the setting that the paper names (a batch
of 128 on one device), `reference-full` and `reference-lora` those of its scripts, which differ.
For another model change `model_name_or_path` and `template`: without the right template the
answers are learnt in another form than they are asked for.

Measure the gain in pairs: `cpsyexam evaluate BASE`, `cpsyexam evaluate TUNED`, `cpsyexam results
--base BASE`. Look at the letters named: who names more gains in multiple choice without knowing.
"""


@dataclass(frozen=True)
class Leak:
    """A row of train that is too near to one that is held out."""

    train: str
    held: str
    likeness: float


def leaks(train: pl.DataFrame, held: pl.DataFrame, nearest: Nearest) -> list[Leak]:
    """Rows of train that share id or case with a held-out row, or are nearly its copy.

    Two that differ by a word or its opposite (阳性症状, 阴性症状) are two questions, as duplicates
    are judged.
    """
    same = train.join(held.select("id"), on="id", how="semi")["id"]
    found = [Leak(name, name, 1.0) for name in same]
    others = held.unique("cluster", keep="first").select("cluster", other="id")
    shared = train.join(others, on="cluster").join(same.to_frame(), on="id", how="anti")
    found += [Leak(a, b, 1.0) for a, b in shared.select("id", "other").iter_rows()]
    rest = train.filter(~pl.col("id").is_in([leak.train for leak in found]))
    near = nearest(rest, held)
    mine, theirs = _worded(rest), _worded(held)
    found += [
        Leak(name, other, value)
        for name, (other, value) in near.items()
        if value >= ALIKE and judge(mine[name], theirs[other], _usual).weight < WORD
    ]
    return sorted(found, key=lambda leak: leak.train)


def _worded(frame: pl.DataFrame) -> dict[str, str]:
    """Question and options in comparison form, by id."""
    options = pl.col("options").list.sort().list.join("\n")
    text = bare(pl.concat_str("question", options, separator="\n"))
    return dict(frame.select("id", text.alias("text")).iter_rows())


def _usual(_pair: str) -> bool:
    return True  # no corpus at hand: what differs is taken for words, not for a scanner's slip


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
            f"{len(found)} questions of train are held out elsewhere, first {first.train} "
            f"({first.likeness:.0%} alike)",
            where=str(release.folder),
            remedy="see `cpsyexam duplicates`; nothing was written",
        )
    prompt = prompting.prompt(role, release.field)
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
         "recipes": sorted(RECIPES)},
    )  # fmt: skip
    for name, settings in RECIPES.items():
        recipe = {**settings, "dataset": release.label, "output_dir": f"out/{name}"}
        write_text(folder / f"recipes/{name}.yaml", yaml.safe_dump(recipe, sort_keys=False))
    card = _CARD.format(label=release.label, rows=len(rows), role=role, held=held.height,
                        digest=prompt.digest())  # fmt: skip
    write_text(folder / "README.md", card)
    return len(rows)
