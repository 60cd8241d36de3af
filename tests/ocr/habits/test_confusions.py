"""The table of misreadings: every example, and that repairs are noted."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ocr.habits.confusions import confusions, repair

EXAMPLES = [(c.id, *pair) for c, _ in confusions() for pair in c.examples]


@pytest.mark.parametrize(("name", "before", "after"), EXAMPLES)
def test_example(name: str, before: str, after: str) -> None:
    assert repair(before).text == after


def test_every_confusion_has_an_example_that_changes() -> None:
    for confusion, _ in confusions():
        assert any(before != after for before, after in confusion.examples), confusion.id


def test_repairs_of_letters_are_noted_and_those_of_width_are_not() -> None:
    assert repair("耶克斯一多德森定律:倒U").notes == ("ocr_repair: dash_between_names: 一 → —",)
    assert repair("这是()").notes == ()


def test_variants_of_characters_become_simplified() -> None:
    assert repair("一般資料：覺").text == "一般资料：觉"
    assert repair("一般資料").notes == ("ocr_repair: variant_character: 資 → 资",)
    assert repair("李喆说").text == "李喆说"


@settings(max_examples=100)
@given(st.text(alphabet="一—（）()：:，,；;。1lIA第章 心理学答案a.8波", max_size=40))
def test_repair_settles(text: str) -> None:
    once = repair(text).text
    assert repair(once).text == repair(repair(once).text).text
    assert len(once) <= 3 * len(text) + 2
