"""A model assigns questions to chapters and concepts, once."""

import json
import re
from pathlib import Path

from click.testing import CliRunner

from bench.endpoint import Endpoint
from bench.writing import catalogue
from pipeline.cli import cli

NAMES = ["甲木", "乙草", "丙火", "丁灯"]  # two chapters


def _answer(messages: list[dict[str, str]]) -> str:
    """Reads the concepts out of the stem; the chapter of a concept is that of its place."""
    listed, _, asked = messages[1]["content"].partition("下面这道题")
    about = [name for name in NAMES if name in asked]
    if listed.startswith("可选的章"):
        wanted = [f"第{NAMES.index(name) // 2 + 1}章" for name in about]
        wanted += ["第2章"] if "只知章" in asked else []
    else:
        wanted = about
    numbers = [
        int(line.split(".")[0])
        for line in listed.splitlines()
        if re.match(r"\d+\. ", line) and any(w in line.split("：")[0] for w in wanted)
    ]
    return json.dumps({"numbers": [*numbers, 999]}) if "乱答" not in asked else "不知道"


def test_coverage_by_a_model_is_paid_once(tmp_path: Path) -> None:
    place = catalogue(tmp_path / "c", NAMES)
    stems = [
        "关于甲木与丙火",
        "关于乙草",
        "关于甲木和乙草",
        "只知章的题",
        "与大纲无关",
        "乱答的甲木",
    ]
    bank = [
        {"id": f"k{n}", "question": stem, "options": {"A": "一", "B": "二"}, "answer": "A"}
        for n, stem in enumerate(stems)
    ]
    (tmp_path / "bank.json").write_text(json.dumps(bank, ensure_ascii=False), "utf-8")
    with Endpoint(answerer=_answer) as endpoint:
        toml = tmp_path / "labels.toml"
        toml.write_text(
            f'journal = "{tmp_path}/labels.jsonl"\n[model]\nname = "m"\n'
            f'base_url = "{endpoint.base_url}"\n',
            "utf-8",
        )
        args = ["coverage", str(tmp_path / "bank.json"), "--concepts", str(place), "--json"]
        done = CliRunner().invoke(cli, [*args, "--model", str(toml)])
        assert done.exit_code == 0, done.output
        first = endpoint.requests
        again = CliRunner().invoke(cli, [*args, "--model", str(toml)])
    assert endpoint.requests == first == 6 + 4
    assert again.stdout == done.stdout
    figures = json.loads(done.stdout)
    [whole] = [rows for title, rows in figures["tables"].items() if "questions of" in title]
    assert [(row["questions"], row["touched"]) for row in whole] == [(5, 3), (5, 2)]
    assert figures["blind"] == ["示例科目/第2章/丁灯"]
    assert (figures["questions"], figures["unassigned"]) == (6, 3)
