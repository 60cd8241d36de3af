"""Own answer first: what a reviewer is not shown yet, and what they have been shown."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from cpsyexam.taxonomy import LETTERS
from reviewing.desk import Slip
from reviewing.items import keyed
from reviewing.reviewers import Reviewer
from reviewing.station.saying import UnfitError, base, own_answer
from reviewing.station.station import Station, address, filters_of, go, now, page, sent_to

Row = dict[str, Any]


def closed(station: Station, slip: Slip, payload: Row, me: Reviewer) -> bool:
    """Whether this person is to answer before they see more."""
    return station.board.closed(slip, payload, me.name)


def show_key(station: Station, slip: Slip, payload: Row, me: Reviewer,
             own: tuple[str, ...] | None = None) -> None:  # fmt: skip
    """Note that a page with keys goes out; on the disk before it does."""
    sides = filter(None, (payload["question"], payload["other"]))
    whole = any(station.originals.shows(side) == "page" for side in sides)
    questions = keyed(payload, page=whole)
    station.board.shows(slip, me.name, now(), "key", own=own, questions=questions)


def show_others(station: Station, slip: Slip, me: Reviewer) -> None:
    """Note that a page goes out with what others, people or models, say of an item."""
    station.board.shows(slip, me.name, now(), "others")


def ask(
    station: Station, request: Request, me: Reviewer, slip: Slip, problem: str = ""
) -> Response:
    """The page that asks for one's own answer: the question alone."""
    payload = station.desk.payload(slip.rank)
    question = payload["question"]
    return page("own", request, me, status=422 if problem else 200, slip=slip, q=question,
                total=station.desk.size,
                base=base(question), letters=LETTERS, problem=problem,
                last=request.query_params.get("last", ""))  # fmt: skip


async def take_own(station: Station, request: Request, me: Reviewer) -> Response:
    """Keep one's own answer; from then on the key is shown."""
    form = await request.form()
    slip = sent_to(station, request, form, me, station.desk.slip, "item")
    if isinstance(slip, Response):
        return slip
    payload = station.desk.payload(slip.rank)
    if closed(station, slip, payload, me):
        try:
            own = own_answer(form, payload["question"])
        except UnfitError as error:
            return ask(station, request, me, slip, error.word)
        show_key(station, slip, payload, me, own)
    return go(address(f"/item/{slip.item}", filters_of(request)))
