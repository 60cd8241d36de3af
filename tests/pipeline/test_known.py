"""`cpsyexam known`: which questions of a bank are already there."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pipeline.commands.known import command

HEAD = "question,A,B,C,D,answer\n"
OLD = HEAD + "提出观察学习理论的心理学家是（　　）。,桑代克,斯金纳,班杜拉,巴甫洛夫,C\n"
NEW = (
    HEAD
    + "提出观察学习理论的心理学家是（　　）。,班杜拉,斯金纳,桑代克,巴甫洛夫,A\n"
    + "大脑皮层的视觉中枢位于（　　）。,额叶,枕叶,颞叶,顶叶,B\n"
    + "提出观察学习理论的心理学家是（　　）。,桑代克,斯金纳,班杜拉,皮亚杰,A\n"
)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "old.csv").write_text(OLD, "utf-8")
    (tmp_path / "new.csv").write_text(NEW, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def known(*args: str) -> Result:
    return CliRunner().invoke(command, [*args], catch_exceptions=False)


def kinds(result: Result) -> list[str]:
    return [json.loads(line)["kind"] for line in result.stdout.splitlines()]


def test_tells_copies_whatever_the_order_of_options(desk: Path) -> None:
    result = known("new.csv", "--against", "old.csv", "--json")
    assert result.exit_code == 0
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["question"], row["kind"]) for row in rows] == [
        ("new.csv row=1", "exact"),
        ("new.csv row=3", "variant"),
    ]
    assert all(row["known"].startswith("old.csv") for row in rows)


def test_an_index_remembers_what_was_asked(desk: Path) -> None:
    first = known("new.csv", "--against", "old.csv", "--to", "known.index")
    assert "4 known questions: known.index" in first.output
    assert "not there" in first.output
    again = known("new.csv", "--against", "known.index", "--json")
    assert kinds(again) == ["exact", "exact", "exact"]
    both = known("new.csv", "--against", "known.index", "--against", "old.csv", "--json")
    assert both.stdout == again.stdout


def test_fails_where_asked_to(desk: Path) -> None:
    assert known("new.csv", "--against", "old.csv", "--fail-on", "exact,near").exit_code == 1
    assert known("new.csv", "--against", "old.csv", "--fail-on", "conflict").exit_code == 0
    wrong = CliRunner().invoke(command, ["new.csv", "--against", "old.csv", "--fail-on", "copy"])
    assert wrong.exit_code == 2
    assert "--fail-on does not know 'copy'; choose from exact, near" in wrong.output


def test_of_the_reserve_only_that_it_has_a_question(desk: Path) -> None:
    release, reserve = desk / "releases/mine-1.0.0", desk / "reserve/mine-1.0.0/data/GEE"
    release.mkdir(parents=True)
    reserve.mkdir(parents=True)
    (release / "train.csv").write_text(
        HEAD + "最早的实验室建于（　　）。,1879,1890,1900,1913,A\n", "utf-8"
    )
    (reserve / "reserved.csv").write_text(OLD, "utf-8")
    result = known("new.csv", "--against", str(release), "--json")
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {"question": "new.csv row=1", "known": "", "kind": "reserved", "reason": "", "ratio": None}
    ]
    told = known("new.csv", "--against", str(release), "--save", "known.index")
    assert "new.csv row=1  in the reserve\n" in told.output
    assert "reserved.csv" not in told.output
    assert "桑代克,斯金纳" not in told.output
    assert kinds(known("old.csv", "--against", "known.index", "--json")) == ["exact"]  # as asked
    assert known("old.csv", "--against", str(release), "--fail-on", "reserved").exit_code == 1
