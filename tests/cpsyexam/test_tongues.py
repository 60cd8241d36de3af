"""The catalogue of pages: whatever a template says has its Chinese, and stays harmless."""

import re
from pathlib import Path

import pytest

from cpsyexam.pages.tongues import Tongue, catalogue
from pipeline import reference

ROOT = Path(__file__).parents[2]
_SAID = re.compile(r"""_\(\s*(?:"([^"]+)"|'([^']+)')""")


def _said() -> dict[str, Path]:
    """Texts that templates say, and where."""
    pages = [page for page in ROOT.glob("*/**/*.html.j2") if ".venv" not in page.parts]
    return {one or other: page for page in pages
            for one, other in _SAID.findall(page.read_text("utf-8"))}  # fmt: skip


def test_every_text_of_a_template_has_its_chinese() -> None:
    said = _said()
    assert len(said) > 100
    missing = {text: page.name for text, page in said.items() if text not in catalogue()["texts"]}
    assert missing == {}


def test_chinese_takes_the_same_values() -> None:
    said = catalogue()["texts"] | catalogue()["notes"]
    for english, chinese in said.items():
        wanted = len(re.findall(r"\{(?::[^}]*)?\}", english))
        places = re.findall(r"\{(\d*)(?::[^}]*)?\}", chinese)
        named = set(map(int, places)) if any(places) else set(range(len(places)))
        assert named == set(range(wanted)), english


def test_every_rule_that_rejects_has_its_chinese() -> None:
    rules = {rule for _, rule, _ in reference.rules()}
    assert rules <= catalogue()["rules"].keys()


def test_values_are_escaped_and_unknown_texts_stop_the_page() -> None:
    chinese = Tongue("zh")
    assert chinese("by {}", "<script>") == "&lt;script&gt;"
    with pytest.raises(KeyError):
        chinese("nobody has said this in Chinese")
    assert Tongue("en")("nobody has said this") == "nobody has said this"


def test_a_note_is_told_in_chinese_by_its_form() -> None:
    noted = "quota 2, whole pages do not add up to it"
    assert Tongue("zh").note(noted) == "配额 2 题，整页凑不成这个数"
    assert Tongue("zh").note("3 of 5 lines are upright") == "5 行中有 3 行竖排"
    assert Tongue("zh").note("a form that nobody knows") == "a form that nobody knows"
    assert Tongue("en").note(noted) == noted
