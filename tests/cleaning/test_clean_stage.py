"""Stage `cleaned`: row law, rules, positions, changes."""

import json
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from cleaning import rules
from cleaning.rate_changes import jumps
from cleaning.settings import CleanSettings
from cleaning.stage import clean
from cpsyexam.errors import ConfigError
from cpsyexam.memo import NO_MEMO, Memo
from cpsyexam.records import RawQuestion, conform
from cpsyexam.stage import StageResult

EMPTY: dict[str, Any] = {
    **dict.fromkeys(RawQuestion.column_names(), ""),
    "options": [],
    "images": [],
    "notes": [],
    "boxes": [],
    "key_boxes": [],
    "confidence": None,
}


def raw(**values: Any) -> dict[str, Any]:
    question = {"stem": "提出者是（　　）。", "options": ["甲", "乙", "丙", "丁"], "answer": "B"}
    return {**EMPTY, "source": "s", "declared": "SCQ", **question, **values}


def run(*rows: dict[str, Any], memo: Memo = NO_MEMO, **settings: Any) -> StageResult:
    named = [{**row, "raw_id": row["raw_id"] or f"r{i}"} for i, row in enumerate(rows)]
    frame: pl.DataFrame = conform(named, RawQuestion)
    return clean({"parsed": frame}, CleanSettings(**settings), memo=memo)


def rule_of(**values: Any) -> str:
    outcome = run(raw(**values))
    return str(outcome.rejected["rule"][0]) if outcome.rejected.height else ""


@pytest.mark.parametrize(
    ("rule", "values"),
    [
        ("format_not_in_release", {"declared": "TF", "options": [], "answer": "对"}),
        ("format_not_in_release", {"declared": "FILL", "options": [], "answer": "自我"}),
        ("missing_stem", {"stem": " （　）。"}),
        ("missing_stem", {"stem": "B", "declared": "QA", "options": [], "answer": "手术后出血。"}),
        ("missing_options", {"options": []}),
        ("lost_sign", {"stem": "提出者\ue003是（　　）。"}),
        ("missing_answer", {"answer": " "}),
        ("missing_answer", {"declared": "QA", "options": [], "answer": ""}),
        ("few_options", {"options": ["甲", "乙"]}),
        ("answer_unreadable", {"answer": "略"}),
        ("answer_beyond_options", {"answer": "E"}),
        ("answer_beyond_options", {"answer": "C", "options": ["甲", "乙", " ", "丁"]}),
        ("single_choice_answers", {"answer": "AB"}),
        ("multiple_choice_answers", {"declared": "MAQ", "answer": "A"}),
        ("empty_option", {"options": ["甲", "乙", "", "丁"]}),
        ("identical_options", {"options": ["甲", "乙", " 甲", "丁"]}),
        ("option_letters_left", {"options": ["甲", "乙", "丙 E．弗洛伊德", "丁"]}),
        ("option_letters_left", {"stem": "(B)宪法"}),
        ("image_needed", {"stem": "如图所示，这一错觉称为（　　）。"}),
        ("image_needed", {"stem": "根据下图中的曲线，说法正确的是（　　）。"}),
        ("image_needed", {"options": ["<img src='a.png'>", "乙", "丙", "丁"]}),
        ("image_needed", {"images": ["a.png"]}),
        ("orphan_case_question", {"stem": "该求助者的主要问题是（　　）。"}),
        ("orphan_case_question", {"stem": "关于本案的诉讼程序，下列哪一表述是正确的？"}),
        ("mojibake", {"stem": "提出锟斤拷的是（　　）。"}),
        ("truncated_stem", {"stem": "，这属于认知发展的（　　）"}),
        ("answer_in_stem", {"stem": "提出者是（　　）。正确答案：B"}),
        ("contact_data", {"material": "联系人张某，13812345678。" * 2}),
        ("personal_data", {"material": "身份证号11010519491231002X的求助者来访" * 2}),
    ],
)
def test_every_rule_catches_its_defect(rule: str, values: dict[str, Any]) -> None:
    assert rule_of(**values) == rule


def test_every_rule_has_a_case_above() -> None:
    mark = test_every_rule_catches_its_defect.pytestmark[0]
    tried = {rule for rule, _ in mark.args[1]}
    known = {rule.id for rule in rules.rules(CleanSettings())}
    assert known - tried == {"options_in_open_question", "too_many_options"}
    assert rule_of(declared="QA") == "options_in_open_question"
    assert rule_of(options=list("甲乙丙丁戊己庚辛壬")) == "too_many_options"


@pytest.mark.parametrize(
    "values",
    [
        {"options": ["甲", "乙", "以上都对", "A和C"]},
        {"options": ["维生素B1", "维生素A、维生素D", "SCL-90", "A、B型人格"]},
        {"options": ["斯腾伯格( SternB.erg)", "B.F.Skinner", "HA.milton", "C.Jung"]},
        {"options": ["+1", "-1", "0", "1"]},
        {"stem": "李某因邻居噪声扰民而起诉，本案的诉讼标的是（　　）。"},
        {"options": ["A型行为", "B型行为", "C型行为", "D型行为"]},
        {"options": ["F检验", "f检验", "Z检验", "t检验"]},
        {"stem": "最常用的统计图是"},
        {"stem": "下列属于图式的特点，图中心的是（　　）"},
        {"stem": "要求被试根据图片上的情景编制故事，这种测验称为"},
        {"stem": "该求助者的主要问题是（　　）。", "material": "一般资料：求助者，女，30岁。" * 3},
        {
            "stem": "求助者，男，19岁，自述近一个月失眠，害怕考试，主动求助，"
            "该求助者的症状包括多种情绪反应，最主要的是（　　）。"
        },
        {"stem": "强调知识并不是问题的最终答案的学习理论是（　　）"},
        {"stem": "人格测验中，A型人格与（B型）人格的区别是（　　）"},
    ],
)  # fmt: skip
def test_good_questions_pass(values: dict[str, Any]) -> None:
    outcome = run(raw(**values))
    assert outcome.rejected.height == 0
    kept = outcome.kept.to_dicts()[0]
    assert kept["stem"] == values.get("stem", kept["stem"])
    assert kept["options"] == values.get("options", kept["options"])


def test_positions_letters_and_changes() -> None:
    outcome = run(
        raw(declared="MAQ", answer="C, A", stem="1、提出者有( )。多选", number="1"),
        raw(options=["A.甲", "B.乙", "C.丙", "D.丁"]),
        raw(options=["甲", "乙", "丙"], answer="D、衰竭期"),
        raw(answer="丙"),
        raw(declared="", stem="提出者有（　　）。【多选题】", answer="AB"),
        raw(stem="提出者是（B）。"),
        raw(declared="QA", options=[], answer="答：记忆是经验。"),
        raw(options=["、甲", "、乙", "、丙", "、丁"]),
        raw(stem="最早提出的人是 B"),
        raw(stem="夜盲症患者缺的是维生素 A"),
        raw(stem="单选题 Which comes first?"),
        raw(stem="问题 最早提出的是（ ）"),
    )
    rows = outcome.kept.to_dicts()
    assert [row["answer"] for row in rows] == [
        [0, 2],
        [1],
        [3],
        [2],
        [0, 1],
        [1],
        [],
        [1],
        [1],
        [1],
        [1],
        [1],
    ]
    assert [row["stem"] for row in rows[8:]] == [
        "最早提出的人是（　　）",
        "夜盲症患者缺的是维生素 A",
        "Which comes first?",
        "最早提出的是（　　）",
    ]
    assert rows[0]["stem"] == "提出者有（　　）。"
    assert [change["rule"] for change in rows[0]["changes"]] == [
        "gap",
        "leading_mark",
        "trailing_mark",
    ]
    assert rows[1]["options"] == ["甲", "乙", "丙", "丁"] == rows[7]["options"]
    assert rows[2]["options"] == ["甲", "乙", "丙", "衰竭期"]
    assert rows[4]["declared"] == "MAQ"
    assert rows[5]["stem"] == "提出者是（　　）。"
    assert rows[6]["reference"] == "记忆是经验。"


def test_cleaning_what_is_clean_changes_nothing() -> None:
    first = run(
        raw(stem="1、提出者,冯特是( )，或者，对吗。单选", options=["A.甲", "B.乙", "C.丙", "D.丁"])
    )
    row = first.kept.to_dicts()[0]
    again = run(raw(stem=row["stem"], options=row["options"], declared=row["declared"]))
    assert again.kept["changes"].to_list() == [[]]
    assert again.kept["id"].to_list() == first.kept["id"].to_list()


def test_the_row_law_holds_and_rejected_rows_are_as_printed() -> None:
    outcome = run(raw(), raw(answer="E", stem="2、提出者是( )。"), raw(declared="TF"))
    assert set(outcome.kept["raw_id"]) | set(outcome.rejected["parent"]) == {"r0", "r1", "r2"}
    record = json.loads(outcome.rejected.filter(rule="answer_beyond_options")["record"][0])
    assert record["stem"] == "2、提出者是( )。"
    assert outcome.rejected.filter(rule="answer_beyond_options")["detail"][0] == "E"


def test_settings_reach_the_rules() -> None:
    assert run(raw(options=["甲", "乙"]), min_options=2).kept.height == 1
    assert run(raw(answer="AB"), retype=True).kept.height == 1
    assert run(raw(stem="提出锟斤拷的是（　　）。"), off=("mojibake",)).kept.height == 1
    marked = run(raw(stem="（某某资料）提出者是（　　）。"), adverts=("（某某资料）",))
    assert marked.kept["stem"][0] == "提出者是（　　）。"
    with pytest.raises(ConfigError, match="did you mean 'mojibake'"):
        run(raw(), off=("mojibak",))
    with pytest.raises(ConfigError, match="this rule is needed"):
        run(raw(), off=("format_not_in_release",))
    with pytest.raises(ValueError, match="cannot be searched for"):
        run(raw(), adverts=("(",))


def test_nothing_in_nothing_out() -> None:
    outcome = clean({"parsed": RawQuestion.create_empty()}, CleanSettings())
    assert outcome.kept.height == outcome.rejected.height == 0


def test_a_jump_between_builds_is_reported() -> None:
    before = {"rows": {"s": 100, "t": 10}, "rejected": {"s": {"mojibake": 2}, "t": {}}}
    now = {"rows": {"s": 100, "new": 10}, "rejected": {"s": {"mojibake": 40}, "new": {}}}
    found = jumps(now, before)
    assert [jump.line() for jump in found] == ["s: mojibake 2.0% → 40.0% (40 rows)"]
    assert jumps(before, before) == []


def test_figures_count_by_source() -> None:
    figures = run(raw(answer="E"), raw(stem="1、提出者是（　　）。", source="t")).metrics
    assert figures["rows"] == {"s": 1, "t": 1}
    assert figures["rejected"] == {"s": {"answer_beyond_options": 1}}
    assert figures["repaired"] == {"t": {"leading_mark": 1}}


def test_flags_point_at_doubts() -> None:
    outcome = run(
        raw(stem="SCL一90的因子数是（　　）个，包括某一种在内"),
        *(raw(stem=f"经典条件反射的研究者是第{i}位（　　）。") for i in range(60)),
        raw(stem="经典条件反肘的研究者是某位（　　）。"),
        pointed=0.02,
    )
    flags = dict(outcome.kept.select("raw_id", "flags").rows())
    assert "ocr_slip: L一9" in flags["r0"]
    assert flags["r61"] == ["unlikely_character: 经典条件反[肘]的研究者是某"]


POINTED = ["explanation_tells_another: key B"]


@pytest.mark.parametrize(
    ("stem", "explanation", "flags"),
    [
        ("最早研究遗忘的是（　　）。", "遗忘曲线出自艾宾浩斯的实验。", POINTED),
        ("最早研究遗忘的是（　　）。", "遗忘曲线出自艾宾浩斯，巴甫洛夫研究条件反射。", []),
        ("最早研究遗忘的是（　　）。", "冯特建立实验室；遗忘曲线出自艾宾浩斯。", []),
        ("没有研究遗忘的是（　　）。", "遗忘曲线出自艾宾浩斯的实验。", []),
    ],
)
def test_an_explanation_in_the_words_of_another_option(
    stem: str, explanation: str, flags: list[str]
) -> None:
    options = ["冯特", "巴甫洛夫", "艾宾浩斯", "华生"]
    row = raw(stem=stem, options=options, explanation=explanation, answer="B")
    assert run(row, pointed=0.0).kept["flags"].to_list() == [flags]


@pytest.mark.parametrize("size", [1, 2, 3])
def test_slices_change_nothing(size: int) -> None:
    rows = [
        raw(stem="１．提出者是(  )。"), raw(answer=""), raw(stem="[单选]提出者是（　　）。"),
        raw(answer="E"), raw(options=["甲", "甲", "丙", "丁"]), raw(explanation="见 教材 。"),
    ]  # fmt: skip
    whole = run(*rows)
    assert min(whole.kept.height, whole.rejected.height) > 1
    sliced = run(*rows, memo=Memo(portion=size))
    assert_frame_equal(sliced.kept, whole.kept)
    assert_frame_equal(sliced.rejected, whole.rejected)
    assert sliced.metrics == whole.metrics


@pytest.mark.parametrize(
    ("values", "flag"),
    [
        ({"explanation": "只有丙提出了它，故选C。"}, "explanation_names_another: key B"),
        ({"explanation": "乙提出了它，故选B。"}, ""),
        ({"explanation": "故选C。", "notes": ["doubt:explanation_says C"]}, ""),
        ({"answer": "AB", "declared": "MAQ", "explanation": "故选A。又见下文，故选B。"}, ""),
        ({"answer": "AB", "declared": "MAQ", "explanation": "故选AC。"},
         "explanation_names_another: key AB"),
        ({"material": "下表是三组被试的平均分与标准差。"}, "table_lost: 下表是"),
        ({"material": "下表是平均分与标准差。\n组 分 差\n甲 12 3\n乙 15 2"}, ""),
        ({"material": "以下表述来自一名来访者的自述，请据此回答问题。"}, ""),
        ({"explanation": "艾宾浩丝做了实验。"}, "name_slip: 艾宾浩丝"),
        ({"explanation": "艾宾浩斯做了实验，柯尔伯格没有。"}, ""),
    ],
)  # fmt: skip
def test_key_and_explanation_and_names_are_compared(values: dict[str, Any], flag: str) -> None:
    outcome = run(raw(stem="最早提出这一理论的学者是（　　）。", **values), pointed=0.0)
    assert outcome.kept["flags"].to_list() == [[flag] if flag else []]
