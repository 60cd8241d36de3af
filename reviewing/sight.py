"""Own answer first: which keys wait for somebody's own answer, and which an item's page tells them.

A key waits as long as that person has still to answer a check of its question, wherever it stands:
on the question's own page, on that of a pair, with a like question, on a captured page of others.
Every way out asks here.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from reviewing.board import Board
from reviewing.desk import Slip
from reviewing.items import names_of, names_of_like
from reviewing.queue import item_name

Row = dict[str, Any]


@dataclass(frozen=True)
class Asked:
    """A question that wants one's own answer, and the checks of it that the answer opens."""

    question: Row
    slips: tuple[Slip, ...]


@dataclass(frozen=True)
class View:
    """What a page may tell: an item without the keys that wait, the raw_ids of the questions whose
    captured pages may be shown whole, of those whose key may be shown as it is printed apart from
    them, and the names of all questions whose keys are there.
    """

    payload: Row
    whole: frozenset[str]
    key_print: frozenset[str]
    keys: tuple[str, ...]


def asked(board: Board, slip: Slip, payload: Row, by: str) -> Asked | None:
    """The question that this person is to answer before an item is shown; None where there is none.

    Of a pair the first, for the other is nearly the same; of both sides of a pair, of both that are
    compared and of a graded answer's question all that wait for a check of their own.
    """
    for one in _wanted(board, slip, payload, by):
        if any(_waits(board, at, by) for at in one.slips):
            return one
    return None


def view(board: Board, slip: Slip, payload: Row, by: str, paged: Callable[[Row], bool]) -> View:
    """An item as this person may see it. `paged`: whether a question's captured page is shown."""
    sides = list(_sides(slip, payload, by))
    own = {at.item for side in sides for at in board.desk.about(names_of(side))} | {slip.item}

    def waits(names: Iterable[str]) -> bool:
        some = (at for at in board.desk.about(names) if at.item not in own)
        return any(_waits(board, at, by) for at in some)

    whole = frozenset(side["raw_id"] for side in sides if not waits([side["place"]["capture"]]))
    printed = [side for side in sides if side["place"]["key_boxes"]]
    apart = [side for side in printed if not waits(side["place"]["key_beside"])]
    keys = {name for side in apart for name in side["place"]["key_beside"]}
    for side in sides:
        keys |= names_of(side)
        keys |= {side["place"]["capture"]} if side["raw_id"] in whole and paged(side) else set()
    likes = []
    for like in payload["similar"]:
        names = names_of_like(like)
        covered = waits(names)
        keys |= set() if covered else names
        likes.append({**like, "covered": covered, "key": [] if covered else like["key"]})
    key_print = frozenset(side["raw_id"] for side in apart)
    return View({**payload, "similar": likes}, whole, key_print, tuple(sorted(keys - {""})))


def swapped(item: str, by: str) -> bool:
    """Whether the other question of a comparison stands first for this person."""
    return bool(sha256(f"{item}\n{by}".encode()).digest()[0] & 1)


def _waits(board: Board, slip: Slip, by: str) -> bool:
    said = board.mine(slip, by)
    return not board.looked(slip, by, "key") and (said is None or said.verdict == "unsure")


def _wanted(board: Board, slip: Slip, payload: Row, by: str) -> list[Asked]:
    if slip.form == "check":
        return [Asked(payload["question"], (slip,))]
    sides = [_checks(board, slip, side) for side in _sides(slip, payload, by)]
    checked = [one for one in sides if one.slips[0].rank]
    if slip.form == "compare":  # both: one alone would tell which of them a model wrote
        return sides if checked else []
    return checked or (sides[:1] if slip.form == "pair" else [])


def _sides(slip: Slip, payload: Row, by: str) -> Iterator[Row]:
    sides = [side for side in (payload["question"], payload["other"]) if side]
    yield from reversed(sides) if slip.form == "compare" and swapped(slip.item, by) else sides


def _checks(board: Board, slip: Slip, question: Row) -> Asked:
    """A question with the checks of it; where the queue has none, with the one that it would be."""
    name = item_name("check", question["raw_id"])
    other = replace(slip, rank=0, item=name, form="check", was=question["was"])
    return Asked(question, tuple(board.desk.about(names_of(question))) or (other,))
