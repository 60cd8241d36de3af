"""The queue, disputes, progress, guide; entering and leaving."""

from starlette.requests import Request
from starlette.responses import Response

from reviewing.desk import Slip
from reviewing.reviewers import Reviewer, read, who
from reviewing.searching import FILTERS, SEARCH
from reviewing.station.figures import figures, settle_all
from reviewing.station.guide import guide
from reviewing.station.security import COOKIE
from reviewing.station.station import (
    Station,
    filters_of,
    go,
    message,
    page,
    words_of,
)

_ROWS = 50  # of the queue on one page


async def enter(station: Station, request: Request) -> Response:
    """Come in by a key; the address is gone from the bar afterwards."""
    secret = request.path_params["key"]
    if who(read(station.folder), secret) is None:
        return message(request, None, "no_entry", 403)
    answer = go("/")
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, secret, httponly=True, samesite="strict", secure=secure,
                      max_age=90 * 86400)  # fmt: skip
    return answer


async def language(station: Station, request: Request, me: Reviewer) -> Response:
    """Change the language of the interface."""
    del station, me
    back = request.query_params.get("back", "/")
    # only an address of this server
    answer = go(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/")
    answer.set_cookie("lang", request.path_params["name"], samesite="strict", max_age=365 * 86400)
    return answer


async def show_queue(station: Station, request: Request, me: Reviewer) -> Response:
    """A page of the queue."""
    filters = filters_of(request)
    after = request.query_params.get("after", "")
    # whoever searches finds what is done as well
    every = "every" in request.query_params or not filters.keys().isdisjoint(("reviewer", SEARCH))
    first = int(after) if after.isdecimal() else 0
    if every:
        slips = station.desk.slips(filters, first, _ROWS + 1)
    else:
        slips = station.desk.waiting(me.name, filters, first, _ROWS + 1)
    return page(
        "queue",
        request,
        me,
        rows=[(slip, *_state(station, slip, me)) for slip in slips[:_ROWS]],
        more=slips[_ROWS - 1].rank if len(slips) > _ROWS else 0,
        choices={name: station.desk.counts(name) for name in FILTERS},
        titles=station.desk.titles,
        total=station.desk.size,
        done=station.board.agreed,
        mine=dict(station.desk.counts("reviewer")).get(me.name, 0),
        every=every,
        waits=bool(station.desk.waiting(me.name, filters, 0, 1)),
        disputes=len(station.board.disputes),
        empty=request.query_params.get("empty", ""),
        last=request.query_params.get("last", ""),
    )


def _state(station: Station, slip: Slip, me: Reviewer) -> tuple[str, int, bool]:
    votes = station.board.votes(slip)
    outcome = station.board.outcome(slip)
    return outcome.state, outcome.wants, any(vote.by == me.name for vote in votes)


async def show_progress(station: Station, request: Request, me: Reviewer) -> Response:
    """Progress, agreement, pace, the control sample."""
    report = station.filed.get(me.name) if "filed" in request.query_params else None
    told = station.following(words_of(request)) if me.chair else ""
    return page("progress", request, me, figures=figures(station.desk, station.board),
                report=report, told=told, gone=station.board.gone())  # fmt: skip


async def file_decisions(station: Station, request: Request, me: Reviewer) -> Response:
    """Write what is agreed to the decisions file; a chair does."""
    form = await request.form()
    if not station.fits(form, me):
        return message(request, me, "bad_token", 403)
    if not me.chair:
        return message(request, me, "chair_only", 403)
    station.filed[me.name] = settle_all(station.desk, station.board, station.decisions)
    return go("/progress?filed=1")


async def show_guide(station: Station, request: Request, me: Reviewer) -> Response:
    """The guide for reviewers."""
    del station
    return page("guide", request, me, text=guide(words_of(request).language))
