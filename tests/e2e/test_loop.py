"""Answers doubt a key, two reviewers correct it, the next release has it, old runs are rescored."""

import json
import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from starlette.testclient import TestClient

from cpsyexam.files import digest
from cpsyexam.taxonomy import LETTERS
from cpsyexam.text import fold
from evaluation import releases, runs
from evaluation.scoring import score
from pipeline.paths import Paths
from pipeline.station.originals import BuildOriginals
from pipeline.station.report import open_board
from reviewing import reviewers
from reviewing.decisions import Patch
from reviewing.filing import file_agreed
from reviewing.station.app import app
from reviewing.station.station import Station
from tests.e2e.conftest import ROOT, Call
from tests.reviewing.saying import says

FAMILIES = ("alder", "birch", "cedar", "elm", "fir", "hazel", "larch", "maple", "oak", "yew")
RECIPE = """name = "loop"
version = "{version}"
keys = {{ split = "split.key", salt = "salt.key" }}
[banks]
sources = ["bank.toml"]
[split]
share = 0.8
reserved = 0.0
dev = 0.0
min_train = 0
few_shot = 0
[review.policy]
suspect_key = "two"
errata = "one"
[release]
test_answers = "open"
"""
Truth = dict[str, str]  # stem → text of the right option, both plain
Row = Mapping[str, Any]


def plain(text: str) -> str:
    """A text without what cleaning may change."""
    return "".join(c for c in fold(text) if c.isalnum())


def place(row: Row, truth: Truth) -> int:
    """Where the right option of a question stands."""
    asked = plain(row["question"])  # which cleaning may have repaired
    printed = asked if asked in truth else get_close_matches(asked, truth, 1)[0]
    return [plain(text) for text in row["options"]].index(truth[printed])


@pytest.fixture
def truth(tmp_path: Path) -> Truth:
    """A bank in which three single choices have a wrong key; returns the right ones of all."""
    rows = json.loads((ROOT / "samples/banks/structured.json").read_text("utf-8"))
    noise = "江南博哥"  # planted in the sample; here stems are compared
    single = [r for r in rows if r["question_type"] == "单项选择题" and noise not in str(r)]
    right = {plain(row["question"]): plain(row["options"][row["answer"]]) for row in single}
    for row in single:
        row.pop("explanation", None)
    for row in single[3:30:9]:
        letters = sorted(row["options"])
        row["answer"] = letters[(letters.index(row["answer"]) + 1) % len(letters)]
    (tmp_path / "structured.json").write_text(json.dumps(single, ensure_ascii=False), "utf-8")
    bank = (ROOT / "samples/banks/structured.toml").read_text("utf-8")
    (tmp_path / "bank.toml").write_text(bank.replace("samples/banks/", ""), "utf-8")
    for name in ("split", "salt"):
        (tmp_path / f"{name}.key").write_text(digest(name), "utf-8")
    return right


def built(root: Path, call: Call, version: str) -> tuple[releases.Release, pl.DataFrame]:
    (root / "r.toml").write_text(RECIPE.format(version=version), "utf-8")
    done = call("build", "r.toml", cwd=root)
    assert done.returncode == 0, done.stderr
    release = releases.open_release(root / "releases" / f"loop-{version}")
    return release, releases.questions(release, "test")


def mean(scores: pl.DataFrame) -> float:
    return float(sum(scores["score"])) / scores.height


def answered(root: Path, release: releases.Release, asked: pl.DataFrame, truth: Truth) -> None:
    """Runs of ten able families that know the truth more often than not."""
    rng = np.random.default_rng(8)
    for person, family in enumerate(FAMILIES):
        replies = {}
        for row in asked.iter_rows(named=True):
            right = place(row, truth)
            knows = rng.random() < 0.75 + 0.02 * person
            said = right if knows else int(rng.integers(len(row["options"])))
            replies[row["id"], 0] = (runs.Reply(f"答案：{LETTERS[said]}"), ())
        setting = runs.Setting(f"{family} (simulated)", "simulated")
        table = runs.answer_rows(asked, replies, setting, release)
        runs.save(root / "evaluations" / setting.run(release), table, setting, release)


def examined(root: Path, call: Call, truth: Truth, name: str, number: int) -> int:
    """A person answers so many questions in the station's examination form; how many rightly."""
    desk, board = open_board(Paths(root), root / "reviews")
    station = Station(root / "reviews", root / "decisions", desk, board, BuildOriginals(root))
    client = TestClient(app(station), base_url="http://127.0.0.1:8765")
    client.get(f"/enter/{reviewers.invite(root / 'reviews', name)}")
    right = 0
    for turn in range(number):
        page = client.get("/answer").text
        [asked] = re.findall(r'action="/answer/(q\w+)"', page)
        row = desk.asked(asked)
        assert row is not None
        at = place({**row, "question": row["stem"]}, truth)
        said = at if turn % 4 else (at + 1) % len(row["options"])  # three of four are right
        right += said == at
        hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
        done = client.post(f"/answer/{asked}", data={**hidden, "said": LETTERS[said]})
        assert done.status_code == 200
    assert client.post("/hand-in", data=hidden).status_code == 200
    sheets = root / "sheets"
    written = call("review", "export", "--to", "answers", str(sheets), cwd=root)
    assert f"{number} answers; cpsyexam score" in written.stdout, written.stderr
    sheet = sheets / f"human-{name}.csv"
    args = ("score", str(sheet), "--model", f"human:{name}", "--missing", "skip")
    scored = call(*args, cwd=root)
    assert scored.returncode == 0, scored.stderr
    return right


def _beside_models(root: Path, truth: Truth, asked: pl.DataFrame, right: int) -> None:
    """The person stands beside the models; what they did not meet counts for nothing."""
    persons = pl.read_parquet(root / "evaluations/persons.parquet")
    person = persons.row(by_predicate=pl.col("model") == "human:lin", named=True)
    assert persons.height == len(FAMILIES) + 1
    assert (person["answers"], person["family"]) == (12, "human:lin")
    wrong = sum(row["key"] != [place(row, truth)] for row in asked.iter_rows(named=True))
    assert abs(12 * person["share"] - right) <= wrong  # judged by the keys as printed
    page = (root / f"evaluations/items/{asked['id'][0]}.html").read_text("utf-8")
    assert "As printed" in page
    assert "alder (simulated)" in page


def test_a_wrong_key_is_doubted_judged_corrected_and_rescored(
    tmp_path: Path, truth: Truth, call: Call
) -> None:
    release, asked = built(tmp_path, call, "1.0.0")
    wrong = {
        row["id"]: row["options"][place(row, truth)]
        for row in asked.iter_rows(named=True)
        if row["key"] != [place(row, truth)]
    }
    assert len(wrong) >= 2
    answered(tmp_path, release, asked, truth)
    before = mean(score(runs.stored(tmp_path / "evaluations"), asked))

    right = examined(tmp_path, call, truth, "lin", 12)
    done = call("items", "--release", str(release.folder), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    _beside_models(tmp_path, truth, asked, right)
    suspects = pl.read_parquet(tmp_path / "evaluations/suspects.parquet")
    assert set(wrong) <= set(suspects["id"])

    desk, board = open_board(Paths(tmp_path), tmp_path / "reviews")
    assert json.loads(desk.meta["settings"])["policy"] == {"suspect_key": "two", "errata": "one"}
    for slip in desk.every():
        question = desk.payload(slip.rank)["question"]
        if "suspect_key" not in slip.kinds:
            continue
        printed = {**question["printed"], "question": question["printed"]["stem"]}
        right = place(printed, truth)
        wanted = Patch(key=(printed["options"][right],))
        verdict, fields = "accept", Patch()
        if list(printed["answer"]) != [right]:
            verdict, fields = "change", wanted
        for name in ("lin", "wang"):
            said = says(name, verdict, slip.item, was=slip.was, fields=fields)
            assert board.add(said)
    filed = file_agreed(board, desk, tmp_path / "decisions")
    assert len([one for one in filed.filed if one.decision.verdict == "correct"]) == len(wrong)

    newer, now = built(tmp_path, call, "1.0.1")
    keys = {row["id"]: row["options"][row["key"][0]] for row in now.iter_rows(named=True)}
    assert {name: keys[name] for name in wrong} == wrong
    answers = runs.stored(tmp_path / "evaluations")
    again = score(answers, now)
    assert not again["changed"].any()  # the same wording: no model is asked again
    assert mean(again.filter(pl.col("id").is_in(list(wrong)))) > 0.6
    assert mean(again) > before
    assert call("audit", str(newer.folder), cwd=tmp_path).returncode == 0
    done = call("items", "--release", str(newer.folder), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for name in wrong:
        page = (tmp_path / f"evaluations/items/{name}.html").read_text("utf-8")
        assert "lin, wang: correct (" in page
    corrections = pl.read_parquet(newer.folder / "provenance/corrections.parquet")
    assert set(wrong) <= set(corrections["id"])
