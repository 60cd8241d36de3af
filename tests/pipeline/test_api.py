"""`import cpsyexam`: the functions of docs/python.md on polars and pandas frames."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest
from click.testing import CliRunner

import cpsyexam
from cpsyexam.errors import ConfigError, SourceError
from pipeline.cli import cli

ROOT = Path(__file__).resolve().parents[2]
DOCS = (ROOT / "docs/python.md").read_text("utf-8")
KEY = bytes(range(32))
# a question that rests on nothing else, its copy, the same with another key, and an open one
ROWS = {
    "id": ["a", "b", "c", "d"],
    "question": [
        "首先提出“自我实现”为最高层次需要的心理学家是（　　）。",
        "首先提出“自我实现”为最高层次需要的心理学家是",
        "感觉阈限与感受性的关系是（　　）。",
        "简述遗忘的干扰说。",
    ],
    "options": [
        ["马斯洛", "罗杰斯", "荣格"],
        ["罗杰斯", "马斯洛", "荣格"],
        ["反比", "正比", "无关"],
        [],
    ],
    "answer": [
        "A",
        "B",
        "A",
        "遗忘是学习与回忆之间受到其他刺激干扰的结果，干扰一旦排除，记忆就能恢复。",
    ],
}


@pytest.fixture
def frame() -> pl.DataFrame:
    return pl.DataFrame(ROWS)


def test_the_example_of_the_docs_runs_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    example = re.search(r"```python\n(.*?)```", DOCS, re.DOTALL)
    assert example
    exec(example.group(1), {})


def test_the_door_has_the_documented_functions_and_loads_nothing_before_use() -> None:
    documented = set(re.findall(r"^\| `(\w+)\(", DOCS, re.MULTILINE))
    assert documented == set(cpsyexam.__dir__()) & documented
    assert len(documented) == 11
    for name in documented:
        assert (getattr(cpsyexam, name).__doc__ or "").strip(), name
    code = "import cpsyexam, sys; print({'polars', 'pipeline'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_copies_are_told_with_their_reason(frame: pl.DataFrame) -> None:
    found = cpsyexam.deduplicate(frame)
    assert found.columns[: frame.width] == frame.columns
    assert found["kept"].sum() == 3
    gone = found.filter(~pl.col("kept")).row(0, named=True)
    assert gone["rule"] == "exact_duplicate"
    assert {gone["id"], gone["same_as"]} == {"a", "b"}


def test_pandas_in_pandas_out(frame: pl.DataFrame) -> None:
    given: Any = pd.DataFrame(ROWS)
    assert cpsyexam.deduplicate(given)["kept"].tolist() == (
        cpsyexam.deduplicate(frame)["kept"].to_list()
    )
    shuffled = cpsyexam.shuffle(given, key=KEY)
    assert isinstance(shuffled, pd.DataFrame)
    rows = shuffled.to_dict("records")
    for before, after in zip(frame.iter_rows(named=True), rows, strict=True):
        assert right(before) == right(after)


def right(row: dict[Any, Any]) -> list[str]:
    """Texts of the right options, or the answer of an open question."""
    options = list(row["options"])
    places = ["ABC".index(letter) for letter in row["answer"]] if options else []
    return [options[place] for place in places] or [row["answer"]]


def test_known_questions_are_found_in_another_frame(frame: pl.DataFrame) -> None:
    found = cpsyexam.known(frame, frame.filter(id="b"))
    assert set(found["question"]) == {"a", "b"}
    assert set(found["kind"]) == {"exact"}
    assert cpsyexam.known(frame.filter(id="d"), frame.filter(id="b")).is_empty()


def test_labels_and_splits_follow_the_questions(frame: pl.DataFrame) -> None:
    labelled = cpsyexam.label(frame)
    assert labelled["format"].to_list() == ["SCQ", "SCQ", "SCQ", "QA"]
    many = pl.concat([
        frame.head(3).with_columns(
            id=pl.format("{}-{}", "id", pl.lit(n)),
            question=pl.concat_str("question", pl.lit(f"（第{n}套第{n * 7}题）")),
        )
        for n in range(40)
    ])  # fmt: skip
    first = cpsyexam.split(many, key=KEY, test=0.2)
    assert first["split"].to_list() == cpsyexam.split(many, key=KEY, test=0.2)["split"].to_list()
    assert {"train", "test", "dev"} <= set(first["split"])
    groups = cpsyexam.deduplicate(many).with_columns(first["split"])
    torn = groups.filter(pl.col("group") != "").group_by("group").agg(pl.col("split").n_unique())
    assert torn["split"].max() == 1


@pytest.mark.parametrize("function", ["deduplicate", "label", "inspect", "split"])
def test_a_missing_column_is_named_with_what_is_there(function: str, frame: pl.DataFrame) -> None:
    wrong = frame.rename({"question": "题干"})
    with pytest.raises(SourceError, match="no column 'question'; rename '题干'"):
        getattr(cpsyexam, function)(wrong)


def test_other_things_than_frames_and_short_keys_are_refused(frame: pl.DataFrame) -> None:
    with pytest.raises(SourceError, match="a polars or pandas frame is wanted, not list"):
        cpsyexam.label([1])  # type: ignore[type-var]
    with pytest.raises(SourceError, match="a secret of 16 bytes"):
        cpsyexam.shuffle(frame, key=b"short")
    with pytest.raises(ConfigError, match="unknown key 'stam'; did you mean 'stem'"):
        cpsyexam.read_bank("x.csv", columns={"stam": "x"})


def test_a_release_is_built_loaded_and_audited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bank = cpsyexam.read_bank(ROOT / "samples/banks/structured.json")
    bank.drop("split").write_parquet("bank.parquet")
    begun = CliRunner().invoke(cli, ["init", "mine", "--from", "bank.parquet"])
    assert begun.exit_code == 0, begun.output
    folder = cpsyexam.build("mine.toml")
    public = cpsyexam.load_release(folder)
    assert {"train", "dev", "test"} == set(public["split"])
    checks = cpsyexam.audit(folder, reserve="reserve/mine-0.1.0")
    assert checks["ok"].all()
    assert not checks.filter(check="draws")["skipped"][0]
    with pytest.raises(ConfigError, match="is not a release"):
        cpsyexam.load_release(tmp_path)
