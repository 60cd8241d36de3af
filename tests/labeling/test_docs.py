"""The docs name every rule and flag."""

from pathlib import Path

from labeling import formats, taxonomy_match
from labeling.keywords import keywords
from labeling.settings import LabelSettings

DOCS = (Path(__file__).parents[2] / "docs" / "labels.md").read_text("utf-8")


def test_every_rule_stands_in_the_docs() -> None:
    for rule in [*taxonomy_match.RULES, *formats.rules(LabelSettings())]:
        assert f"`{rule.id}`" in DOCS


def test_every_keyword_has_a_reason() -> None:
    for name in ("task.toml", "category.toml"):
        assert all(len(word.reason) > 15 and word.weight > 0 for word in keywords(name))
        assert len({word.name for word in keywords(name)}) == len(keywords(name))
