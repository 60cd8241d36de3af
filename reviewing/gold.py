"""Known items: what an opinion comes to against the question as printed.

What is known is only what is printed and nobody doubted, so it may be wrong: people who agree
against it are a dispute, which a chair settles; what the chair says is filed as of any item.
"""

from collections.abc import Mapping
from typing import Any

from reviewing.consensus import Outcome
from reviewing.opinions import Opinion

Row = Mapping[str, Any]


def as_printed(said: Opinion, payload: Row) -> Opinion:
    """An opinion about a known item, as if its printed key had been shown and no planted one."""
    if payload["gold"]["how"] == "good" or said.verdict not in ("accept", "change"):
        return said
    options = payload["question"]["printed"]["options"]
    shown = tuple(options[i] for i in payload["question"]["key"])
    key: tuple[str, ...] | None = shown if said.fields.key is None else said.fields.key
    if set(key or ()) == {options[i] for i in payload["gold"]["key"]}:
        key = None
    fields = said.fields.model_copy(update={"key": key})
    verdict = "change" if fields.fields() else "accept"
    return said.model_copy(update={"verdict": verdict, "fields": fields})


def doubted(made: Outcome, payload: Row) -> Outcome:
    """The outcome of a known item: a dispute where people agree that it is not as printed."""
    if made.state != "agreed" or made.said is None or made.said.chair:
        return made
    return made if as_printed(made.said, payload).verdict == "accept" else Outcome("dispute")


def finding(made: Outcome, payload: Row) -> Outcome | None:
    """What a chair says against the question as printed; None where it is right as printed, or
    where they took the planted key for right.
    """
    if made.said is None or not made.said.chair or misled(made, payload):
        return None
    said = as_printed(made.said, payload)
    return None if said.verdict in ("accept", "unsure") else Outcome("agreed", 0, said, (said,))


def misled(made: Outcome, payload: Row) -> bool:
    """Whether a chair takes a planted key for right, which nobody may have meant to decide."""
    said = made.said
    if payload["gold"]["how"] == "good" or said is None or not said.chair:
        return False
    return said.verdict in ("accept", "change") and said.fields.key is None
