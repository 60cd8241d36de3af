"""The plan of the sample: everything printed, cases whole, defects enough, no look-alikes."""

from collections import Counter

import numpy as np
import pytest
from rapidfuzz import fuzz, process

from cpsyexam.taxonomy import exams, find_subject, subjects
from samples import plan
from samples.book import plan as book


def _printed() -> list[plan.Printed]:
    return [row for paper in plan.papers() for row in plan.printed(paper)]


def test_the_bank_covers_every_exam_and_subject() -> None:
    questions = book.bank().values()
    assert len(questions) >= 320
    counts = Counter((q["exam"], q["subject"]) for q in questions)
    assert set(counts) == {(exam, subject) for exam in exams() for subject in subjects(exam)}
    assert min(counts.values()) >= 6
    assert {q["format"] for q in questions} == {"SCQ", "MAQ", "QA"}
    assert len({q["case"] for q in questions if q["case"]}) >= 14
    explained = sum(bool(q["explanation"]) for q in questions if q["format"] != "QA")
    assert explained >= 0.4 * sum(q["format"] != "QA" for q in questions)


def test_answers_of_the_bank_fit_their_options() -> None:
    for question in book.bank().values():
        if question["format"] == "QA":
            assert len(question["answer"]) > 20
            continue
        options, answer = question["options"], question["answer"]
        assert 4 <= len(options) <= 5
        assert len(set(options)) == len(options), question["key"]
        assert answer == "".join(sorted(set(answer)))
        assert max(answer) <= "ABCDE"[len(options) - 1], question["key"]
        assert (len(answer) == 1) == (question["format"] == "SCQ"), question["key"]


def test_every_question_is_printed() -> None:
    printed = {row.truth.key for row in _printed()} | {row["key"] for row in book.printed()}
    assert printed == set(plan.questions())


def test_papers_are_of_a_known_subject_and_size() -> None:
    for paper in plan.papers():
        rows = plan.printed(paper)
        assert 7 <= len(rows) <= 60, paper.id
        assert len({row.truth.key for row in rows}) == len(rows), paper.id
        if paper.site != "bank":
            assert find_subject(paper.subject) is not None, paper.id


def test_cases_stay_whole() -> None:
    cases = Counter(q.case for q in plan.questions().values() if q.case)
    for paper in plan.papers():
        here = Counter(row.truth.case for row in plan.printed(paper) if row.truth.case)
        assert all(count == cases[case] for case, count in here.items()), paper.id


def test_every_edit_changes_a_printed_question() -> None:
    used = {(row.paper, row.truth.key) for row in _printed()}
    assert set(plan.edits()) <= used


@pytest.mark.parametrize(
    ("kinds", "least"),
    [
        (("exact", "near"), 30),
        (("near",), 12),
        (("flip",), 8),
        (("conflict",), 10),
        (("answer_beyond_options",), 4),
        (("image_needed",), 4),
        (("missing_answer",), 5),
        (("identical_options",), 4),
        (("number_left", "letters_left", "tag_left", "score_left"), 10),
        (("advert", "watermark"), 10),
        (("mojibake",), 3),
        (("mismatch",), 12),
        (("format",), 8),
        (("orphan",), 2),
    ],
)
def test_enough_defects_are_planted(kinds: tuple[str, ...], least: int) -> None:
    assert sum(row.defect in kinds for row in _printed()) >= least


def test_contradictions_are_printed_twice_with_two_keys() -> None:
    answers: dict[str, set[str]] = {}
    for row in _printed():
        if row.defect == "conflict":
            answers.setdefault(row.truth.key, set()).add(row.truth.answer)
    assert len(answers) >= 5
    assert all(len(keys) == 2 for keys in answers.values())


def test_reordered_options_keep_their_answer() -> None:
    moved = [
        row
        for row in _printed()
        if (row.paper, row.truth.key) == ("ex-developmental", "gee-dev-02")
    ]
    chosen = [row.truth.options["ABCDEFGH".index(row.truth.answer)] for row in moved]
    assert chosen == ["第四亚阶段"]


def test_no_two_questions_look_alike_but_the_planted_flips() -> None:
    rows = [q for q in plan.questions().values() if not q.key.endswith("-flip")]
    texts = ["|".join([q.stem, *sorted(q.options)]) for q in rows]
    alike = np.argwhere(np.triu(process.cdist(texts, texts, scorer=fuzz.ratio), 1) > 75)
    assert [(rows[i].key, rows[j].key) for i, j in alike] == []
