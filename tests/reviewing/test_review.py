"""Stages `reviewed` and `relabeled`: decisions find their question and do what they say."""

import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from cleaning.settings import CleanSettings
from cleaning.stage import clean
from cleaning.unique import UniqueSettings, unique
from cpsyexam.errors import ConfigError
from cpsyexam.stage import StageResult
from reviewing.contradictions import refuse_against
from reviewing.decisions import Decision, read
from reviewing.settings import ReviewSettings
from reviewing.stage import review
from reviewing.writing import whole_digest
from tests.reviewing.bank import PEOPLE, STEM, decide, file, frame, raw


def reviewed(rows: pl.DataFrame, folder: Path) -> StageResult:
    return review({"parsed": rows}, ReviewSettings(decisions=folder))


def status(result: StageResult) -> list[tuple[str, str]]:
    return list(result.tables["decisions"].select("status", "stale").iter_rows())


def test_without_decisions_nothing_changes(tmp_path: Path) -> None:
    rows = frame(raw("r1"))
    result = reviewed(rows, tmp_path / "none")
    assert result.kept.equals(rows)
    assert result.rejected.is_empty()
    assert result.tables["decisions"].is_empty()


def test_a_wrong_key_is_corrected_with_who_and_why(tmp_path: Path) -> None:
    rows = frame(raw("r1"), raw("r2", stem="短时记忆的容量约为（　　）个组块。"))
    result = reviewed(rows, file(tmp_path, decide(rows, "r1", letters="C")))
    assert dict(result.kept.select("raw_id", "answer").iter_rows()) == {"r1": "C", "r2": "B"}
    row = result.tables["decisions"].row(0, named=True)
    assert (row["status"], row["by"], row["why"]) == ("applied", "lin", "教材第三章")
    assert row["changes"] == [{"rule": "decision", "field": "answer", "before": "B", "after": "C"}]
    assert row["raw_ids"] == ["r1"]
    notes = result.kept.filter(raw_id="r1")["notes"][0]
    assert notes.to_list() == [f"decision:correct:{row['decision'][:12]}"]


@pytest.mark.parametrize(
    "again",
    [
        {"stem": "提出观察学习\n理论的心理学家是\n（　　）。"},
        {"stem": "[单选题]12．" + STEM},
        {"options": [f"{p} " for p in PEOPLE]},
        {"raw_id": "r9", "capture": "c9", "explanation": "班杜拉做了波波玩偶实验。"},
        {"options": PEOPLE[::-1], "answer": "C"},
    ],
)
def test_a_decision_survives_another_crawl(tmp_path: Path, again: dict[str, Any]) -> None:
    folder = file(tmp_path, decide(frame(raw("r1")), "r1", letters="C"))
    rows = frame(raw(**{"raw_id": "r1", **again}))
    result = reviewed(rows, folder)
    assert status(result) == [("applied", "")]
    row = result.kept.row(0, named=True)
    assert row["options"]["ABCD".index(row["answer"])].strip() == "班杜拉"


@pytest.mark.parametrize(
    ("now", "said"),
    [
        ({"answer": "D"}, "the key was 斯金纳, is 巴甫洛夫"),
        ({"answer": ""}, "the key was 斯金纳, is none"),
        ({"stem": "提出社会学习理论的心理学家是（　　）。"}, "the text is now: 提出社会学习理论"),
        ({"stem": "大脑皮层的视觉中枢位于", "options": ["额叶", "枕叶"]}, "no such question"),
    ],
)
def test_a_question_that_changed_makes_a_decision_stale(
    tmp_path: Path, now: dict[str, Any], said: str
) -> None:
    folder = file(tmp_path, decide(frame(raw("r1")), "r1", letters="C"))
    rows = frame(raw("r1", **now))
    result = reviewed(rows, folder)
    assert result.kept.equals(rows)
    [(state, why)] = status(result)
    assert state == "stale"
    assert said in why


def test_every_copy_with_the_same_key_is_corrected(tmp_path: Path) -> None:
    rows = frame(raw("r1"), raw("r2", source="t"), raw("r3", source="u", answer="C"))
    result = reviewed(rows, file(tmp_path, decide(rows, "r1", letters="C")))
    assert result.kept["answer"].to_list() == ["C", "C", "C"]
    assert result.tables["decisions"]["raw_ids"].to_list() == [["r1", "r2"]]


def test_texts_and_options_are_corrected(tmp_path: Path) -> None:
    rows = frame(raw("r1", options=["桑代克", "斯金那", "班杜拉", "巴甫洛夫"]))
    made = decide(rows, "r1", letters="B", fields={"B": "斯金纳", "stem": "提出操作性条件反射的是"})
    row = reviewed(rows, file(tmp_path, made)).kept.row(0, named=True)
    assert (row["stem"], row["options"][1], row["answer"]) == (
        "提出操作性条件反射的是",
        "斯金纳",
        "B",
    )


def test_a_lost_option_is_put_behind_the_others(tmp_path: Path) -> None:
    rows = frame(raw("r1", answer="E"), raw("r2", stem="另一题", options=["甲", "", "丙"]))
    lost = decide(rows, "r1", {"r1": "answer_beyond_options"}, key=("罗杰斯",),
                  fields={"E": "罗杰斯"})  # fmt: skip
    filled = decide(rows, "r2", fields={"B": "乙"})
    result = reviewed(rows, file(tmp_path, lost, filled)).kept
    assert result["options"].to_list() == [[*PEOPLE, "罗杰斯"], ["甲", "乙", "丙"]]
    assert result["answer"].to_list() == ["E", "B"]
    assert lost.patch.options == {"": "罗杰斯"}


@pytest.mark.parametrize(
    ("answer", "said", "right"),
    [
        ("B", {"fields": {"C": "匹配法"}}, {"斯金纳"}),
        ("C", {"fields": {"C": "匹配法"}}, {"匹配法"}),  # the key is the one that changes
        ("C", {"fields": {"A": "匹配法"}}, {"恒定法"}),  # and here its twin
        ("B", {"fields": {"C": "匹配法"}, "letters": "AC"}, {"恒定法", "匹配法"}),
    ],
)
def test_of_two_equal_options_the_one_that_is_named_changes(
    tmp_path: Path, answer: str, said: dict[str, Any], right: set[str]
) -> None:
    printed = ["恒定法", "斯金纳", "恒定法", "巴甫洛夫"]
    rows = frame(raw("r1", options=printed, answer=answer))
    made = decide(rows, "r1", {"r1": "identical_options"}, **said)
    row = reviewed(rows, file(tmp_path, made)).kept.row(0, named=True)
    assert set(row["options"]) == {"恒定法", "匹配法", "斯金纳", "巴甫洛夫"}
    assert {row["options"]["ABCD".index(letter)] for letter in row["answer"]} == right


def test_a_model_answer_is_corrected(tmp_path: Path) -> None:
    rows = frame(raw("r1", declared="QA", options=[], answer="略", stem="简述遗忘曲线的主要规律。"))
    result = reviewed(rows, file(tmp_path, decide(rows, "r1", key=("遗忘先快后慢。",))))
    assert result.kept["answer"].to_list() == ["遗忘先快后慢。"]


def test_a_rejected_question_leaves_with_the_reason(tmp_path: Path) -> None:
    rows = frame(raw("r1"), raw("r2", stem="短时记忆的容量约为（　　）个组块。"))
    result = reviewed(rows, file(tmp_path, decide(rows, "r1", verdict="reject", why="超出考纲")))
    assert result.kept["raw_id"].to_list() == ["r2"]
    gone = result.rejected.row(0, named=True)
    assert (gone["parent"], gone["rule"], gone["detail"]) == (
        "r1",
        "reviewer_rejected",
        "lin: 超出考纲",
    )


def test_a_restored_question_breaks_only_the_rule_that_was_waived(tmp_path: Path) -> None:
    rows = frame(raw("r1", stem="，提出观察学习理论的是（　　）。"))
    gone = dict(clean({"reviewed": rows}, CleanSettings()).rejected.select("parent", "rule").rows())
    assert gone == {"r1": "truncated_stem"}
    folder = file(tmp_path, decide(rows, "r1", gone, verdict="restore"))
    kept = clean({"reviewed": reviewed(rows, folder).kept}, CleanSettings())
    assert kept.kept["raw_id"].to_list() == ["r1"]
    unanswered = reviewed(rows, folder).kept.with_columns(answer=pl.lit(""))
    other = clean({"reviewed": unanswered}, CleanSettings()).rejected
    assert other["rule"].to_list() == ["missing_answer"]


def test_a_decided_key_stands_against_copies(tmp_path: Path) -> None:
    rows = frame(raw("r1"), raw("r2", answer="C", source="t"))
    clash = unique({"cleaned": clean({"reviewed": rows}, CleanSettings()).kept}, UniqueSettings())
    rules = dict(clash.rejected.select("parent", "rule").rows())
    assert set(rules.values()) == {"conflicting_answers"}
    made = decide(rows, "r1", rules, letters="C")
    assert (made.verdict, made.saw.key) == ("which_key", ("班杜拉",))
    kept = clean({"reviewed": reviewed(rows, file(tmp_path, made)).kept}, CleanSettings()).kept
    after = unique({"cleaned": kept}, UniqueSettings())
    assert after.kept.select("raw_id", "answer").rows() == [("r2", [2])]
    assert dict(after.rejected.select("parent", "rule").rows()) == {"r1": "conflicting_answers"}


def test_contradictory_decisions_stop_with_both_shown(tmp_path: Path) -> None:
    rows = frame(raw("r1"))
    one = decide(rows, "r1", letters="C", by="lin")
    other = decide(rows, "r1", letters="D", by="wang")
    folder = file(tmp_path, one, other)
    with pytest.raises(ConfigError) as caught:
        reviewed(rows, folder)
    said = caught.value.line()
    assert "lin 2026-11-22: correct key = ['班杜拉']" in said
    assert "wang 2026-11-22: correct key = ['巴甫洛夫']" in said
    assert "lin.jsonl line 1" in said
    # what it names works, whatever is decided
    every = read([folder / "lin.jsonl"])
    named = tuple(whole_digest(name, every) for name in re.findall(r"--supersedes (\w+)", said))
    for letters in "CDA":
        made = decide(rows, "r1", letters=letters, by="zhao")
        made = made.model_copy(update={"supersedes": named})
        refuse_against(made, every)
        file(tmp_path / letters, one, other, made)
        assert reviewed(rows, tmp_path / letters).kept["answer"].to_list() == [letters]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"verdict": "reject"}, {"letters": "C"}),
        ({"verdict": "accept"}, {"letters": "C"}),
        ({"verdict": "accept"}, {"verdict": "reject"}),
        ({"labels": {"task": "KG"}}, {"labels": {"task": "CA"}}),
    ],
)
def test_what_cannot_both_be_is_a_contradiction(
    tmp_path: Path, first: dict[str, Any], second: dict[str, Any]
) -> None:
    rows = frame(raw("r1"))
    folder = file(tmp_path, decide(rows, "r1", **first), decide(rows, "r1", **second))
    with pytest.raises(ConfigError, match="contradict each other"):
        reviewed(rows, folder)


def test_a_decision_falls_by_one_on_the_same_question_only(tmp_path: Path) -> None:
    rows = frame(raw("r1"), raw("r2", stem="短时记忆的容量约为（　　）个组块。"))
    every = read([file(tmp_path, decide(rows, "r1", letters="D")) / "lin.jsonl"])
    made = decide(rows, "r2", letters="C").model_copy(update={"supersedes": (every[0].digest,)})
    with pytest.raises(ConfigError, match="takes a decision on the same question"):
        refuse_against(made, every)


def test_what_two_accepted_falls_by_one_decision(tmp_path: Path) -> None:
    rows = frame(raw("r1"))
    every = [
        *read([file(tmp_path, decide(rows, "r1", verdict="accept")) / "lin.jsonl"]),
        *read([file(tmp_path / "w", decide(rows, "r1", verdict="accept", by="w")) / "lin.jsonl"]),
    ]
    made = decide(rows, "r1", letters="C")
    given: tuple[str, ...] = ()
    for _ in range(2):
        with pytest.raises(ConfigError) as caught:
            refuse_against(made.model_copy(update={"supersedes": given}), every)
        named = re.findall(r"--supersedes (\w+)", caught.value.line())
        assert sorted(named) == sorted(one.digest[:12] for one in every)
        given = (every[0].digest,)  # one alone is not enough, and both are named again
    refuse_against(made.model_copy(update={"supersedes": tuple(d.digest for d in every)}), every)


def test_two_who_agree_do_not_contradict(tmp_path: Path) -> None:
    rows = frame(raw("r1"))
    same = (decide(rows, "r1", letters="C"), decide(rows, "r1", letters="C", by="wang"))
    labels = decide(rows, "r1", labels={"task": "KG"})
    assert status(reviewed(rows, file(tmp_path, *same, labels))) == [("applied", "")] * 3


def test_a_decision_falls_when_a_later_one_supersedes_it(tmp_path: Path) -> None:
    rows = frame(raw("r1"))
    folder = file(tmp_path, decide(rows, "r1", letters="D"))
    first = reviewed(rows, folder).tables["decisions"]["decision"][0]
    later = decide(rows, "r1", letters="C").model_copy(update={"supersedes": (first,)})
    result = reviewed(rows, file(folder, later))
    assert Decision.model_validate({**later.model_dump(), "supersedes": first}) == later  # as once
    assert result.kept["answer"].to_list() == ["C"]
    assert sorted(status(result)) == [("applied", ""), ("superseded", "")]
    lost = later.model_copy(update={"supersedes": ("0" * 64,)})
    with pytest.raises(ConfigError, match="supersedes a decision that is not there"):
        reviewed(rows, file(tmp_path / "other", lost))
