"""`eval.yaml`: the benchmark's tasks as the Hub and inspect_ai run them."""

from typing import Any

import yaml

from publishing.contents import Contents, kinds

_CASE = "{material}\n\n{prompt}"  # the case stands in a column of its own
# the harness reads ASCII `ANSWER: X` only
_CHOICE = (
    "请回答下面的单项选择题。回答只有一行，格式为“ANSWER: 字母”，字母是 {letters} 中的一个。\n\n"
    "{question}\n\n{choices}"
)
_CHOICES = (
    "请回答下面的多项选择题，正确选项有两个或两个以上。回答只有一行，格式为“ANSWER: 字母”，"
    "字母取自 {letters}，用逗号隔开，如“ANSWER: A,C”。\n\n{question}\n\n{choices}"
)
_METADATA = ["id", "exam", "subject", "category", "group", "material"]


def make(contents: Contents) -> str:
    """The file's text: a task per kind of question, on test, or on dev where test has no keys."""
    settings = contents.spec.settings
    split = "dev" if settings.test_answers == "withheld" else "test"
    there = {config.name for config in contents.configs if split in dict(config.files)}
    document = {
        "name": contents.spec.title,
        "description": contents.spec.description,
        "evaluation_framework": "inspect-ai",
        "tasks": [_task(name, form, split) for name, _, form in kinds() if name in there],
    }
    return yaml.safe_dump(document, allow_unicode=True, sort_keys=False)


def _task(name: str, form: str, split: str) -> dict[str, Any]:
    fields: dict[str, Any] = {"input": "question", "target": "reference", "metadata": _METADATA}
    case = {"name": "prompt_template", "args": {"template": _CASE}}
    solver: dict[str, Any] = {"name": "generate"}
    scorer = "model_graded_qa"
    if form != "QA":
        fields |= {"target": "answer", "choices": "options"}
        template = _CHOICES if form == "MAQ" else _CHOICE
        solver = {
            "name": "multiple_choice",
            "args": {"template": template, "multiple_correct": form == "MAQ"},
        }
        scorer = "choice"
    return {
        "id": name.lower(),
        "config": name,
        "split": split,
        "field_spec": fields,
        "solvers": [case, solver],
        "scorers": [{"name": scorer}],
    }
