"""Pictures of scans and saved pages, for those who may see them."""

from collections.abc import Callable
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cpsyexam.errors import CpsyexamError
from reviewing.reviewers import Reviewer
from reviewing.station.blind import unanswered, visible
from reviewing.station.security import SAVED_POLICY
from reviewing.station.station import Station, message

Row = dict[str, Any]
T = TypeVar("T")
_SHOWN = {"scan": "scan", "key": "scan", "page": "page"}  # what is asked for → its original


async def scan(station: Station, request: Request, me: Reviewer) -> Response:
    """The picture of a scan."""
    return await _original(station, request, me, "scan", station.originals.scan, _picture)


async def key(station: Station, request: Request, me: Reviewer) -> Response:
    """The picture of a key that is printed apart from its question."""
    return await _original(station, request, me, "key", station.originals.key, _picture)


def _picture(png: bytes) -> Response:
    headers = {"Cache-Control": "private, max-age=600"}
    return Response(png, media_type="image/png", headers=headers)


async def saved_page(station: Station, request: Request, me: Reviewer) -> Response:
    """The saved page, for a frame without scripts and network."""
    headers = {"Content-Security-Policy": SAVED_POLICY}
    return await _original(
        station, request, me, "page", station.originals.page,
        lambda html: HTMLResponse(html, headers=headers),
    )  # fmt: skip


async def _original(
    station: Station, request: Request, me: Reviewer, kind: str,
    read: Callable[[Row], T], told: Callable[[T], Response],
) -> Response:  # fmt: skip
    question = _question(station, request, me, kind)
    if question is None or station.originals.shows(question) != _SHOWN[kind]:
        return message(request, me, "not_here", 404)
    try:
        return told(await run_in_threadpool(read, question))
    except CpsyexamError as error:
        return message(request, me, "no_original", 404, error.line())


def _question(station: Station, request: Request, me: Reviewer, kind: str) -> Row | None:
    """The question whose original is asked for; None where there is none to be shown."""
    slip = station.desk.slip(request.path_params["item"])
    payload = station.desk.payload(slip.rank) if slip else None
    if slip is None or payload is None or unanswered(station, slip, payload, me):
        return None
    name = request.query_params.get("of", payload["raw_id"])
    seen = visible(station, slip, payload, me)
    if name not in {"page": seen.whole, "key": seen.key_print}.get(kind, (name,)):
        return None
    sides = [side for side in (payload["question"], payload["other"]) if side]
    return next((side for side in sides if side["raw_id"] == name), None)
