"""`[label] learn_from`: a recipe's own labelled bank teaches the models of the stage."""

from pathlib import Path

import polars as pl
import pytest

from labeling.settings import LabelSettings
from pipeline.bank_frames import learn_models

ASKED = {
    "identification": "该求助者最主要的症状是",
    "reasoning": "该求助者出现上述症状的原因是",
    "application": "咨询师此时应当采取的措施是",
}


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    rows = [
        (f"{stem}（第{i}次会谈）。", f"甲{i}", f"乙{i}", f"丙{i}", "A", "PCE", "心理诊断技能", name)
        for i in range(6)
        for name, stem in ASKED.items()
    ]
    names = ["question", "A", "B", "C", "answer", "exam", "subject", "category"]
    pl.DataFrame(rows, schema=names, orient="row").write_csv(tmp_path / "labelled.csv")
    return tmp_path / "labelled.csv"


def test_a_labelled_bank_teaches_categories(bank: Path) -> None:
    asked = pl.DataFrame({"stem": ["咨询师应当采取的措施是"], "options": [["共情", "转介"]]})
    found = learn_models(bank).categories(asked)
    assert found["category"].to_list() == ["application"]


def test_the_bank_is_among_what_the_stage_depends_on(bank: Path) -> None:
    assert LabelSettings(learn_from=bank).outside_files() == (bank,)
    assert LabelSettings().outside_files() == ()
