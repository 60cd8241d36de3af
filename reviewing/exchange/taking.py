"""Filled rows from elsewhere → opinions, by the same rules as the page's form."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import FormData

from cpsyexam.files import digest
from cpsyexam.taxonomy import LETTERS
from reviewing.board import Board
from reviewing.desk import Desk, Slip
from reviewing.items import names_of
from reviewing.opinions import CHECKS
from reviewing.sight import asked
from reviewing.station.saying import Sitting, UnfitError, opinion, wants

_VERDICTS = {
    "无误": "accept", "right": "accept", "accept": "accept", "恢复": "accept", "restore": "accept",
    "修改": "change", "change": "change",
    "剔除": "reject", "reject": "reject", "must go": "reject",
    "拿不准": "unsure", "unsure": "unsure",
}  # fmt: skip


AWAITS = "（先自己作答）"  # stands where something waits for an own answer
_NO_IDEA = ("不会", "?", "？")  # as an answer


@dataclass(frozen=True)
class Reader:
    """Who a file is written for, and the items that they have not answered themselves: these go
    out without key, explanation, doubts and original.
    """

    name: str
    closed: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Filled:
    """One row or annotation: `texts` by the names of the form's fields, as far as they changed."""

    place: str  # row or task, for messages
    item: str
    was: str
    verdict: str
    key: str | None = None  # letters as printed; None where nothing was said
    reader: str = ""  # whom the row showed the key to, "" = nobody
    texts: Mapping[str, str] = field(default_factory=dict)
    checks: tuple[str, ...] = ()
    note: str = ""
    by: str = ""  # "" = whoever imports
    when: str = ""  # "" = now


@dataclass
class Taken:
    """What became of the rows."""

    taken: int = 0
    same: int = 0  # imported before
    answers: int = 0  # own answers, given before the key was seen
    blank: int = 0  # no verdict
    differs: list[str] = field(default_factory=list)  # right, says one who answered otherwise
    stale: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def reader(board: Board, slips: Iterable[Slip], name: str) -> Reader:
    """Who a file of these items is for: notes what it tells them, before it is written."""
    closed = set()
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    for slip in slips:
        payload = board.desk.payload(slip.rank)
        if asked(board, slip, payload, name):
            closed.add(slip.item)
        elif slip.form == "check":
            board.shows(slip, name, when, "key", questions=_names(payload))
    return Reader(name, frozenset(closed))


def take(rows: Iterable[Filled], desk: Desk, board: Board, by: str) -> Taken:
    """Keep the opinions of rows. What is stale or cannot be is listed, and kept nowhere.

    Own answer first, as at the station: of an item whose key somebody has not seen the answer is
    kept, and a verdict with it; but "right" of one who answered otherwise than the key is not: the
    next file shows them the key. The same row imported twice is one opinion.
    """
    found = Taken()
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    for row in rows:
        name = row.by or by
        slip = desk.slip(row.item)
        if not row.verdict.strip() and not (row.key or "").strip():
            found.blank += 1
            continue
        if slip is None or slip.was != row.was:
            why = "is no longer in the queue" if slip is None else "has changed since the export"
            found.stale.append(f"{row.place}: {row.item} {why}")
            continue
        payload = desk.payload(slip.rank)
        sitting = Sitting(by=name, when=row.when or when, chair=False, was=slip.was, saw="file")
        try:
            agrees = _answered(row, slip, board, sitting, found)
            if not row.verdict.strip():
                found.blank += 1
                continue
            if not agrees:
                found.differs.append(f"{row.place}: {row.item}")
                continue
            form = _form(row, name, len(payload["question"]["printed"]["options"]))
            said = opinion(form, payload, sitting)
        except UnfitError as error:
            found.wrong.append(f"{row.place}: {row.item}: {_said(error)}")
            continue
        if board.add(said):
            found.taken += 1
        else:
            found.same += 1
    return found


def _answered(row: Filled, slip: Slip, board: Board, sitting: Sitting, found: Taken) -> bool:
    """Keep an own answer that comes before the key; False where it makes "right" a question."""
    if row.reader not in ("", sitting.by):
        raise UnfitError("bad_field", f"the key was shown to {row.reader}, not to {sitting.by}")
    payload = board.desk.payload(slip.rank)
    question, verdict = payload["question"], _verdict(row)
    if not asked(board, slip, payload, sitting.by) or verdict == "unsure":
        return True
    said = (row.key or "").strip()
    if not said:
        raise UnfitError("own_first")
    options = question["printed"]["options"]
    places = _places(said, len(options)) if options and said not in _NO_IDEA else []
    own = tuple(options[i] for i in places) or (() if options or said in _NO_IDEA else (said,))
    board.shows(slip, sitting.by, sitting.when, "key", own=own, questions=_names(payload))
    found.answers += 1
    agrees = bool(options) and places == sorted(question["key"])
    return verdict != "accept" or bool(wants(payload)) or agrees


def _names(payload: dict[str, Any]) -> tuple[str, ...]:
    return tuple(sorted(names_of(payload["question"])))


def _verdict(row: Filled) -> str:
    said = row.verdict.strip()
    return _VERDICTS.get(said.lower(), said)


def _places(key: str, options: int) -> list[int]:
    """Places of the letters of a key, in order. Raises UnfitError."""
    letters = sorted({c for c in key.upper() if c.isalpha()})
    odd = [c for c in letters if c not in LETTERS[:options]]
    if odd:
        raise UnfitError("bad_field", f"option {''.join(odd)}")
    return [LETTERS.index(c) for c in letters]


def _said(error: UnfitError) -> str:
    from reviewing.station.words import Words

    return f"{Words('en')(error.word)} {error.detail}".strip()


def _form(row: Filled, by: str, options: int) -> FormData:
    texts = [(name, text) for name, text in row.texts.items() if text.strip() != AWAITS]
    fields: list[tuple[str, str]] = [*texts, ("verdict", _verdict(row)), ("note", row.note)]
    fields += [("check", name) for name in row.checks if name in CHECKS]
    if row.key is not None and options and row.key.strip() not in _NO_IDEA:
        fields += [("keys", "1"), *(("key", str(i)) for i in _places(row.key, options))]
    content = "\n".join((row.item, row.was, by, repr(fields)))
    return FormData([*fields, ("post", digest(content)[:32])])
