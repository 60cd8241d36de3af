"""Answers before stems go below their questions."""

from ocr.led_answers import answers_below

OPTIONS = "A．甲　　B．乙　　C．丙　　D．丁"


def test_answers_behind_the_number_go_below_the_options() -> None:
    text = ["1．（A）感觉是什么？", OPTIONS, "2．（ BC ）知觉是什么？", OPTIONS]
    found = [said for _, said in answers_below(list(enumerate(text)))]
    assert found == [
        *("1．感觉是什么？", OPTIONS, "【答案】A"),
        *("2．知觉是什么？", OPTIONS, "【答案】BC"),
    ]


def test_entries_of_a_key_with_reasons_stay_where_they_are() -> None:
    text = [
        "1．（A）感觉是个别属性的反映。",
        "2．（B）知觉是整体的反映。",
        "3．记忆是什么？",
        OPTIONS,
    ]
    assert answers_below(list(enumerate(text))) == list(enumerate(text))
