"""Stage `labeled`: places, formats, tasks, categories, flags."""

from collections.abc import Mapping

import polars as pl
import pytest

from cpsyexam.records import LabeledQuestion
from labeling.classify import learn
from labeling.settings import LabelSettings
from labeling.stage import label
from tests.labeling.rows import unique

CASE = (
    "一般资料：求助者，女性，26岁，未婚，编辑。案例介绍：一个月前求助者受到批评，此后情绪低落，"
    "睡眠差，主动前来咨询。"
)


def _label(*rows: Mapping[str, object], **settings: object) -> pl.DataFrame:
    return label({"unique": unique(*rows)}, LabelSettings.model_validate(settings)).kept


def _rule(row: Mapping[str, object], **settings: object) -> str:
    outcome = label({"unique": unique(row)}, LabelSettings.model_validate(settings))
    assert outcome.kept.height + outcome.rejected.height == 1
    return "" if outcome.rejected.is_empty() else str(outcome.rejected["rule"][0])


def test_every_row_is_kept_or_rejected() -> None:
    rows = unique({}, {"exam": "X"}, {"declared": "MAQ"}, {"material": CASE, "exam": "PCE"})
    outcome = label({"unique": rows}, LabelSettings())
    LabeledQuestion.validate(outcome.kept)
    assert set(outcome.kept["raw_id"]) | set(outcome.rejected["parent"]) == set(rows["raw_id"])


@pytest.mark.parametrize(
    ("exam", "subject", "want"),
    [
        ("GEE", "普通心理学", ("GEE", "普通心理学")),
        ("SSE", "管理类社会心理学（二）", ("SSE", "管理类社会心理学(二)")),
        ("", "心理咨询师二级", ("PCE", "心理咨询师二级")),
    ],
)
def test_exam_and_subject_come_from_the_source(
    exam: str, subject: str, want: tuple[str, str]
) -> None:
    row = _label({"exam": exam, "subject": subject}).row(0, named=True)
    assert (row["exam"], row["subject"]) == want


@pytest.mark.parametrize(
    ("exam", "subject", "rule"),
    [
        ("", "", "exam_unknown"),
        ("GRE", "普通心理学", "exam_unknown"),
        ("GEE", "", "subject_unknown"),
        ("TQE", "普通心理学", "subject_unknown"),
    ],
)
def test_what_the_taxonomy_does_not_know_is_rejected(exam: str, subject: str, rule: str) -> None:
    row = {"exam": exam, "subject": subject}
    assert _rule(row) == rule
    assert _rule(row | {"notes": [f"waive:{rule}"]}) == rule  # nobody brings it into a release


@pytest.mark.parametrize(
    ("declared", "answer", "options", "want"),
    [
        ("SCQ", [1], 4, ("SCQ", "declared")),
        ("MAQ", [1, 2], 4, ("MAQ", "declared")),
        ("", [1], 4, ("SCQ", "options_and_answer")),
        ("", [0, 3], 4, ("MAQ", "options_and_answer")),
        ("INDEF", [0, 3], 5, ("MAQ", "indefinite_by_answer")),
        ("INDEF", [2], 4, ("SCQ", "indefinite_by_answer")),
        ("QA", [], 0, ("QA", "declared")),
        ("", [], 0, ("QA", "options_and_answer")),
    ],
)
def test_format(declared: str, answer: list[int], options: int, want: tuple[str, str]) -> None:
    texts = [f"选择{i}" for i in range(options)]
    row = {"declared": declared, "answer": answer, "options": texts, "reference": "答"}
    assert _label(row).select("format", "format_rule").row(0) == want


@pytest.mark.parametrize(
    ("row", "rule"),
    [
        ({"declared": "SCQ", "answer": [0, 1]}, "single_with_several_answers"),
        ({"declared": "MAQ", "answer": [0]}, "multiple_with_one_answer"),
        ({"declared": "QA"}, "open_with_options"),
        ({"declared": "SCQ", "options": [], "answer": []}, "choice_without_options"),
        ({"answer": []}, "choice_without_answer"),
    ],
)
def test_no_format_is_made_up(row: Mapping[str, object], rule: str) -> None:
    assert _rule(row) == rule


def test_the_recipe_may_retype_instead() -> None:
    rows = ({"declared": "SCQ", "answer": [0, 1]}, {"declared": "MAQ", "answer": [0]})
    kept = _label(*rows, single_with_several="MAQ", multiple_with_one="SCQ")
    assert kept["format"].to_list() == ["MAQ", "SCQ"]
    assert set(kept["format_rule"]) == {"declared_but_answer_differs"}


def test_a_case_is_told_by_its_material() -> None:
    row = _label(
        {
            "exam": "PCE",
            "subject": "心理咨询师二级",
            "material": CASE,
            "stem": "对该求助者的初步诊断是",
        }
    ).row(0, named=True)
    assert (row["task"], row["task_rule"], row["category"]) == ("CA", "keywords", "reasoning")
    assert {"general data", "introduced person"} <= set(row["keywords"])
    assert row["task_confidence"] > 0.99


def test_length_alone_makes_no_case() -> None:
    long = "研究者让两组学生在不同条件下学习同样的材料，并比较他们的成绩。" * 20
    assert _label({"stem": long})["task"][0] == "KG"


def test_a_short_case_is_a_case() -> None:
    row = {"exam": "PCE", "subject": "心理咨询师三级", "stem": "某女，23岁，怕见生人，首选疗法是"}
    assert _label(row)["task"][0] == "CA"


def test_a_lost_case_is_flagged() -> None:
    row = _label({"stem": "在本案例中，求助者产生心理问题的原因是"}).row(0, named=True)
    assert (row["task"], row["task_rule"]) == ("KG", "keywords_unsure")
    assert {"task_unsure", "case_missing"} <= set(row["flags"])


def test_an_exam_without_cases_gets_none() -> None:
    row = _label({"exam": "SSE", "subject": "医学类心理学", "material": CASE}).row(0, named=True)
    assert (row["task"], row["task_rule"], row["category"]) == ("KG", "exam_has_no_cases", "")
    assert "case_in_knowledge_exam" in row["flags"]


def test_the_category_of_the_source_stands() -> None:
    row = {
        "exam": "PCE",
        "subject": "心理咨询师二级",
        "material": CASE,
        "category_hint": "心理理论",
    }
    got = _label({**row, "material": CASE}).row(0, named=True)
    assert (got["category"], got["category_rule"]) == ("identification", "source")
    assert "category_doubtful" not in got["flags"]


def test_keywords_do_not_see_the_case() -> None:
    theory = CASE + "咨询师讲解了合理情绪疗法的理论和原理。"
    rows = [
        {
            "exam": "PCE",
            "subject": "心理咨询师二级",
            "material": m,
            "stem": "对求助者的诊断是",
            "options": ["抑郁症", "焦虑症"],
        }
        for m in (CASE, theory)
    ]
    assert set(_label(*rows)["category"]) == {"reasoning"}


def test_flags_of_cleaning_stay() -> None:
    assert _label({"flags": ["doubtful_character: 査"]})["flags"].to_list() == [
        ["doubtful_character: 査"]
    ]


def _bank() -> pl.DataFrame:
    pytest.importorskip("sklearn")
    words = {
        "identification": ["体现的理论", "采用的原理"],
        "reasoning": ["诊断依据", "产生的原因"],
        "application": ["咨询目标", "操作步骤"],
    }
    rows: list[dict[str, object]] = []
    subjects = ("人格心理学", "社会心理学", "实验心理学", "管理心理学", "发展心理学", "教育心理学")
    for category, stems in words.items():
        for i in range(12):
            stem = f"{stems[i % 2]}是"
            rows.append({"stem": stem, "category": category, "exam": "", "subject": ""})
    rows += [
        {"stem": f"{name[:2]}的概念{i}", "category": "", "exam": "GEE", "subject": name}
        for name in subjects
        for i in range(6)
    ]
    blank = pl.lit([], dtype=pl.List(pl.String)).alias("options")
    return pl.DataFrame(rows).with_columns(blank, material=pl.lit(""))


def test_a_model_suggests_but_never_decides_the_subject() -> None:
    models = learn(_bank())
    row = {"exam": "GEE", "subject": "普通心理学", "stem": "人格的概念", "options": []}
    known = {**row, "subject": "人格心理学", "reference": "答", "answer": []}
    rows = unique({**row, "reference": "答", "answer": []}, known)
    kept = label({"unique": rows}, LabelSettings(), models=lambda: models).kept
    assert kept["subject"].to_list() == ["普通心理学", "人格心理学"]
    flags = kept["flags"].to_list()
    assert flags[0][0].startswith("subject_doubtful: GEE/人格心理学, ")
    assert flags[1] == []


def test_a_model_gives_the_category_and_its_doubt() -> None:
    models = learn(_bank())
    row: dict[str, object] = {
        "exam": "PCE",
        "subject": "心理咨询师二级",
        "material": CASE,
        "options": [],
        "answer": [],
        "reference": "答",
    }
    rows = unique({**row, "stem": "操作步骤是"}, {**row, "stem": "请回答"})
    kept = label({"unique": rows}, LabelSettings(), models=lambda: models).kept
    assert kept["category"][0] == "application"
    assert kept["category_rule"].to_list() == ["model", "model"]
    assert "category_doubtful" not in kept["flags"][0].to_list()
    assert "category_doubtful" in kept["flags"][1].to_list()
