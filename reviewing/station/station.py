"""What the server holds, and what it answers with: board, desk, reviewers, originals, pages."""

import hashlib
import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse

from reviewing import reviewers
from reviewing.board import Board
from reviewing.desk import Desk
from reviewing.filing import Report
from reviewing.opinions import Paper
from reviewing.reviewers import Reviewer
from reviewing.searching import FILTERS, SEARCH
from reviewing.station.originals import Originals
from reviewing.station.rendering import render
from reviewing.station.security import COOKIE
from reviewing.station.words import Words, chosen

T = TypeVar("T")


@dataclass(frozen=True)
class Station:
    """`folder` holds reviewers and opinions, `decisions` what is filed."""

    folder: Path
    decisions: Path
    desk: Desk
    board: Board
    originals: Originals
    following: Callable[[Words], str] = lambda _: ""  # which version to build next, in words
    answers: dict[str, Paper] = field(default_factory=dict)
    filed: dict[str, Report] = field(default_factory=dict)  # who → what they wrote last

    def reviewer(self, request: Request) -> Reviewer | None:
        """Who sends a request, by the key in the cookie."""
        return reviewers.who(reviewers.read(self.folder), request.cookies.get(COOKIE, ""))

    def fits(self, form: Mapping[str, Any], reviewer: Reviewer) -> bool:
        """Whether a form came from a page that was served to this person."""
        import hmac

        return hmac.compare_digest(str(form.get("csrf", "")).encode(), reviewer.csrf().encode())


def now() -> str:
    """UTC, ISO 8601, seconds."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def words_of(request: Request) -> Words:
    """The words of a request's language."""
    accepted = request.headers.get("accept-language", "")
    return Words(chosen(request.cookies.get("lang", ""), accepted))


def filters_of(request: Request) -> dict[str, str]:
    """The filters in a request's address."""
    found = {name: request.query_params.get(name, "")[:200] for name in (*FILTERS, SEARCH)}
    return {name: value for name, value in found.items() if value}


def address(path: str, filters: Mapping[str, str], **more: str) -> str:
    """A path with filters."""
    query = urlencode({**filters, **{name: value for name, value in more.items() if value}})
    return f"{path}?{query}" if query else path


def page(
    name: str, request: Request, reviewer: Reviewer | None, *, status: int = 200, **values: Any
) -> HTMLResponse:
    """A page in the request's language."""
    words = words_of(request)
    text = render(
        name,
        w=words,
        me=reviewer,
        filters=filters_of(request),
        address=address,
        here=address(request.url.path, request.query_params),
        now=int(time.time()),
        post=uuid.uuid4().hex,
        **values,
    )
    return HTMLResponse(text, status)


def go(path: str) -> RedirectResponse:
    """See other."""
    return RedirectResponse(path, 303)


def message(
    request: Request, reviewer: Reviewer | None, word: str, status: int, detail: str = ""
) -> HTMLResponse:
    """A page that only says something."""
    return page("message", request, reviewer, status=status, word=word, detail=detail)


def sent_to(
    station: Station, request: Request, form: Mapping[str, Any], me: Reviewer,
    find: Callable[[str], T | None], name: str,
) -> T | HTMLResponse:  # fmt: skip
    """What a form was sent to, by the part of the address; or the answer that refuses the form."""
    if not station.fits(form, me):
        return message(request, me, "bad_token", 403)
    found = find(request.path_params[name])
    return message(request, me, "not_here", 404) if found is None else found


def shuffled(names: Iterable[str], by: str) -> list[str]:
    """Names in an order of this person's own, the same every time."""
    return sorted(names, key=lambda name: hashlib.sha256(f"{by}\n{name}".encode()).digest())
