"""Two wordings that the leak guard takes for one question, and duplicate removal for two."""

import random

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.invented import questions
from bench.population import Row, frame, row
from cleaning.duplicates.edges import find_edges
from cleaning.duplicates.settings import EDGE
from cpsyexam.identity import normal_form
from splitting.lookalikes import JOINED
from splitting.settings import SplitSettings
from splitting.stage import split
from wording.leak_similarity import alike

HALF = SplitSettings(share=0.4, reserved=1.0, dev=0, few_shot=0, min_train=0, reserve_unit="group")
PRINTED = (
    (
        "在一项关于工作记忆的实验中，研究者要求被试一边复述一串数字，一边完成语法推理任务，"
        "结果发现推理的正确率没有明显下降。这一结果支持的观点是"
    ),
    [
        "工作记忆由几个相对独立的子系统组成",
        "工作记忆的全部资源由复述任务占用",
        "语法推理任务完全不需要工作记忆参与",
        "复述任务与推理任务使用同一种编码",
    ],
)
EDITED = (
    (
        "在一项有关工作记忆的研究中，研究者要求被试一边复述一串数字，一边完成语法推理任务，"
        "结果表明推理的正确率没有显著下降。这一结果支持的假设是"
    ),
    [
        "工作记忆由几个相互独立的子系统构成",
        "工作记忆的全部容量由复述任务占用",
        "语法推理任务完全不需要短时记忆参与",
        "复述任务与推理任务采用同一种编码",
    ],
)
KEYS = [f"key {i} of tests, not of releases".encode() for i in range(12)]
_SPARE = "的了是在有和与及这那其该种些中上下里外"


def _asked(stem: str, options: list[str], **more: object) -> Row:
    return row("KG", "GEE", "普通心理学", "SCQ", stem=stem, options=options, **more)


def _population() -> pl.DataFrame:
    rows = [_asked(*PRINTED), _asked(*EDITED)]
    return frame([*rows, *(_asked("", [f"第{i}项"]) for i in range(8))])


def test_duplicate_removal_takes_the_wordings_for_two_questions() -> None:
    pair = _population().head(2).with_columns(pl.lit([0], pl.List(pl.Int64)).alias("answer"))
    assert find_edges(pair).is_empty()
    assert alike(*normal_form(pair).to_list())


def test_wordings_that_the_guard_takes_for_one_are_never_reserved_and_public() -> None:
    met = 0
    for key in KEYS:
        outcome = split({"shuffled": _population()}, HALF, key=key)
        kept, joined = outcome.kept.head(2), outcome.tables["joined"]
        assert (kept["split"] == "reserved").n_unique() == 1
        if joined.height:
            met += 1
            assert set(joined.row(0)[:2]) == {"r0", "r1"}
            assert set(joined.row(0)[2:]) == {"r0", "r1"}
            assert kept["unit"].to_list() == kept["group"].to_list() == ["r0", "r0"]
        assert outcome.metrics["joined"] == joined.height
    assert 0 < met < len(KEYS)


def test_a_draw_that_parts_no_such_pair_stays_as_it_is() -> None:
    alone = _population().with_columns(stem=pl.lit(""))
    for key in KEYS:
        drawn = split({"shuffled": _population()}, HALF, key=key)
        if drawn.tables["joined"].is_empty():
            plain = split({"shuffled": alone}, HALF, key=key)
            assert drawn.kept.drop("stem").equals(plain.kept.drop("stem"))


def test_questions_that_were_judged_to_be_two_may_part() -> None:
    """By an edge of a kept row or of a copy that it stands for, from either side."""
    population = _population().with_columns(
        also=pl.when(pl.col("raw_id") == "r1").then(pl.lit(["copy"])).otherwise("also")
    )
    for kind, ends, parts in (
        ("flip", ("r0", "r1"), True),
        ("orphan", ("copy", "r0"), True),
        ("flip", ("r2", "r1"), False),
        ("review", ("r0", "r1"), False),
    ):
        edges = pl.DataFrame([(*ends, kind, "", 0.9)], schema=EDGE, orient="row")
        frames = {"shuffled": population, "unique/edges": edges}
        torn = [split(frames, HALF, key=key).kept["split"].head(2) for key in KEYS]
        assert any((one == "reserved").n_unique() > 1 for one in torn) is parts


def test_a_question_that_another_explains_in_print_is_in_one_unit_with_it() -> None:
    """Also where duplicate removal told them to be two; half of it alone is a textbook's."""
    stem, options = PRINTED
    said = f"本题考查工作记忆。{stem}（　　），备选的有{'、'.join(options)}，第一项正确。"
    edges = pl.DataFrame([("r0", "r1", "flip", "", 0.5)], schema=EDGE, orient="row")
    for text, together in ((said, True), (f"见教材：{stem}。", True), (stem[:30], False)):
        other = _asked("工作记忆的中央执行系统", ["甲", "乙", "丙", "丁"], explanation=text)
        rows = frame([_asked(stem, options), other, *(_asked("", [f"第{i}项"]) for i in range(8))])
        rows = rows.with_columns(pl.col("explanation").fill_null(""))
        frames = {"shuffled": rows, "unique/edges": edges}
        drawn = [split(frames, HALF, key=key).kept["split"].to_list() for key in KEYS]
        told = [one for one in drawn if one[0] == "reserved" != one[1]]
        assert bool(told) is not together


def test_what_is_joined_is_told_with_the_groups_of_both() -> None:
    groups = _population().with_columns(
        group=pl.col("raw_id").replace({"r0": "b", "r1": "a", "r2": "b"})
    )
    told = [split({"shuffled": groups}, HALF, key=key) for key in KEYS]
    joined = next(one for one in told if one.tables["joined"].height)
    assert dict(joined.tables["joined"].schema) == JOINED
    assert set(joined.tables["joined"].row(0)) == {"r0", "r1", "a", "b"}
    assert joined.kept["group"].head(3).to_list() == ["a"] * 3
    assert joined.kept["split"].head(3).n_unique() == 1


def _edited(text: str, chance: random.Random) -> str:
    signs = list(text)
    for _ in range(2):
        place = chance.randrange(len(signs))
        if not signs[place].isdigit() and signs[place] not in "不非无未没除":
            signs[place] = chance.choice(_SPARE)
    return "".join(signs)


@settings(max_examples=8)
@given(st.integers(0, 10_000), st.sampled_from(["group", "page"]))
def test_no_edited_copy_of_a_reserved_question_is_public(seed: int, unit: str) -> None:
    chance, chosen = random.Random(seed), HALF.model_copy(update={"reserve_unit": unit})
    made = (
        questions(60, seed).filter(pl.col("format") != "QA").select("stem", "options", "material")
    )
    rows = [_asked(**one) for one in made.to_dicts()]
    copies = [_asked(**{**one, "stem": _edited(one["stem"], chance)}) for one in made.to_dicts()]
    kept = split({"shuffled": frame(rows + copies)}, chosen, key=KEYS[seed % 12]).kept
    held = (kept["split"] == "reserved").to_list()
    normals = normal_form(kept).to_list()
    for i in range(len(rows)):
        if held[i] != held[len(rows) + i]:
            assert not alike(normals[i], normals[len(rows) + i])
