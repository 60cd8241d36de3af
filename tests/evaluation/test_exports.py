"""A release as tasks of other harnesses, in any field: every question in one task, named by it."""

import json
from pathlib import Path

import polars as pl
import pytest
import yaml

from cpsyexam import taxonomy
from cpsyexam.errors import ReleaseError
from evaluation import harnesses, releases

LAW = {
    "name": "law",
    "words": {"chinese": "法律"},
    "exams": {"LAW": {"chinese": "法考", "subjects": {"民法": "civil law"}}},
    "tasks": {"KG": {"chinese": "知识"}, "CS": {"chinese": "案例"}},
}


@pytest.fixture
def law(release: Path, tmp_path: Path) -> releases.Release:
    """The questions of a release, as if they were of law and its case task CS."""
    folder = tmp_path / "law-exam-0.1.0"
    for split in ("dev", "test"):
        whole = pl.concat(
            pl.read_parquet(path) for path in sorted(release.glob(f"data/*/{split}-*.parquet"))
        )
        place = folder / "data/LAW" / f"{split}-00000-of-00001.parquet"
        place.parent.mkdir(parents=True, exist_ok=True)
        whole.with_columns(task=pl.col("task").replace("CA", "CS")).write_parquet(place)
    known = taxonomy.Taxonomy.model_validate(LAW)
    (folder / "provenance").mkdir()
    (folder / taxonomy.PLACE).write_text(known.text(), "utf-8")
    return releases.Release(folder, "law-exam-0.1.0", "digest")


def test_the_tasks_are_the_field_s_and_hold_every_question_once(
    law: releases.Release, tmp_path: Path
) -> None:
    out = tmp_path / "tasks"
    names = harnesses.export(out, law, "expert")
    assert all(name.startswith("law_exam_0_1_0_") for name in names)
    assert {name.removeprefix("law_exam_0_1_0_") for name in names} == {
        "kg_scq", "kg_maq", "cs_scq", "cs_maq", "qa",
    }  # fmt: skip
    rows = [
        json.loads(line)
        for path in sorted(out.glob("*.test.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]
    asked = releases.questions(law, "test")
    assert sorted(row["id"] for row in rows) == asked["id"].to_list()
    assert {row["id"]: row["group"] for row in rows} == dict(asked.select("id", "group").rows())
    assert all("法律专家" in row["system"] and "心理学专家" not in row["system"] for row in rows)
    group = yaml.safe_load((out / "_law_exam_0_1_0.yaml").read_text("utf-8"))
    assert group == {"group": "law_exam_0_1_0", "task": names}


def test_a_format_without_exemplars_is_still_asked(law: releases.Release, tmp_path: Path) -> None:
    path = law.folder / "data/LAW/dev-00000-of-00001.parquet"
    pl.read_parquet(path).filter(pl.col("format") != "MAQ").write_parquet(path)
    names = harnesses.export(tmp_path / "tasks", law, "expert")
    assert "law_exam_0_1_0_cs_maq" in names
    text = (tmp_path / "tasks/law_exam_0_1_0_cs_maq.yaml").read_text("utf-8")
    assert "fewshot_split" not in text


def test_a_question_of_no_task_stops_the_export(law: releases.Release, tmp_path: Path) -> None:
    path = law.folder / "data/LAW/test-00000-of-00001.parquet"
    pl.read_parquet(path).with_columns(task=pl.lit("XX")).write_parquet(path)
    with pytest.raises(ReleaseError, match=r"\d+ of \d+ questions of test are of no task"):
        harnesses.export(tmp_path / "tasks", law, "expert")
