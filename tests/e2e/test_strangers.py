"""Strangers' banks, from their raw files to the Hub and to a corrected second version; no file is
edited by hand on the way.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import huggingface_hub.constants
import openpyxl
import polars as pl
import pytest

from bench.hub.server import Hub
from bench.leaks import draw
from tests.shared import called

TERMS = ("--owner", "出题人", "--licence", "cc-by-4.0", "--cleared-by", "编者")
LOAD = """
import json, sys, datasets
for version in sys.argv[1:]:
    parts = datasets.load_dataset("me/exam", revision=version).items()
    print(json.dumps({name: {row["id"]: row["answer"] for row in part} for name, part in parts}))
"""
ISOLATION = ("严密隔离", "呼吸道隔离", "消化道隔离", "接触隔离", "血液－体液隔离")
POSITIONS = ("去枕仰卧位", "半坐卧位", "端坐位", "头低足高位", "膝胸卧位")
# kind, right option, stem
NURSING = """\
A1 0 全身麻醉未清醒的患者应取的卧位是
A1 0 腰椎穿刺术后6小时内的患者应取的卧位是
A1 1 面部及颈部手术后的患者宜取的卧位是
A1 1 腹腔有感染、正在引流的患者宜取的卧位是
A1 2 支气管哮喘急性发作的患者宜取的卧位是
A1 2 急性左心衰竭发作的患者宜取的卧位是
A1 3 胎膜早破的产妇为防脐带脱垂应取的卧位是
A1 3 胫骨结节牵引时利用人体重力作反牵引应取的卧位是
A1 4 矫正子宫后倾时应取的卧位是
A1 4 结肠镜检查时应取的卧位是
A2 2 患者，男，68岁。夜间突发严重呼吸困难，咳粉红色泡沫痰，两肺满布湿啰音。应协助其取的卧位是
A2 1 患者，女，35岁。甲状腺部分切除术后血压平稳，为减少局部出血，应协助其取的卧位是
A2 0 患者，男，40岁。脊髓腔穿刺术后2小时，为预防颅内压降低引起的头痛，应取的卧位是
B1 0 霍乱患者应执行的隔离是
B1 0 鼠疫患者应执行的隔离是
B1 1 开放性肺结核患者应执行的隔离是
B1 1 流行性感冒患者应执行的隔离是
B1 2 伤寒患者应执行的隔离是
B1 2 细菌性痢疾患者应执行的隔离是
B1 3 破伤风患者应执行的隔离是
B1 3 气性坏疽患者应执行的隔离是
B1 4 艾滋病患者应执行的隔离是
B1 4 乙型病毒性肝炎患者应执行的隔离是
"""
ROWS = [
    (kind, ISOLATION if kind == "B1" else POSITIONS, int(right), f"{stem}（　　）。")
    for kind, right, stem in (line.split(" ") for line in NURSING.splitlines())
]


def law(folder: Path) -> tuple[str, ...]:
    """JSON lines; a case is printed with its first question alone, the others name its number."""
    rows: list[dict[str, object]] = []
    cases: dict[str, int] = {}
    for row in draw("cases", 2):
        number = cases.setdefault(row["material"], len(cases))
        first = not rows or rows[-1]["case_id"] != number
        rows.append(
            {**row, "material": row["material"] if first else "", "case_id": number,
             "subject": "民法"}
        )  # fmt: skip
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (folder / "law.jsonl").write_text(lines, "utf-8")
    return ("law", "--from", "law.jsonl", "--exam", "法律职业资格考试")


def nursing(folder: Path) -> tuple[str, ...]:
    """A sheet with a title above, subject and kind in merged cells."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["基础护理学练习题"])
    sheet.merge_cells("A1:I1")
    sheet.append(["科目", "题型", "题干", "A", "B", "C", "D", "E", "正确答案"])
    begins: dict[str, int] = {}
    for kind, options, right, stem in ROWS:
        head = [None, None] if kind in begins else ["基础护理学", kind]
        begins.setdefault(kind, sheet.max_row + 1)
        sheet.append([*head, stem, *options, "ABCDE"[right]])
    ends = [*(row - 1 for row in list(begins.values())[1:]), sheet.max_row]
    for first, last in zip(begins.values(), ends, strict=True):
        for column in "AB":
            sheet.merge_cells(f"{column}{first}:{column}{last}")
    book.save(folder / "nursing.xlsx")
    return ("nursing", "--from", "nursing.xlsx", "--exam", "护士执业资格考试")


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_DISABLE_XET", True)
    with Hub({"hf_me": "me"}) as running:
        yield running


def loaded(hub: Hub, home: Path, *versions: str) -> list[dict[str, dict[str, str]]]:
    """Answers by id and split of versions of me/exam, as `datasets` gives them by default."""
    env = {
        **os.environ, "HF_ENDPOINT": hub.url, "HF_TOKEN": "", "HF_HOME": str(home),
        "NO_PROXY": "127.0.0.1", "HF_HUB_DISABLE_XET": "1",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", LOAD, *versions], env=env, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()[-len(versions) :]]


def typed(folder: Path, hub: Hub, *commands: list[str]) -> None:
    """The lines a person types; each ends well."""
    for command in commands:
        done = called(*command, cwd=folder, HF_TOKEN="hf_me", HF_ENDPOINT=hub.url)
        assert done.returncode == 0, done.stdout + done.stderr


def released(folder: Path) -> pl.DataFrame:
    parts = [
        pl.read_parquet(path).with_columns(split=pl.lit(path.name.split("-")[0]))
        for path in sorted(folder.glob("data/*/*.parquet"))
    ]
    return pl.concat(parts)


@pytest.mark.parametrize("bank", [law, nursing])
def test_from_raw_files_to_the_hub_and_a_corrected_version(
    bank: Callable[[Path], tuple[str, ...]], tmp_path: Path, hub: Hub
) -> None:
    name, *given = bank(tmp_path)
    push = ["push", "me/exam", "--endpoint", hub.url]
    begin = ["init", name, *given, *TERMS, "--yes"]
    typed(tmp_path, hub, begin, ["build", f"{name}.toml"], ["audit"], push)
    rows = released(tmp_path / f"releases/{name}-0.1.0")
    assert rows.group_by("group").agg(pl.col("split").n_unique())["split"].max() == 1
    if bank is law:  # every question has its case, and shares its group with it
        assert (rows["material"] != "").all()
        assert rows.group_by("material").agg(pl.col("group").n_unique())["group"].max() == 1
    else:
        assert set(rows["subject"]) == {"基础护理学"}
        keys = {stem: options[right] for _, options, right, stem in ROWS}
        for row in rows.iter_rows(named=True):
            assert row["options"]["ABCDE".index(row["answer"])] == keys[row["question"]]
    wrong = rows.filter(pl.col("split") == "train").sort("id").row(0, named=True)
    key = "B" if wrong["answer"] == "A" else "A"
    decide = ["decide", wrong["id"], "--key", key, "--why", "依据教材改正"]
    again = ["build", f"{name}.toml", "--version", "0.1.1"]
    typed(tmp_path, hub, decide, again, ["audit"], [*push, "--private-repo", "me/staging"])
    first, second = loaded(hub, tmp_path / "home", "v0.1.0", "v0.1.1")
    counts = dict(rows.group_by("split").len().rows())
    assert {split: len(part) for split, part in first.items()} == counts
    assert (first["train"].pop(wrong["id"]), second["train"].pop(wrong["id"])) == (
        wrong["answer"], key,
    )  # fmt: skip
    assert first == second
