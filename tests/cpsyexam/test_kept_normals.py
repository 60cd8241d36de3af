"""Normal forms that are kept are those that would be made."""

from pathlib import Path

import polars as pl
import pytest

from cpsyexam.identity import normal_form
from cpsyexam.kept_normals import kept_normal_forms
from cpsyexam.memo import NO_MEMO, Memo

FRAME = pl.DataFrame(
    {
        "id": [f"q{n}" for n in range(40)],
        "material": ["" if n % 3 else f"案例{n}：来访者男，{n + 18}岁。" for n in range(40)],
        "stem": [f"{n}．下列属于第{n % 7}信号系统的是（ ）。" for n in range(40)],
        "options": [["A．语言", f"B．铃声{n}"] if n % 2 else [] for n in range(40)],
    }
)


@pytest.mark.parametrize("kept", [False, True])
def test_are_those_of_identity(kept: bool, tmp_path: Path) -> None:  # noqa: FBT001
    memo = Memo(tmp_path, "state", least=10) if kept else NO_MEMO
    for frame in (FRAME.head(30), FRAME, FRAME.reverse(), FRAME.clear()):
        found = kept_normal_forms(frame, memo)
        assert found.to_list() == normal_form(frame).to_list()


def test_only_new_or_changed_questions_are_worked_on(tmp_path: Path) -> None:
    memo = Memo(tmp_path, "state", least=10)
    kept_normal_forms(FRAME.head(30), memo)
    before = set(tmp_path.rglob("*.parquet"))
    edited = FRAME.with_columns(
        pl.when(pl.col("id") == "q3").then(pl.lit("改过的题干")).otherwise("stem").alias("stem")
    )
    kept_normal_forms(edited, memo)
    (fresh,) = set(tmp_path.rglob("*.parquet")) - before
    assert pl.read_parquet(fresh)["normal"].len() == 11
