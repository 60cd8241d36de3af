"""The queue, disputes, progress, guide; entering and leaving."""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cpsyexam.files import canonical
from reviewing.desk import Slip
from reviewing.filing import Report
from reviewing.opinions import Opinion
from reviewing.reviewers import Reviewer, read, who
from reviewing.searching import FILTERS
from reviewing.station.blind import show_others, unanswered
from reviewing.station.figures import figures, settle_all
from reviewing.station.guide import guide
from reviewing.station.saying import base
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
    slips = station.desk.slips(filters, int(after) if after.isdecimal() else 0, _ROWS + 1)
    return page(
        "queue",
        request,
        me,
        rows=[(slip, *_state(station, slip, me)) for slip in slips[:_ROWS]],
        more=slips[_ROWS - 1].rank if len(slips) > _ROWS else 0,
        choices={name: station.desk.counts(name) for name in FILTERS},
        total=station.desk.size,
        done=station.board.agreed,
        mine=station.board.words(me.name),
        disputes=len(station.board.disputes),
        empty=request.query_params.get("empty", ""),
        last=request.query_params.get("last", ""),
    )


def _state(station: Station, slip: Slip, me: Reviewer) -> tuple[str, int, bool]:
    votes = station.board.votes(slip)
    outcome = station.board.outcome(slip)
    return outcome.state, outcome.wants, any(vote.by == me.name for vote in votes)


async def show_disputes(station: Station, request: Request, me: Reviewer) -> Response:
    """Items about which people differ."""
    ranks = sorted(station.board.disputes.values())
    slips = [slip for slip in map(station.desk.at, ranks) if slip]
    both = [(slip, station.board.votes(slip)) for slip in slips[: 4 * _ROWS]]
    rows = [
        (slip, votes, _told(station, slip, votes, me),
         base(station.desk.payload(slip.rank)["question"]), differing(votes))
        for slip, votes in both
    ]  # fmt: skip
    return page("disputes", request, me, rows=rows)


def differing(votes: Sequence[Opinion]) -> list[str]:
    """In what people differ: `verdict`, else the names of fields that they changed unlike."""
    if len({vote.verdict for vote in votes if vote.verdict != "unsure"}) != 1:
        return ["verdict"]
    said = [vote.fields.fields() for vote in votes if vote.verdict != "unsure"]
    names = dict.fromkeys(name for one in said for name in one)
    return [name for name in names if len({canonical(one.get(name)) for one in said}) > 1]


def _told(station: Station, slip: Slip, votes: list[Opinion], me: Reviewer) -> bool:
    """Whether this person may read what others said: after their own word, or as a chair who has
    answered the question; it is noted that they did.
    """
    spoke = any(vote.by == me.name for vote in votes)
    if unanswered(station, slip, station.desk.payload(slip.rank), me) or not (spoke or me.chair):
        return False
    show_others(station, slip, me)
    return True


async def show_progress(station: Station, request: Request, me: Reviewer) -> Response:
    """Progress, agreement, pace, the control sample."""
    return _progress(station, request, me, None)


def _progress(
    station: Station, request: Request, me: Reviewer, report: Report | None
) -> HTMLResponse:
    return page("progress", request, me, figures=figures(station.desk, station.board),
                report=report, gone=station.board.gone())  # fmt: skip


async def file_decisions(station: Station, request: Request, me: Reviewer) -> Response:
    """Write what is agreed to the decisions file; a chair does."""
    form = await request.form()
    if not station.fits(form, me):
        return message(request, me, "bad_token", 403)
    if not me.chair:
        return message(request, me, "chair_only", 403)
    report = settle_all(station.desk, station.board, station.decisions)
    return _progress(station, request, me, report)


async def show_guide(station: Station, request: Request, me: Reviewer) -> Response:
    """The guide for reviewers."""
    del station
    return page("guide", request, me, text=guide(words_of(request).language))
