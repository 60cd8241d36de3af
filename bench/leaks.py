"""`make bench-leaks`: false alarms and planted leaks on generated banks of five shapes.

Each bank (law-like sentences drawn from word lists) goes through `init`, `build` and the leak guard
as a stranger's would. A false alarm is any line of the guard on the release as it was built. Then
reserved texts are planted, one at a time, into the card, the report and Croissant: a question
with its options or model answer, or a case. All are to be found.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl

from bench.frame import publish
from manifests.checks.leaks import LeakGuard
from manifests.release_reader import ReleaseReader

_LISTS = """\
甲方 乙方 丙公司 法院 仲裁庭 担保人 债权人 股东 承租人 证人 被告 检察院 公证处
应当 可以 不得 有权 无权 必须
解除合同 申请复议 提起上诉 拒绝履行 请求赔偿 行使抵押权 主张抵销 申请保全 查阅账簿 行使追索权
判决生效之后 经过催告之后 未经登记时 合同无效时 对方违约时 期限届满前 第三人善意时
房屋 汽车 钢材 字画 机床 渔船 棉花 商铺 专利 股权 林地 农机 水泥 药材
赵明 钱芳 孙磊 李静 周强 吴敏 郑伟 王丽 冯涛 陈洁 褚军 卫红 蒋鹏 沈玉"""
WHO, DUTY, ACT, WHEN, THING, NAME = (line.split() for line in _LISTS.splitlines())
ASKED = (
    "关于本案中各方当事人的责任，下列说法正确的是：",
    "对法院在本案中的处理，下列哪一选项是正确的？",
    "针对上述合同的效力，下列哪些判断是正确的？",
    "关于本案的诉讼程序，下列哪一表述是错误的？",
    "根据上述材料，当事人可以采取的措施是：",
    "结合案情，对举证责任的分配正确的是：",
)
QUESTIONS = 120
Row = dict[str, str]


def main() -> None:
    """Measure all banks and publish the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--banks", type=int, default=30)
    rows: list[list[Any]] = []
    for number in range(parser.parse_args().banks):
        shape = list(SHAPES)[number % len(SHAPES)]
        place = Path(tempfile.mkdtemp(prefix="bench-leaks-"))
        try:
            rows.append([shape, number, *measure(place, shape, number)])
        finally:
            shutil.rmtree(place)
    sums = [sum(row[at] for row in rows) for at in (2, 3, 4, 5)]
    columns = ["shape", "seed", "reserved", "false alarms", "planted", "planted unseen"]
    publish("leaks", "The leak guard on strangers' banks", columns, [*rows, ["all", "", *sums]])


def measure(place: Path, shape: str, seed: int) -> tuple[int, int, int, int]:
    """Reserved questions, false alarms, leaks planted and planted ones that went unseen."""
    bank = place / "bank.jsonl"
    lines = (json.dumps(row, ensure_ascii=False) for row in draw(shape, seed))
    bank.write_text("\n".join(lines) + "\n", "utf-8")
    for command in (["init", "bank", "--from", bank.name, "--yes"], ["build", "bank.toml"]):
        run = [sys.executable, "-m", "pipeline.entry", *command]
        subprocess.run(run, cwd=place, check=True, capture_output=True)
    folder, reserve = place / "releases/bank-0.1.0", place / "reserve/bank-0.1.0"
    alarms = len(alarms_of(folder, reserve))
    planted = unseen = 0
    held = pl.concat(pl.read_parquet(path) for path in sorted(reserve.glob("data/*/*.parquet")))
    for text in secrets(held):
        for name in ("README.md", "report.html", "croissant.json"):
            copy = place / "copy"
            shutil.copytree(folder, copy)
            _plant(copy / name, text)
            planted += 1
            unseen += not any(name in line for line in alarms_of(copy, reserve))
            shutil.rmtree(copy)
    return held.height, alarms, planted, unseen


def alarms_of(folder: Path, reserve: Path) -> list[str]:
    """What the leak guard says of a release, beside its reserve."""
    guard = LeakGuard(ReleaseReader(folder, reserve))
    return [line for check in (guard.names, guard.questions, guard.texts) for line in check()]


def secrets(held: pl.DataFrame, most: int = 2) -> Iterator[str]:
    """Texts of the first reserved questions that would tell them, whole; and a case."""
    for row in held.sort("id").head(most).iter_rows(named=True):
        yield "；".join([row["question"], *(row["options"] or [row["reference"]])])
    yield from held.filter(pl.col("material") != "")["material"].head(1)


def _plant(path: Path, text: str) -> None:
    if path.suffix == ".json":
        document = json.loads(path.read_text("utf-8")) | {"description": text}
        path.write_text(json.dumps(document), "utf-8")
        return
    path.write_text(f"{path.read_text('utf-8')}\n{text}\n", "utf-8")


def draw(shape: str, seed: int) -> list[Row]:
    """The rows of a bank: columns as people name them."""
    return SHAPES[shape](random.Random(seed))


def _clause(chance: random.Random) -> str:
    pick = chance.choice
    return f"{pick(WHEN)}{pick(WHO)}{pick(DUTY)}{pick(ACT)}，并且{pick(DUTY)}{pick(ACT)}"


def _options(chance: random.Random, make: Callable[[random.Random], str]) -> Row:
    texts: list[str] = []
    while len(texts) < 4:
        text = make(chance)
        if text not in texts:
            texts.append(text)
    return dict(zip("ABCD", texts, strict=True)) | {"answer": chance.choice("ABCD")}


def _story(chance: random.Random) -> str:
    one, two, three = chance.sample(NAME, 3)
    pick = chance.choice
    return (
        f"{chance.randint(2001, 2024)}年，{one}与{two}就{pick(THING)}和{pick(THING)}签订合同，"
        f"{pick(WHEN)}{three}{pick(ACT)}，{two}因{pick(THING)}{pick(ACT)}起诉，"
        f"{pick(WHO)}{pick(ACT)}后又{pick(ACT)}，{one}{pick(DUTY)}{pick(ACT)}。"
    )


def _cases(chance: random.Random, least: int, most: int) -> list[Row]:
    rows: list[Row] = []
    while len(rows) < QUESTIONS:
        story = _story(chance)
        rows += [
            {"material": story, "stem": stem, **_options(chance, _clause)}
            for stem in chance.sample(ASKED, chance.randint(least, most))
        ]
    return rows


def _alone(chance: random.Random, option: Callable[[random.Random], str]) -> list[Row]:
    stems = sorted(
        {f"{chance.choice(WHEN)}，关于{chance.choice(WHO)}{chance.choice(ACT)}的条件，"
         f"就{chance.choice(THING)}而言下列正确的是（　　）。" for _ in range(QUESTIONS)}
    )  # fmt: skip
    return [{"stem": stem, **_options(chance, option)} for stem in stems]


def _statements(chance: random.Random) -> list[Row]:
    texts = sorted({_clause(chance) for _ in range(QUESTIONS)})
    return [{"stem": f"{text}。", "answer": chance.choice(["对", "错"])} for text in texts]


def _terms(chance: random.Random) -> list[Row]:
    names = sorted({f"{chance.choice(THING)}{chance.choice(ACT)}" for _ in range(QUESTIONS)})
    return [{"stem": name, "answer": f"指{_clause(chance)}的制度。"} for name in names]


SHAPES: dict[str, Callable[[random.Random], list[Row]]] = {
    "long options": lambda chance: _alone(chance, _clause),
    "short options": lambda chance: _alone(chance, lambda c: c.choice(ACT)[:4]),
    "cases": lambda chance: _cases(chance, 2, 6),
    "true or false": _statements,
    "terms": _terms,
}

if __name__ == "__main__":
    main()
