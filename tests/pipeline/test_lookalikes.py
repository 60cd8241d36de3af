"""A heavily edited copy in a bank: duplicate removal takes it for two, the leak guard for one."""

import contextlib
import json
from pathlib import Path

import polars as pl

from bench import line_bank
from cpsyexam import stage
from tests.shared import called
from tests.splitting.test_lookalikes import EDITED, PRINTED

_SPLIT = """\
[split]
reserve_unit = "group"
share = 0.4
reserved = 1.0
few_shot = 0
min_train = 0
[release]
"""


def _bank(root: Path) -> None:
    """A small bank with the pair in it; four of ten questions shall be reserved."""
    recipe = line_bank.make(root, 60)
    pair = [
        {"question": stem, "options": options, "answer": "A", "question_type": "单选题"}
        | {"exam": "GEE", "subject": "普通心理学", "material": "", "analysis": ""}
        for stem, options in (PRINTED, EDITED)
    ]
    with (root / "bank.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in pair)
    head, _, tail = recipe.read_text("utf-8").partition("[split]")
    recipe.write_text(head + _SPLIT + tail.partition("[release]\n")[2], "utf-8")


def test_a_release_of_a_bank_with_an_edited_copy_passes_its_builders_audit(tmp_path: Path) -> None:
    with contextlib.chdir(tmp_path):
        _bank(Path("bank"))  # names of questions hang on the path of their bank
    done = called("build", "bank/recipe.toml", "--out", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Kept in one split, as nearly one question: 1 pairs" in done.stdout
    build = tmp_path / "out/build"
    kept, joined = stage.read(build, "split"), stage.read(build, "split/joined")
    pair = kept.filter(pl.col("stem").str.contains("工作记忆的"))
    assert set(joined.row(0)[:2]) == set(pair["raw_id"])  # the first draw parted them
    assert pair["split"].n_unique() == pair["unit"].n_unique() == 1
