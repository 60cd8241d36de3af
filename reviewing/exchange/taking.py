"""Filled rows from elsewhere → opinions, by the same rules as the page's form."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from starlette.datastructures import FormData

from cpsyexam.files import digest
from cpsyexam.taxonomy import LETTERS
from reviewing.board import Board
from reviewing.desk import Desk
from reviewing.opinions import CHECKS
from reviewing.station.saying import Sitting, UnfitError, opinion

_VERDICTS = {
    "无误": "accept", "right": "accept", "accept": "accept", "恢复": "accept", "restore": "accept",
    "修改": "change", "change": "change",
    "剔除": "reject", "reject": "reject", "must go": "reject",
    "拿不准": "unsure", "unsure": "unsure",
}  # fmt: skip


@dataclass(frozen=True)
class Filled:
    """One row or annotation: `texts` by the names of the form's fields, as far as they changed."""

    place: str  # row or task, for messages
    item: str
    was: str
    verdict: str
    key: str | None = None  # letters as printed; None where nothing was said
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
    blank: int = 0  # no verdict
    stale: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def take(rows: Iterable[Filled], desk: Desk, board: Board, by: str) -> Taken:
    """Keep the opinions of rows. What is stale or cannot be is listed, and kept nowhere.

    The same row imported twice is one opinion.
    """
    found = Taken()
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    for row in rows:
        if not row.verdict.strip():
            found.blank += 1
            continue
        slip = desk.slip(row.item)
        if slip is None or slip.was != row.was:
            why = "is no longer in the queue" if slip is None else "has changed since the export"
            found.stale.append(f"{row.place}: {row.item} {why}")
            continue
        payload = desk.payload(slip.rank)
        name = row.by or by
        sitting = Sitting(by=name, when=row.when or when, chair=False, was=slip.was, saw="file")
        try:
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


def _said(error: UnfitError) -> str:
    from reviewing.station.words import Words

    return f"{Words('en')(error.word)} {error.detail}".strip()


def _form(row: Filled, by: str, options: int) -> FormData:
    verdict = _VERDICTS.get(row.verdict.strip().lower(), row.verdict.strip())
    fields: list[tuple[str, str]] = [*row.texts.items(), ("verdict", verdict), ("note", row.note)]
    fields += [("check", name) for name in row.checks if name in CHECKS]
    if row.key is not None and options:
        letters = [c for c in row.key.upper() if c.isalpha()]
        odd = [c for c in letters if c not in LETTERS[:options]]
        if odd:
            raise UnfitError("bad_field", f"option {''.join(odd)}")
        fields += [("keys", "1"), *(("key", str(LETTERS.index(c))) for c in letters)]
    content = "\n".join((row.item, row.was, by, repr(fields)))
    return FormData([*fields, ("post", digest(content)[:32])])
