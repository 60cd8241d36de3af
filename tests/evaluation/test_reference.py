"""The faults of the reference code, each shown in its way of scoring and absent from ours."""

import polars as pl
import pytest

from evaluation import exemplars, prompting, records, reference
from evaluation.extraction import read
from evaluation.scoring import score
from evaluation.tables import main
from tests.evaluation.conftest import answer, frame, question

OPTIONS = ["感觉", "知觉", "记忆", "思维"]


@pytest.mark.parametrize(
    ("text", "several", "theirs", "ours"),
    [
        ("SCL-90是常用量表，答案：B", False, "", "B"),
        ("Based on the stem, 答案：D", False, "B", "D"),
        ("排除A和C，答案：B", False, "A", "B"),
        ("答案：Ｂ", False, "", "B"),
        ("A错误。答案：BC", True, "ABC", "BC"),
        ("答案：CA", True, "CA", "AC"),
        ("A,A,C", True, "AAC", "AC"),
        ('{"ans": ["A", "C"]}', True, "AC", "AC"),
    ],
)
def test_letters_that_it_misreads(text: str, several: bool, theirs: str, ours: str) -> None:  # noqa: FBT001
    assert reference.read(text, 4, several=several) == theirs
    found = read(text, OPTIONS, several=several)
    assert "".join("ABCD"[place] for place in found.said) == ours


ASKED = frame(
    *(question(f"k{i}", "B", subject="普通心理学") for i in range(8)),
    *(question(f"s{i}", "B", subject="教育心理学") for i in range(2)),
)


def test_unread_replies_leave_its_denominator_and_small_files_weigh_as_large_ones() -> None:
    said = ["答案：B"] * 4 + ["不知道。"] * 4 + ["答案：A", "答案：B"]
    letters = ["B"] * 4 + [""] * 4 + ["A", "B"]
    answers = records.answers([
        answer(row["id"], mine, record=row["record"], text=text)
        for row, text, mine in zip(ASKED.iter_rows(named=True), said, letters, strict=True)
    ])  # fmt: skip
    theirs = reference.table(answers, ASKED).rows[0]
    assert list(theirs[2:6]) == [pytest.approx(0.75), pytest.approx(0.75), None, pytest.approx(0.4)]
    ours = main(score(answers, ASKED)).rows[0]
    assert ours[1] == pytest.approx(0.5)


def test_right_set_in_another_order_is_wrong_only_there() -> None:
    asked = frame(question("m", "AC", format="MAQ"))
    answers = records.answers([answer("m", "AC", record=asked["record"][0], text="答案：C、A")])
    assert reference.table(answers, asked).rows[0][2] == 0.0
    assert score(answers, asked)["score"].to_list() == [1.0]


def test_unparsed_answer_ends_no_run_and_a_list_is_no_error() -> None:
    for text in ('{"ans": ""}', '{"ans": ["A", "C"]}', "", "null"):
        read(text, OPTIONS, several=True)
        read(text, OPTIONS, several=False)


@pytest.mark.parametrize("form", ["SCQ", "MAQ"])
def test_five_shot_history_is_there_with_its_role_and_the_key_is_not(form: str) -> None:
    pool = exemplars.Pool(frame(*(
        question(f"d{i}", "CD", format=form, question=f"例题{i}关于{'甲乙丙丁戊己'[i]}的表述")
        for i in range(6)
    )))  # fmt: skip
    row = question("t", "AB", format=form, options=[*OPTIONS, "想象"], explanation="解析：AB")
    picked = pool.pick(row, 5)
    sent = prompting.messages(prompting.prompt("expert"), row, picked)
    assert [turn["role"] for turn in sent] == ["system", *["user", "assistant"] * 5, "user"]
    assert sent[-1]["content"] == prompting.shown({**row, "answer": "", "explanation": ""})
    for example, user, said in zip(picked, sent[1:-1:2], sent[2:-1:2], strict=True):
        assert "CD" not in user["content"]
        assert said["content"] == f"答案：{example['answer']}"
        assert all(f"{letter}. " in user["content"] for letter in example["answer"])


def test_prompt_asks_for_the_form_that_its_exemplars_have() -> None:
    for name in prompting.names():
        wording = prompting.prompt(name)
        assert "题题" not in str(prompting.messages(wording, question("q")))
        assert "json" not in wording.choice.system.lower()
        if name != "sentence":
            assert "答案：" in wording.choice.system


def test_same_exemplars_are_drawn_every_time() -> None:
    dev = frame(*(question(f"d{i}", question="题" * (i + 1) + str(i) * 9) for i in range(30)))
    row = question("t", question="韦伯定律")
    twice = [[e["id"] for e in exemplars.Pool(pool).pick(row, 5)]
             for pool in (dev, dev.sample(fraction=1.0, shuffle=True, seed=1))]  # fmt: skip
    assert twice[0] == twice[1]
    assert len(set(twice[0])) == 5
    assert isinstance(dev, pl.DataFrame)
