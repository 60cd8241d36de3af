"""Keys that stand bare behind the options: whose they are, and which are none."""

from parsing import parse


def test_keys_behind_all_questions_but_the_last_may_be_of_the_next_ones() -> None:
    rows = [
        f"{n}.下列何者屬於第{n}類?(A) 甲 (B) 乙 (C) 丙 (D) 丁 ({key})"
        for n, key in enumerate("BCA", start=1)
    ]
    last = "4.下列何者屬於第4類?(A) 甲 (B) 乙 (C) 丙 (D) 丁"
    doubtful = parse("\n".join([*rows, last])).questions[:3]
    assert all("doubt:answer_unclear" in q.notes for q in doubtful)
    sure = parse("\n".join([*rows, f"{last} (D)"])).questions
    assert [q.answer for q in sure] == ["B", "C", "A", "D"]
    assert not any("doubt:answer_unclear" in q.notes for q in sure)


def test_letters_to_click_on_are_no_key() -> None:
    rows = [f"{n}.甲属于_____。A.乙B.丙C.丁D.戊ABCD" for n in range(1, 5)]
    assert {q.answer for q in parse("\n".join(rows)).questions} == {""}
    keyed = [f"{row}{key}" for row, key in zip(rows, "BDCA", strict=True)]
    found = parse("\n".join(keyed)).questions
    assert [q.answer for q in found] == ["B", "D", "C", "A"]
    assert {q.options[-1] for q in found} == {"戊"}


def test_all_letters_are_a_key_where_others_are_not() -> None:
    rows = [
        f"{n}.甲包括()。A.乙B.丙C.丁D.戊{key}"
        for n, key in enumerate(("AB", "ABCD", "ACD", "BD"), start=1)
    ]
    found = parse("\n".join(["二、多选题", *rows])).questions
    assert [q.answer for q in found] == ["AB", "ABCD", "ACD", "BD"]
