"""The score: synthetic builds made from the truth, then spoiled in one place each."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cpsyexam.errors import StageError
from cpsyexam.taxonomy import positions
from samples import score as marks
from samples import truth as rows
from samples.scoring.comparing import differences, same, shuffled_right
from samples.scoring.matching import match
from samples.scoring.tables import Build, Row
from samples.scoring.verdict import figures, score

TRUTH = rows.read()
QUESTIONS = [row for row in TRUTH if row["kind"] == "question"]


def _perfect() -> Build:
    """A build that does everything right."""
    build = Build({}, {}, {}, {}, {}, [])
    seen: set[str] = set()
    for number, truth in enumerate(QUESTIONS):
        name = f"r{number}"
        raw = {**truth, "raw_id": name, "url": truth["page"], "locator": ""}
        build.parsed.setdefault(truth["source"], []).append(raw)
        fate = {"raw_id": name, "stage": "cleaned", "detail": "", "record": ""}
        if truth["expect"] == "reject":
            build.rejected[name] = {**fate, "rule": truth["rules"][0]}
            continue
        build.cleaned[name] = _row(truth, name)
        if truth["key"] in seen:
            build.rejected[name] = {**fate, "rule": "exact_duplicate"}
        else:
            seen.add(truth["key"])
            build.labeled[name] = _row(truth, name)
            build.split[name] = _shuffled(truth, name)
    for capture in (row for row in TRUTH if row["kind"] == "capture"):
        told = {"rule": capture["rules"][0], "url": capture["page"], "record": "", "detail": ""}
        build.captures.append(told)
    return build


def _row(truth: Row, name: str) -> Row:
    choice = truth["format"] != "QA"
    answer = positions(truth["answer"]) if choice else []
    reference = "" if choice else truth["answer"]
    return {**truth, "raw_id": name, "answer": answer, "reference": reference}


def _shuffled(truth: Row, name: str) -> Row:
    row = _row(truth, name)
    order = list(range(len(truth["options"])))[::-1]
    answer = sorted(order.index(place) for place in row["answer"])
    options = [truth["options"][place] for place in order]
    return {**row, "order": order, "answer": answer, "options": options}


def _first(build: Build, source: str) -> str:
    chosen = build.labeled.values()
    found = (r for r in chosen if r["source"] == source and r["format"] == "SCQ")
    return str(next(found)["raw_id"])


def test_a_perfect_build_has_a_perfect_score() -> None:
    found = figures(score(TRUTH, _perfect()))
    assert marks.failures(found) == []
    assert found["web"]["exact_share"] == 1.0
    assert found["defects_caught"] == 1.0
    assert found["lost"] == found["missed"] == []
    assert found["wrong_answers"] == found["spoiled_in_release"] == found["phantoms"] == 0
    assert all(label["right_share"] == 1.0 for label in found["labels"].values())


def _wrong_key(build: Build) -> None:
    row = build.split[_first(build, "hxter")]
    row["answer"] = [(row["answer"][0] + 1) % 4]


def _wrong_stem(build: Build) -> None:
    name = _first(build, "mxqe")
    build.labeled[name]["stem"] += "多余"


def _lost_good(build: Build) -> None:
    name = _first(build, "examcoo")
    build.split.pop(name)
    build.rejected[name] = {"rule": "few_options", "stage": "cleaned", "detail": "", "record": ""}


def _held_good(build: Build) -> None:
    _lost_good(build)
    build.rejected[_gone(build)] |= {"rule": "reading", "stage": "gated"}


def _gone(build: Build) -> str:
    return next(name for name, row in build.rejected.items() if row["rule"] == "few_options")


def _spoiled(build: Build) -> None:
    number = next(i for i, t in enumerate(QUESTIONS) if t["defect"] == "mismatch")
    build.rejected.pop(f"r{number}")
    build.split[f"r{number}"] = _shuffled(QUESTIONS[number], f"r{number}")


def _copy_kept(build: Build) -> None:
    copies = (n for n, row in build.rejected.items() if row["rule"] == "exact_duplicate")
    name = next(copies)
    build.rejected.pop(name)
    build.split[name] = _shuffled(QUESTIONS[int(name[1:])], name)


def _invented(build: Build) -> None:
    row = {**build.split[_first(build, "hxter")], "raw_id": "r-none"}
    build.split["r-none"] = row


@pytest.mark.parametrize(
    ("spoil", "figure", "value"),
    [
        (_wrong_key, "wrong_answers", 1),
        (_lost_good, "good_rejected", 1),
        (_held_good, "good_held", 1),
        (_spoiled, "spoiled_in_release", 1),
        (_invented, "phantoms", 1),
    ],
)
def test_one_fault_is_counted(spoil: Callable[[Build], None], figure: str, value: int) -> None:
    build = _perfect()
    spoil(build)
    assert figures(score(TRUTH, build))[figure] == value


def test_a_wrong_field_is_no_exact_recovery() -> None:
    build = _perfect()
    _wrong_stem(build)
    found = figures(score(TRUTH, build))
    assert found["sources"]["mxqe"]["wrong"]["stem"] == 1
    assert found["sources"]["mxqe"]["exact"] == found["sources"]["mxqe"]["usable"] - 1


def test_a_kept_copy_is_a_missed_defect() -> None:
    build = _perfect()
    _copy_kept(build)
    caught, planted = figures(score(TRUTH, build))["defects"]["duplicate"]
    assert caught == planted - 1


def test_an_empty_build_fails_every_mark() -> None:
    found = figures(score(TRUTH, Build({}, {}, {}, {}, {}, [])))
    assert len(marks.failures(found)) == len(marks.LEAST) + len(marks.MOST) - 1  # nothing is held
    assert found["good_rejected"] == found["good"]


def test_width_and_blanks_do_not_count_but_letters_do() -> None:
    assert same("A型（　　）。", "A 型( )。", loose=False)
    assert not same("“记忆”", '"记忆"', loose=False)
    assert same("“记忆”——一", '"记忆"--一', loose=True)
    assert not same("耶克斯—多德森", "耶克斯一多德森", loose=True)


def test_differences_name_the_field() -> None:
    truth = next(t for t in QUESTIONS if t["format"] == "MAQ")
    row = _row(truth, "r")
    assert differences(truth, row, loose=False) == []
    row["options"] = row["options"][:-1]
    row["answer"] = [0]
    assert [d.field for d in differences(truth, row, loose=False)] == ["options", "answer"]


def test_a_shuffled_answer_is_read_in_printed_order() -> None:
    truth = {"format": "SCQ", "answer": "D"}
    assert shuffled_right(truth, {"order": [3, 0, 1, 2], "answer": [0]})
    assert not shuffled_right(truth, {"order": [0, 1, 2, 3], "answer": [0]})


def test_look_alikes_are_told_apart_by_text_then_number() -> None:
    def printed(stem: str, number: str) -> dict[str, Any]:
        return {"stem": stem, "options": [], "number": number, "page": "p", "url": "p",
                "locator": ""}  # fmt: skip

    truth = [printed("外向且情绪不稳定的人属于", "1"), printed("内向且情绪不稳定的人属于", "2")]
    found = [printed("内向且情绪不稳定的人属于", "2"), printed("外向且情绪不稳定的人属于", "1")]
    assert {i: row["number"] for i, row in match(truth, found).items()} == {0: "1", 1: "2"}
    assert match(truth, []) == {}


def test_a_build_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    done = CliRunner().invoke(marks.main, ["--out", str(tmp_path)])
    assert done.exit_code == 2
    assert done.output.startswith("error: ")
    assert len(done.output.splitlines()) == 1
    assert "cpsyexam build" in done.output


def test_a_build_of_other_questions_is_told_apart_from_a_bad_one() -> None:
    perfect = _perfect()
    assert marks.of_sample(perfect) is perfect
    with pytest.raises(StageError) as raised:
        marks.of_sample(Build({"mine": []}, {}, {}, {}, {}, []))
    assert raised.value.line().endswith("build the sample again: make dataset")
    assert "mine" in raised.value.line()
