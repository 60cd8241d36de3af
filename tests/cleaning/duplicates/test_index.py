"""A release as an index."""

from pathlib import Path

import polars as pl
import pytest

from cleaning.duplicates import find_edges
from cleaning.duplicates.index import DuplicateIndex
from cpsyexam.errors import SourceError
from tests.cleaning.duplicates.bank import Asked, frame

SKILLS = ("共情", "转介", "面质", "解释")
PEOPLE = ("桑代克", "斯金纳", "班杜拉", "巴甫洛夫")
KNOWN = frame(
    Asked("a", "最先系统研究操作性条件反射的心理学家是", PEOPLE, (1,)),
    Asked("b", "提出观察学习理论的心理学家是", PEOPLE, (2,)),
    Asked("c", "短时记忆的容量是", ("5", "7", "9", "11"), (1,)),
)
ASKED = frame(
    Asked("a", "最先系统研究了操作性条件反射的心理学家是（）", PEOPLE[::-1], (2,)),
    Asked("y", "提出观察学习理论的心理学家是", PEOPLE, (1,)),
    Asked("z", "长时记忆的容量是", ("5", "7", "9", "11"), (1,)),
    Asked("n", "大脑皮层的视觉中枢位于", ("额叶", "枕叶", "颞叶", "顶叶"), (1,)),
)


def test_finds_what_find_edges_finds(tmp_path: Path) -> None:
    index = DuplicateIndex()
    index.add(KNOWN.head(2))
    index.add(KNOWN.tail(1))
    found = index.query(ASKED)
    assert found.select("left", "right", "kind").rows() == [
        ("a", "a", "near"),
        ("y", "b", "conflict"),
        ("z", "c", "flip"),
    ]
    renamed = ASKED.with_columns(pl.format("new:{}", "raw_id").alias("raw_id"))
    whole = find_edges(pl.concat([renamed, KNOWN]))
    assert sorted(whole["kind"]) == sorted(found["kind"])
    index.save(tmp_path / "index.parquet")
    again = DuplicateIndex.load(tmp_path / "index.parquet")
    assert again.query(ASKED).equals(found)
    assert again.settings == index.settings


def test_an_empty_index_knows_nothing(tmp_path: Path) -> None:
    index = DuplicateIndex()
    assert index.query(ASKED).height == 0
    index.add(KNOWN)
    assert index.query(ASKED.clear()).height == 0


def test_says_what_is_wrong(tmp_path: Path) -> None:
    index = DuplicateIndex()
    index.add(KNOWN)
    with pytest.raises(SourceError, match="already in the index: a"):
        index.add(KNOWN)
    with pytest.raises(SourceError, match="no such index"):
        DuplicateIndex.load(tmp_path / "no.parquet")
    path = tmp_path / "other.parquet"
    KNOWN.write_parquet(path)
    with pytest.raises(SourceError, match="not an index"):
        DuplicateIndex.load(path)
    path.write_bytes(b"x")
    with pytest.raises(SourceError, match="not an index"):
        DuplicateIndex.load(path)
    KNOWN.write_parquet(
        path, metadata={"cpsyexam.index": '{"version": 0, "scheme": "", "seed": 1}'}
    )
    with pytest.raises(SourceError, match="another scheme"):
        DuplicateIndex.load(path)


def test_another_question_on_a_known_case_is_a_sibling() -> None:
    case = (
        "求助者，女性，二十三岁，因与同事发生冲突而失眠三周，自述害怕上班，食欲下降，主动前来求助。"
    )
    near = case.replace("三周", "三个星期")
    index = DuplicateIndex()
    index.add(frame(Asked("k", "该求助者最主要的情绪症状是", PEOPLE, (1,), material=case)))
    asked = frame(
        Asked(
            "s", "咨询师首先应当采取的做法是", ("共情", "转介", "面质", "解释"), (0,), material=near
        ),
        Asked("c", "该求助者最主要的情绪症状是", PEOPLE, (1,), material=case),
        Asked(
            "o",
            "咨询师首先应当采取的做法是",
            ("共情", "转介", "面质", "解释"),
            (0,),
            material="别的案例",
        ),
    )
    found = index.query(asked)
    assert found.select("left", "right", "kind").rows() == [
        ("c", "k", "near"),
        ("s", "k", "sibling"),
    ]
