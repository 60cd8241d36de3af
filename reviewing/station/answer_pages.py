"""The examination for people: questions of test without their keys, time kept."""

import time
from collections.abc import Mapping

from pydantic import ValidationError
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from cpsyexam.taxonomy import LETTERS
from reviewing.opinions import Answer, Paper
from reviewing.reviewers import Reviewer
from reviewing.station.item_pages import now
from reviewing.station.saying import seconds, text_of
from reviewing.station.station import (
    Station,
    address,
    filters_of,
    go,
    message,
    page,
    sent_to,
    shuffled,
)


async def show_paper(station: Station, request: Request, me: Reviewer) -> Response:
    """The next question that this person has not answered."""
    done = answers(station, me).done
    exam = filters_of(request).get("exam", "")
    names = [name for name, of in station.desk.paper() if exam in ("", of)]
    left = [name for name in shuffled(names, me.name) if name not in done]
    asked = station.desk.asked(left[0]) if left else None
    exams = sorted({of for _, of in station.desk.paper()})
    return page("answer", request, me, asked=asked, done=len(done), total=len(names),
                letters=LETTERS, exams=exams, chosen=exam)  # fmt: skip


async def take_answer(station: Station, request: Request, me: Reviewer) -> Response:
    """Keep an answer; on the disk before the next question is shown."""
    form = await request.form()
    asked = sent_to(station, request, form, me, station.desk.asked, "id")
    if isinstance(asked, Response):
        return asked
    try:
        made = Answer(
            opinion=str(form.get("post", "")),
            id=asked["id"],
            text=_said(form, asked),
            by=me.name,
            when=now(),
            seconds=seconds(form, int(time.time())),
        )
    except ValidationError:
        return message(request, me, "bad_token", 422)
    log = answers(station, me)
    if made.id not in log.done:  # the first answer counts
        log.add(made)
    return go(address("/answer", filters_of(request)))


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
