"""The health of a bank: findings with ids, leaks, cues, the three ways of telling, exit codes."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner

from banks.read import questions
from cleaning.inspection import FAMILIES, bias, inspect
from cleaning.inspection.page import render
from pipeline.cli import cli
from pipeline.commands import inspect as verb

CASE = (
    "一般资料：求助者，女性，三十岁，已婚，公司职员。案例介绍：求助者因与丈夫争吵而失眠，"
    "近两个月来情绪低落、不愿上班，曾到医院检查，未发现躯体疾病，主动前来咨询。"
    "心理咨询师观察了解到的情况：求助者自幼父母离异，由祖母抚养，性格内向，追求完美。"
)


def question(number: int, stem: str, answer: str = "A", **more: Any) -> dict[str, Any]:
    options = [f"{stem[:4]}的{word}" for word in ("动机理论", "归因方式", "认知风格", "情绪体验")]
    return {"id": f"q{number}", "question": stem, "options": options, "answer": answer, **more}


TRAIN = [
    question(1, "韦纳的成就归因理论把原因分为几个维度（　　）。"),
    question(2, "韦纳的成就归因理论把原因分为几个维度（ ）"),
    question(3, "马斯洛认为最高层次的需要是（　　）。", "C"),
    question(4, "马斯洛认为最高层次的需要是（　　）。", "D"),
    question(5, "格式塔学派研究知觉的主要方法（　　）。多选", "B"),
    question(6, "如图所示，这条曲线由谁提出（　　）。", "B"),
    question(7, f"{CASE}该求助者最主要的症状是（　　）。", "B"),
    question(8, "艾宾浩斯在记忆研究中使用的材料（　　）。", "E"),
    question(9, "联系人张某，13812345678，皮亚杰的主要贡献（　　）。", "B"),
    question(10, "维果茨基提出的教学观点（　　）。咨询QQ群：123456789", "B"),
]
DEV = [
    question(1, "韦纳的成就归因理论，把原因分为几个维度（　　）。"),
    question(2, f"{CASE}对该求助者首先应当采用的方法是（　　）。", "B"),
]


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    for split, rows in (("train", TRAIN), ("dev", DEV)):
        path = tmp_path / "bank" / split / "scq.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(rows, ensure_ascii=False), "utf-8")
    return tmp_path / "bank"


def found(bank: Path) -> dict[tuple[str, str], list[dict[str, Any]]]:
    table: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in inspect(questions(bank)).findings.iter_rows(named=True):
        table.setdefault((row["family"], row["rule"]), []).append(row)
    return table


def test_every_kind_of_trouble_is_named_by_the_bank_s_own_ids(bank: Path) -> None:
    table = found(bank)
    ids = {key: {row["id"] for row in rows} for key, rows in table.items()}
    assert ids["defect", "image_needed"] == {"q6"}
    assert ids["defect", "answer_beyond_options"] == {"q8"}
    assert ids["leftover", "trailing_mark"] == {"q5"}
    assert table["leftover", "trailing_mark"][0]["detail"].endswith("多选…")
    conflict = table["conflict", "contradictory_keys"][0]
    assert {conflict["id"], conflict["other_id"]} == {"q3", "q4"}
    copy = table["duplicate", "exact_copy"][0]
    assert {copy["id"], copy["other_id"]} == {"q1", "q2"}
    (leak,) = table["leak", "copy_across_splits"]
    assert (leak["split"], leak["other_split"]) == ("dev", "train")
    case = table["leak", "case_across_splits"][0]
    assert {(case["split"], case["id"]), (case["other_split"], case["other_id"])} == {
        ("train", "q7"),
        ("dev", "q2"),
    }


def test_contact_data_is_named_but_not_shown(bank: Path) -> None:
    table = found(bank)
    (row,) = table["defect", "contact_data"]
    assert (row["id"], row["detail"]) == ("q9", "")
    (row,) = table["leftover", "advert_contact"]
    assert (row["id"], row["detail"]) == ("q10", "stem: …点（ ）。咨询QQ群：•••••••••…")


def test_what_is_shared_with_another_bank(bank: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    rows = [TRAIN[0], question(77, "与此无关的一道普通的测量学题目（　　）。", "Z")]
    other.write_text(json.dumps(rows, ensure_ascii=False), "utf-8")
    health = inspect(questions(bank), questions(other))
    leaks = health.findings.filter(pl.col("rule") == "copy_across_banks")
    assert leaks.height >= 1
    assert {"bank", "other.json"} == {*leaks["bank"], *leaks["other_bank"]}
    # the other bank is compared with, not judged
    assert "q77" not in set(health.findings["id"])


def test_a_page_that_needs_nothing_else(bank: Path) -> None:
    frame = questions(bank).with_columns(stem=pl.col("stem") + "<script>alert(1)</script>")
    page = render(inspect(frame), {"a.json": {"stem": "question"}})
    assert "<script>alert" not in page
    assert "http://" not in page
    assert "https://" not in page
    assert "copy_across_splits" in page


def test_cues(tmp_path: Path) -> None:
    rows = [
        {
            "source": "b",
            "split": "",
            "options": ["短", "短些", "这是最长的选项", "中等的"],
            "answer": [2],
        }
        for _ in range(100)
    ]
    table = bias.measure(pl.DataFrame(rows))
    told = dict(table.select("cue", "biased").rows())
    assert told == {
        "answer A": True,
        "answer B": True,
        "answer C": True,
        "answer D": True,
        "longest": True,
    }
    fair = pl.DataFrame([{**row, "answer": [i % 4]} for i, row in enumerate(rows)])
    assert not bias.measure(fair)["biased"].any()


def test_exit_codes_and_outputs(bank: Path, tmp_path: Path) -> None:
    run = CliRunner()
    page = tmp_path / "h.html"
    plain = run.invoke(cli, ["inspect", str(bank), "--to", str(page)])
    assert plain.exit_code == 0
    assert "case_across_splits" in plain.stdout
    assert page.read_text("utf-8").startswith("<!doctype html>")
    failing = run.invoke(cli, ["inspect", str(bank), "--json", "--fail-on", "leak,conflict"])
    assert failing.exit_code == 1
    told = json.loads(failing.stdout)
    assert {"banks", "columns", "summary", "bias", "findings"} == told.keys()
    assert "found: leak, conflict" in failing.stderr
    assert run.invoke(cli, ["inspect", str(bank / "dev"), "--fail-on", "leak"]).exit_code == 0
    assert run.invoke(cli, ["inspect", str(bank), "--fail-on", "leeks"]).exit_code == 2


def test_a_bank_that_cannot_be_read(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["inspect", str(tmp_path / "nothing")])
    assert getattr(result.exception, "exit_code", None) == 2


def test_the_verb_knows_the_families() -> None:
    assert set(verb.FAMILIES) == set(FAMILIES)


def test_nothing_wrong_nothing_found(tmp_path: Path) -> None:
    path = tmp_path / "fine.json"
    path.write_text(json.dumps([TRAIN[0], TRAIN[2]], ensure_ascii=False), "utf-8")
    health = inspect(questions(path))
    assert health.findings.height == 0
    assert all(health.count(family) == 0 for family in FAMILIES)
