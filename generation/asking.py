"""Concepts → answers in the journal: what is there is not asked again.

A request is written to the journal as soon as it is answered, so that a run killed at any moment
pays again for no more than what was under way.
"""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from concepts.schema import Catalogue, Prompt
from concepts.schema import Entry as Concept
from cpsyexam.errors import RemoteError
from cpsyexam.files import canonical, digest
from generation.answers import SCHEMA, Reading, read_answer
from generation.client import Client
from generation.journal import Entry, Journal, Purpose
from generation.prompts import Message, Prompts, Written, corrected, written
from generation.settings import Model

_IN_A_ROW = 8  # requests that fail one after the other before a run gives up


@dataclass(frozen=True)
class Task:
    """Four questions to write for a concept by one type of prompt."""

    concept: Concept
    prompt: Prompt


@dataclass(frozen=True)
class Request:
    """What is asked, and for whom."""

    purpose: Purpose
    subject: str
    messages: tuple[Message, ...]
    prompt: str = ""
    prompt_sha256: str = ""
    attempt: int = 1
    follows: str = ""
    sample: int = 0

    def key(self, model: Model) -> str:
        """Digest of prompt, model and parameters (and of which of several samples it is)."""
        parts = [list(self.messages), model.name, sampling(model), self.sample]
        return digest(canonical(parts))[:32]


@dataclass
class Outcome:
    """What a run did."""

    calls: int = 0  # answered now
    kept: int = 0  # answered before
    faulty: int = 0  # tasks whose best answer still has a fault
    failed: list[str] = field(default_factory=list)  # tasks without an answer, and why
    over_budget: int = 0  # tasks not asked for want of money


def tasks(catalogue: Catalogue, only: Sequence[str] = ()) -> list[Task]:
    """One task a concept and prompt type, of the concepts whose id matches a glob."""
    return [
        Task(entry, prompt)
        for entry in catalogue.entries()
        if not only or any(fnmatchcase(entry.id, glob) for glob in only)
        for prompt in entry.concept.prompts
    ]


def sampling(model: Model) -> dict[str, str | int]:
    """The parameters that decide an answer; numbers as text, so that a digest has one spelling."""
    return {
        "temperature": f"{model.temperature:g}",
        "top_p": f"{model.top_p:g}",
        "max_tokens": model.max_tokens,
        **({"longest_text": model.longest_text} if model.longest_text else {}),
    }


class Budget:
    """Money: what is spent, and what requests under way may come to. Thread-safe."""

    def __init__(self, limit: float | None, spent: float = 0.0) -> None:
        self.limit, self.spent, self._held = limit, spent, 0.0
        self._lock = threading.Lock()

    def hold(self, worst: float) -> bool:
        """Set the worst price of a request aside; False where it could break the limit."""
        with self._lock:
            if self.limit is not None and self.spent + self._held + worst > self.limit:
                return False
            self._held += worst
            return True

    def settle(self, worst: float, price: float) -> None:
        """Give back what was set aside, and count what was paid."""
        with self._lock:
            self._held -= worst
            self.spent += price


class OverBudgetError(Exception):
    """A request that could break the limit."""


class Asker:
    """Requests answered by the journal, or else by a model."""

    def __init__(self, client: Client, journal: Journal, budget: Budget) -> None:
        self.client, self.journal, self.budget = client, journal, budget
        self.calls = 0
        self._lock = threading.Lock()

    def answer(self, request: Request, schema: dict[str, object] = SCHEMA) -> Entry:
        """The entry of a request. Raises RemoteError or OverBudgetError."""
        model = self.client.model
        key = request.key(model)
        found = self.journal.find(key)
        if found:
            return found
        worst = price(model, _size(request.messages), model.max_tokens)
        if not self.budget.hold(worst):
            raise OverBudgetError
        paid, began = 0.0, time.monotonic()
        try:
            reply = self.client.ask(request.messages, schema)
            paid = price(model, reply.tokens_in, reply.tokens_out)
            entry = Entry(
                key=key,
                purpose=request.purpose,
                subject=request.subject,
                prompt=request.prompt,
                prompt_sha256=request.prompt_sha256,
                attempt=request.attempt,
                follows=request.follows,
                sample=request.sample,
                model=model.name,
                answered_by=reply.model,
                sampling={k: float(v) for k, v in sampling(model).items()},
                mode=reply.mode,
                finish=reply.finish,
                output=reply.text,
                tokens_in=reply.tokens_in,
                tokens_out=reply.tokens_out,
                price=paid,
                currency=model.currency,
                seconds=round(time.monotonic() - began, 3),
                time=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            )
            self.journal.append(entry)
        finally:
            self.budget.settle(worst, paid)
        with self._lock:
            self.calls += 1
        return entry


def price(model: Model, tokens_in: int, tokens_out: int) -> float:
    """Price of a call by the model's prices for a million tokens."""
    return (tokens_in * model.price_in + tokens_out * model.price_out) / 1e6


def write_questions(
    wanted: Sequence[Task],
    prompts: Prompts,
    asker: Asker,
    progress: Callable[[int], None] | None = None,
) -> Outcome:
    """Ask for every task, with one correction turn. Raises RemoteError where nothing answers."""
    outcome, row = Outcome(), 0
    with ThreadPoolExecutor(asker.client.model.in_flight) as pool:
        running = {pool.submit(_write, task, prompts, asker): task for task in wanted}
        for done, future in enumerate(as_completed(running), 1):
            task = running[future]
            try:
                reading, asked = future.result()
                outcome.kept += not asked
                outcome.faulty += bool(reading.faults)
                row = 0
            except OverBudgetError:
                outcome.over_budget += 1
            except RemoteError as error:
                row += 1
                outcome.failed.append(f"{task.concept.id} ({task.prompt}): {error.line()}")
                if row >= _IN_A_ROW:
                    pool.shutdown(wait=False, cancel_futures=True)
                    raise
            if progress:
                progress(done)
    outcome.calls = asker.calls
    return outcome


def _write(task: Task, prompts: Prompts, asker: Asker) -> tuple[Reading, bool]:
    before = asker.calls
    asked = written(prompts, task.concept, task.prompt)
    entry = asker.answer(_request(task, asked))
    reading = read_answer(entry)
    if reading.faults:
        again = corrected(asked.messages, entry.output, reading.reason(), prompts)
        request = _request(task, Written(again.messages, asked.sha256), 2, entry.key)
        reading = max((read_answer(asker.answer(request)), reading), key=lambda r: len(r.questions))
    return reading, asker.calls > before


def _request(task: Task, asked: Written, attempt: int = 1, follows: str = "") -> Request:
    return Request(
        "write", task.concept.id, asked.messages, task.prompt, asked.sha256, attempt, follows
    )


def _size(messages: Sequence[Message]) -> int:
    """Tokens of messages, about: a Chinese character is a token or less with today's models."""
    return sum(len(message["content"]) + 4 for message in messages)
