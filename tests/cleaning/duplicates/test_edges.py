"""Edges: golden pairs, one for each thing two questions can be to each other."""

from pathlib import Path

import polars as pl
import pytest

from cleaning.duplicates import KINDS, DuplicateSettings, find_edges, texts
from cleaning.duplicates.edges import edges_of
from cleaning.duplicates.texts import Printed, Stored, comparison_rows
from cpsyexam.errors import SourceError
from tests.cleaning.duplicates.bank import Asked, frame

CASE = "求助者，女性，33岁，公司职员。近一个月因为被领导批评而情绪低落，睡眠不好，前来咨询。"
OTHER = "求助者，男性，17岁，高中二年级学生。考试失败以后反复检查作业，父母陪同前来咨询。"
SYMPTOMS = ("情绪低落", "睡眠障碍", "反复检查", "自责自罪")
SYMPTOM = "该求助者的情绪症状包括"
LEARNING = ("桑代克", "斯金纳", "班杜拉", "巴甫洛夫")
A = Asked("a", "最先系统研究操作性条件反射的心理学家是（）", LEARNING, (1,))


@pytest.mark.parametrize(
    ("other", "kind"),
    [
        (Asked("b", "3.最先系统研究操作性条件反射的心理学家是", LEARNING, (1,)), "exact"),
        (Asked("b", A.stem, LEARNING[::-1], (2,)), "exact"),
        (Asked("b", A.stem, LEARNING, (3,)), "conflict"),
        (Asked("b", "下列哪位心理学家最先系统研究了操作性条件反射", LEARNING, (1,)), "near"),
        (Asked("b", "最先系统硏究操作性条件反射的心理学家是", LEARNING, (1,)), "near"),
        (Asked("b", A.stem, (*LEARNING[:3], "华生"), (1,)), "near"),
        (Asked("b", A.stem, ("华生", "苛勒", "斯金纳", "托尔曼"), (2,)), "variant"),
        (Asked("b", "最先系统研究经典性条件反射的心理学家是", LEARNING, (3,)), "flip"),
        (Asked("b", "没有系统研究操作性条件反射的心理学家是", LEARNING, (0,)), "flip"),
        (Asked("b", "最先全面研究操作性条件反射的心理学家是", LEARNING, ()), "review"),
        (Asked("b", "最先系统研究操作性条件反射习得的心理学家是", LEARNING, ()), "review"),
        (Asked("b", "最先系统研究操作性条件反射习得的心理学家是", LEARNING, (1,)), "near"),
        (Asked("b", "短时记忆的容量是", ("5", "7", "9", "11"), (1,)), None),
    ],
)
def test_kinds(other: Asked, kind: str | None) -> None:
    edges = find_edges(frame(A, other))
    assert edges["kind"].to_list() == ([kind] if kind else [])
    assert set(edges["kind"]) <= set(KINDS)


@pytest.mark.parametrize(
    ("other", "kind"),
    [
        (Asked("b", "对该求助者首先应采用的方法是", LEARNING, (0,), CASE), "sibling"),
        (Asked("b", SYMPTOM, SYMPTOMS, (1,), OTHER), None),
        (Asked("b", SYMPTOM, SYMPTOMS, (2,)), "orphan"),
        (Asked("b", SYMPTOM + "：", SYMPTOMS, (0,), CASE.replace("领导", "经理")), "near"),
    ],
)
def test_cases(other: Asked, kind: str | None) -> None:
    asked = Asked("a", SYMPTOM, SYMPTOMS, (0,), CASE)
    assert find_edges(frame(asked, other))["kind"].to_list() == ([kind] if kind else [])


@pytest.mark.parametrize(
    ("stem", "reference", "kind"),
    [
        ("名词解释：记忆", "头脑对过去经验的保持和再现。", "exact"),
        ("什么是记忆", "过去经历过的事物在头脑中的反映。", "near"),
        ("简述短时记忆的特点", "容量有限。", None),
    ],
)
def test_open_questions(stem: str, reference: str, kind: str | None) -> None:
    left = Asked("a", "记忆", (), (), reference="过去经验在人脑中的反映。")
    right = Asked("b", stem, (), (), reference=reference)
    assert find_edges(frame(left, right))["kind"].to_list() == ([kind] if kind else [])


def test_two_wordings_of_a_term_are_no_contradiction() -> None:
    left = Asked("a", "心境", (), (), reference="微弱而持久的情绪状态。")
    right = Asked("b", "心境", (), (), reference="比较平静而持久的情绪体验。")
    assert find_edges(frame(left, right))["kind"].to_list() == ["exact"]


def test_a_chain_does_not_hide_a_flip() -> None:
    """Between a ~ b and b ~ c by slips; a and c differ by a word, and are looked at too."""
    stems = [
        "在视觉系统中中枢神经的传导作用是",
        "在■觉系统中中枢神经的传导作用是",
        "在听觉系统中中枢神经的传导作用是",
    ]
    rows = [Asked(n, s, LEARNING, (0,)) for n, s in zip("abc", stems, strict=True)]
    kinds = {(e[0], e[1]): e[2] for e in find_edges(frame(*rows)).iter_rows()}
    assert kinds.get(("a", "c")) == "flip"


def test_keys_in_a_group_of_copies() -> None:
    """Rows hang on the first with their key; the contradiction is one edge."""
    rows = [Asked(n, A.stem, LEARNING, (k,)) for n, k in zip("abcd", (1, 1, 2, 2), strict=True)]
    found = find_edges(frame(*rows)).select("left", "right", "kind").rows()
    assert sorted(found) == [("a", "b", "exact"), ("a", "c", "conflict"), ("c", "d", "exact")]


def test_a_row_without_key_does_not_hide_a_contradiction() -> None:
    rows = [Asked("a", A.stem, LEARNING, ()), Asked("b", A.stem, LEARNING, (1,)),
            Asked("c", A.stem, LEARNING, (2,))]  # fmt: skip
    assert sorted(find_edges(frame(*rows))["kind"]) == ["conflict", "exact"]


def test_frames_of_banks_need_few_columns() -> None:
    bank = pl.DataFrame(
        {
            "raw_id": ["a", "b"],
            "material": ["", None],
            "stem": [A.stem, A.stem],
            "options": [list(LEARNING), list(LEARNING)],
            "answer": [[1], None],
        }
    )
    edges = find_edges(bank)
    assert edges["kind"].to_list() == ["exact"]
    assert find_edges(bank.clear()).columns == edges.columns
    assert find_edges(bank.head(1)).height == 0


def test_missing_texts_make_no_copies() -> None:
    bank = pl.DataFrame(
        {
            "raw_id": ["a", "b", "c"],
            "material": ["", "", None],
            "stem": [A.stem, None, "短时记忆的容量是"],
            "options": [list(LEARNING), list(LEARNING), None],
            "answer": [[1], [2], None],
        },
        schema_overrides={"options": pl.List(pl.String), "answer": pl.List(pl.Int64)},
    )
    assert find_edges(bank).filter(pl.col("kind").is_in(["exact", "near"])).height == 0


def test_both_paths_find_the_same() -> None:
    stems = [f"第{i % 30}项关于学习的研究由谁完成{i % 7}" for i in range(120)]
    rows = [Asked(f"r{i:03}", stem, LEARNING, (i % 4,)) for i, stem in enumerate(stems)]
    plain = find_edges(frame(*rows))
    assert plain.equals(find_edges(frame(*rows), DuplicateSettings(compiled_from=0)))


def test_batches_and_files_give_the_same_edges(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stems = [f"第{i % 30}项关于学习的研究由谁完成{i % 7}" for i in range(120)]
    cases = [CASE, OTHER, ""]
    bank = frame(
        *(Asked(f"r{i:03}", s, LEARNING, (i % 4,), cases[i % 3]) for i, s in enumerate(stems))
    )
    whole = find_edges(bank)
    comparison_rows(bank).write_parquet(tmp_path / "rows.parquet")
    monkeypatch.setattr(texts, "BATCH", 17)
    settings = DuplicateSettings()
    order = ["left", "right"]
    assert edges_of(Printed(bank), settings).sort(order).equals(whole.sort(order))
    assert (
        edges_of(Stored(tmp_path / "rows.parquet"), settings).sort(order).equals(whole.sort(order))
    )


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"rows\.parquet"):
        Stored(tmp_path / "rows.parquet")
