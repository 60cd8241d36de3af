"""Instruction data: the evaluation's own prompts, and nothing that is held out."""

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from cpsyexam.errors import ReleaseError
from evaluation import releases, sft
from pipeline.cli import cli
from pipeline.neighbours import nearest
from tests.evaluation.conftest import frame, question


def test_train_becomes_conversations(release: Path, tmp_path: Path) -> None:
    out = ["--release", str(release), "--out", str(tmp_path)]
    result = CliRunner().invoke(cli, ["sft", str(tmp_path / "out"), *out])
    assert result.exit_code == 0, result.output
    assert "not guarded" in result.output
    train = releases.questions(releases.open_release(release), "train")
    lines = (tmp_path / "out/train.jsonl").read_text("utf-8").splitlines()
    rows = {row["id"]: row["messages"] for row in map(json.loads, lines)}
    assert sorted(rows) == sorted(train["id"])
    for row in train.head(20).iter_rows(named=True):
        system, user, assistant = rows[row["id"]]
        assert system["role"] == "system"
        assert row["question"] in user["content"]
        right = row["reference"] if row["format"] == "QA" else f"答案：{row['answer']}"
        assert assistant == {"role": "assistant", "content": right}
    info = json.loads((tmp_path / "out/dataset_info.json").read_text("utf-8"))
    assert info["made-up-0.1.0"]["file_name"] == "train.jsonl"


@pytest.mark.parametrize(
    ("held", "train"),
    [
        (question("same"), question("same")),
        (question("h", question="下列关于短时记忆容量的说法正确的是"),
         question("t", question="下列关于短时记忆容量的说法，正确的是？")),
        (question("h", material="案例", cluster="c", question="首先应做什么"),
         question("t", material="案例", cluster="c", question="诊断依据有哪些呢")),
    ],
)  # fmt: skip
def test_held_out_question_stops_the_export(
    held: dict[str, object], train: dict[str, object], release: Path, tmp_path: Path
) -> None:
    opened = releases.open_release(release)
    with pytest.raises(ReleaseError, match="1 questions of train are held out elsewhere"):
        sft.export(tmp_path / "o", frame(train), frame(held), opened, "expert", nearest)
    assert not (tmp_path / "o").exists()


def test_other_questions_are_no_leak() -> None:
    train = frame(question("t", question="情绪的两因素理论由谁提出"))
    held = frame(
        question("h", question="韦伯定律说明的是什么关系", options=["甲", "乙", "丙", "丁"])
    )
    assert sft.leaks(train, held, nearest) == []


def test_a_question_with_the_opposite_word_is_another_question() -> None:
    train = frame(question("t", question="精神分裂症的阳性症状包括下列哪几项表现"))
    held = frame(question("h", question="精神分裂症的阴性症状包括下列哪几项表现"))
    assert nearest(train, held)["t"][1] >= sft.ALIKE
    assert sft.leaks(train, held, nearest) == []


def test_recipes_and_card_name_the_data(release: Path, tmp_path: Path) -> None:
    out = ["--release", str(release), "--out", str(tmp_path)]
    assert CliRunner().invoke(cli, ["sft", str(tmp_path / "out"), *out]).exit_code == 0
    known = json.loads((tmp_path / "out/dataset_info.json").read_text("utf-8"))
    batches = {}
    for path in (tmp_path / "out/recipes").glob("*.yaml"):
        recipe = yaml.safe_load(path.read_text("utf-8"))
        assert recipe["dataset"] in known
        steps = recipe.get("gradient_accumulation_steps", 1)
        batch = recipe["per_device_train_batch_size"] * steps
        batches[path.stem] = (recipe["num_train_epochs"], recipe["learning_rate"], batch)
    assert batches == {
        "paper": (4, 1e-6, 128), "reference-full": (3, 1e-6, 16), "reference-lora": (3, 5e-5, 16),
    }  # fmt: skip
    assert "made-up-0.1.0" in (tmp_path / "out/README.md").read_text("utf-8")


def test_rows_load_as_conversations(release: Path, tmp_path: Path) -> None:
    import datasets  # half a second, which only the worker with this test needs

    out = ["--release", str(release), "--out", str(tmp_path)]
    assert CliRunner().invoke(cli, ["sft", str(tmp_path / "out"), *out]).exit_code == 0
    path = str(tmp_path / "out/train.jsonl")
    rows = datasets.load_dataset(
        "json", data_files=path, split="train", cache_dir=str(tmp_path / "cache")
    )
    assert {tuple(turn["role"] for turn in row["messages"]) for row in rows} == {
        ("system", "user", "assistant")
    }
