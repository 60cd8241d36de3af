"""The gate: what is in doubt waits, whole and with its reason; what is clear passes untouched."""

import json
from typing import Any

import polars as pl
import pytest

from cpsyexam.config import parse
from cpsyexam.errors import ConfigError
from cpsyexam.records import CleanQuestion, Rejected, Source, conform
from cpsyexam.stage import StageResult
from gating.reasons import BOUNDS, REASONS
from gating.second.readings import Reread, digest_of
from gating.settings import GateSettings
from gating.stage import gate

KINDS = ("web", "books", "banks", "files", "generated")


def row(name: str, source: str = "files", **values: Any) -> dict[str, Any]:
    texts = dict.fromkeys(CleanQuestion.column_names(), "")
    return {
        **texts,
        "raw_id": name,
        "id": f"q{name}",
        "source": source,
        "stem": "提出观察学习理论的心理学家是（　　）。",
        "options": ["华生", "班杜拉", "斯金纳", "罗杰斯"],
        "answer": [1],
        "declared": "SCQ",
        "notes": [],
        "flags": [],
        "changes": [],
        "boxes": [],
        "confidence": None if source in ("banks", "generated") else 1.0,
        **values,
    }


def run(*rows: dict[str, Any], second: Any = None, **settings: Any) -> StageResult:
    sources = [{"source": kind, "kind": kind, "title": kind, "terms": ""} for kind in KINDS]
    frames = {
        "cleaned": conform(list(rows), CleanQuestion),
        "parsed/sources": conform(sources, Source),
    }
    return gate(frames, GateSettings(**settings), second)


def held(result: StageResult) -> dict[str, str]:
    table = Rejected.validate(result.tables["held"])
    return dict(table.select("parent", "rule").iter_rows())


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"notes": ["number:dot", "doubt:answers_disagree A/B"]}, "key"),
        ({"notes": ["doubt:explanation_says C"]}, "key"),
        ({"notes": ["doubt: several answers to a single choice"], "source": "web"}, "key"),
        ({"notes": ["doubt:option_holds_question"]}, "text"),
        ({"flags": ["lost_character: 心??学"], "source": "banks"}, "text"),
        ({"flags": ["name_slip: 艾宾浩丝"], "source": "banks"}, "text"),
        ({"flags": ["explanation_names_another: key B"], "source": "banks"}, "key"),
        ({"notes": ["doubt:read_again"]}, "reading"),
        ({"confidence": BOUNDS["files"] - 0.001}, "reading"),
        ({"confidence": BOUNDS["books"] - 0.001, "source": "books"}, "reading"),
        ({"notes": ["doubt:key_disputed C 3/4"], "source": "generated"}, "written"),
        ({"notes": ["doubt:cell_is_a_date row 12"], "source": "banks"}, "source"),
    ],
)
def test_what_is_in_doubt_waits_with_its_reason(values: dict[str, Any], reason: str) -> None:
    result = run(row("r1"), row("r2", **values))
    assert held(result) == {"r2": reason}
    assert result.kept["raw_id"].to_list() == ["r1"]
    waits = result.tables["held"].row(0, named=True)
    assert json.loads(waits["record"])["options"] == ["华生", "班杜拉", "斯金纳", "罗杰斯"]
    assert waits["detail"]


def test_what_is_clear_passes_as_it_is() -> None:
    rows = [row(f"r{place}", kind) for place, kind in enumerate(KINDS)]
    rows += [
        row("at", confidence=BOUNDS["files"]),
        row("scan", "books", confidence=BOUNDS["books"]),
        row("pointer", flags=["unlikely_character: 条件反[肘]"]),  # a pointer: rare words have it
        row("noted", notes=["number:dot", "answer:tag", "dropped:tail 收藏"]),
    ]
    result = run(*rows)
    assert held(result) == {}
    assert result.kept.equals(conform(rows, CleanQuestion))
    assert result.metrics == {"held": {}, "released": {}, "reread": {}}


@pytest.mark.parametrize("verdict", ["accept", "correct", "restore", "which_key"])
def test_somebody_who_looked_at_it_lets_it_through(verdict: str) -> None:
    doubts = ["doubt:answers_disagree A/B", f"decision:{verdict}:0123456789ab"]
    assert held(run(row("r1", notes=doubts, confidence=0.1))) == {}


def test_a_decision_about_labels_looks_at_no_text() -> None:
    doubts = ["doubt:answers_disagree A/B", "decision:label:0123456789ab"]
    assert held(run(row("r1", notes=doubts))) == {"r1": "key"}


def test_a_recipe_may_release_a_reason_and_the_row_says_so() -> None:
    rows = [
        row("r1", notes=["doubt:read_again"]),
        row("r2", notes=["doubt:answers_disagree A/B"]),
        row("r3", notes=["doubt:answers_disagree A/B"], confidence=0.2),
    ]
    result = run(*rows, release=["reading"])
    assert held(result) == {"r2": "key", "r3": "key"}
    assert result.kept["notes"].to_list() == [["doubt:read_again", "gate:reading"]]
    assert result.metrics == {"held": {"key": 2}, "released": {"reading": 1}, "reread": {}}
    both = run(*rows, release=["key"])
    assert held(both) == {"r1": "reading", "r3": "reading"}, "its other reason holds it still"
    assert held(run(*rows, release=["key", "reading"])) == {}


def reading(of: dict[str, Any], outcome: str, **more: str) -> dict[str, Reread]:
    told = {
        "of": digest_of(of), "outcome": outcome, "model": "m 1", "prompt_sha256": "ab" * 32,
        "journal_key": "k", "reading": {"stem": "题干", "key": "B"}, **more,
    }  # fmt: skip
    return {digest_of(of): Reread.model_validate(told)}


def test_a_second_reader_that_reads_the_same_clears_a_doubt_about_reading() -> None:
    doubtful = row("r1", notes=["doubt:answers_disagree A/B"], confidence=0.4)
    result = run(doubtful, row("r2"), second=reading(doubtful, "agreed"))
    assert held(result) == {}
    note = f"reread:agreed m 1 prompt {'ab' * 6}"
    assert result.kept["notes"].to_list() == [["doubt:answers_disagree A/B", note], []]
    assert result.metrics["reread"] == {"agreed": 1}
    [told] = result.tables["reread"].to_dicts()
    assert (told["raw_id"], told["outcome"], told["model"]) == ("r1", "agreed", "m 1")
    assert json.loads(told["reading"]) == {"stem": "题干", "key": "B"}


@pytest.mark.parametrize(
    ("outcome", "more"),
    [
        ("differs", {"detail": "key"}),
        ("refused", {"rule": "torn", "detail": "before it"}),
    ],
)
def test_one_that_reads_something_else_is_told_and_clears_nothing(
    outcome: str, more: dict[str, str]
) -> None:
    doubtful = row("r1", notes=["doubt:read_again"])
    result = run(doubtful, second=reading(doubtful, outcome, **more))
    assert held(result) == {"r1": "reading"}
    said = " ".join([f"reread:{outcome}", *filter(None, (more.get("rule"), more["detail"]))])
    assert result.tables["held"]["detail"].to_list() == [f"read_again; {said}"]


def test_a_reading_of_what_was_read_otherwise_before_clears_nothing() -> None:
    before = row("r1", notes=["doubt:read_again"])
    now = {**before, "options": ["华生", "班杜拉", "斯金纳", "罗杰"]}
    assert held(run(now, second=reading(before, "agreed"))) == {"r1": "reading"}


@pytest.mark.parametrize(
    "values",
    [
        {"notes": ["doubt:key_disputed C 3/4"], "source": "generated"},
        {"flags": ["lost_character: 心??学"], "notes": ["doubt:read_again"]},
        {"notes": ["doubt:cell_is_a_date row 12"], "source": "banks"},
    ],
)
def test_what_no_page_can_settle_is_held_whatever_a_second_reader_finds(
    values: dict[str, Any],
) -> None:
    doubtful = row("r1", **values)
    assert list(held(run(doubtful, second=reading(doubtful, "agreed")))) == ["r1"]


def test_an_unknown_reason_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(ConfigError, match=r"no reason 'keys'; reasons: written, key, text"):
        parse({"release": ["keys"]}, GateSettings, where="[gate]")


def test_every_reason_has_words_in_both_languages() -> None:
    from reviewing.station.words import Words

    for reason in REASONS:
        assert Words("en")("rules", reason.name) == reason.doc
        assert Words("zh")("rules", reason.name) == reason.chinese


def test_no_row_and_no_doubt_at_all() -> None:
    frames = {"cleaned": CleanQuestion.create_empty(), "parsed/sources": Source.create_empty()}
    result = gate(frames, GateSettings())
    assert result.kept.is_empty()
    assert isinstance(result.tables["held"], pl.DataFrame)
