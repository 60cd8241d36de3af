"""Votes of models that answer a question without its key."""

import json

from asking.journal import Entry
from generation.selfcheck import Votes, doubts, votes


def test_votes_leave_doubts() -> None:
    def said(output: str, prompt: str) -> Entry:
        return Entry(key=output, purpose="answer", subject="r1", prompt=prompt, output=output)

    entries = [said('{"answer": "B", "certain": false}', "whole"), said("答案是B", "whole")]
    given = votes([*entries, said('{"answer": "C"}', "blind")])["r1"]
    assert (given.whole, given.blind, given.unsure) == (["B", "B"], ["C"], 1)
    assert doubts("A", given) == ["doubt:key_disputed B 2/2"]
    assert doubts("B", given) == []
    assert doubts("A", Votes(whole=["A", "B", "C"])) == ["doubt:answers_scatter 1/3"]
    blind = Votes(whole=["A"] * 3, blind=["A"] * 3, unsure=2)
    assert doubts("A", blind) == [
        "doubt:models_uncertain 2/3", "doubt:answerable_without_stem 3/3",
    ]  # fmt: skip


def test_an_option_that_most_call_right_beside_the_key_is_a_doubt() -> None:
    def said(right: str) -> Entry:
        options = [{"letter": x, "why": "…", "right": x in right} for x in "ABCD"]
        output = json.dumps({"options": options, "answer": "B", "certain": True})
        return Entry(key=right, purpose="answer", subject="r1", prompt="whole", output=output)

    assert doubts("B", votes([said("BD"), said("BCD"), said("B")])["r1"]) == [
        "doubt:another_right D 2/3"
    ]
    assert doubts("D", votes([said("BD"), said("BC"), said("B")])["r1"]) == [
        "doubt:key_disputed B 3/3"
    ]
