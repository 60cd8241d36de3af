"""A release as a folder of tasks for lm-evaluation-harness, EvalScope and OpenCompass.

The folder stands alone: it holds prompts, questions and a copy of the extraction, so that its
scores are ours. Exemplars are the first of dev, the same for all questions (a harness knows no
nearest).
"""

import inspect
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import polars as pl
import yaml
from jinja2 import Environment, StrictUndefined

from cpsyexam import taxonomy, text
from cpsyexam.errors import ConfigError, ReleaseError
from cpsyexam.files import write_text
from evaluation import prompting, releases
from wording import asked

_CODE = {
    "harness_tasks": "cpsyexam_tasks.py",  # what the others share
    "harness_lm_eval": "utils.py",
    "harness_evalscope": "cpsyexam_evalscope.py",
    "harness_opencompass": "cpsyexam_opencompass.py",
    "harness_opencompass_config": "cpsyexam_opencompass_config.py",
}
_KEPT = (
    "id",
    "exam",
    "subject",
    "category",
    "group",
    "format",
    "question",
    "options",
    "answer",
    "reference",
)


def export(folder: Path, release: releases.Release, role: str) -> list[str]:
    """Write the folder; returns the names of its tasks, which name the release and its version.

    Asked is test with exemplars from dev; where test keys are withheld, dev with those of train.
    The tasks are those of the release's taxonomy by format, and hold each question once. Raises
    ConfigError where no key is known.
    """
    with taxonomy.using(taxonomy.of_release(release.folder)):
        return _export(folder, release, role)


def _export(folder: Path, release: releases.Release, role: str) -> list[str]:
    split, shown = "test", "dev"
    asked = releases.known(releases.questions(release, split))
    if not asked.height:
        split, shown = "dev", "train"
        asked = releases.known(releases.questions(release, split))
    if not asked.height:
        raise ConfigError("no split with keys", where=str(release.folder))
    pool = releases.known(releases.questions(release, shown))
    wording = prompting.prompt(role, release.field)
    names, rows = [], 0
    for name, tasks, form in _kinds():
        rule = pl.col("task").is_in(tasks) & (pl.col("format") == form)
        mine, exemplars = asked.filter(rule), pool.filter(pl.col("format") == form)
        if mine.height:
            ranked = exemplars.sort(~pl.col("task").is_in(tasks), "id")
            _write(folder / f"{name}.{split}.jsonl", mine, wording)
            _write(folder / f"{name}.{shown}.jsonl", ranked, wording)
            names.append(name)
            rows += mine.height
            task = _task(release, name, form, split, shown if exemplars.height else "")
            write_text(folder / f"{release.slug}_{name}.yaml", task)
    if rows != asked.height:
        raise ReleaseError(
            f"{asked.height - rows} of {asked.height} questions of {split} are of no task",
            where=str(release.folder),
            remedy="the release is damaged: run `cpsyexam audit`",
        )
    whole = [f"{release.slug}_{name}" for name in names]
    group = {"group": release.slug, "task": whole}
    write_text(folder / f"_{release.slug}.yaml", yaml.safe_dump(group, sort_keys=False))
    _write_code(folder, names=names, split=split, shown=shown, group=release.slug)
    copy_reading(folder / "cpsyexam_reading")
    return whole


def _kinds() -> list[tuple[str, tuple[str, ...], str]]:
    """Name, tasks and format of each task of a harness."""
    known = taxonomy.tasks()
    choice = [(f"{t}_{f}".lower(), (t,), f) for t in known for f in ("SCQ", "MAQ")]
    return [*choice, ("qa", known, "QA")]


def _write_code(folder: Path, **words: object) -> None:
    made = Environment(undefined=StrictUndefined, trim_blocks=True, autoescape=False)  # noqa: S701
    for source, name in _CODE.items():
        text_ = files("evaluation").joinpath(f"{source}.py.j2").read_text("utf-8")
        write_text(folder / name, made.from_string(text_).render(words).rstrip() + "\n")


def _write(path: Path, rows: pl.DataFrame, wording: prompting.Prompt) -> None:
    lines = []
    for row in rows.iter_rows(named=True):
        system, user = prompting.messages(wording, row)
        asked: dict[str, Any] = {name: row[name] for name in _KEPT}
        said = prompting.solution(row)
        asked |= {"system": system["content"], "prompt": user["content"], "solution": said}
        lines.append(json.dumps(asked, ensure_ascii=False))
    write_text(path, "".join(f"{line}\n" for line in lines))


def _task(release: releases.Release, name: str, form: str, split: str, shown: str) -> str:
    measures = ("rouge_l",) if form == "QA" else ("exact", "unparsed")
    document: dict[str, Any] = {
        "task": f"{release.slug}_{name}",
        "test_split": split,
        **({"fewshot_split": shown, "fewshot_config": {"sampler": "first_n"}} if shown else {}),
        "output_type": "generate_until",
        "description": "{{system}}",
        "doc_to_text": "{{prompt}}",
        "doc_to_target": "{{solution}}",
        "target_delimiter": "",
        "fewshot_delimiter": "\n\n",
        "generation_kwargs": {"until": ["<|im_end|>"], "do_sample": False, "max_gen_toks": 1024},
        "metric_list": [
            {"metric": m, "aggregation": "mean", "higher_is_better": m != "unparsed"}
            for m in measures
        ],
        "metadata": {"version": release.version},
    }
    functions = {
        "custom_dataset": f"!function utils.load_{name}",
        "process_results": "!function utils.score",
    }
    lines = "".join(f"{key}: {value}\n" for key, value in functions.items())
    return yaml.safe_dump(document, allow_unicode=True, sort_keys=False) + lines


def copy_reading(folder: Path) -> None:
    """The extraction as a package that needs nothing of this project."""
    root = files("evaluation")
    write_text(folder / "__init__.py", '"""Reading of replies, as cpsyexam does it."""\n')
    needs = "import re\nimport unicodedata\nfrom collections.abc import Sequence\n"
    needs += "from itertools import takewhile\n"
    source = [inspect.getsource(function) for function in (text.fold, text.shared_ends)]
    write_text(folder / "text.py", "\n\n".join(['"""Text for comparison."""\n\n' + needs, *source]))
    names = [p.name for p in (root / "extraction").iterdir() if p.name.endswith(".py")]
    write_text(folder / "asked.py", _standing_alone(inspect.getsource(asked)))
    for name in [*(f"extraction/{name}" for name in sorted(names)), "overlap.py"]:
        write_text(folder / name, _standing_alone(root.joinpath(name).read_text("utf-8")))


def _standing_alone(module: str) -> str:
    for old in ("evaluation.extraction", "cpsyexam.text", "wording.asked"):
        new = old.partition(".")[2]
        module = module.replace(f"from {old}", f"from cpsyexam_reading.{new}")
    return module
