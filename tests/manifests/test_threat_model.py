"""Every promise of docs/threat-model.md names a test that exists."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs/threat-model.md").read_text("utf-8")


def test_the_tests_named_there_exist() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TEXT)
    assert len(named) > 30
    for path, name in named:
        tree = ast.parse((ROOT / path).read_text("utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, name


def test_every_promise_names_one() -> None:
    promises = re.split(r"\n- |\n\n", TEXT.partition("## A page owner")[2])
    for promise in promises:
        told = promise.strip()
        if told.startswith(("Not promised", "Against B")) or "`tests/" in told or not told:
            continue
        assert re.match(r"(##|May |Corrects |Four |Holds |On the )", told), told
