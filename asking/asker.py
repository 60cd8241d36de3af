"""Requests → answers in the journal, within a budget: what is there is not asked again.

A request is written to the journal as soon as it is answered, so that a run killed at any moment
pays again for no more than what was under way.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any, TypeVar

from asking.client import Client
from asking.journal import Entry, Journal, Purpose
from asking.messages import Message
from asking.model import Model, price, sampling
from cpsyexam.errors import RemoteError
from cpsyexam.files import canonical, digest

PICTURE = 1600  # tokens of a picture, about: what services count for a page of 1,500 pixels
_IN_A_ROW = 8  # requests that fail one after the other before a run gives up
Task = TypeVar("Task")
Answer = TypeVar("Answer")


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

    def answer(self, request: Request, schema: Mapping[str, object]) -> Entry:
        """The entry of a request. Raises RemoteError or OverBudgetError."""
        model = self.client.model
        key = request.key(model)
        found = self.journal.find(key)
        if found:
            return found
        worst = price(model, size(request.messages), model.max_tokens)
        if not self.budget.hold(worst):
            raise OverBudgetError
        paid, began = 0.0, time.monotonic()
        try:
            reply = self.client.ask(request.messages, dict(schema))
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


def size(messages: Sequence[Message]) -> int:
    """Tokens of messages, about: a Chinese character is a token or less with today's models."""
    return sum(_tokens(message["content"]) + 4 for message in messages)


def _tokens(content: str | list[dict[str, Any]]) -> int:
    if isinstance(content, str):
        return len(content)
    return sum(len(part["text"]) if part["type"] == "text" else PICTURE for part in content)


def each(
    wanted: Sequence[Task], ask: Callable[[Task], Answer], at_once: int
) -> Iterator[tuple[Task, Answer | RemoteError | OverBudgetError]]:
    """Tasks with what came of each, as they are done. Raises RemoteError where nothing answers."""
    row = 0
    with ThreadPoolExecutor(at_once) as pool:
        running = {pool.submit(ask, task): task for task in wanted}
        for future in as_completed(running):
            try:
                answer = future.result()
                row = 0
                yield running[future], answer
            except OverBudgetError as error:
                yield running[future], error
            except RemoteError as error:
                row += 1
                if row >= _IN_A_ROW:
                    pool.shutdown(wait=False, cancel_futures=True)
                    raise
                yield running[future], error
