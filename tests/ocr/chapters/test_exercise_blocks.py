"""Exercises of a textbook: blocks without a chapter's name."""

from ocr.chapters.sheet_lines import named

BLOCK = ["一、名词解释", "1.依恋", "二、选择题", "1.主导活动是（　）。", "A.甲　B.乙"]
KEYED = ["一、名词解释", "1.依恋是情感联结。", "二、选择题", "1.B"]


def lines(*parts: str) -> list[tuple[int, str]]:
    return list(enumerate(parts))


def test_blocks_get_the_names_of_the_key_in_order() -> None:
    given = lines(*BLOCK, *BLOCK, "习题参考答案", "第四章", *KEYED, "第五章　幼儿期", *KEYED)
    found = [text for _, text in named(given)]
    assert found[: len(BLOCK) * 2 + 2] == ["第四章", *BLOCK, "第五章", *BLOCK]
    assert found[len(BLOCK) * 2 + 2 :] == [text for _, text in given[len(BLOCK) * 2 :]]


def test_a_name_that_one_block_has_gives_way_to_those_of_the_key() -> None:
    given = lines("第四章　婴儿期", *BLOCK, *BLOCK, "参考答案", "第四章", *KEYED, "第五章", *KEYED)
    found = [text for _, text in named(given)]
    assert found[:6] == ["第四章", *BLOCK]
    assert found.count("第四章　婴儿期") == 0


def test_where_every_block_has_a_name_nothing_is_put() -> None:
    given = lines("第四章", *BLOCK, "第五章", *BLOCK, "答案", "第四章", *KEYED, "第五章", *KEYED)
    assert named(given) == given


def test_where_counts_differ_nothing_is_put() -> None:
    once = lines(*BLOCK, "参考答案", "第四章", *KEYED, "第五章", *KEYED)
    assert named(once) == once
    unnamed = lines(*BLOCK, *BLOCK, "参考答案", *KEYED, *KEYED)
    assert named(unnamed) == unnamed


def test_without_a_key_nothing_is_put() -> None:
    given = lines(*BLOCK, *BLOCK)
    assert named(given) == given
