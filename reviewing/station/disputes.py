"""Disputes: what people differ about, and a chair who decides as one of them said."""

import time
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response

from cpsyexam.files import canonical
from reviewing.desk import Slip
from reviewing.opinions import Opinion
from reviewing.reviewers import Reviewer
from reviewing.station.blind import show_others, unanswered
from reviewing.station.saying import base, seconds
from reviewing.station.station import (
    Station,
    address,
    filters_of,
    go,
    message,
    now,
    page,
    sent_to,
)

_SHOWN = 200  # disputes on the page


async def show_disputes(station: Station, request: Request, me: Reviewer) -> Response:
    """Items about which people differ."""
    ranks = sorted(station.board.disputes.values())
    slips = [slip for slip in map(station.desk.at, ranks) if slip]
    both = [(slip, station.board.votes(slip)) for slip in slips[:_SHOWN]]
    rows = [
        (slip, votes, _told(station, slip, votes, me),
         base(station.desk.payload(slip.rank)["question"]), differing(votes))
        for slip, votes in both
    ]  # fmt: skip
    return page("disputes", request, me, rows=rows)


def differing(votes: Sequence[Opinion]) -> list[str]:
    """In what people differ: `verdict`, and the names of fields that they changed unlike."""
    sure = [vote for vote in votes if vote.verdict != "unsure"]
    parted = len({vote.verdict for vote in sure}) != 1
    said = [vote.fields.fields() for vote in sure if not parted or vote.verdict == "change"]
    names = dict.fromkeys(name for one in said for name in one)
    unlike = [name for name in names if len({canonical(one.get(name)) for one in said}) > 1]
    return ["verdict", *unlike] if parted else unlike


def _told(station: Station, slip: Slip, votes: list[Opinion], me: Reviewer) -> bool:
    """Whether this person may read what others said: after their own word, or as a chair who has
    answered the question; it is noted that they did.
    """
    spoke = any(vote.by == me.name for vote in votes)
    if unanswered(station, slip, station.desk.payload(slip.rank), me) or not (spoke or me.chair):
        return False
    show_others(station, slip, me)
    return True


async def adopt(station: Station, request: Request, me: Reviewer) -> Response:
    """Settle a dispute as somebody said it, with their changes and reason; a chair does."""
    form = await request.form()
    slip = sent_to(station, request, form, me, station.desk.slip, "item")
    if isinstance(slip, Response):
        return slip
    if not me.chair:
        return message(request, me, "chair_only", 403)
    onward = go(address("/next", filters_of(request), last=slip.item))
    post = str(form.get("post", ""))
    if station.board.knows(me.name, post):
        return onward
    payload = station.desk.payload(slip.rank)
    theirs = [vote for vote in station.board.votes(slip) if vote.opinion == form.get("adopt")]
    disputed = station.board.outcome(slip).state == "dispute"
    waits = unanswered(station, slip, payload, me)
    if not theirs or not disputed or waits or form.get("was") != slip.was:
        return message(request, me, "stale", 409)
    said = theirs[0]
    again = {
        "opinion": post, "by": me.name, "when": now(), "chair": True, "seen_others": False,
        "seconds": seconds(form, int(time.time())),
        "saw": station.originals.shows(payload["question"]) or "text",
        "note": f"{said.by}: {said.note}" if said.note else said.by,
    }  # fmt: skip
    station.board.add(Opinion.model_validate({**said.model_dump(), **again}))
    return onward
