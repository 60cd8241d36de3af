"""What a run would ask and cost, before a call is made."""

from collections.abc import Sequence
from dataclasses import dataclass

from asking.asker import Request
from asking.journal import Entry
from asking.model import Model, price
from generation.asking import Task
from generation.prompts import Prompts, written

OUT = 1400  # tokens of an answer, where the journal has none to learn from


@dataclass(frozen=True)
class Estimate:
    """Calls still to make, tokens, and money; `corrections` are expected on top of `calls`."""

    tasks: int
    calls: int
    corrections: int
    tokens_in: int
    tokens_out: int
    price: float


def estimate(
    wanted: Sequence[Task], prompts: Prompts, model: Model, journal: Sequence[Entry]
) -> Estimate:
    """The estimate; sizes and share of corrections are those of the journal where it has any."""
    known = {entry.key for entry in journal}
    first = [entry for entry in journal if entry.attempt == 1]
    again = len(journal) - len(first)
    characters, calls = 0, 0
    for task in wanted:
        asked = written(prompts, task.concept, task.prompt)
        request = Request("write", task.concept.id, asked.messages, task.prompt)
        if request.key(model) not in known:
            calls += 1
            characters += sum(len(message["content"]) for message in asked.messages)
    per_character = 0.8
    out = sum(e.tokens_out for e in journal) / len(journal) if journal else OUT
    corrections = round(calls * again / len(first)) if first else 0
    tokens_in = round(characters * per_character * (1 + corrections / max(calls, 1)))
    tokens_out = round(out * (calls + corrections))
    return Estimate(
        len(wanted), calls, corrections, tokens_in, tokens_out,
        price(model, tokens_in, tokens_out),
    )  # fmt: skip
