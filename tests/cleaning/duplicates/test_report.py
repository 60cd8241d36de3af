"""The report, and the command that writes it."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from cleaning.duplicates.report import Finding, doubt, findings, marked, page
from cleaning.unique import UniqueSettings, unique
from cpsyexam.files import write_frame
from pipeline.commands.duplicates import command
from tests.cleaning.duplicates.bank import Asked, frame

PEOPLE = ("桑代克", "斯金纳", "班杜拉", "巴甫洛夫")
BANK = frame(
    Asked("a", "最先系统研究操作性条件反射的心理学家是", PEOPLE, (1,)),
    Asked("b", "最先系统研究操作性条件反射的心理学家是（）", PEOPLE, (1,)),
    Asked("c", "最先系统研究操作性条件反射的心理学家是", (*PEOPLE[:3], "华<生"), (1,)),
    Asked("d", "最先系统研究经典性条件反射的心理学家是", PEOPLE, (3,)),
    Asked("e", "短时记忆的容量是", ("5", "7", "9", "11"), (1,), source="x"),
    Asked("f", "短时记忆的容量是", ("5", "7", "9", "11"), (2,), source="y"),
    Asked("g", "大脑皮层的视觉中枢位于", ("额叶", "枕叶"), (1,)),
)
OUTCOME = unique({"cleaned": BANK}, UniqueSettings())


def found() -> list[Finding]:
    return findings(BANK, OUTCOME.tables["edges"], OUTCOME.rejected)


def test_findings_are_sorted_by_doubt() -> None:
    listed = found()
    assert [f.kind for f in listed] == ["conflict", "near", "flip"]
    assert [f.doubt for f in listed] == sorted((f.doubt for f in listed), reverse=True)
    near = listed[1]
    assert [s.raw_id for s in near.shown] == ["a", "b", "c"]
    assert [s.fate for s in near.shown] == ["kept", "exact_duplicate", "near_duplicate"]


def test_a_contradiction_shows_both_keys_and_sources() -> None:
    shown = found()[0].shown
    assert [(s.source, s.key, s.fate) for s in shown] == [
        ("x", "B", "conflicting_answers"),
        ("y", "C", "conflicting_answers"),
    ]


def test_differences_are_marked() -> None:
    assert marked("树突的作用", "轴突的作用") == [("轴", True), ("突的作用", False)]
    assert marked("记忆的", "记忆") == [("记忆", False), ("∅", True)]


@settings(max_examples=100)
@given(st.text(max_size=20), st.text(max_size=20))
def test_pieces_give_the_text_back(first: str, other: str) -> None:
    pieces = [text for text, differs in marked(first, other) if not (differs and text == "∅")]
    assert "".join(pieces) == other.replace("∅", "") or "∅" in other


def test_copies_are_surer_than_rewordings() -> None:
    assert doubt("exact", "same text", 1.0) == 0.0
    assert doubt("near", "slip: 惰 → 情", 0.98) < doubt("near", "one option differs: a → b", 0.9)
    assert doubt("near", "same options and key; word: a → b", 0.9) < doubt("review", "order", 0.9)


def test_the_page_escapes_texts() -> None:
    text = page(found(), {"near": 1})
    assert "华<mark>&lt;</mark>生" in text or "&lt;" in text
    assert "<mark>" in text
    assert "华<生" not in text


def test_the_command_prints_and_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = tmp_path / "build"
    write_frame(build / "cleaned" / "kept.parquet", BANK)
    write_frame(build / "unique" / "edges.parquet", OUTCOME.tables["edges"])
    write_frame(build / "unique" / "rejected.parquet", OUTCOME.rejected)
    monkeypatch.setenv("COLUMNS", "120")
    done = CliRunner().invoke(command, ["--out", str(tmp_path), "--kind", "conflict"])
    assert done.exit_code == 0, done.output
    assert "1 findings" in done.output
    assert "doubt" in done.output
    assert not (build / "duplicates.html").exists()  # a page of one kind is not the page of all
    assert CliRunner().invoke(command, ["--out", str(tmp_path)]).exit_code == 0
    assert "短时记忆的容量是" in (build / "duplicates.html").read_text("utf-8")


def test_the_command_has_an_example() -> None:
    done = CliRunner().invoke(command, ["--help"])
    assert "Example: cpsyexam duplicates" in done.output
