"""Keys by runs of numbers: which lines are a key, and whose answers it holds."""

from dataclasses import replace

import pytest

from ocr.chapters.key_lines import Entry, key_lines, parted
from ocr.chapters.key_runs import Asked, answered, key_runs, question_runs, with_answer
from ocr.habits.numbers import inferred
from parsing import Printed


def printed(
    number: int,
    options: int = 4,
    answer: str = "",
    form: str = "SCQ",
    stem: str = "感觉是（　　）。",
) -> Printed:
    texts = tuple(f"选项{i}" for i in range(options))
    return Printed(str(number), form, "", "", "", stem, texts, answer, "", (), (), (0, 0))


def pairs(*lines: str) -> list[tuple[int, str]]:
    return [(e.number, e.answer) for e in key_lines(lines).entries]


def test_lines_of_answers_are_a_key_wherever_they_stand() -> None:
    assert pairs("1.下列属于感觉的是", "模拟自测答案 1.B 2.C 3.A", "4.D 5.AC多选题答案 1.ABD") == [
        (1, "B"), (2, "C"), (3, "A"), (4, "D"), (5, "AC"), (1, "ABD"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "lines",
    [
        ("①第1题：答案 D", "②第2题：答案A", "③第3题: 答案 C"),
        ("1-3　DAC",),
        ("题号　1　2　3", "答案　D　A　C"),
        ("1.D", "2.A", "3.C"),
        ("（1）D （2）A （3）c",),
    ],
)
def test_the_same_key_in_many_forms(lines: tuple[str, ...]) -> None:
    assert pairs(*lines) == [(1, "D"), (2, "A"), (3, "C")]


def test_answers_with_reasons_go_on_below() -> None:
    found = key_lines(
        ["参考答案与点拨", "1.【D】皮肤面积最大。", "触觉属于肤觉。", "2.【B】倒U型。", "3.【A】略"]
    )
    assert [e.answer for e in found.entries] == ["D", "B", "A"]
    assert found.entries[0].reason == "皮肤面积最大。\n触觉属于肤觉。"
    assert found.lines == {1, 2, 3, 4}


@pytest.mark.parametrize(
    "lines",
    [
        ("1. A型人格的特点是", "2. B型人格的特点是", "3. C型人格的特点是"),
        ("A. 感觉　　B. 知觉", "C. 记忆　　D. 思维"),
        ("1.感觉阈限", "2.知觉恒常性", "3.记忆表象"),
        ("第1题与第2题为必答题",),
    ],
)
def test_questions_are_no_key(lines: tuple[str, ...]) -> None:
    assert pairs(*lines) == []


def test_a_note_glued_to_an_option_is_parted() -> None:
    assert parted("D. 岗位定级第1题：答案D") == ["D. 岗位定级", "第1题：答案D"]
    assert parted("D. 岗位定级") == ["D. 岗位定级"]


def test_numbers_that_begin_again_begin_a_run_and_a_box_beside_interrupts_none() -> None:
    numbers = [1, 2, 3, 4, 5, 6, 1, 2, 7, 8, 3, 1, 2]
    asked = [Asked(0, printed(n)) for n in numbers]
    assert question_runs(asked) == [[0, 1, 2, 3, 4, 5, 8, 9], [6, 7, 10], [11, 12]]


def test_each_run_takes_the_block_with_its_numbers() -> None:
    asked = [Asked(0, printed(n)) for n in (1, 2, 3, 4, 1, 2, 3)]
    entries = [Entry(n, a, 0) for n, a in zip((1, 2, 3, 4, 1, 2, 3), "ABCDDCB", strict=True)]
    assert [len(run) for run in key_runs(entries)] == [4, 3]
    found = answered(asked, entries)
    assert "".join(found[at].answer for at in range(7)) == "ABCDDCB"


def test_a_block_that_could_belong_to_two_runs_answers_neither() -> None:
    asked = [Asked(0, printed(n)) for n in (1, 2, 3, 1, 2, 3)]
    assert answered(asked, [Entry(n, "A", 0) for n in (1, 2, 3)]) == {}


def test_a_table_and_the_reasons_below_it_are_one_key() -> None:
    asked = [Asked(0, printed(n)) for n in (*range(1, 12), *range(1, 12), *range(1, 16))]
    keys = ("CDBAACDBDA", "CBACBDACDCB", "BBADDCABCACDABD")
    entries = [
        Entry(n, answer, 0, reason)
        for key in keys
        for reason in ("", "理由")
        for n, answer in enumerate(key, 1)
    ]
    found = answered(asked, entries)
    assert "".join(found[at].answer for at in range(10)) == keys[0]
    assert "".join(found[at].answer for at in range(11, 22)) == keys[1]
    assert found[0].reason == "理由"


def test_two_letters_among_single_ones_are_doubted() -> None:
    asked = [Asked(0, printed(n, form="")) for n in range(1, 9)]
    found = answered(asked, [Entry(n, "CD" if n == 4 else "A", 0) for n in range(1, 9)])
    notes = [with_answer(asked[at].printed, found[at]).notes for at in range(8)]
    assert ["doubt:answer_of_several CD" in said for said in notes].index(True) == 3
    assert sum("doubt" in "".join(said) for said in notes) == 1


def test_runs_with_keys_of_their_own_are_no_rivals() -> None:
    first = [printed(n, form="") for n in range(1, 12)]
    second = [*(printed(n, form="") for n in range(1, 11)), printed(14, 0, form="TF")]
    open_ones = [printed(n, 0, form="QA") for n in (15, 16, 17, 18)]
    third = [*(printed(n, form="") for n in range(1, 13)), *open_ones]
    asked = [Asked(0, q) for q in (*first, *second, *open_ones, *third)]
    keys = ([*range(1, 12)], [*range(1, 11)], [*range(1, 11), 12, 13])
    entries = [Entry(n, "ABC"[at], 0) for at, key in enumerate(keys) for n in key]
    found = answered(asked, entries)
    assert [found[at].answer for at in (0, 11, 26)] == ["A", "B", "C"]


def test_a_block_against_printed_answers_or_formats_answers_none() -> None:
    entries = [Entry(n, "A", 0) for n in (1, 2, 3)]
    told = [Asked(0, printed(n, answer="B")) for n in (1, 2, 3)]
    assert answered(told, entries) == {}
    several = [Entry(n, "ABD", 0) for n in (1, 2, 3)]
    assert answered([Asked(0, printed(n)) for n in (1, 2, 3)], several) == {}


def test_an_answer_and_its_reason_go_to_a_question_without_one() -> None:
    found = with_answer(printed(1), Entry(1, "C", 0, "理由"))
    assert (found.answer, found.explanation) == ("C", "理由")
    assert "answer:key_run" in found.notes
    assert with_answer(printed(1, answer="A"), Entry(1, "C", 0)).answer == "A"
    judged = with_answer(printed(1, options=0, form=""), Entry(1, "对", 0))
    assert (judged.answer, judged.format) == ("对", "TF")


def test_questions_without_a_number_bear_those_that_are_missing_between() -> None:
    found = [printed(1), *(replace(printed(0), number="") for _ in range(2)), printed(4)]
    assert [q.number for q in inferred(found)] == ["1", "2", "3", "4"]
    assert [q.number for q in inferred([*found[:2], printed(4)])] == ["1", "", "4"]


def test_a_key_without_a_part_is_that_of_the_part_that_has_none() -> None:
    first = [*map(printed, range(1, 12)), printed(12, 0, form="QA")]
    second = [*map(printed, range(1, 9)), *(printed(n, 0, form="QA") for n in (9, 10, 11))]
    asked = [Asked(0, q) for q in first] + [Asked(1, q) for q in second]
    own = [Entry(n, "B", 0, part=0) for n in range(1, 12)]
    below = [Entry(n, "C", 1, part=-1) for n in range(1, 9)]
    found = answered(asked, [*own, *below])
    assert [found[at].answer for at in range(11)] == ["B"] * 11
    assert [found[at].answer for at in range(12, 20)] == ["C"] * 8
    other = answered(asked, below)  # nothing says whose key it is
    assert other == {}
