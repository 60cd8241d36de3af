"""`cpsyexam reread`: what is held is read again by a model, over HTTP, and built anew."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner, Result

from asking.journal import read_journal
from pipeline.cli import cli
from tests.evaluation.stub import Stub, serving

PAPER = """\
1、提出观察学习理论的心理学家是（　　）。
A．华生  B．班杜拉
C．斯金纳  D．罗杰斯
答案：B
2、下列属于负强化的是（ ）
A．口头表扬  B．免做家务
C．罚站  D．发奖金
答案：B
{0}的三个阶段是（）
A、{0}甲、提取
B、{0}乙、思维
C、{0}丙、运用
参考答案：A
4、正强化会使行为（　）
A．增加 B．减少 C．不变 D．消失
答案：A
"""
NAMES = ("记忆", "思维", "注意")
RECIPE = """\
name = "mine"
version = "0.1.0"
keys = { split = "split.key", salt = "salt.key" }
[files]
sources = ["papers.toml"]
[split]
share = 0.2
min_train = 0
[reader.model]
name = "reader 1"
base_url = "URL"
retries = 0
price_in = 10.0
price_out = 10.0
"""
SOURCE = """\
title = "Papers"
path = "papers"
exam = "GEE"
subject = "教育心理学"
[terms]
owner = "us"
licence = "CC0-1.0"
terms_url = "https://example.org"
decided_by = "us"
decided_on = "2026-11-20"
"""
SECRETS = Path(__file__).resolve().parents[2] / "samples" / "keys"


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args))


def answer(messages: list[dict[str, str]]) -> str:
    """Reads the first page honestly, takes a heading for a case on the second, invents words on
    the third.
    """
    told = messages[1]["content"]
    [(item, name)] = re.findall(r"^(\d)\. 以“(..)的三个", told, re.MULTILINE)
    said: dict[str, Any] = {
        "item": int(item),
        "stem": f"{name}的三个阶段是（）",
        "options": [f"{name}甲、提取", f"{name}乙、思维", f"{name}丙、运用"],
        "key": "A",
        "evidence": "参考答案：A",
    }
    if name == "思维":
        said["material"] = "下列属于负强化的是（ ）"
    if name == "注意":
        said["stem"] = "注意分为哪三个阶段（）"
    return json.dumps({"questions": [said]}, ensure_ascii=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("reread")
    (place / "papers").mkdir()
    for name in NAMES:
        (place / "papers" / f"{name}.txt").write_text(PAPER.format(name), "utf-8")
    (place / "papers.toml").write_text(SOURCE, "utf-8")
    for kind in ("split", "salt"):
        [key] = SECRETS.glob(f"*{kind}*")
        (place / f"{kind}.key").write_bytes(key.read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        (place / "mine.toml").write_text(RECIPE.replace("URL", "http://127.0.0.1:9/v1"), "utf-8")
        built = run("build", "mine.toml", "--workers", "1")
        assert built.exit_code == 0, built.output
    return place


@pytest.fixture
def stub(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stub]:
    """The server; the working folder is a copy of the other."""
    monkeypatch.chdir(shutil.copytree(folder, tmp_path / "desk"))
    with serving(answer) as served:
        Path("mine.toml").write_text(RECIPE.replace("URL", served.url), "utf-8")
        yield served


def held() -> dict[str, str]:
    rows = pl.read_parquet("build/gated/held.parquet")
    return {json.loads(r)["stem"][:2]: d for r, d in rows.select("record", "detail").iter_rows()}


def test_a_dry_run_tells_pages_tokens_and_money_and_asks_nothing(stub: Stub) -> None:
    done = run("reread", "mine.toml", "--dry-run")
    assert done.exit_code == 0, done.output
    assert "held questions to read again: 3 on 3 pages" in done.output
    assert "calls: 3, 0 are in the journal" in done.output
    assert re.search(r"tokens: about [\d,]+ in, [\d,]+ out", done.output)
    assert re.search(r"price: about 0\.0[1-9] USD", done.output)
    assert not stub.calls
    assert not Path("reread").exists()


def test_settings_of_the_reader_arrive_with_every_call(stub: Stub) -> None:
    given = {"temperature": 0.25, "top_p": 0.5, "max_tokens": 999}
    lines = [f"{name} = {value}" for name, value in given.items()]
    text = Path("mine.toml").read_text("utf-8").replace("retries = 0", "\n".join(lines))
    Path("mine.toml").write_text(f"{text}in_flight = 1\n", "utf-8")
    stub.delay = 0.05
    assert run("reread", "mine.toml").exit_code == 0
    assert stub.at_once == 1
    assert len(stub.settings) == 3
    assert all({name: sent[name] for name in given} == given for sent in stub.settings)
    Path("reread/journal.jsonl").unlink()


def test_a_budget_ends_it_and_the_next_run_asks_for_the_rest_only(stub: Stub) -> None:
    done = run("reread", "mine.toml", "--budget", "0.001")
    assert done.exit_code == 1, done.output
    assert "3 calls not made: over budget" in done.output
    assert not stub.calls
    first = run("reread", "mine.toml", "--limit", "1")
    assert first.exit_code == 0, first.output
    whole = run("reread", "mine.toml")
    assert whole.exit_code == 0, whole.output
    assert "the same was read of 1 questions" in whole.output
    assert "not_verbatim: 1" in whole.output
    run("reread", "mine.toml")
    assert len(stub.calls) == 3, "nothing is asked twice"
    assert len(list(read_journal(Path("reread/journal.jsonl")))) == 3


def test_what_was_read_twice_the_same_is_released_and_the_rest_waits_with_both(stub: Stub) -> None:
    assert run("reread", "mine.toml").exit_code == 0
    assert held().keys() == set(NAMES)
    text = Path("mine.toml").read_text("utf-8").replace("0.1.0", "0.2.0")
    Path("mine.toml").write_text(text, "utf-8")
    built = run("build", "mine.toml", "--workers", "1")
    assert built.exit_code == 0, built.output
    waits = held()
    assert waits.keys() == {"思维", "注意"}
    assert waits["思维"].endswith("; reread:differs material")
    assert "reread:refused not_verbatim stem: 注意分为" in waits["注意"]
    kept = pl.read_parquet("build/split/kept.parquet")
    [row] = kept.filter(pl.col("stem").str.starts_with("记忆")).to_dicts()
    assert any(note.startswith("reread:agreed reader 1 prompt ") for note in row["notes"])
    second = pl.read_parquet("build/gated/reread.parquet")
    assert dict(second.select("outcome", "rule").iter_rows()) == {
        "agreed": "", "differs": "", "refused": "not_verbatim",
    }  # fmt: skip
    card = Path("releases/mine-0.2.0/README.md").read_text("utf-8")
    assert ("a model (`reader 1`) quoted the same" in card) == (row["split"] != "reserved")
    assert run("audit").exit_code == 0


def test_a_recipe_without_a_reader_is_told_what_to_write(stub: Stub) -> None:
    text = Path("mine.toml").read_text("utf-8").partition("[reader")[0]
    Path("mine.toml").write_text(text, "utf-8")
    done = run("reread", "mine.toml")
    assert done.exit_code != 0
    assert "names no second reader" in str(done.exception)


def test_an_endpoint_that_fails_leaves_exit_code_1_and_what_was_answered(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(folder)
    with serving(answer) as served:
        text = RECIPE.replace("URL", f"{served.url}/nowhere").replace(
            "[reader.model]", f'[reader]\nfolder = "{tmp_path}"\n[reader.model]'
        )
        (folder / "mine.toml").write_text(text.replace("reader 1", "nosuch"), "utf-8")
        done = run("reread", "mine.toml")
    assert done.exit_code == 1, done.output
    assert done.output.count("no answer: ") == len(held())
