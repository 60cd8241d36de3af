"""Keys that run on are parted at the numbers that are due."""

from ocr.run_in_keys import entries_apart

ASKED = [(n, f"（{n + 1}）求助者的主要症状是（　　）。") for n in range(14)]
KEY = [
    (20, "本章参考答案"),
    (21, "（1）C（2）B（3）ACD____（4）D（5）A（6）B"),
    (22, "（7）A（8）B（9）C（10）①建立治疗关系；（2）记录每"),
    (23, "日活动（1）与心情。（11）BCDE____（12）"),
    (24, "D"),
    (25, "二、案例选择题"),
    (26, "（13）A（14）B"),
]


def test_entries_and_answers_over_several_lines_stand_on_lines_of_their_own() -> None:
    found = entries_apart([*ASKED, *KEY])
    assert found[:15] == [*ASKED, KEY[0]]
    assert [text for _, text in found[15:]] == [
        *(
            "（1）C",
            "（2）B",
            "（3）ACD",
            "（4）D",
            "（5）A",
            "（6）B",
            "（7）A",
            "（8）B",
            "（9）C",
        ),
        "（10）①建立治疗关系；（2）记录每日活动（1）与心情。",
        *("（11）BCDE", "（12）D", "二、案例选择题", "（13）A", "（14）B"),
    ]
    assert [at for at, text in found if text in ("（10）", "（11）BCDE", "（13）A")] == [23, 26]


def test_a_key_that_answers_few_of_the_questions_stays() -> None:
    short = [*KEY[:2], (22, "（7）C（9）D")]
    assert entries_apart([*ASKED, *short]) == [*ASKED, *short]


def test_lists_within_the_first_answers_leave_it_open_whose_the_numbers_are() -> None:
    key = [
        (20, "参考答案"),
        (21, "（1）（1）倾听；（2）共情。（2）B（3）C（4）D（5）A（6）B（7）C"),
    ]
    assert entries_apart([*ASKED[:7], *key]) == [*ASKED[:7], *key]


def test_entries_on_lines_of_their_own_stay() -> None:
    key = [(20, "参考答案"), *((21 + n, f"（{n + 1}）A") for n in range(14))]
    assert entries_apart([*ASKED, *key]) == [*ASKED, *key]
