"""`make bench-leaks`: false alarms and planted leaks on generated banks of five shapes.

Each bank (law-like sentences drawn from word lists) goes through `init`, `build` and the leak guard
as a stranger's would. A false alarm is any line of the guard on the release as it was built. Then
reserved texts are planted, one after the other, into every file: card, report (words, chart,
attribute), Croissant, changes, provenance, counts, manifest, script and shards. A text is a
question with its options or model answer, a case, or an id. All are to be found, each by a line
that says what to do.
"""

import argparse
import html
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
from cpsyexam import browsing
from cpsyexam.files import canonical
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
_SENTENCES = ("true or false", "terms")  # shapes whose question is one sentence
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
    sums = [sum(row[at] for row in rows) for at in range(2, 7)]
    columns = ["shape", "seed", "reserved", "false alarms", "planted", "unseen", "no remedy"]
    publish("leaks", "The leak guard on strangers' banks", columns, [*rows, ["all", "", *sums]])


def measure(place: Path, shape: str, seed: int) -> tuple[int, int, int, int, int]:
    """Reserved questions, false alarms, leaks planted, those unseen, lines without a remedy."""
    bank = place / "bank.jsonl"
    lines = (json.dumps(row, ensure_ascii=False) for row in draw(shape, seed))
    bank.write_text("\n".join(lines) + "\n", "utf-8")
    for command in (["init", "bank", "--from", bank.name, "--yes"], ["build", "bank.toml"]):
        run = [sys.executable, "-m", "pipeline.entry", *command]
        subprocess.run(run, cwd=place, check=True, capture_output=True)
    folder, reserve = place / "releases/bank-0.1.0", place / "reserve/bank-0.1.0"
    alarms = len(alarms_of(folder, reserve))
    planted = unseen = bare = 0
    held = pl.concat(pl.read_parquet(path) for path in sorted(reserve.glob("data/*/*.parquet")))
    ids = set(held["id"])
    for number, text in enumerate(secrets(held)):
        # what shards hold too counts less elsewhere; in them a lone sentence is a textbook's
        for shards in (False, True) if shape not in _SENTENCES or text in ids else (False,):
            copy = place / "copy"
            shutil.copytree(folder, copy)
            names = plant(copy, text, number, shards=shards)
            found = alarms_of(copy, reserve)
            planted += len(names)
            unseen += sum(not any(line.startswith(f"{n}: ") for line in found) for n in names)
            bare += sum("; " not in line for line in found)
            shutil.rmtree(copy)
    return held.height, alarms, planted, unseen, bare


def alarms_of(folder: Path, reserve: Path) -> list[str]:
    """What the leak guard says of a release, beside its reserve."""
    guard = LeakGuard(ReleaseReader(folder, reserve))
    return [line for check in (guard.names, guard.questions, guard.texts) for line in check()]


def secrets(held: pl.DataFrame, most: int = 2) -> Iterator[str]:
    """Texts of the first reserved questions that would tell them, whole; a case; and an id."""
    for row in held.sort("id").head(most).iter_rows(named=True):
        yield "；".join([row["question"], *(row["options"] or [row["reference"]])])
    yield from held.filter(pl.col("material") != "")["material"].head(1)
    yield from held["id"].head(1)


def plant(folder: Path, text: str, number: int, *, shards: bool) -> list[str]:
    """Write a text into every file of a release, or into its shards alone; returns their names."""
    names = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        if name.startswith("data/") is shards:
            _plant(path, text, number)
            names.append(name)
    return names


def repacked(page: str, rows: pl.DataFrame) -> str:
    """The page of all questions with other ones."""
    made = page.replace(" ".join(browsing.blocks(page)), browsing.pack(rows))
    assert made != page
    return made


def _plant(path: Path, text: str, number: int) -> None:
    if path.suffix == ".parquet":
        frame = pl.read_parquet(path)
        names = [name for name, kind in frame.schema.items() if kind == pl.String]
        column = names[number % len(names)]
        if frame.is_empty():
            frame = pl.concat([frame, pl.DataFrame({column: [""]})], how="diagonal")
        first = pl.int_range(pl.len()) == 0
        there = pl.when(first).then(pl.lit(text)).otherwise(column).alias(column)
        frame.with_columns(there).write_parquet(path)
        return
    whole = path.read_text("utf-8")
    if path.name == browsing.NAME and number % 2:
        before = browsing.unpack(whole)
        first = pl.int_range(pl.len()) == 0
        after = before.with_columns(
            pl.when(first).then(pl.lit(text)).otherwise("explanation").alias("explanation")
        )
        path.write_text(repacked(whole, after), "utf-8")
    elif path.suffix == ".json":
        document = json.loads(whole) | {"description": text}
        path.write_text(canonical(document) + "\n", "utf-8")
    elif path.suffix == ".html":
        found = (
            f"<p>{html.escape(text)}</p>",
            f"<svg><title>Chart</title><text x='3' y='9'>{html.escape(text)}</text></svg>",
            f'<abbr title="{html.escape(text)}">?</abbr>',
        )[number % 3]
        path.write_text(whole.replace("</body>", f"{found}</body>"), "utf-8")
    else:
        path.write_text(f"{whole}\n{text}\n", "utf-8")


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
