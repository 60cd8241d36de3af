"""The page of an item, its originals, and what is sent from it."""

import time
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from cpsyexam.errors import CpsyexamError
from cpsyexam.taxonomy import LETTERS, categories, exams, subjects, tasks
from reviewing.desk import Slip
from reviewing.items import contested, key_of
from reviewing.opinions import CHECKS, LARGEST_MARKS, Opinion
from reviewing.reviewers import Reviewer, read
from reviewing.sight import View, swapped
from reviewing.station.blind import ask, show_key, show_others, unanswered, visible
from reviewing.station.originals import PageLine
from reviewing.station.saying import (
    Sitting,
    UnfitError,
    base,
    changes,
    opinion,
    untold,
    wants,
)
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

Row = dict[str, Any]
Answer = Callable[[Station, Request, Reviewer], Awaitable[Response]]
_DECLARED = ("SCQ", "MAQ", "INDEF", "QA", "TF", "FILL", "")
_PAGE_LINES = 400  # of a captured page that are shown, around the question
_KEY_LINES = 3  # before and after its key


async def show_next(station: Station, request: Request, me: Reviewer) -> Response:
    """To the next item that waits for this person."""
    filters = filters_of(request)
    after = request.query_params.get("after", "")
    slip = station.board.watch(me.name, filters, int(after) if after.isdecimal() else 0)
    if slip is None and after:
        slip = station.board.watch(me.name, filters)
    last = request.query_params.get("last", "")
    if slip is None:
        return go(address("/", filters, last=last, empty="1"))
    return go(address(f"/item/{slip.item}", filters, last=last))


async def show_item(station: Station, request: Request, me: Reviewer) -> Response:
    """The page of an item."""
    slip = station.desk.slip(request.path_params["item"])
    if slip is None:
        return message(request, me, "not_here", 404)
    return await _item(station, request, me, slip)


@dataclass(frozen=True)
class Refused:
    """What was sent and not kept: what was typed, whether it changes the question, why not."""

    status: int
    word: str
    detail: str = ""
    typed: Row | None = None
    changed: bool = False


async def _item(
    station: Station, request: Request, me: Reviewer, slip: Slip, refused: Refused | None = None
) -> Response:
    payload = station.desk.payload(slip.rank)
    if wanted := unanswered(station, slip, payload, me):
        return ask(station, request, me, slip, wanted.question)
    seen = visible(station, slip, payload, me)
    show_key(station, slip, seen, me)
    mine = station.board.mine(slip, me.name)
    votes = station.board.votes(slip)
    dispute = station.board.outcome(slip).state == "dispute"
    others = [vote for vote in votes if vote.by != me.name]
    told = others or (mine and payload["suspected"])
    late = bool(station.board.looked(slip, me.name, "others"))
    shows = (me.chair and dispute) or (mine and (late or "others" in request.query_params))
    if told and shows:
        show_others(station, slip, me)
        late = True
    team = {one.name for one in read(station.folder)} - {me.name}
    details = [
        (told, kind == "errata" and not mine and _reporter(told) in team)
        for kind, told in zip(payload["kinds"], payload["details"], strict=True)
        if told
    ]
    own = station.board.looked(slip, me.name, "key")
    flip = slip.form == "compare" and swapped(slip.item, me.name)
    sides = [payload["other"], payload["question"]] if flip else [payload["question"]]
    if payload["other"] and not flip:
        sides.append(payload["other"])
    return page(
        "item",
        request,
        me,
        status=refused.status if refused else 200,
        slip=slip,
        total=station.desk.size,
        item=seen.payload,
        sides=[await _side(station, side, seen) for side in sides],
        base=base(payload["question"]),
        sent=refused.typed if refused else None,
        refused=refused,
        mine=mine,
        others=others if shows else [],
        shows=shows,
        details=[told for told, waits in details if not waits],
        report_waits=any(waits for _, waits in details),
        told=bool(told),
        late=late,
        own=own.own if own else None,
        untold=untold(payload["question"]),
        texts_of_key=key_of(payload["question"]),
        contested=contested(payload),
        wants=wants(payload) if slip.form == "check" else (),
        dispute=dispute,
        last=request.query_params.get("last", ""),
        undone=request.query_params.get("undone", ""),
        checks=CHECKS,
        marks=LARGEST_MARKS,
        letters=LETTERS,
        titles=station.desk.titles,
        subjects=known_subjects(),
        choices={"declared": _DECLARED, "task": tasks(), "exam": exams(),
                 "category": ("", *categories())},
    )  # fmt: skip


def _reporter(detail: str) -> str:
    """Who reported a fault: `what is wrong | who 2026-11-27`."""
    return detail.rpartition(" | ")[2].rpartition(" ")[0]


def known_subjects() -> list[str]:
    """The subjects of all exams, each once."""
    return list(dict.fromkeys(name for exam in exams() for name in subjects(exam)))


async def _side(station: Station, question: Row, seen: View) -> Row:
    """A question with what can be shown of its original: its own lines alone, or the whole page;
    the print of its key.
    """
    whole = question["raw_id"] in seen.whole
    kind = station.originals.shows(question)
    lines: list[PageLine] = []
    problem = ""
    if kind == "page":
        try:
            found = await run_in_threadpool(station.originals.lines, question)
            lines = _around([line for line in found if whole or line.mine])
        except CpsyexamError as error:
            kind, problem = "", error.line()
    return {"question": question, "shows": kind, "lines": lines, "problem": problem, "whole": whole,
            "key_print": question["raw_id"] in seen.key_print}  # fmt: skip


def _around(lines: list[PageLine]) -> list[PageLine]:
    """The lines around the question, and those around its key where that stands far below."""
    mine = [i for i, line in enumerate(lines) if line.mine]
    first = max(0, (mine[0] if mine else 0) - _PAGE_LINES // 4)
    last = first + _PAGE_LINES
    far = [i for i, line in enumerate(lines) if line.key and i >= last]
    below = lines[max(last, far[0] - _KEY_LINES) : far[-1] + _KEY_LINES + 1] if far else []
    return lines[first:last] + ([PageLine("……", mine=False), *below] if below else [])


async def take(station: Station, request: Request, me: Reviewer) -> Response:
    """Keep what was sent about an item; on the disk before the answer."""
    form = await request.form()
    slip = sent_to(station, request, form, me, station.desk.slip, "item")
    if isinstance(slip, Response):
        return slip
    onward = go(address("/next", filters_of(request), last=slip.item))
    if station.board.knows(me.name, str(form.get("post", ""))):
        return onward
    if form.get("was") != slip.was:
        return await _item(station, request, me, slip, Refused(409, "stale"))
    payload = station.desk.payload(slip.rank)
    wanted = unanswered(station, slip, payload, me)
    if wanted and form.get("verdict") != "unsure":
        return ask(station, request, me, slip, wanted.question, "own_first")
    settles = me.chair and station.board.outcome(slip).state == "dispute"
    sitting = Sitting(
        by=me.name,
        when=now(),
        chair=settles,
        was=slip.was,
        saw=station.originals.shows(payload["question"]) or "text",
        now=int(time.time()),
        swapped=swapped(slip.item, me.name),
    )
    try:
        made = opinion(form, payload, sitting)
        if made.verdict == "accept" and not form.get("sure"):
            _ask_once_more(station, slip, payload, made)
    except UnfitError as error:
        changed = slip.form == "check" and bool(changes(form, payload["question"]))
        refused = Refused(422, error.word, error.detail, _kept(form, payload), changed)
        return await _item(station, request, me, slip, refused)
    station.board.add(made)
    return onward


def _ask_once_more(station: Station, slip: Slip, payload: Row, made: Opinion) -> None:
    """Raise UnfitError where "right" goes against one's own answer, or with a ticked fault."""
    look = station.board.looked(slip, made.by, "key")
    own = set(look.own or ()) if look else set()
    options = payload["question"]["printed"]["options"]
    if options and own and own != set(key_of(payload["question"])):
        raise UnfitError("sure_against_own")
    if made.checks:
        raise UnfitError("sure_with_fault")


def _kept(form: FormData, payload: Row) -> Row:
    """What was typed, to be shown again; what the form left out is as it was."""
    before = base(payload["question"])
    texts = {f"option{i}": text for i, text in enumerate(before.pop("options"))}
    rest = {"note": "", "opened": "0", **{f"mark{i}": "" for i in range(len(LARGEST_MARKS))}}
    values: Row = {name: str(form.get(name)) for name in form}
    several = {name: [str(v) for v in form.getlist(name)] for name in ("key", "check")}
    return {**before, **texts, **rest, **values, **several}


async def undo(station: Station, request: Request, me: Reviewer) -> Response:
    """Take back one's last word about an item."""
    form = await request.form()
    slip = sent_to(station, request, form, me, station.desk.slip, "item")
    if isinstance(slip, Response):
        return slip
    mine = station.board.mine(slip, me.name)
    post = str(form.get("post", ""))
    if mine and mine.opinion == form.get("undoes") and not station.board.knows(me.name, post):
        blind = not mine.seen_others and not mine.chair
        if blind and station.board.looked(slip, me.name, "others") and not form.get("sure"):
            return await _item(station, request, me, slip, Refused(409, "sure_undo"))
        station.board.add(
            Opinion(
                opinion=post if len(post) == 32 else uuid.uuid4().hex,
                item=slip.item,
                was=slip.was,
                verdict="undo",
                undoes=mine.opinion,
                by=me.name,
                when=now(),
            )
        )
    return go(address(f"/item/{slip.item}", filters_of(request), undone="1"))


async def step_back(station: Station, request: Request, me: Reviewer) -> Response:
    """To the item before this one in the queue."""
    slip = station.desk.slip(request.path_params["item"])
    if slip is None:
        return message(request, me, "not_here", 404)
    before = station.desk.before(slip.rank, filters_of(request)) or slip
    return go(address(f"/item/{before.item}", filters_of(request)))
