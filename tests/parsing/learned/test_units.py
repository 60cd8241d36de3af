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


def test_words_that_begin_or_end_several_runs_are_units_of_their_own() -> None:
    page = "第1题单选感觉是什么\n第2题单选记忆是什么\n第3题单选知觉有几种\n难道"
    texts = [unit.text for unit in units(page)]
    assert texts.count("单选") == 3
    assert texts.count("难道") == 1  # no run of several
    assert "什么" in texts or texts.count("是什么") < 3


def test_two_runs_alike_are_no_word_of_the_page() -> None:
    texts = [unit.text for unit in units("第1题单选感觉\n第2题单选记忆")]
    assert "单选" not in texts


def test_a_number_glued_to_an_option_is_parted_at_the_number_that_is_due() -> None:
    texts = [unit.text for unit in units("1、他几岁A.100B.1252、她几岁A.90B.1103、甲")]
    assert texts.count("125") == 1
    assert [t for t in texts if t in ("2", "3")] == ["2", "3"]
    assert "110" in texts


def test_a_number_that_is_not_due_stays_whole() -> None:
    texts = [unit.text for unit in units("1、他几岁A.100B.1257、她几岁")]
    assert "1257" in texts


def test_a_headings_ordinal_parts_from_the_option_before_it() -> None:
    assert "二" in [unit.text for unit in units("D.产生需要二、多选题")]
