"""The exported tasks run by lm-evaluation-harness itself: our score, question by question."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from evaluation import importers, releases
from evaluation.overlap import rouge_l
from evaluation.runs import Setting
from evaluation.scoring import score
from pipeline.cli import cli
from tests.evaluation.stub import serving
from tests.evaluation.student import Student

pytest.importorskip("lm_eval", reason="it has its own environment: make test-eval")


@pytest.mark.parametrize(
    ("which", "shots"), [("release", 0), ("release", 5), ("law", 0), ("nursing", 0)]
)
def test_exported_tasks_score_as_we_do(
    which: str, shots: int, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    release: Path = request.getfixturevalue(which)
    opened = releases.open_release(release)
    asked = releases.questions(opened, "test")
    folder = tmp_path / "tasks"
    done = CliRunner().invoke(
        cli, ["export", str(folder), "--release", str(release), "--out", str(tmp_path)]
    )
    assert done.exit_code == 0, done.output
    with serving(Student(asked)) as stub:
        model = f"model=stub,base_url={stub.url}/chat/completions,num_concurrent=8"
        ran = subprocess.run(
            [
                *(sys.executable, "-m", "lm_eval", "--model", "local-chat-completions"),
                *("--model_args", f"{model},tokenizer_backend=none", "--tasks", opened.slug),
                *("--include_path", str(folder), "--output_path", str(tmp_path / "out")),
                *("--apply_chat_template", "--fewshot_as_multiturn", "true", "--log_samples"),
                *("--num_fewshot", str(shots)),
            ],
            env={**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path / "home"),
                 "OPENAI_API_KEY": "none"},
            capture_output=True, text=True, check=False, cwd=tmp_path,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr[-3000:]
        assert len(stub.calls) == asked.height
        assert {len(call) for call in stub.calls} == {2 + 2 * shots}
    found = json.loads(next((tmp_path / "out").rglob("results_*.json")).read_text("utf-8"))
    worth = Student(asked).worth(set(asked["id"]))
    samples = sorted((tmp_path / "out").rglob("samples_*.jsonl"))
    assert len(samples) == len(found["n-samples"])
    for path in samples:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        ids = {row["doc"]["id"] for row in rows}
        answers = importers.answers_of(path, asked, opened, Setting("m", "file"), "skip").answers
        ours = score(answers.filter(answers["error"] == ""), asked)
        assert set(ours["id"]) == ids
        name = next(name for name in found["results"] if f"samples_{name}_" in path.name)
        theirs = found["results"][name]
        if name.endswith("_qa"):
            assert theirs["rouge_l,none"] == pytest.approx(ours["rouge"].mean())
            assert rouge_l("x", "x") == 1.0
        else:
            assert theirs["exact,none"] == pytest.approx(ours["score"].mean())
            assert {row["doc"]["id"]: row["exact"] for row in rows} == pytest.approx(
                {key: worth[key] for key in ids}
            )


def test_withheld_keys_are_not_exported(tmp_path: Path) -> None:
    from bench import builds
    from tests.publishing.conftest import build_release

    builds.make(tmp_path / "made/build", 240)
    release = build_release(tmp_path / "made", test_answers="withheld")
    folder = tmp_path / "tasks"
    done = CliRunner().invoke(cli, ["export", str(folder), "--release", str(release)])
    assert done.exit_code == 0, done.output
    assert not list(folder.glob("*.test.jsonl"))
    assert list(folder.glob("*.dev.jsonl"))
