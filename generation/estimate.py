"""What a run would ask and cost, before a call is made."""

from collections.abc import Sequence
from dataclasses import dataclass

from asking.asker import Request, size
from asking.journal import Entry
from asking.model import Model, price
from generation.answers import EACH, Question
from generation.asking import Task
from generation.gates import Item
from generation.prompts import Prompts, written

OUT = 1400  # tokens of an answer, where the journal has none to learn from
# of a check, by what is asked: a reason for every option; a few flags; some numbers
OUT_CHECKS = {"answer": 300, "proof": 80, "place": 20}
_A_TOKEN = 0.8  # of a Chinese character
_TYPICAL = Question(  # as long as OUT makes them
    stem="题" * 60, options=["项" * 15] * EACH, answer="A", explanation="解" * 120
)


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
    first = [entry for entry in journal if entry.attempt == 1]
    again = len(journal) - len(first)
    new = _unwritten(wanted, prompts, model, journal)
    sent = sum(size(written(prompts, task.concept, task.prompt).messages) for task in new)
    out = sum(e.tokens_out for e in journal) / len(journal) if journal else OUT
    corrections = round(len(new) * again / len(first)) if first else 0
    tokens_in = round(sent * _A_TOKEN * (1 + corrections / max(len(new), 1)))
    tokens_out = round(out * (len(new) + corrections))
    return Estimate(
        len(wanted), len(new), corrections, tokens_in, tokens_out,
        price(model, tokens_in, tokens_out),
    )  # fmt: skip


def expected(
    wanted: Sequence[Task], prompts: Prompts, model: Model, journal: Sequence[Entry]
) -> list[Item]:
    """Questions of typical length in the place of those that are still to be written."""
    return [
        Item(f"expected {place} {number}", _TYPICAL, task.concept, task.prompt)
        for place, task in enumerate(_unwritten(wanted, prompts, model, journal))
        for number in range(EACH)
    ]


def of_checks(
    requests: Sequence[Request], models: Sequence[Model], journal: Sequence[Entry]
) -> Estimate:
    """What it costs to ask every request of every model; answers are as long as those before."""
    known = {entry.key for entry in journal}
    lengths: dict[str, list[int]] = {}
    for entry in journal:
        lengths.setdefault(entry.purpose, []).append(entry.tokens_out)
    calls, sent, back, money = 0, 0.0, 0.0, 0.0
    for model in models:
        for request in requests:
            if request.key(model) not in known:
                asked = size(request.messages) * _A_TOKEN
                before = lengths.get(request.purpose)
                told = sum(before) / len(before) if before else OUT_CHECKS[request.purpose]
                calls, sent, back = calls + 1, sent + asked, back + told
                money += (asked * model.price_in + told * model.price_out) / 1e6
    return Estimate(len(requests), calls, 0, round(sent), round(back), money)


def _unwritten(
    wanted: Sequence[Task], prompts: Prompts, model: Model, journal: Sequence[Entry]
) -> list[Task]:
    known = {entry.key for entry in journal}

    def key(task: Task) -> str:
        asked = written(prompts, task.concept, task.prompt)
        return Request("write", task.concept.id, asked.messages, task.prompt).key(model)

    return [task for task in wanted if key(task) not in known]
