"""What comes after the others' opinions is marked and counts for nothing."""

import re
from pathlib import Path
from typing import Any

from reviewing.agreement import agreement
from reviewing.station.figures import figures, summary
from tests.reviewing.served import Desk, send


def undo(client: Any, item: str, **more: str) -> Any:
    page = client.get(f"/item/{item}").text
    said = dict(
        re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page[: page.index('form"')])
    )
    return client.post(f"/item/{item}/undo", data={**said, **more})


def test_an_opinion_changed_after_seeing_the_others_is_marked_and_counts_for_nothing(
    tmp_path: Path,
) -> None:
    """Give an opinion, read the others', take it back, agree: no independent agreement."""
    place = Desk(tmp_path)
    lin, wang, item = place.client("lin"), place.client("wang"), place.item()
    send(lin, item, verdict="accept")
    send(wang, item, verdict="reject", note="超出考纲")
    assert "超出考纲" not in lin.get(f"/item/{item}").text  # not before it is asked for
    assert "超出考纲" in lin.get(f"/item/{item}?others=1").text
    undo(lin, item, sure="1")
    assert "is marked, and counts neither" in lin.get(f"/item/{item}").text
    send(lin, item, verdict="reject", note="超出考纲")
    slip = place.station.desk.slip(item)
    assert slip
    votes = place.station.board.votes(slip)
    assert {vote.by: vote.seen_others for vote in votes} == {"lin": True, "wang": False}
    outcome = place.station.board.outcome(slip)
    assert (outcome.state, outcome.wants) == ("open", 1)
    assert agreement({item: votes}, "verdict").pairs == 0
    found = figures(place.station.desk, place.station.board)
    assert (found.late, summary(found)["late"], summary(found)["opinions"]) == (1, 1, 2)
    assert "after seeing others" in wang.get(f"/item/{item}?others=1").text
    assert "not counted: <b>1</b>" in wang.get("/progress").text


def test_taking_back_a_change_does_not_bring_back_an_opinion_given_blind(tmp_path: Path) -> None:
    place = Desk(tmp_path)
    lin, wang, item = place.client("lin"), place.client("wang"), place.item()
    send(lin, item, verdict="accept")
    send(lin, item, verdict="reject", note="x")
    send(wang, item, verdict="accept")
    lin.get(f"/item/{item}?others=1")
    assert "press Undo once more" in undo(lin, item).text
    slip = place.station.desk.slip(item)
    assert slip
    assert [vote.by for vote in place.station.board.votes(slip)] == ["lin", "wang"]
    undo(lin, item, sure="1")
    slip = place.station.desk.slip(item)
    assert slip
    assert [vote.by for vote in place.station.board.votes(slip)] == ["wang"]
    location = lin.get("/next", follow_redirects=False).headers["location"]
    assert item not in location  # it could not count


def test_nobody_is_marked_who_saw_nothing(tmp_path: Path) -> None:
    place = Desk(tmp_path)
    lin, item = place.client("lin"), place.item()
    send(lin, item, verdict="accept")
    assert "Nobody else" in lin.get(f"/item/{item}").text
    undo(lin, item)
    send(lin, item, verdict="accept")
    send(place.client("wang"), item, verdict="reject", note="x")
    lin.get(f"/item/{item}")  # and one's own word shows nobody else's
    undo(lin, item)
    send(lin, item, verdict="reject", note="x")
    slip = place.station.desk.slip(item)
    assert slip
    assert place.station.board.outcome(slip).state == "agreed"
    assert not any(one.seen_others for one in place.said())
