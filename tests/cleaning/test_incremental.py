"""Incremental = full, byte for byte: any bank, any edits, results of earlier states at hand."""

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from cleaning.duplicates.candidates import packed
from cleaning.duplicates.judging import Judge
from cleaning.duplicates.settings import DuplicateSettings
from cleaning.duplicates.texts import Compared, comparison_rows
from cleaning.settings import CleanSettings
from cleaning.stage import clean
from cleaning.unique import UniqueSettings, unique
from cpsyexam import files
from cpsyexam.executor import Processes
from cpsyexam.lineage import NAMES, KeptBack, of_splits
from cpsyexam.memo import Memo, row_digests
from cpsyexam.records import RawQuestion, conform, question_row
from cpsyexam.stage import StageResult
from tests.cleaning.duplicates.bank import Asked
from tests.cleaning.duplicates.bank import frame as asked

CASE = "求助者，女，32岁，公司职员，近两个月来情绪低落，常为小事自责，夜里难以入睡，食欲下降。"
PRINTED = (
    ("提出经典条件反射学说的心理学家是（　　）。", ("巴甫洛夫", "华生", "斯金纳", "桑代克")),
    ("提出操作性条件反射学说的心理学家是（　　）。", ("斯金纳", "巴甫洛夫", "班杜拉", "华生")),
    ("短时记忆的容量一般是（　　）个组块。", ("5±2", "7±2", "9±2", "11±2")),
    ("短时记忆的容量大约为（　　）个组块。", ("5±2", "7±2", "9±2", "11±2")),
    ("下列不属于知觉基本特性的是（　　）。", ("整体性", "选择性", "恒常性", "感受性")),
    ("下列属于知觉基本特性的是（　　）。", ("整体性", "感受性", "以上都不是", "以上都是")),
    ("该求助者最主要的情绪症状是（　　）。", ("抑郁", "焦虑", "易激惹", "恐惧")),
)
HEADS = ("", "3、", "[单选]")
TAILS = ("", "更多试题请访问 www.exam.invalid", "SCL一90")
NOTES = ("", "见教材，故选B。", "A项错误，C 项正确。")


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    stem, options = draw(st.sampled_from(PRINTED))
    return {
        "stem": draw(st.sampled_from(HEADS)) + stem + draw(st.sampled_from(TAILS)),
        "options": list(draw(st.sampled_from((options, options[::-1], options[:2])))),
        "answer": draw(st.sampled_from(("A", "B", "BD", "", "略"))),
        "material": draw(st.sampled_from(("", "", CASE, CASE.replace("32", "23")))),
        "explanation": draw(st.sampled_from(NOTES)),
        "declared": draw(st.sampled_from(("SCQ", "MAQ", ""))),
    }


BANKS = st.dictionaries(st.integers(0, 30), questions(), min_size=1, max_size=16)


@dataclass(frozen=True)
class State:
    """A bank (question by number), the order of its rows, and how it is worked on."""

    bank: Mapping[int, dict[str, Any]]
    turned: bool = False
    least: int = 3
    floor: float = 0.6
    pointed: float = 0.02


@st.composite
def histories(draw: st.DrawFn) -> list[State]:
    """A bank, and what becomes of it: rows added, changed, removed, turned; other settings."""
    states = [State(draw(BANKS))]
    for _ in range(3):
        last = states[-1]
        gone = draw(st.sets(st.sampled_from(sorted(last.bank) or [0]), max_size=4))
        stay = {n: row for n, row in last.bank.items() if n not in gone}
        fresh = draw(st.dictionaries(st.integers(0, 40), questions(), max_size=5))
        changes: tuple[dict[str, Any], ...] = (
            {},
            {},
            {"least": 2},
            {"floor": 0.9},
            {"pointed": 0.5},
        )
        change = draw(st.sampled_from(changes))
        states.append(replace(last, bank=stay | fresh, turned=draw(st.booleans()), **change))
    return states


def raw(state: State) -> pl.DataFrame:
    made = [question_row("s", "c", f"row={n}", **row) for n, row in sorted(state.bank.items())]
    frame: pl.DataFrame = conform(made, RawQuestion)
    return frame.reverse() if state.turned else frame


def digests(state: State, memo: Memo, place: Path) -> dict[str, str]:
    """Every product of both stages as its bytes on disk, and their figures."""
    cleaned = clean(
        {"parsed": raw(state)},
        CleanSettings(min_options=state.least, pointed=state.pointed),
        memo=memo,
    )
    once = unique({"cleaned": cleaned.kept}, UniqueSettings(floor=state.floor), memo=memo)
    found = {}
    for name, result in (("cleaned", cleaned), ("unique", once)):
        found[f"{name}/figures"] = json.dumps(result.metrics, ensure_ascii=False)
        for table, frame in products(result).items():
            files.write_frame(place / "product.parquet", frame)
            found[f"{name}/{table}"] = files.digest_file(place / "product.parquet")
    return found


def products(result: StageResult) -> dict[str, pl.DataFrame]:
    return {"kept": result.kept, "rejected": result.rejected, **result.tables}


@settings(max_examples=2)
@given(histories())
def test_any_history_gives_what_its_last_state_gives(history: list[State]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for state in history:
            kept = Memo(place / "kept", "state of the code", least=0, portion=5)
            assert digests(state, kept, place) == digests(state, Memo(), place)


def test_a_look_at_what_came_leaves_what_is_kept_of_all_others(tmp_path: Path) -> None:
    bank = {n: {"stem": stem, "options": list(options), "answer": "A"}
            for n, (stem, options) in enumerate(PRINTED)}  # fmt: skip
    rows = clean({"parsed": raw(State(bank))}, CleanSettings()).kept
    before = rows.head(-1)
    splits = pl.Series("split", ["reserved", *["train"] * (before.height - 1)])
    earlier = of_splits(before.select("id", splits))
    places = before.select("id", "raw_id").join(earlier.names, left_on="id", right_on="name")
    places = places.rename({"raw_id": "name"}).select(*NAMES)
    known = replace(earlier, names=pl.concat([earlier.names, places]))
    kept_back = KeptBack(known, ("reserved",))
    memo = Memo(tmp_path, "state of the code", least=0)
    unique({"cleaned": before}, UniqueSettings(), memo=memo)
    files = {*tmp_path.glob("texts/*/*.parquet")}
    found = unique({"cleaned": rows}, UniqueSettings(), memo=memo, kept_back=kept_back)
    assert files < {*tmp_path.glob("texts/*/*.parquet")}
    alone = unique({"cleaned": rows}, UniqueSettings(), kept_back=kept_back)
    for name, table in products(found).items():
        assert table.equals(products(alone)[name])


def test_workers_give_the_bytes_of_one_process(tmp_path: Path) -> None:
    bank = {n: {"stem": f"{n}、{stem}", "options": list(options), "answer": "A"}
            for n, (stem, options) in enumerate(PRINTED * 4)}  # fmt: skip
    kept = Memo(tmp_path, "state of the code", least=0, portion=5, executor=Processes(2), worth=1)
    with kept.executor:
        found = digests(State(bank, pointed=0.5), kept, tmp_path)
    assert found == digests(State(bank, pointed=0.5), Memo(), tmp_path)


def test_a_verdict_is_made_again_where_other_words_are_usual(tmp_path: Path) -> None:
    """感觉 and 味觉: a slip where nobody else writes 味觉, two words where it is usual."""
    frame = asked(
        Asked("r1", "下列关于感觉阈限的说法中正确的是", answer=(1,)),
        Asked("r2", "下列关于味觉阈限的说法中正确的是", answer=(1,)),
    )
    memo = Memo(tmp_path, "state of the code", least=0)
    pair = packed(np.array([0], dtype=np.uint32), np.array([1], dtype=np.uint32))

    def reason(usual: str, memo: Memo) -> str:
        judge = Judge(
            rows=Compared(comparison_rows(frame)),
            cases=np.array([-1, -1]),
            attested=lambda pair: pair in usual,
            settings=DuplicateSettings(),
            memo=memo,
            of=row_digests(frame.select("stem")) if memo.folder else None,
        )
        _, edges = judge.edges(pair, alike=True)
        return str(edges["reason"][0])

    scarce, rich = "于感觉阈限", "于感觉阈限于味觉"
    assert reason(scarce, Memo()) != reason(rich, Memo())
    for usual in (scarce, rich, scarce, rich):
        assert reason(usual, memo) == reason(usual, Memo())
