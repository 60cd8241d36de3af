"""The docs name every rule and flag."""

from pathlib import Path

from cpsyexam import taxonomy
from labeling import formats, taxonomy_match
from labeling.settings import LabelSettings

DOCS = (Path(__file__).parents[2] / "docs" / "labels.md").read_text("utf-8")


def test_every_rule_stands_in_the_docs() -> None:
    for rule in [*taxonomy_match.rules(), *formats.rules(LabelSettings())]:
        assert f"`{rule.id}`" in DOCS


def test_every_keyword_has_a_reason() -> None:
    known = taxonomy.psychology()
    for words in (known.tasks["CA"].keywords, known.category_keywords):
        assert words
        assert all(len(word.reason) > 15 and word.weight > 0 for word in words)
        assert len({word.name for word in words}) == len(words)
