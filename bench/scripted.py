"""Reviewers who see an error with a known chance, and work through a station by its forms."""

import random
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from starlette.testclient import TestClient

from bench.planted_truth import Error, plain
from cpsyexam.files import digest
from reviewing import reviewers
from reviewing.consensus import settle
from reviewing.desk import Slip
from reviewing.kinds import Policy
from reviewing.opinions import Opinion
from reviewing.station.app import app
from reviewing.station.station import Station

_PLACE = re.compile(r"/item/(i[0-9a-f]{12})")
_WHEN = "2026-11-22T03:00:00Z"


@dataclass(frozen=True)
class Reviewer:
    """`sees`: the chance to find an error and mend it; `errs`: to "mend" what was right."""

    name: str
    sees: float
    errs: float

    def says(self, question: Mapping[str, Any], truth: Error) -> dict[str, Any]:
        """The fields of the form that this person sends about a question."""
        lucky = int(digest(f"{self.name} {truth.number}")[:12], 16) / 16**12
        if lucky >= (self.sees if truth.wrong else self.errs):
            return {"verdict": "accept"}
        found: dict[str, Any] = {"verdict": "change", "note": "查教材"}
        if truth.kind == "slip":
            return {**found, "stem": truth.stem}
        texts = question["printed"]["options"]
        options = [plain(text) for text in texts]
        key = [i for i, text in enumerate(options) if text in truth.right.key.split(" ")]
        if not truth.wrong:  # who errs shares the misconception of the others
            key = [(key[0] + 1) % len(texts)] if len(key) == 1 else list(range(len(texts)))[:-1]
        return {**found, "keys": "1", "key": [str(place) for place in key]}


def work(station: Station, reviewer: Reviewer, truth: Mapping[str, Error]) -> int:
    """Let a reviewer answer what the station gives them, to the end; how much that was."""
    secret = reviewers.invite(station.folder, reviewer.name)
    client = TestClient(app(station), base_url="http://127.0.0.1:8765", follow_redirects=False)
    client.get(f"/enter/{secret}")
    me = next(one for one in reviewers.read(station.folder) if one.name == reviewer.name)
    number = 0
    while found := _PLACE.match(client.get("/next").headers["location"]):
        slip = station.desk.slip(found[1])
        assert slip is not None
        form = _said(station, reviewer, slip, truth)
        client.post(f"/item/{slip.item}/own", data={"csrf": me.csrf(), "none": "1"})
        known = {"csrf": me.csrf(), "post": uuid.uuid4().hex, "was": slip.was}
        answer = client.post(f"/item/{slip.item}", data={**form, **known})
        if answer.status_code != 303:
            raise RuntimeError(answer.text)
        number += 1
    return number


def _said(
    station: Station, reviewer: Reviewer, slip: Slip, truth: Mapping[str, Error]
) -> dict[str, Any]:
    if slip.form != "check":
        return {"verdict": "unsure" if slip.form != "pair" else "different"}
    question = station.desk.payload(slip.rank)["question"]
    return reviewer.says(question, truth[question["printed"]["number"]])


def settled(draw: random.Random, policy: Policy, *, wrong: bool, sees: float, errs: float) -> bool:
    """Whether the real policy changes a question, asking as many such reviewers as it wants."""
    votes: list[Opinion] = []
    while (outcome := settle(votes, policy)).wants:
        found = draw.random() < (sees if wrong else errs)
        votes.append(_vote(len(votes), found=found))
    said = outcome.said
    return outcome.state == "agreed" and said is not None and said.verdict == "change"


@cache
def _vote(number: int, *, found: bool) -> Opinion:
    known: dict[str, Any] = {"opinion": f"{number:032x}", "item": "i", "was": "w", "when": _WHEN,
                             "by": f"p{number}"}  # fmt: skip
    if found:
        return Opinion.model_validate({**known, "verdict": "change", "fields": {"key": ["甲"]}})
    return Opinion.model_validate({**known, "verdict": "accept"})
