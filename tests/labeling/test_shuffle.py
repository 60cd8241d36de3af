"""Stage `shuffled`: the order, what must not move, letters that follow."""

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsyexam.records import ShuffledQuestion
from cpsyexam.taxonomy import LETTERS
from labeling.option_order import is_scale, shuffle_one
from labeling.report import positions
from labeling.settings import ShuffleSettings
from labeling.stage import shuffle
from tests.labeling.rows import labeled

SECRET = b"an order's secret"
KEY = b"a split key"
PLAIN = ShuffleSettings()
WORDS = ["感觉", "知觉", "记忆", "思维", "想象", "情绪"]
QUESTIONS = st.tuples(
    st.permutations(WORDS).map(lambda words: words[:5]),
    st.sets(st.integers(0, 4), min_size=1),
    st.text("qrst0123456789", min_size=1, max_size=8),
)


def _row(options: list[str], answer: list[int], name: str, **more: object) -> dict[str, object]:
    blank = {"stem": "下列正确的是", "explanation": ""}
    return {**blank, "id": name, "options": options, "answer": answer, **more}


@settings(max_examples=100)
@given(QUESTIONS)
def test_right_options_stay_right(question: tuple[list[str], set[int], str]) -> None:
    options, answer, name = question
    done = shuffle_one(_row(options, sorted(answer), name), PLAIN, SECRET)
    assert {done.options[i] for i in done.answer} == {options[i] for i in answer}
    assert done.answer == sorted(done.answer)
    assert done.options == [options[i] for i in done.order]
    assert sorted(done.order) == list(range(len(options)))


@settings(max_examples=100)
@given(QUESTIONS, st.permutations(range(5)))
def test_the_printed_order_has_no_say_and_twice_is_once(
    question: tuple[list[str], set[int], str], mixed: list[int]
) -> None:
    options, answer, name = question
    once = shuffle_one(_row(options, sorted(answer), name), PLAIN, SECRET)
    other = [options[i] for i in mixed]
    moved = sorted(mixed.index(i) for i in answer)
    again = shuffle_one(_row(other, moved, name), PLAIN, SECRET)
    assert (once.options, once.answer) == (again.options, again.answer)
    twice = shuffle_one(_row(once.options, once.answer, name), PLAIN, SECRET)
    assert twice.order == list(range(5))


@settings(max_examples=100)
@given(
    st.permutations(WORDS).map(lambda words: words[:3]),
    st.sampled_from([(0, 1), (0, 2), (1, 2)]),
    st.text("qrst0123456789", min_size=1, max_size=8),
)
def test_letters_in_options_and_explanations_follow(
    content: list[str], cited: tuple[int, int], name: str
) -> None:
    a, b = (LETTERS[i] for i in cited)
    options = [*content, f"{a}和{b}"]
    text = f"{a}项正确，{b}项也正确，故选D。"
    done = shuffle_one(_row(options, [3], name, explanation=text), PLAIN, SECRET)
    new_a, new_b = (LETTERS[done.order.index(i)] for i in cited)
    assert done.options[3] == "和".join(sorted([new_a, new_b]))
    assert done.explanation == f"{new_a}项正确，{new_b}项也正确，故选D。"
    assert done.answer == [3]
    twice = shuffle_one(_row(done.options, [3], name, explanation=done.explanation), PLAIN, SECRET)
    assert (twice.options, twice.explanation) == (done.options, done.explanation)


@pytest.mark.parametrize(
    "last", ["以上都对", "以上都不是", "以上皆非", "以上答案都不正确", "都不是", "三者都是"]
)
def test_options_about_those_above_stay_last(last: str) -> None:
    for i in range(20):
        done = shuffle_one(_row(["甲类", "乙类", "丙类", last], [3], f"q{i}"), PLAIN, SECRET)
        assert done.options[3] == last
        assert done.answer == [3]


def test_two_options_about_those_above_keep_their_order() -> None:
    options = ["感觉", "知觉", "以上都是", "以上都不是"]
    for i in range(10):
        done = shuffle_one(_row(options, [2], f"q{i}"), PLAIN, SECRET)
        assert done.options[2:] == options[2:]


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        (["感觉", "以上都对", "知觉", "记忆"], "kept_above_in_the_middle"),
        (["感觉", "知觉", "前两者都是", "记忆"], "kept_by_place"),
        (["A . 感觉", "B . 知觉", "C . 记忆", "D . 思维"], "kept_doubtful_letters"),
        (["A", "B", "AB", "O"], "kept_doubtful_letters"),
        (["感觉", "A和C", "B和D", "A和B"], "kept_doubtful_letters"),
        (["10", "20", "30", "40"], "hashed_scale_kept"),
        (["4岁", "3岁", "2岁", "1岁"], "hashed_scale_kept"),
        (["从不", "偶尔", "经常", "总是"], "hashed_scale_kept"),
        (["第一阶段", "第二阶段", "第三阶段", "第四阶段"], "hashed_scale_kept"),
    ],
)
def test_what_must_not_move_does_not(options: list[str], rule: str) -> None:
    for i in range(10):
        done = shuffle_one(_row(options, [0], f"q{i}"), PLAIN, SECRET)
        assert (done.options, done.rule) == (options, rule)


def test_scales_move_where_the_recipe_says_so() -> None:
    free = ShuffleSettings(keep_scales=False)
    orders = {
        tuple(shuffle_one(_row(["1", "2", "3", "4"], [0], f"q{i}"), free, SECRET).order)
        for i in range(30)
    }
    assert len(orders) > 5


@pytest.mark.parametrize(
    ("options", "want"),
    [
        (["0.5", "0.6", "0.8"], True),
        (["3", "1", "2"], False),
        (["1～2分", "2～3分", "4～5分"], True),
        (["高中", "初中", "小学"], True),
        (["感觉", "知觉", "记忆"], False),
        (["1", "2"], False),
    ],
)
def test_scales(options: list[str], *, want: bool) -> None:
    assert is_scale(options) is want


@pytest.mark.parametrize(
    "name",
    [
        "A型人格",
        "维生素A",
        "ABBA设计",
        "因素A的主效应",
        "D量表",
        "R×C",
        "所有的A都是",
        "MMPI的F量表",
    ],
)
def test_letters_that_name_something_else_stay(name: str) -> None:
    options = ["感觉", "知觉", "记忆", name]
    for i in range(10):
        assert name in shuffle_one(_row(options, [0], f"q{i}"), PLAIN, SECRET).options


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("故本题选AC。", "故本题选{A}{C}。"),
        ("答案为B。", "答案为{B}。"),
        ("正确答案：Ａ", "正确答案：{A}"),
        ("A、C两项属于感觉，B项错误", "{A}、{C}两项属于感觉，{B}项错误"),
        ("选项A错，D选项对。", "选项{A}错，{D}选项对。"),
        ("A、B、D都是正确的", "{A}、{B}、{D}都是正确的"),
        ("A感觉是最简单的心理现象", "{A}感觉是最简单的心理现象"),
        ("合理情绪疗法的ABC理论，选D", "合理情绪疗法的ABC理论，选{D}"),
        ("A型行为者易怒，因素B无关，故选C", "A型行为者易怒，因素B无关，故选{C}"),
        ("D.E.Berlyne提出；当F＞1时", "D.E.Berlyne提出；当F＞1时"),
        ("排除BD，A和C分别指感觉和记忆，均正确", None),
    ],
)
def test_explanations(text: str, want: str | None) -> None:
    options = ["感觉", "知觉", "记忆", "思维"]
    for i in range(10):
        done = shuffle_one(_row(options, [0], f"q{i}", explanation=text), PLAIN, SECRET)
        new = {LETTERS[old]: LETTERS[done.order.index(old)] for old in range(4)}
        if want is None:
            assert f"{new['A']}和{new['C']}分别" in done.explanation or done.doubtful
            continue
        spelt = want.format(**{k: f"<{v}>" for k, v in new.items()})
        plain = done.explanation.translate({ord(c) + 0xFEE0: c for c in LETTERS})
        assert _sorted_runs(spelt) == plain
        assert not done.doubtful


def _sorted_runs(text: str) -> str:
    """`<C>、<A>` → `A、C`: letters of one list stand in order."""
    import re

    def order(run: re.Match[str]) -> str:
        found = iter(sorted(re.findall(r"<(\w)>", run.group())))
        return re.sub(r"<\w>", lambda _: next(found), run.group())

    return re.sub(r"<\w>(?:、?<\w>)*", order, text)


def test_doubtful_letters_are_flagged_or_keep_the_order() -> None:
    text = "通过B来改变，因此选择认知。"
    options = ["感觉", "知觉", "记忆", "思维"]
    rows = [_row(options, [0], f"q{i}", explanation=text) for i in range(20)]
    flagged = [shuffle_one(row, PLAIN, SECRET) for row in rows]
    assert any(done.doubtful for done in flagged)
    assert all(done.doubtful == (done.order.index(1) != 1) for done in flagged)
    assert {done.explanation for done in flagged} == {text}
    keep = ShuffleSettings(doubtful_letters="keep")
    kept = [shuffle_one(row, keep, SECRET) for row in rows]
    assert not any(done.doubtful for done in kept)
    assert "kept_doubtful_letters" in {done.rule for done in kept}


def test_neighbours_change_nothing() -> None:
    rows = [{"id": f"q{i}", "answer": [i % 4]} for i in range(50)]
    together = shuffle({"labeled": labeled(*rows)}, PLAIN, key=KEY).kept
    alone = shuffle({"labeled": labeled(rows[7])}, PLAIN, key=KEY).kept
    assert together["options"][7].to_list() == alone["options"][0].to_list()


def test_the_stage_keeps_every_row_and_the_printed_order() -> None:
    rows = labeled({}, {"format": "QA", "options": [], "answer": [], "reference": "答"})
    outcome = shuffle({"labeled": rows}, PLAIN, key=KEY)
    ShuffledQuestion.validate(outcome.kept)
    assert outcome.kept["raw_id"].to_list() == ["r0", "r1"]
    printed, now = rows["options"][0].to_list(), outcome.kept["options"][0].to_list()
    assert [printed[i] for i in outcome.kept["order"][0]] == now
    assert outcome.kept["shuffle_rule"].to_list() == ["hashed", "no_options"]


@pytest.mark.parametrize("seed", [0, 1, 2026])
def test_every_seed_shuffles_and_positions_are_even(seed: int) -> None:
    rows = labeled(*({"id": f"{seed}/{i}", "answer": [0]} for i in range(2000)))
    kept = shuffle({"labeled": rows}, ShuffleSettings(seed=seed), key=KEY).kept
    figures = positions(kept)[0]
    assert figures["p"] > 0.001  # type: ignore[operator]
    assert min(figures["counts"]) > 400  # type: ignore[call-overload]


def test_seeds_and_keys_give_other_orders() -> None:
    rows = labeled(*({"id": f"q{i}"} for i in range(100)))
    orders = [
        shuffle({"labeled": rows}, ShuffleSettings(seed=0), key=KEY).kept["order"].to_list(),
        shuffle({"labeled": rows}, ShuffleSettings(seed=1), key=KEY).kept["order"].to_list(),
        shuffle({"labeled": rows}, PLAIN, key=b"a release key").kept["order"].to_list(),
    ]
    assert orders[0] != orders[1] != orders[2] != orders[0]


def test_an_empty_table_is_shuffled_into_nothing() -> None:
    outcome = shuffle({"labeled": labeled({}).clear()}, PLAIN, key=KEY)
    assert outcome.kept.is_empty()
    assert isinstance(outcome.tables["references"], pl.DataFrame)


def test_slices_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = labeled(*({"id": f"q{i}", "explanation": f"选{'ABCD'[i % 4]}。"} for i in range(7)))
    whole = shuffle({"labeled": rows}, PLAIN, key=KEY)
    monkeypatch.setattr("labeling.option_order._SLICE", 3)
    sliced = shuffle({"labeled": rows}, PLAIN, key=KEY)
    assert sliced.kept.equals(whole.kept)
    assert sliced.tables["references"].equals(whole.tables["references"])
    assert whole.tables["references"].height == 7
