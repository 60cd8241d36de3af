"""Exercises of a textbook: blocks without a chapter's name, and the prose between them."""

from ocr.chapters.exercise_blocks import RULE, named, running_text

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


def test_prose_at_the_head_of_a_page_above_a_title_is_running_text() -> None:
    said = dict(
        lines(
            "复习与思考", "一、简答题", "1.简述依恋。", "学习打下了基础。", "复习与思考", "1.试述。"
        )
    )
    pages = {0: 1, 1: 1, 2: 1, 3: 2, 4: 2, 5: 2}
    assert running_text(said, pages) == {3: RULE, 4: RULE}
    assert running_text(said, dict.fromkeys(pages, 1)) == {}


def test_below_a_chapter_s_name_the_grammar_knows_prose_by_itself() -> None:
    said = dict(lines("习题", "1.简述依恋。", "第九章　人格", "人格是独特的。", "习题", "1.试述。"))
    assert running_text(said, {0: 1, 1: 1, 2: 2, 3: 2, 4: 2, 5: 2}) == {}


def test_a_sentence_that_is_not_over_goes_on_on_the_next_page() -> None:
    said = dict(lines("习题", "1.简述依恋的", "类型。", "习题", "1.试述。"))
    assert 2 not in running_text(said, {0: 1, 1: 1, 2: 2, 3: 2, 4: 2})


def test_one_title_is_no_habit() -> None:
    said = dict(lines("1.简述依恋。", "打下了基础。", "思考题", "1.试述。"))
    assert running_text(said, {0: 1, 1: 2, 2: 2, 3: 2}) == {}
