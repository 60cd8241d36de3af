"""A release on a local Hub, asked by inspect_ai from its eval.yaml alone, then scored by us."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import huggingface_hub.constants
import pytest
import yaml

from bench.hub.server import Hub
from cpsyexam.taxonomy import LETTERS
from evaluation import importers, releases
from evaluation.runs import Setting
from evaluation.scoring import score
from publishing.hub import Remote
from publishing.push import Checks, push

pytest.importorskip("inspect_ai", reason="it has its own environment: make test-eval")

REPO = "org/exam"


@pytest.mark.parametrize("which", ["release", "law", "nursing"])
def test_tasks_of_eval_yaml_run_from_the_hub_and_score_as_ours(
    which: str,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    release: Path = request.getfixturevalue(which)
    opened = releases.open_release(release)
    asked = releases.questions(opened, "test")
    replies, right = {}, {}
    for i, row in enumerate(asked.iter_rows(named=True)):
        key = list(row["key"])
        known = i % 3 > 0
        if not known and row["format"] != "QA":
            key = key[1:] or [(key[0] + 1) % len(row["options"])]
        letters = ",".join(LETTERS[place] for place in key)
        # where cases are asked alike, an option of the question's own names it
        alike = asked.filter(question=row["question"]).height > 1
        replies[max(row["options"], key=len) if alike else row["question"]] = (
            row["reference"] if row["format"] == "QA" else f"ANSWER: {letters}"
        )
        right[row["id"]] = float(known or row["format"] == "QA")
    path = tmp_path / "replies.json"
    path.write_text(json.dumps(replies), encoding="utf-8")
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_DISABLE_XET", True)
    code = [sys.executable, "-m", "tests.evaluation.runner.hub_run"]
    with Hub({"hf_test": "org"}) as hub:
        push(
            release,
            Remote(REPO, endpoint=hub.url, token="hf_test"),
            Checks(*[lambda _: []] * 4),
        )
        environment = {
            **os.environ, "HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path / "home"),
            "HF_TOKEN": "hf_test", "HF_HUB_DISABLE_XET": "1", "NO_PROXY": "127.0.0.1",
            "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        }  # fmt: skip
        done = subprocess.run(
            [*code, REPO, str(path), str(tmp_path / "logs")],
            env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:] + done.stdout[-2000:]
    found = json.loads(done.stdout.splitlines()[-1])
    tasks = found["tasks"]
    declared = yaml.safe_load((release / "eval.yaml").read_text("utf-8"))["tasks"]
    if len(declared) == 1:  # inspect_ai calls a lone task by its repository
        (only,) = tasks.values()
        tasks = {declared[0]["id"]: only}
    assert sorted(tasks) == sorted(task["id"] for task in declared)
    assert sum(task["n"] for task in tasks.values()) == asked.height
    for name, task in tasks.items():
        log = Path(unquote(urlsplit(task["log"]).path))
        form = name.rpartition("_")[2].upper()
        mine = asked.filter(asked["format"] == form, asked["id"].is_in(list(right)))
        answers = importers.answers_of(log, mine, opened, Setting("m", "file"), "skip").answers
        scores = score(answers.filter(answers["error"] == ""), asked)
        assert scores.height == task["n"]
        assert dict(zip(scores["id"], scores["score"], strict=True)) == pytest.approx(
            {key: right[key] for key in scores["id"]}
        )
        assert scores["score"].mean() == pytest.approx(task["accuracy"])
    cases = asked.filter(asked["material"] != "")["material"].to_list()
    assert all(any(case in prompt for prompt in found["prompts"]) for case in cases)
