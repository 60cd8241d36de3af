"""Keys between questions whose numbers go on stand below all of them afterwards."""

from ocr.chapters.grammar_lines import keys_last


def lines(text: str) -> list[tuple[int, str]]:
    return list(enumerate(text.split()))


def said(found: list[tuple[int, str]]) -> str:
    return " ".join(text for _, text in found)


def test_the_key_of_each_slide_goes_below_the_last_question() -> None:
    text = "1．甲是 A．子 2．乙是 参考答案 1．A 2．答案：B 3．丙是 A．丑 参考答案 3．C 理由 4．丁是"
    assert said(keys_last(lines(text))) == (
        "1．甲是 A．子 2．乙是 3．丙是 A．丑 4．丁是 参考答案 1．A 2．答案：B 3．C 理由"
    )


def test_a_number_alone_on_the_back_of_a_card_takes_what_stands_below_it() -> None:
    text = "1．甲是 2．后像 1． 答案：B 2． 刺激停止后的感觉 3．丙是 3． 答案C 解析：略"
    assert said(keys_last(lines(text))) == (
        "1．甲是 2．后像 3．丙是 参考答案 1．答案：B 2．刺激停止后的感觉 3．答案：C 解析：略"
    )


def test_a_case_behind_a_key_belongs_to_the_questions_below_it() -> None:
    text = "案例一 1．甲是 参考答案 1．A 案例二 求助者失眠 2．乙是 参考答案 2．B"
    assert said(keys_last(lines(text))) == (
        "案例一 1．甲是 案例二 求助者失眠 2．乙是 参考答案 1．A 2．B"
    )


def test_keys_of_sections_that_begin_again_at_one_stay() -> None:
    text = "1．甲是 参考答案 1．A 一、判断题 1．乙是 参考答案 1．对"
    assert keys_last(lines(text)) == lines(text)


def test_one_key_below_all_questions_stays() -> None:
    text = "1．甲是 2．乙是 参考答案 1．A 2．B"
    assert keys_last(lines(text)) == lines(text)


def test_an_answer_to_an_essay_is_no_key() -> None:
    text = "1．简述遗忘 【答案】 先快后慢 2．简述注意 【答案】 指向与集中 3．丙是"
    assert keys_last(lines(text)) == lines(text)


def test_a_chapter_without_lines_has_none() -> None:
    assert keys_last([]) == []
