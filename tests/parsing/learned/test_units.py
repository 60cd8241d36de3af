"""Units of a text for labelling."""

from hypothesis import given
from hypothesis import strategies as st

from parsing.learned.units import units


@given(st.text(alphabet="感觉答案解析第题分12 AB()、。\n√abcDNA", max_size=60))
def test_units_are_the_text_in_order(text: str) -> None:
    found = units(text)
    assert "".join(unit.text for unit in found) == text
    assert [unit.start for unit in found] == [0, *(unit.end for unit in found[:-1])][: len(found)]


def test_runs_of_chinese_end_at_label_words_and_signs() -> None:
    assert [unit.text for unit in units("维生素A，答案：B")] == [
        "维生素",
        "A",
        "，",
        "答案",
        "：",
        "B",
    ]


def test_a_short_word_is_a_unit_only_beside_what_shows_it() -> None:
    kinds = {unit.text: unit.kind for unit in units("第3题 气质无好坏之分")}
    assert kinds["第"] == kinds["题"] == "word"
    assert kinds["气质无好坏之分"] == "han"


def test_an_options_letter_parts_from_a_latin_word_before_it() -> None:
    assert [unit.text for unit in units("A.HAMDB.BPRS")] == ["A", ".", "HAMD", "B", ".", "BPRS"]
