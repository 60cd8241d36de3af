"""Own answer first: the page that asks for it, and what a reviewer has been shown."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from cpsyexam.taxonomy import LETTERS
from reviewing.desk import Slip
from reviewing.items import names_of
from reviewing.reviewers import Reviewer
from reviewing.sight import Asked, View, asked, view
from reviewing.station.saying import UnfitError, base, own_answer
from reviewing.station.station import Station, address, filters_of, go, now, page, sent_to

Row = dict[str, Any]


def unanswered(station: Station, slip: Slip, payload: Row, me: Reviewer) -> Asked | None:
    """The question that this person is to answer before they see more of an item."""
    return asked(station.board, slip, payload, me.name)


def visible(station: Station, slip: Slip, payload: Row, me: Reviewer) -> View:
    """What this person may see of an item."""
    return view(station.board, slip, payload, me.name,
                lambda side: station.originals.shows(side) == "page")  # fmt: skip


def show_key(station: Station, slip: Slip, seen: View, me: Reviewer) -> None:
    """Note that a page with keys goes out; on the disk before it does."""
    station.board.shows(slip, me.name, now(), "key", questions=seen.keys)


def show_others(station: Station, slip: Slip, me: Reviewer) -> None:
    """Note that a page goes out with what others, people or models, say of an item."""
    station.board.shows(slip, me.name, now(), "others")


def ask(
    station: Station, request: Request, me: Reviewer, slip: Slip, question: Row, problem: str = ""
) -> Response:
    """The page that asks for one's own answer: the question alone."""
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
    wanted = unanswered(station, slip, station.desk.payload(slip.rank), me)
    if wanted and form.get("of") == wanted.question["raw_id"]:  # sent twice, it is no second answer
        try:
            own = own_answer(form, wanted.question)
        except UnfitError as error:
            return ask(station, request, me, slip, wanted.question, error.word)
        for at in wanted.slips:
            station.board.shows(at, me.name, now(), "key", own=own,
                                questions=tuple(sorted(names_of(wanted.question))))  # fmt: skip
    return go(address(f"/item/{slip.item}", filters_of(request)))
