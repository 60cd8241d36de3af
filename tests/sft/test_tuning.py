"""Instruction data used for what it is made: tuned on by TRL and by LLaMA-Factory, on the CPU."""

import json
import math
import os
from pathlib import Path
from typing import Any

import pytest
import yaml

pytest.importorskip("llamafactory", reason="it has its own environment: make test-sft")

import torch
from datasets import load_dataset
from llamafactory.data import get_dataset, get_template_and_fix_tokenizer
from llamafactory.data.template import TEMPLATES
from llamafactory.hparams import get_train_args
from llamafactory.model import load_tokenizer
from llamafactory.train.tuner import run_exp
from safetensors.torch import load_file
from transformers import AutoModelForCausalLM
from trl import SFTConfig, SFTTrainer

from tests.sft import tiny

IGNORED = -100  # a label that is not in the loss
DATA = Path(os.environ.get("CPSYEXAM_SFT", ""))
RECIPES = ("paper", "reference-full", "reference-lora")


@pytest.fixture(scope="module")
def conversations() -> list[list[dict[str, str]]]:
    if not (DATA / "train.jsonl").is_file():
        pytest.skip("CPSYEXAM_SFT does not name a folder of `cpsyexam sft`: use make test-sft")
    lines = (DATA / "train.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)["messages"] for line in lines]


@pytest.fixture(scope="module")
def model(conversations: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    tiny.save(folder, (turn["content"] for turns in conversations for turn in turns))
    return folder


def settings(recipe: str, model: Path, out: Path) -> dict[str, Any]:
    """A recipe of ours for another model on a CPU: one step, two conversations at a time."""
    ours = yaml.safe_load((DATA / f"recipes/{recipe}.yaml").read_text("utf-8"))
    here = {"model_name_or_path": str(model), "template": "qwen", "output_dir": str(out)}
    small = {"per_device_train_batch_size": 2, "gradient_accumulation_steps": 1, "max_steps": 1}
    place = {"dataset_dir": str(DATA), "bf16": False, "use_cpu": True, "report_to": "none"}
    return {**ours, **here, **small, **place, "logging_steps": 1}


def test_trl_learns_from_the_answers_alone(
    conversations: list[list[dict[str, str]]], model: Path, tmp_path: Path
) -> None:
    rows = load_dataset(
        "json", data_files=str(DATA / "train.jsonl"), split="train", cache_dir=str(tmp_path / "c")
    )
    config = SFTConfig(
        output_dir=str(tmp_path), max_steps=2, per_device_train_batch_size=2, max_length=4096,
        assistant_only_loss=True, use_cpu=True, bf16=False, report_to=[], logging_steps=1,
        learning_rate=1e-3, save_strategy="no", disable_tqdm=True,
    )  # fmt: skip
    trainer = SFTTrainer(str(model), args=config, train_dataset=rows)
    before = {name: value.clone() for name, value in trainer.model.named_parameters()}
    read = trainer.processing_class
    answers = sorted(turns[-1]["content"] + tiny.END for turns in conversations)
    seen = [
        read.decode(labels[labels != IGNORED])
        for batch in trainer.get_train_dataloader()
        for labels in batch["labels"]
    ]
    assert sorted(seen) == answers
    trainer.train()
    losses = [entry["loss"] for entry in trainer.state.log_history if "loss" in entry]
    assert len(losses) == 2
    assert all(0 < float(loss) < math.inf for loss in losses)
    moved = [n for n, p in trainer.model.named_parameters() if not torch.equal(p, before[n])]
    assert "model.layers.0.self_attn.q_proj.weight" in moved


def test_llamafactory_loads_every_conversation(
    conversations: list[list[dict[str, str]]], model: Path, tmp_path: Path
) -> None:
    given = get_train_args({**settings("paper", model, tmp_path), "overwrite_cache": True})
    models, data, training = given[:3]
    loaded = load_tokenizer(models)
    template = get_template_and_fix_tokenizer(loaded["tokenizer"], data)
    rows = get_dataset(template, models, data, training, stage="sft", **loaded)["train_dataset"]
    read = loaded["tokenizer"].decode
    seen = [read([x for x in labels if x != IGNORED]).strip() for labels in rows["labels"]]
    assert seen == [turns[-1]["content"] + tiny.END for turns in conversations]
    for ids, turns in zip(rows["input_ids"], conversations, strict=True):
        assert all(turn["content"] in read(ids) for turn in turns)


@pytest.mark.parametrize("recipe", RECIPES)
def test_recipes_are_tuned_by_llamafactory(recipe: str, model: Path, tmp_path: Path) -> None:
    asked = yaml.safe_load((DATA / f"recipes/{recipe}.yaml").read_text("utf-8"))
    assert asked["template"] in TEMPLATES
    run_exp(settings(recipe, model, tmp_path))
    [entry] = [
        json.loads(line) for line in (tmp_path / "trainer_log.jsonl").read_text().splitlines()
        if "loss" in line
    ]  # fmt: skip
    assert 0 < entry["loss"] < math.inf
    if "lora" in recipe:
        weights = load_file(tmp_path / "adapter_model.safetensors")
        assert any(bool(value.any()) for name, value in weights.items() if "lora_B" in name)
        return
    base = AutoModelForCausalLM.from_pretrained(model).state_dict()
    tuned = AutoModelForCausalLM.from_pretrained(tmp_path, dtype=torch.float32).state_dict()
    assert any(not torch.equal(value, tuned[name]) for name, value in base.items())
