"""`cpsyexam generate`: estimate, run, self-check, comparison with what is known."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from bench.endpoint import Endpoint
from bench.writing import catalogue, source
from generation import proofreading
from generation.stage import read_written
from pipeline.cli import cli

NAMES = ["概念日石", "概念月铁", "概念山铜"]


def _run(*args: str) -> Result:
    return CliRunner().invoke(cli, ["generate", *args])


def test_a_dry_run_asks_nothing(tmp_path: Path) -> None:
    toml = source(tmp_path, "http://127.0.0.1:9/v1", catalogue(tmp_path / "c", NAMES))
    done = _run(str(toml), "--dry-run")
    assert done.exit_code == 0, done.output
    assert "calls: 3" in done.output
    assert "price: about 0.01 USD" in done.output
    assert not (tmp_path / "journal.jsonl").exists()


def test_a_dry_run_prices_the_checks_that_a_run_makes(tmp_path: Path) -> None:
    place = catalogue(tmp_path / "c", NAMES)
    checks = ["--answers", "2", "--blind", "1", "--proofread", "1", "--place"]
    said = json.dumps({"answer": "A", "certain": True, "numbers": [1]})
    toml = source(tmp_path, "http://127.0.0.1:9/v1", place)
    before = _run(str(toml), "--dry-run", *checks)
    assert "checks: 60 calls" in before.output  # five of each of twelve questions
    assert "price: about 0.01 USD" in before.output
    assert "price with checks: about 0.06 USD" in before.output
    with Endpoint() as endpoint:
        assert _run(str(source(tmp_path, endpoint.base_url, place))).exit_code == 0
    with Endpoint(answerer=lambda _: said) as endpoint:
        toml = source(tmp_path, endpoint.base_url, place)
        assert "checks: 60 calls" in _run(str(toml), "--dry-run", *checks).output
        assert _run(str(toml), *checks).exit_code == 0
        after = _run(str(toml), "--dry-run", *checks)
    assert endpoint.requests == 60
    assert "checks: 0 calls" in after.output


def test_a_run_with_answers_leaves_doubts(tmp_path: Path) -> None:
    place = catalogue(tmp_path / "c", NAMES)
    with Endpoint() as endpoint:
        toml = source(tmp_path, endpoint.base_url, place)
        assert _run(str(toml)).exit_code == 0
    right = {row["stem"]: row["answer"] for row in read_written(toml).kept}
    wrong = next(iter(right))

    def answer(messages: list[dict[str, str]]) -> str:
        stem = next((line for line in messages[1]["content"].splitlines() if line in right), "")
        letter = "D" if stem in ("", wrong) else right[stem]
        return json.dumps({"answer": letter, "certain": True})

    with Endpoint(answerer=answer) as endpoint:
        toml = source(tmp_path, endpoint.base_url, place)
        done = _run(str(toml), "--answers", "2", "--blind", "3")
    assert done.exit_code == 0, done.output
    assert endpoint.requests == 12 * 5
    doubted = {
        row["stem"]: [note for note in row["notes"] if note.startswith("doubt:")]
        for row in read_written(toml).kept
    }
    assert doubted.pop(wrong) == ["doubt:key_disputed D 2/2"]
    assert all(not any("disputed" in note for note in notes) for notes in doubted.values())


def test_a_question_placed_elsewhere_is_doubted(tmp_path: Path) -> None:
    place = catalogue(tmp_path / "c", NAMES)
    with Endpoint() as endpoint:
        toml = source(tmp_path, endpoint.base_url, place)
        assert _run(str(toml)).exit_code == 0
    strange = read_written(toml).kept[0]["stem"]

    def answer(messages: list[dict[str, str]]) -> str:
        listed, _, asked = messages[1]["content"].partition("下面这道题")
        [own] = [n for n in NAMES if n in asked]
        numbers = [int(line.split(".")[0]) for line in listed.splitlines() if f"/{own}：" in line]
        return (
            "看不出"
            if "共有" in asked
            else json.dumps({"numbers": [] if strange in asked else numbers})
        )

    with Endpoint(answerer=answer) as endpoint:
        toml = source(tmp_path, endpoint.base_url, place)
        done = _run(str(toml), "--place")
        calls = endpoint.requests
        again = _run(str(toml), "--place")
    assert done.exit_code == again.exit_code == 0, done.output
    assert calls == endpoint.requests == len(read_written(toml).kept)
    doubted = [
        row["stem"]
        for row in read_written(toml).kept
        if any(note.startswith("doubt:placed_elsewhere") for note in row["notes"])
    ]
    assert doubted == [strange]


def test_proofreading_leaves_doubts_where_the_text_has_what_is_named(tmp_path: Path) -> None:
    place = catalogue(tmp_path / "c", NAMES[:1])
    with Endpoint() as endpoint:
        toml = source(tmp_path, endpoint.base_url, place)
        assert _run(str(toml)).exit_code == 0
    kept = read_written(toml).kept
    other = next(x for x in "ABCD" if x != kept[0]["answer"])
    replies = {
        kept[0]["stem"]: {
            "supported": other, "obvious": kept[0]["answer"], "same": [1],
            "slips": [
                {"written": "概念日石", "meant": "概念日铁"}, {"written": "不在", "meant": "在"},
            ],
        },
        kept[1]["stem"]: {"supported": "", "obvious": "E", "slips": ["概念"], "same": [1, 2, 0]},
        kept[2]["stem"]: ["no object"],
    }  # fmt: skip

    def answer(messages: list[dict[str, str]]) -> str:
        asked = messages[1]["content"].partition("同一知识点的其他试题")[0]
        told = next((r for stem, r in replies.items() if stem in asked), "no JSON")
        return told if isinstance(told, str) else json.dumps(told)

    with Endpoint(answerer=answer) as endpoint:
        toml = source(tmp_path, endpoint.base_url, place)
        done = _run(str(toml), "--proofread", "2")
    assert done.exit_code == 0, done.output
    assert endpoint.requests == 2 * len(kept)
    found = {
        row["stem"]: [
            note for note in row["notes"]
            if note.partition(" ")[0].removeprefix("doubt:") in proofreading.DOUBTS
        ]
        for row in read_written(toml).kept
    }  # fmt: skip
    assert [found[row["stem"]] for row in kept] == [
        [
            f"doubt:explained_otherwise {other} 2/2",
            f"doubt:gives_itself_away {kept[0]['answer']} 2/2",
            "doubt:slip_named 概念日石 2/2",
        ],
        [f"doubt:asked_before {kept[0]['stem']} 2/2"],
        [],
        [],
    ]


def test_known_questions_are_refused(tmp_path: Path) -> None:
    place = catalogue(tmp_path / "c", NAMES)
    with Endpoint() as endpoint:
        toml = source(tmp_path, endpoint.base_url, place)
        assert _run(str(toml)).exit_code == 0
        row = read_written(toml).kept[0]
        bank = tmp_path / "known.json"
        options = dict(zip("ABCD", row["options"], strict=True))
        known = {"question": row["stem"], "options": options, "answer": row["answer"], "id": "k1"}
        bank.write_text(json.dumps([known], ensure_ascii=False), "utf-8")
        done = _run(str(toml), "--against", str(bank))
    assert done.exit_code == 0, done.output
    assert "already known: 1 of 12" in done.output
    written = read_written(toml)
    assert len(written.kept) == 11
    [refused] = [r for r in written.rejected if r["rule"] == "known_question"]
    assert refused["counterpart"] == "k1"


def test_what_is_over_budget_leaves_with_one(tmp_path: Path) -> None:
    with Endpoint() as endpoint:
        toml = source(tmp_path, endpoint.base_url, catalogue(tmp_path / "c", NAMES))
        done = _run(str(toml), "--budget", "0.001")
    assert done.exit_code == 1
    assert "3 not asked: over budget" in done.output
