"""Strangers' banks from their raw files to a corrected second version, by the lines that a person
types: no file is edited by hand.
"""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import openpyxl
import polars as pl

from bench.leaks import draw
from tests.shared import called

TERMS = ("--owner", "出题人", "--licence", "cc-by-4.0", "--cleared-by", "编者")
SHARED = {  # options that the questions of a kind have in common
    "卧位": ("去枕仰卧位", "半坐卧位", "端坐位", "头低足高位", "膝胸卧位"),
    "隔离": ("严密隔离", "呼吸道隔离", "消化道隔离", "接触隔离", "血液－体液隔离"),
    "角度": ("5°", "15°～30°", "30°～40°", "60°", "90°"),
}
# kind, options, right option, stem; the last block came in a later year
NURSING = """\
A1 卧位 0 全身麻醉未清醒的患者应取的卧位是
A1 卧位 0 腰椎穿刺术后6小时内的患者应取的卧位是
A1 卧位 1 面部及颈部手术后的患者宜取的卧位是
A1 卧位 1 腹腔有感染、正在引流的患者宜取的卧位是
A1 卧位 2 支气管哮喘急性发作的患者宜取的卧位是
A1 卧位 2 急性左心衰竭发作的患者宜取的卧位是
A1 卧位 3 胎膜早破的产妇为防脐带脱垂应取的卧位是
A1 卧位 3 胫骨结节牵引时利用人体重力作反牵引应取的卧位是
A1 卧位 4 矫正子宫后倾时应取的卧位是
A1 卧位 4 结肠镜检查时应取的卧位是
A2 卧位 2 患者，男，68岁。夜间突发严重呼吸困难，咳粉红色泡沫痰，两肺满布湿啰音。应协助其取的卧位是
A2 卧位 1 患者，女，35岁。甲状腺部分切除术后血压平稳，为减少局部出血，应协助其取的卧位是
A2 卧位 0 患者，男，40岁。脊髓腔穿刺术后2小时，为预防颅内压降低引起的头痛，应取的卧位是
B1 隔离 0 霍乱患者应执行的隔离是
B1 隔离 0 鼠疫患者应执行的隔离是
B1 隔离 1 开放性肺结核患者应执行的隔离是
B1 隔离 1 流行性感冒患者应执行的隔离是
B1 隔离 2 伤寒患者应执行的隔离是
B1 隔离 2 细菌性痢疾患者应执行的隔离是
B1 隔离 3 破伤风患者应执行的隔离是
B1 隔离 3 气性坏疽患者应执行的隔离是
B1 隔离 4 艾滋病患者应执行的隔离是
B1 隔离 4 乙型病毒性肝炎患者应执行的隔离是

B1 角度 0 皮内注射时针头与皮肤所成的角度是
B1 角度 0 青霉素过敏试验时针头与皮肤所成的角度是
B1 角度 0 接种卡介苗时针头与皮肤所成的角度是
B1 角度 1 静脉注射时针头与皮肤所成的角度是
B1 角度 2 皮下注射时针头与皮肤所成的角度是
B1 角度 2 用注射器注射胰岛素时针头与皮肤所成的角度是
B1 角度 4 肌内注射时针头与皮肤所成的角度是
B1 角度 4 臀大肌注射青霉素时针头与皮肤所成的角度是
"""
LATER = 20  # questions of the law bank that came in a later year, at least


def sheet_rows(*, later: bool = True) -> list[tuple[str, tuple[str, ...], str, str]]:
    """Kind, options, right option and stem of the nursing questions."""
    first, _, second = NURSING.partition("\n\n")
    lines = (line.split(" ") for line in (first + "\n" + second * later).splitlines())
    return [
        (kind, SHARED[options], SHARED[options][int(right)], f"{stem}（　　）。")
        for kind, options, right, stem in lines
    ]


def nursing(folder: Path, *, later: bool) -> tuple[str, ...]:
    """A sheet with a title above, subject and kind in merged cells."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["基础护理学练习题"])
    sheet.merge_cells("A1:I1")
    sheet.append(["科目", "题型", "题干", "A", "B", "C", "D", "E", "正确答案"])
    begins: dict[str, int] = {}
    for kind, options, right, stem in sheet_rows(later=later):
        head = [None, None] if kind in begins else ["基础护理学", kind]
        begins.setdefault(kind, sheet.max_row + 1)
        sheet.append([*head, stem, *options, "ABCDE"[options.index(right)]])
    ends = [*(row - 1 for row in list(begins.values())[1:]), sheet.max_row]
    for begin, end in zip(begins.values(), ends, strict=True):
        for column in "AB":
            sheet.merge_cells(f"{column}{begin}:{column}{end}")
    book.save(folder / "nursing.xlsx")
    return ("--from", "nursing.xlsx", "--exam", "护士执业资格考试")


def law(folder: Path, *, later: bool) -> tuple[str, ...]:
    """JSON lines; a case is printed with its first question alone, the others name its number."""
    rows: list[dict[str, object]] = []
    cases: dict[str, int] = {}
    for row in draw("cases", 2):
        number = cases.setdefault(row["material"], len(cases))
        first = not rows or rows[-1]["case_id"] != number
        if first and not later and len(rows) > 120 - LATER:
            break
        material = row["material"] if first else ""
        rows.append({**row, "material": material, "case_id": number, "subject": "民法"})
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (folder / "law.jsonl").write_text(lines, "utf-8")
    return ("--from", "law.jsonl", "--exam", "法律职业资格考试")


BANKS: dict[str, Callable[..., tuple[str, ...]]] = {"law": law, "nursing": nursing}


def typed(folder: Path, *commands: tuple[str, ...], **env: str) -> None:
    """The lines a person types; each ends well."""
    for command in commands:
        done = called(*command, cwd=folder, **env)
        assert done.returncode == 0, done.stdout + done.stderr


def first_version(folder: Path, name: str) -> Path:
    """Release 0.1.0 of a bank, built from its raw file."""
    (folder / "keys").mkdir()
    for purpose in ("split", "salt"):  # else each run would draw other splits
        key = hashlib.sha256(f"{name} {purpose}".encode()).hexdigest()
        (folder / f"keys/{name}-{purpose}.key").write_text(key + "\n", "ascii")
    given = BANKS[name](folder, later=False)
    typed(folder, ("init", name, *given, *TERMS, "--yes"), ("build", f"{name}.toml"))
    return folder / f"releases/{name}-0.1.0"


def corrected(folder: Path, name: str) -> tuple[str, str]:
    """Release 0.2.0: the bank has grown, and somebody decided on the key of a question of train.
    Its id and its new key.
    """
    questions = released(folder / f"releases/{name}-0.1.0").filter(pl.col("split") == "train")
    wrong = questions.sort("id").row(0, named=True)
    key = "B" if wrong["answer"] == "A" else "A"
    BANKS[name](folder, later=True)
    decide = ("decide", wrong["id"], "--key", key, "--why", "依据教材改正")
    again = ("build", f"{name}.toml", "--version", "0.2.0")
    typed(folder, decide, again)
    return wrong["id"], key


def released(folder: Path) -> pl.DataFrame:
    """The public questions of a release, with their split."""
    parts = [
        pl.read_parquet(path).with_columns(split=pl.lit(path.name.split("-")[0]))
        for path in sorted(folder.glob("data/*/*.parquet"))
    ]
    return pl.concat(parts)
