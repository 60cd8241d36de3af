"""Run as a program: the tasks of a Hub's eval.yaml by inspect_ai, with a model of known answers."""

import json
import sys
from pathlib import Path
from typing import Any

import inspect_ai
from inspect_ai.log import read_eval_log_samples
from inspect_ai.model import ModelOutput, ModelUsage, get_model


def main(repo: str, replies: Path, logs: str) -> None:
    """Print accuracy by task and all prompts; `replies`: text within a prompt → the reply."""
    said: dict[str, str] = json.loads(replies.read_text("utf-8"))
    prompts: list[str] = []

    def answer(messages: Any, *_: object) -> ModelOutput:
        prompt = messages[-1].text
        prompts.append(prompt)
        graded = "[Criterion]" in prompt or "GRADE:" in prompt
        found = max((key for key in said if key in prompt), key=len, default="")
        text = "GRADE: C" if graded else said[found]
        made = ModelOutput.from_content("mockllm/model", text)
        made.usage = ModelUsage(input_tokens=3, output_tokens=2, total_tokens=5)
        return made

    model = get_model("mockllm/model", custom_outputs=answer)
    done = inspect_ai.eval(
        f"hf/{repo}", model=model, model_roles={"grader": model}, log_dir=logs, display="none",
        log_level="error", ctl_server=False, max_tasks=1,
    )  # fmt: skip
    found = {}
    for log in done:
        assert log.status == "success", log.error
        assert log.results is not None
        name = log.eval.task.rpartition("/")[2]
        found[name] = {
            "accuracy": log.results.scores[0].metrics["accuracy"].value,
            "n": len(list(read_eval_log_samples(log.location))),
            "log": log.location,
        }
    sys.stdout.write(json.dumps({"tasks": found, "prompts": prompts}) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
