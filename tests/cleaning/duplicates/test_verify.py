"""The decision about a pair, one line for each thing that two questions can be to each other."""

import itertools
from collections import Counter

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from cleaning.duplicates import DuplicateSettings, find_edges
from cleaning.duplicates.corpus import attested_pairs
from cleaning.duplicates.report import doubt, findings
from cleaning.duplicates.texts import Compared, comparison_rows
from cleaning.duplicates.verify import NO_CASE, Side, match, verify
from cleaning.unique import UniqueSettings, unique
from tests.cleaning.duplicates.bank import Asked, frame

PEOPLE = ("桑代克", "斯金纳", "班杜拉", "巴甫洛夫")
THREE = (*PEOPLE[:3], "华生")
NUMBERS = ("5", "10", "15", "20")
STEM = "提出操作性条件反射理论的心理学家是"
CASE = "求助者，女性，33岁，公司职员。近一个月因为被领导批评而情绪低落，睡眠不好，前来咨询。"


def usual(_: str) -> bool:
    return True


def side(
    stem: str,
    options: tuple[str, ...] = PEOPLE,
    key: int | None = 1,
    *,
    orphan: bool = False,
    case: int = NO_CASE,
) -> Side:
    right = frozenset() if key is None else frozenset({options[key]})
    return Side(stem, list(options), right, case, orphan, "")


ASKED = side(STEM)
LONGER = "提出操作性条件反射理论并做过迷箱实验的心理学家是"


@pytest.mark.parametrize(
    ("left", "right", "kind", "reason"),
    [
        (ASKED, side(STEM), "exact", "same text"),
        (ASKED, side(STEM, key=0), "conflict", "same question, other key"),
        (ASKED, side(STEM, key=None), "exact", "same text"),
        (ASKED, side(STEM, THREE), "near", "one option differs: 巴甫洛夫 → 华生"),
        (ASKED, side(STEM, NUMBERS), "variant", "options differ"),
        # an added word
        (ASKED, side("首先" + STEM), "near", "added: 首先"),
        (ASKED, side("首先" + STEM, key=0), "review", "keys differ; added: 首先"),
        (side(STEM, key=None), side("首先" + STEM, key=None), "review", "added: 首先"),
        # a long addition is another wording: the key says whether it is another question
        (ASKED, side(LONGER), "near", "same options and key; added: 并做过迷箱实验"),
        (ASKED, side(LONGER, key=2), "flip", "added: 并做过迷箱实验"),
        # another word in a long question: same key and all options but one
        (
            ASKED,
            side(STEM.replace("理论", "学说"), THREE),
            "near",
            "same key, one option differs: 巴甫洛夫 → 华生; word",
        ),
        # a paper's number, or a sentence around it, is no part of the question
        (ASKED, side("2003年第17题" + STEM), "near", "the question stands whole in the other"),
        (ASKED, side("2003年第17题" + STEM, key=0), "conflict", "the question stands whole"),
        (ASKED, side("某教材讨论时问了大家" * 4 + STEM), "near", "the question stands whole"),
        (ASKED, side("2003年第17题没有哪一位" + STEM), None, ""),
        (ASKED, side("2003年第17题" + STEM.replace("理论", "学说")), "review", "same options"),
        # a negation is another question, whatever the key
        (ASKED, side("不是" + STEM), "flip", "negation"),
        # a number is, where the rest says that one was copied from the other
        (
            side("样本量120时的自由度为"),
            side("样本量356时的自由度为", key=2),
            "flip",
            "number: 120",
        ),
        (side("第5题的难度与区分度为"), side("第6题的难度与区分度为", key=2), "flip", "number"),
        (side("样本120时的自由度为"), side("样本356时的自由度为", key=2), None, ""),
        # what stands over any options says nothing
        (side("下列说法正确的是"), side("下列说法正确的是", NUMBERS), None, ""),
        # the case that both speak of is missing
        (
            side("来访者的主要问题是", orphan=True),
            side("来访者的主要问题是什么", NUMBERS, orphan=True),
            "orphan",
            "case missing",
        ),
        # two cases
        (side(STEM, case=0), side(STEM, case=1), None, ""),
    ],
)
def test_verdict(left: Side, right: Side, kind: str | None, reason: str) -> None:
    for one, two in ((left, right), (right, left)):
        found = verify(one, two, usual, DuplicateSettings())
        assert (found.kind if found else None) == kind
    found = verify(left, right, usual, DuplicateSettings())
    assert found is None or found.reason.startswith(reason)


def test_options_are_matched_the_same_in_any_order() -> None:
    """Two that are as like the same one: the choice does not hang on the order of the print."""
    left = ["短时的工作忆", "短时工作记忆", "感觉登记"]
    right = ["短时的工作记忆", "长时记忆", "感觉登记"]
    found = [match(list(order), right, usual, 0.6) for order in itertools.permutations(left)]
    assert [one.pairs for one in found] == [found[0].pairs] * 6
    assert found[0].pairs.items() > {("感觉登记", "感觉登记")}
    assert len(found[0].pairs) == 2
    # what turns the sense is no slip
    assert match(["同化", "顺应"], ["同化", "不顺应"], usual, 0.6).missing == 1


def test_the_order_of_the_rows_changes_no_kind() -> None:
    asked = [
        Asked("a", "该求助者的情绪症状包括", ("低落", "焦虑", "恐惧"), (0,), CASE),
        Asked("b", "该求助者的情绪症状包括", ("低落", "焦虑", "恐惧"), (2,)),
        Asked("c", "该求助者的行为症状包括", ("回避", "攻击", "退缩"), (0,), CASE),
        Asked("d", STEM, PEOPLE, (1,)),
        Asked("e", "不是" + STEM, PEOPLE, (1,)),
    ]

    def kinds(rows: list[Asked]) -> set[tuple[frozenset[str], str]]:
        edges = find_edges(frame(*rows)).select("left", "right", "kind")
        return {(frozenset({left, right}), kind) for left, right, kind in edges.iter_rows()}

    found = kinds(asked)
    assert {kind for _, kind in found} == {"orphan", "sibling", "flip"}
    for order in itertools.permutations(asked, 5):
        if order[0].raw_id < order[-1].raw_id:  # the others are these turned round
            assert kinds(list(order)) == found


WORDS = st.sampled_from(
    ["条件反射", "条件作用", "操作性", "经典", "教学", "学习", "不", "不同", "情境", "问题", "的"]
)
PHRASES = st.lists(WORDS, min_size=1, max_size=5).map("".join)


@st.composite
def sides(draw: st.DrawFn) -> Side:
    options = draw(st.lists(PHRASES, max_size=5))
    key = draw(st.sets(st.sampled_from(options), max_size=2)) if options else set[str]()
    case = draw(st.sampled_from([NO_CASE, 0]))
    orphan = case == NO_CASE and draw(st.booleans())
    return Side(draw(PHRASES), options, frozenset(key), case, orphan, draw(PHRASES))


@st.composite
def look_alikes(draw: st.DrawFn) -> tuple[Side, Side]:
    """Two questions, mostly with much in common: one is the other with a piece put in."""
    one, other = draw(sides()), draw(sides())
    at, word = draw(st.integers(0, len(one.question))), draw(WORDS)
    stem = draw(st.sampled_from([one.question[:at] + word + one.question[at:], other.question]))
    given_ = [*one.given[:-1], *other.given[:1]] if draw(st.booleans()) else other.given
    key = one.key & set(given_) or other.key & set(given_)
    return one, Side(stem, given_, frozenset(key), other.case, other.orphan, other.reference)


@settings(max_examples=200)
@given(look_alikes())
def test_a_pair_is_the_same_from_either_side(pair: tuple[Side, Side]) -> None:
    """Whichever comes first: texts can be aligned, options be matched in several ways."""
    left, right = pair
    there, back = (verify(*two, usual, DuplicateSettings()) for two in (pair, (right, left)))
    assert (there and there.kind) == (back and back.kind)
    one, two = (
        match(*lists, usual, 0.6)
        for lists in ((left.given, right.given), (right.given, left.given))
    )
    assert one.pairs == {a: b for b, a in two.pairs.items()}
    assert (set(one.left_over), set(one.right_over)) == (set(two.right_over), set(two.left_over))


@settings(max_examples=60)
@given(st.lists(st.text("心理学记忆a\U00020000", max_size=6), max_size=12))
def test_usual_pairs_stand_in_three_texts(texts: list[str]) -> None:
    counted = Counter(
        pair for text in texts for pair in {a + b for a, b in itertools.pairwise(text)}
    )
    expected = {pair for pair, many in counted.items() if many >= 3}
    assert attested_pairs(pl.Series(texts, dtype=pl.String)) == expected


def test_doubt_falls_from_what_needs_a_person_to_what_is_sure() -> None:
    kinds = ["review", "conflict", "orphan", "flip", "variant"]
    near = [
        "same key, one option differs: a → b", "same options and key; word", "the right option",
        "one option differs: a → b", "added: a", "slip: a → b", "case differs a little",
    ]  # fmt: skip
    for order in ([(kind, "") for kind in kinds], [("near", reason) for reason in near]):
        left = [doubt(*one, 1.0) for one in order]
        assert left == sorted(set(left), reverse=True)
        assert 0 < left[-1] < left[0] <= 1
        assert all(doubt(*one, 0.9) >= doubt(*one, 1.0) for one in order)


def test_a_finding_has_the_doubt_and_the_reasons_of_its_own_rows() -> None:
    bank = frame(
        Asked("a", STEM, PEOPLE, (1,)),
        Asked("b", STEM, THREE, (1,)),
        Asked("c", "最先系统研究遗忘规律的学者是", ("艾宾浩斯", "冯特"), (0,)),
        Asked("d", "最先系统硏究遗忘规律的学者是", ("艾宾浩斯", "冯特"), (0,)),
        Asked("e", "不是最先系统研究遗忘规律的学者是", ("艾宾浩斯", "冯特"), (1,)),
    )
    outcome = unique({"cleaned": bank}, UniqueSettings())
    found = findings(bank, outcome.tables["edges"], outcome.rejected)
    near = {f.shown[0].raw_id: f for f in found if f.kind == "near"}
    assert near["c"].doubt > near["a"].doubt
    assert near["a"].shown[1].reason.startswith("one option differs")
    assert near["c"].shown[1].reason.startswith("same options and key")
    assert near["a"].shown[0].reason == ""
    (flip,) = (f for f in found if f.kind == "flip")
    assert (flip.shown[0].reason, flip.shown[1].reason[:8]) == ("", "negation")


def test_every_copy_in_a_contradiction_is_told_the_contradiction() -> None:
    """Not that it is a copy of another one that goes as well."""
    rows = [Asked(name, STEM, PEOPLE, (key,)) for name, key in (("a", 1), ("b", 0), ("c", 1))]
    gone = unique({"cleaned": frame(*rows)}, UniqueSettings()).rejected
    assert set(gone["rule"]) == {"conflicting_answers"}
    assert gone.height == 3
    assert all("key" in detail for detail in gone["detail"])


@pytest.mark.parametrize(
    "name", ["floor", "case_ratio", "option_ratio", "option_ratio_same", "rescue_ratio"]
)
def test_a_ratio_lies_between_nothing_and_all(name: str) -> None:
    for value in (-0.01, 1.01):
        with pytest.raises(ValidationError, match=name):
            DuplicateSettings.model_validate({name: value})
    for value in (0, 1):
        assert getattr(DuplicateSettings.model_validate({name: value}), name) == value


def test_rows_are_taken_with_the_columns_asked_for() -> None:
    rows = Compared(comparison_rows(frame(Asked("a", STEM), Asked("b", "什么是记忆"))))
    numbers = pl.Series([1]).to_numpy()
    assert rows.take(numbers, "raw_id").to_dicts() == [{"raw_id": "b"}]
    everything = rows.take(numbers)
    assert {"raw_id", "stem", "given", "content"} & set(everything.columns) > {"raw_id"}
