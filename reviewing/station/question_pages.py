"""All questions of a build that may be shown, without their keys: the way to any of them.

One that waits in the queue is a link to its item; about any other a reviewer reports what is wrong,
which takes it into the queue of the next start.
"""

from starlette.requests import Request
from starlette.responses import Response

from cpsyexam.taxonomy import LETTERS
from reviewing import errata
from reviewing.queue import item_name
from reviewing.reviewers import Reviewer
from reviewing.searching import SEARCH
from reviewing.station.saying import text_of
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

_ROWS = 30  # questions on one page
_LONGEST = 2000  # characters of a report
_BY = (SEARCH, "exam", "subject")


async def show_questions(station: Station, request: Request, me: Reviewer) -> Response:
    """A page of the list; what somebody reported is marked from then on."""
    filters = {name: text for name, text in filters_of(request).items() if name in _BY}
    after = request.query_params.get("after", "")
    found = station.desk.questions(filters, int(after) if after.isdecimal() else 0, _ROWS + 1)
    rows = [(row, station.desk.slip(item_name("check", row["raw_id"]))) for _, row in found[:_ROWS]]
    return page(
        "questions", request, me, rows=rows, letters=LETTERS, after=after,
        noted=request.query_params.get("noted", ""), reported=errata.named(station.folder),
        total=station.desk.listed(filters),
        more=found[_ROWS - 1][0] if len(found) > _ROWS else 0,
        choices={name: station.desk.listed_by(name) for name in ("exam", "subject")},
    )  # fmt: skip


async def report(station: Station, request: Request, me: Reviewer) -> Response:
    """Keep what somebody says is wrong with a question; on the disk before the answer."""
    form = await request.form()
    row = sent_to(station, request, form, me, station.desk.question, "id")
    if isinstance(row, Response):
        return row
    problem = text_of(form, "problem")[:_LONGEST]
    if not problem:
        return message(request, me, "needs_problem", 422)
    said = errata.Report(question=row["raw_id"], problem=problem, by=me.name, when=now())
    errata.add(station.folder, said)
    return go(address("/questions", request.query_params, noted=row["id"]) + f"#{row['id']}")
