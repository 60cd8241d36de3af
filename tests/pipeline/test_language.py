"""What verbs print comes in the reader's language; no sentence of theirs lacks its Chinese."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cpsyexam.errors import ConfigError
from cpsyexam.pages.tongues import catalogue
from cpsyexam.terminal import LANGUAGE, language, say

ROOT = Path(__file__).parents[2]
PACKAGES = ("pipeline", "cleaning", "banks", "concepts", "evaluation")
SPEAKING = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_ENGLISH = re.compile(r"(?<![\w./-])[a-z]{3,}(?![\w./-])")
_MARKS = re.compile(r"\[/?\w*\]|\{[^}]*\}")  # of colour, and places of values


def _calls(path: Path) -> Iterator[ast.Call]:
    tree = ast.parse(path.read_text("utf-8"))
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _name(call: ast.Call) -> str:
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def _texts(node: ast.AST) -> Iterator[str]:
    """Texts in a node: its own constants and the fixed parts of f-strings."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield inner.value


def _fixed(node: ast.expr) -> Iterator[str]:
    """The fixed parts of a text that is printed as it is written."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    for part in parts:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def _said() -> Iterator[tuple[str, str]]:
    """What `say("…", …)` and `map(say, ("…", …))` name, with the file."""
    for path in SPEAKING:
        for call in _calls(path):
            if _name(call) == "say" and isinstance(call.func, ast.Name) and call.args:
                texts = _texts(call.args[0])
            elif _name(call) == "map" and isinstance(call.args[0], ast.Name):
                texts = _texts(call.args[1]) if call.args[0].id == "say" else iter(())
            else:
                continue
            yield from ((text, path.name) for text in texts)


def test_every_sentence_has_its_chinese() -> None:
    said = dict(_said())
    assert len(said) > 150
    texts = catalogue()["texts"]
    spoken = {text for text in said if _ENGLISH.search(_MARKS.sub("", text))}
    assert {text: said[text] for text in spoken if not _CHINESE.search(texts.get(text, ""))} == {}


def test_no_sentence_is_printed_in_english_alone() -> None:
    """Errors and warnings, which go to standard error, stay English."""
    alone = {}
    for path in SPEAKING:
        for call in _calls(path):
            if _name(call) not in {"echo", "print"} or not call.args:
                continue
            if not any(keyword.arg == "err" for keyword in call.keywords):
                text = _MARKS.sub("", " ".join(_fixed(call.args[0])))
                if _ENGLISH.search(text):
                    alone[text] = path.name
    assert alone == {}


@pytest.mark.parametrize(
    ("named", "locale", "spoken"),
    [("", "zh_CN.UTF-8", "zh"), ("en", "zh_CN.UTF-8", "en"), ("zh", "C", "zh"),
     ("zh-Hans", "", "zh"), ("", "de_DE.UTF-8", "en"), ("", "", "en")],
)  # fmt: skip
def test_the_setting_comes_before_the_locale(
    named: str, locale: str, spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in ((LANGUAGE, named), ("LC_ALL", ""), ("LC_MESSAGES", ""), ("LANG", locale)):
        monkeypatch.setenv(name, value)
    assert language() == spoken


def test_a_language_that_nobody_speaks_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LANGUAGE, "fr")
    with pytest.raises(ConfigError, match="'fr' is no language of CPSYEXAM_LANG; set it to zh"):
        say("All checks passed.")
