"""What a build lacks is said last, and the exit code is 1."""

import json
import re
import shutil
from pathlib import Path
from subprocess import CompletedProcess

import pytest

import cpsyexam
from cpsyexam.errors import ReleaseError
from tests.shared import called

BANK = """\
title = "{0}"
path = "{0}"
[terms]
owner = "us"
licence = "CC0-1.0"
terms_url = "https://example.org"
decided_by = "us"
decided_on = "2026-11-20"
note = "Ours."
"""
RECIPE = """\
name = "mine"
version = "0.1.0"
keys = {{ split = "split.key", salt = "salt.key" }}
allow_empty = {}
[banks]
sources = ["good.toml", "void.toml", "keyless.toml", "copied.toml", "mixed.toml", "doubted.toml"]
[split]
share = 0.2
min_train = 1
"""
HEAD = "题干,选项A,选项B,选项C,答案,科目,解析\n"
SECRETS = Path(__file__).resolve().parents[2] / "samples" / "keys"


def table(name: str, *, key: bool = True) -> str:
    rows = (
        f"{name}中第{i}种学习理论的观点是,{i}甲,{i}乙,{i}丙,{'ABC'[i % 3] * key},教育心理学,\n"
        for i in range(12)
    )
    return HEAD + "".join(rows)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("desk")
    files = {
        "good/a.csv": table("书"),
        "copied/a.csv": table("书"),
        "void/a.csv": HEAD,
        "keyless/a.csv": table("卷", key=False),
        "mixed/a.csv": table("册"),
        "mixed/b.csv": "alpha,beta\n1,2\n",
        "mixed/c.xlsx": "no workbook",
        "doubted/a.csv": HEAD + "记忆的第一个阶段是,编码,提取,遗忘,B,教育心理学,故本题选A。\n",
    }
    for path, text in files.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, "utf-8")
        name = Path(path).parent.name
        (folder / f"{name}.toml").write_text(BANK.format(name), "utf-8")
    for key in ("split.key", "salt.key"):
        shutil.copy(SECRETS / key, folder)
    return folder


def built(desk: Path, allowed: str, *more: str) -> CompletedProcess[str]:
    (desk / "recipe.toml").write_text(RECIPE.format(allowed), "utf-8")
    return called("build", "recipe.toml", *more, cwd=desk)


def told(done: CompletedProcess[str]) -> list[str]:
    """Everything from the first error on: nothing else is said behind it."""
    lines = done.stderr.splitlines()
    first = next((i for i, line in enumerate(lines) if line.startswith("error: ")), len(lines))
    return [line.removeprefix("error: ") for line in lines[first:]]


def test_sources_that_gave_nothing_are_named_last_with_why(desk: Path) -> None:
    done = built(desk, "[]")
    assert done.returncode == 1
    void, keyless, mixed, broken, doubted = sorted(told(done), key=lambda s: "vkmd".index(s[7]))
    assert void.startswith("source void gave nothing: no question in 1 pages or files, 1 no_q")
    assert "none of its 12 questions is left, 12 missing_answer; see " in keyless
    assert keyless.endswith("show cleaned/rejected --where \"source = 'keyless'\"")
    assert mixed.startswith("source mixed: mixed/b.csv: no column looks like the question; name it")
    assert broken.startswith("source mixed: mixed/c.xlsx: ")
    assert "none of its 1 questions is left, 1 held for a look; see " in doubted
    assert "show gated/held --where" in doubted
    assert (desk / "releases/mine-0.1.0/RELEASE.json").is_file(), "what is there is not thrown away"
    again = built(desk, "[]", "--json")
    assert again.returncode == 1
    assert json.loads(again.stdout)["shortfalls"] == told(done)
    with (
        pytest.raises(ReleaseError, match="source void gave nothing"),
        pytest.MonkeyPatch.context() as at,
    ):
        at.chdir(desk)
        cpsyexam.build("recipe.toml")


def test_what_the_recipe_allows_is_no_error(desk: Path) -> None:
    done = built(desk, '["void", "keyless", "mixed", "doubted"]', "--replace")
    assert (done.returncode, told(done)) == (0, [])
    slip = built(desk, '["void", "keyless", "mixed", "doubted", "viod"]', "--replace")
    assert slip.returncode == 1
    assert told(slip) == ["allow_empty names 'viod', which is no source of this recipe"]


def test_where_all_that_was_read_waits_for_a_look_the_build_says_so(desk: Path) -> None:
    ask = "1.记忆的第一个阶段是( )。\nA.提取\nB.编码\nC.遗忘\nD.再认\n答案:B\n解析:故本题选A。\n"
    (desk / "paper").mkdir()
    (desk / "paper/a.txt").write_text("某校\n期末试卷\n一、单选题\n" + ask, "utf-8")
    about = 'exam = "GEE"\nsubject = "教育心理学"\n[terms]'
    (desk / "paper.toml").write_text(BANK.format("paper").replace("[terms]", about), "utf-8")
    recipe = RECIPE.format("[]").replace("[banks]", "[files]")
    recipe = re.sub("sources = .*", 'sources = ["paper.toml"]', recipe)
    (desk / "recipe.toml").write_text(recipe, "utf-8")
    done = called("build", "recipe.toml", cwd=desk)
    assert done.returncode == 2
    assert "no question is left to release: 1 of 1 are held for a look; " in done.stderr


def test_a_release_that_failed_its_own_audit_is_an_error(desk: Path) -> None:
    allowed = '["void", "keyless", "mixed", "doubted"]'
    assert built(desk, allowed, "--replace").returncode == 0
    path = desk / "build/release/receipt.json"
    before = path.read_text("utf-8")
    receipt = json.loads(before)
    receipt["metrics"]["failed_checks"] = 2
    path.write_text(json.dumps(receipt), "utf-8")
    done = built(desk, allowed)
    path.write_text(before, "utf-8")
    assert done.returncode == 1
    assert told(done)[0].startswith("2 checks of mine-0.1.0 fail; see ")
