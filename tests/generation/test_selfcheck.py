"""Votes of models that answer a question without its key."""

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
