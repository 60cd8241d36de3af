"""The server: routes, who may come in, static files."""

from collections.abc import Awaitable, Callable, Sequence
from importlib.resources import files

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cpsyexam import pages as design
from reviewing.station import (
    answer_pages,
    blind,
    disputes,
    item_pages,
    original_pages,
    pages,
    question_pages,
)
from reviewing.station.item_pages import Answer
from reviewing.station.security import Guard
from reviewing.station.station import Station, address, go, message

_STATIC = {"style.css": "text/css", "keys.js": "text/javascript", "icon.svg": "image/svg+xml"}
LOCAL = ("127.0.0.1", "localhost", "[::1]")


def app(station: Station, hosts: Sequence[str] = LOCAL) -> Starlette:
    """The application. `hosts`: names by which browsers may ask for it, `*` for any."""
    shown: list[tuple[str, Answer, str]] = [
        ("/", pages.show_queue, "GET"),
        ("/next", item_pages.show_next, "GET"),
        ("/item/{item}", item_pages.show_item, "GET"),
        ("/item/{item}", item_pages.take, "POST"),
        ("/item/{item}/own", blind.take_own, "POST"),
        ("/item/{item}/adopt", disputes.adopt, "POST"),
        ("/item/{item}/undo", item_pages.undo, "POST"),
        ("/item/{item}/before", item_pages.step_back, "GET"),
        ("/item/{item}/scan.png", original_pages.scan, "GET"),
        ("/item/{item}/key.png", original_pages.key, "GET"),
        ("/item/{item}/page.html", original_pages.saved_page, "GET"),
        ("/disputes", disputes.show_disputes, "GET"),
        ("/questions", question_pages.show_questions, "GET"),
        ("/questions/{id}", question_pages.report, "POST"),
        ("/progress", pages.show_progress, "GET"),
        ("/progress", pages.file_decisions, "POST"),
        ("/answer", answer_pages.show_paper, "GET"),
        ("/answer/{id}", answer_pages.show_question, "GET"),
        ("/answer/{id}", answer_pages.take_answer, "POST"),
        ("/hand-in", answer_pages.show_given, "GET"),
        ("/hand-in", answer_pages.hand_in, "POST"),
        ("/guide", pages.show_guide, "GET"),
        ("/lang/{name:str}", pages.language, "GET"),
    ]
    routes = [Route(path, _known(station, do), methods=[how]) for path, do, how in shown]

    async def enter(request: Request) -> Response:
        return await pages.enter(station, request)

    routes += [Route("/enter/{key}", enter), Route("/static/{name}", _static)]

    async def lost(request: Request, error: Exception) -> Response:
        del error
        return message(request, station.reviewer(request), "no_page", 404)

    async def only_sent_to(request: Request, error: Exception) -> Response:
        """From an address that takes forms alone to the page that has the form."""
        if request.method not in ("GET", "HEAD"):
            return message(request, station.reviewer(request), "no_page", 405)
        del error
        return go(address(request.url.path.rpartition("/")[0] or "/", request.query_params))

    guard = Middleware(Guard, hosts=hosts)
    handlers = {404: lost, 405: only_sent_to}
    return Starlette(routes=routes, middleware=[guard], exception_handlers=handlers)


def _known(station: Station, do: Answer) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        me = station.reviewer(request)
        if me is None:
            return message(request, None, "no_entry", 403)
        return await do(station, request, me)

    return answer


async def _static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in _STATIC:
        return Response("not here", 404)
    data = files("reviewing.station").joinpath("static", name).read_text("utf-8")
    data = design.style() + data if name == "style.css" else data
    data = data + design.script() if name == "keys.js" else data
    return Response(data, media_type=_STATIC[name], headers={"Cache-Control": "max-age=60"})
