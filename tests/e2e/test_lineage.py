"""A release made before there were lineages, corrected in every way, and built by this code.

`older/small-0.1.0.tar.xz` is what `cpsyexam build r.toml` of commit 19e68077 left of a bank of 45
questions and 8 copies: bank, recipe, keys, release and reserve.
"""

import json
import shutil
import tarfile
from pathlib import Path

import polars as pl
import pytest

from cpsyexam import stage
from tests.e2e.conftest import Call
from tests.matrix import some

OLDER = Path(__file__).parent / "older/small-0.1.0.tar.xz"


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """Bank, recipe, keys, and version 0.1.0 with its reserve."""
    with tarfile.open(OLDER) as packed:
        packed.extractall(tmp_path, filter="data")
    return tmp_path


def raise_version(desk: Path, version: str, **changes: str) -> None:
    """Give the recipe another version, and other lines."""
    head, _, tail = (desk / "r.toml").read_text("utf-8").partition("version = ")
    text = f'{head}version = "{version}"\n{tail.partition(chr(10))[2]}'
    for old, new in changes.items():
        text = text.replace(old, new)
    (desk / "r.toml").write_text(text, "utf-8")


def part(root: Path, split: str) -> pl.DataFrame:
    """The records of a part in a release or reserve folder."""
    return pl.concat(pl.read_parquet(p) for p in sorted(root.glob(f"data/*/{split}-*.parquet")))


def edit(desk: Path, old: str, new: str) -> None:
    """Change the first such text of the bank: another crawl, or a correction at the source."""
    path = desk / "bank.csv"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


@pytest.mark.parametrize("between", some([True, False], 2))
def test_corrected_questions_keep_their_parts(desk: Path, call: Call, *, between: bool) -> None:
    before = pl.concat(
        [
            part(desk / "releases/small-0.1.0", split).with_columns(split=pl.lit(split))
            for split in ("train", "dev", "test")
        ]
        + [part(desk / "reserve/small-0.1.0", "reserved").with_columns(split=pl.lit("reserved"))]
    )
    raise_version(desk, "0.2.0")
    assert call("build", "r.toml", cwd=desk).returncode == 0
    assert pl.read_parquet(desk / "releases/small-0.2.0/CHANGES.parquet").is_empty()
    if not between:
        for place in ("releases", "reserve"):
            shutil.rmtree(desk / place / "small-0.2.0")
    edited, decided, parts = [], [], ("reserved", "test", "dev")
    for split in parts:
        first, second = before.filter(split=split).sort("id").head(2)["question"].to_list()
        edited.append((first, first.replace("就第", "对于第").replace("有人认为", "有些人以为")))
        decided.append((second, second.replace("会影响", "能影响到")))
    for old, new in edited:
        edit(desk, old, new)
    for old, new in decided:
        name = before.filter(question=old)["id"][0]
        said = call(
            "decide", name, "--set", f"stem={new}", "--why", "错字", "--by", "lin", cwd=desk
        )
        assert said.returncode == 0, said.stderr
    raise_version(desk, "0.3.0")
    done = call("build", "r.toml", cwd=desk)
    assert done.returncode == 0, done.stdout + done.stderr
    now = stage.read(desk / "build", "split")
    for pairs in (edited, decided):
        new = [now.filter(pl.col("stem") == stem)["split"].to_list() for _, stem in pairs]
        assert new == [["reserved"], ["test"], ["dev"]]
    changes = pl.read_parquet(desk / "releases/small-0.3.0/CHANGES.parquet")
    assert set(changes["change"]) == {"changed"}
    held = set(before.filter(split="reserved")["id"])
    assert not held & {*changes["id"], *changes["old_id"]}
    log = (desk / "releases/small-0.3.0/CHANGELOG.md").read_text("utf-8")
    for old, new in decided[1:]:  # public ones
        was = before.filter(question=old)["id"][0]
        [row] = changes.filter(old_id=was).iter_rows(named=True)
        assert (row["fields"], row["why"]) == (["question"], "lin: 错字")
        [slip] = row["differences"]
        assert "会影响" in slip["before"]
        assert "能影响到" in slip["after"]
        assert f"- {row['id']} (was {was}) changed: stem {slip['before']} → " in log
        life = call("trace", was, cwd=desk).stdout
        assert life.startswith(row["id"])
        assert f"had the id {was}" in life
        assert now.filter(id=row["id"])["stem"].to_list() == [new]
    kept = before.join(now.select("id", now="split"), on="id")
    assert (kept["split"] == kept["now"]).all()
    assert (
        now["split"]
        .value_counts()
        .sort("split")
        .equals(before["split"].value_counts().sort("split"))
    )
    audited = call("audit", "releases/small-0.3.0", "--json", cwd=desk)
    assert audited.returncode == 0, audited.stdout
    checks = {check["name"]: check for check in json.loads(audited.stdout)["checks"]}
    assert checks["inheritance"]["ok"]
    assert not checks["inheritance"]["skipped"]
