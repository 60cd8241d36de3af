"""The examination for people: questions of test without their keys, time kept, handed in at last.

Who has seen the key of a question is not asked it, and what they answered before is not handed in.
"""

import time
import uuid
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cpsyexam.taxonomy import LETTERS
from reviewing.opinions import Answer, Paper
from reviewing.reviewers import Reviewer
from reviewing.station.saying import seconds, text_of
from reviewing.station.station import (
    Station,
    address,
    filters_of,
    go,
    message,
    now,
    page,
    sent_to,
    shuffled,
)


async def show_paper(station: Station, request: Request, me: Reviewer) -> Response:
    """To the next question that this person has not answered, else to what they answered."""
    given = answers(station, me)
    names = _asked(station, request, me)
    left = [name for name in names if name not in given.drafts and name not in given.done]
    filters = filters_of(request)
    return go(address(f"/answer/{left[0]}" if left else "/hand-in", filters))


async def show_question(station: Station, request: Request, me: Reviewer) -> Response:
    """A question of the examination, with what this person answered so far."""
    return _question(station, request, me, request.path_params["id"])


def _question(
    station: Station, request: Request, me: Reviewer, name: str, problem: str = ""
) -> HTMLResponse:
    names, given = _asked(station, request, me), answers(station, me)
    if name in given.done:
        return message(request, me, "handed_in_before", 409)
    if name not in names:
        return message(request, me, "key_seen" if station.desk.asked(name) else "not_here", 404)
    place = names.index(name)
    before = given.drafts.get(name)
    return page(
        "answer", request, me, status=422 if problem else 200, asked=station.desk.asked(name),
        given=before.text if before else None, problem=problem, letters=LETTERS,
        previous=names[place - 1] if place else "", following=(*names[place + 1 :], "")[0],
        **_totals(station, request, me),
    )  # fmt: skip


async def take_answer(station: Station, request: Request, me: Reviewer) -> Response:
    """Keep an answer, which may be changed until it is handed in; on the disk before the next."""
    form = await request.form()
    asked = sent_to(station, request, form, me, station.desk.asked, "id")
    if isinstance(asked, Response):
        return asked
    given = answers(station, me)
    may = asked["id"] in _asked(station, request, me) and asked["id"] not in given.done
    text = _said(form, asked)
    if not may or (not text and not form.get("none")):
        return _question(station, request, me, asked["id"], "nothing_chosen")
    before = given.drafts.get(asked["id"])
    try:
        made = Answer(
            opinion=str(form.get("post", "")),
            id=asked["id"],
            text=text,
            by=me.name,
            when=now(),
            seconds=seconds(form, int(time.time())) + (before.seconds if before else 0),
            draft=True,
        )
    except ValidationError:
        return message(request, me, "bad_token", 422)
    given.add(made)  # a form that was sent twice is kept once
    return go(address("/answer", filters_of(request)))


async def show_given(station: Station, request: Request, me: Reviewer) -> Response:
    """All answers that may still be changed, blanks marked, and the button that hands them in."""
    return _given(station, request, me)


def _given(station: Station, request: Request, me: Reviewer, problem: str = "") -> HTMLResponse:
    given = answers(station, me)
    names = [name for name in _asked(station, request, me) if name in given.drafts]
    rows = [(station.desk.asked(name), given.drafts[name].text) for name in names]
    seen = station.board.keys(me.name)
    late = [name for name, _, all_ in station.desk.paper()
            if name in given.drafts and not seen.keys().isdisjoint(all_)]  # fmt: skip
    return page("hand_in", request, me, status=422 if problem else 200, rows=rows, problem=problem,
                blanks=sum(not text for _, text in rows), late=len(late), given=len(given.done),
                **_totals(station, request, me))  # fmt: skip


async def hand_in(station: Station, request: Request, me: Reviewer) -> Response:
    """Make answers final. Blanks only where they were confirmed."""
    form = await request.form()
    if not station.fits(form, me):
        return message(request, me, "bad_token", 403)
    given = answers(station, me)
    drafts = [given.drafts[n] for n in _asked(station, request, me) if n in given.drafts]
    if any(not one.text for one in drafts) and not form.get("blanks"):
        return _given(station, request, me, "confirm_blanks")
    for one in drafts:
        given.add(one.model_copy(update={"opinion": uuid.uuid4().hex, "draft": False}))
    return go(address("/hand-in", filters_of(request)))


def _asked(station: Station, request: Request, me: Reviewer) -> list[str]:
    """The questions of this person's examination, in their own order."""
    exam = filters_of(request).get("exam", "")
    seen = station.board.keys(me.name)
    names = [name for name, of, all_ in station.desk.paper()
             if exam in ("", of) and seen.keys().isdisjoint(all_)]  # fmt: skip
    return shuffled(names, me.name)


def _totals(station: Station, request: Request, me: Reviewer) -> dict[str, Any]:
    given, names = answers(station, me), _asked(station, request, me)
    exams = sorted({exam for _, exam, _ in station.desk.paper()})
    return {
        "total": len(names),
        "answered": sum(name in given.drafts for name in names),
        "done": sum(name in given.done for name in names),
        "exams": exams,
        "chosen": filters_of(request).get("exam", ""),
    }


def _said(form: FormData, asked: Mapping[str, object]) -> str:
    if form.get("none"):
        return ""
    options = asked["options"]
    if not isinstance(options, list) or not options:
        return text_of(form, "text")
    letters = LETTERS[: len(options)]
    return "".join(letter for letter in letters if letter in form.getlist("said"))


def answers(station: Station, me: Reviewer) -> Paper:
    """The answers of one person."""
    if me.name not in station.answers:
        station.answers[me.name] = Paper(station.folder / "answers", me.name)
    return station.answers[me.name]
