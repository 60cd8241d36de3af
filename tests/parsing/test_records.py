"""The one module that sets an answer."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import parsing
from parsing.records import Parts, decide, forget, reword

PACKAGE = Path(parsing.__file__).parent


def _set(tree: ast.AST) -> Iterator[ast.Attribute]:
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else []
        for target in targets:
            yield from (n for n in ast.walk(target) if isinstance(n, ast.Attribute))


@pytest.mark.parametrize("name", ["answer", "answered_in"])
def test_no_other_module_sets_it(name: str) -> None:
    found = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if any(node.attr == name for node in _set(ast.parse(path.read_text("utf-8"))))
    }
    assert found == {"records.py"}


def test_two_places_that_differ_leave_the_answer_out() -> None:
    parts = Parts()
    decide(parts, "A", "answer:tag")
    decide(parts, "A", "answer:tick")
    assert (parts.answer, parts.answered_in, parts.notes) == ("A", "answer:tick", [])
    decide(parts, "B", "answer:bracket")
    assert (parts.answer, parts.answered_in) == ("", "")
    assert parts.notes == ["doubt:answers_disagree A/B"]


def test_a_bracket_that_nobody_filled_in_is_no_answer() -> None:
    parts = Parts()
    decide(parts, "（　）", "answer:tag")
    assert not parts.answered_in


def test_an_answer_is_left_out_with_its_doubt_and_said_again_by_its_rule() -> None:
    parts = Parts(answer="F", answered_in="answer:key")
    reword(parts, "错", "answer:tag")
    assert (parts.answer, parts.answered_in) == ("错", "answer:key")
    forget(parts, "doubt:answer_unclear")
    assert (parts.answer, parts.answered_in, parts.notes) == ("", "", ["doubt:answer_unclear"])
