"""Concepts → answers in the journal: what is there is not asked again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from asking.asker import Asker, OverBudgetError, Request, each
from concepts.schema import Catalogue, Prompt
from concepts.schema import Entry as Concept
from cpsyexam.errors import RemoteError
from generation.answers import SCHEMA, Reading, read_answer
from generation.prompts import Prompts, Written, corrected, written


@dataclass(frozen=True)
class Task:
    """Four questions to write for a concept by one type of prompt."""

    concept: Concept
    prompt: Prompt


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


def write_questions(
    wanted: Sequence[Task],
    prompts: Prompts,
    asker: Asker,
    progress: Callable[[int], None] | None = None,
) -> Outcome:
    """Ask for every task, with one correction turn. Raises RemoteError where nothing answers."""
    outcome = Outcome()
    answered = each(wanted, lambda task: _write(task, prompts, asker), asker.client.model.in_flight)
    for done, (task, found) in enumerate(answered, 1):
        if isinstance(found, OverBudgetError):
            outcome.over_budget += 1
        elif isinstance(found, RemoteError):
            outcome.failed.append(f"{task.concept.id} ({task.prompt}): {found.line()}")
        else:
            reading, asked = found
            outcome.kept += not asked
            outcome.faulty += bool(reading.faults)
        if progress:
            progress(done)
    outcome.calls = asker.calls
    return outcome


def _write(task: Task, prompts: Prompts, asker: Asker) -> tuple[Reading, bool]:
    before = asker.calls
    asked = written(prompts, task.concept, task.prompt)
    entry = asker.answer(_request(task, asked), SCHEMA)
    reading = read_answer(entry)
    if reading.faults:
        again = corrected(asked.messages, entry.output, reading.reason(), prompts)
        request = _request(task, Written(again.messages, asked.sha256), 2, entry.key)
        reading = max(
            (read_answer(asker.answer(request, SCHEMA)), reading), key=lambda r: len(r.questions)
        )
    return reading, asker.calls > before


def _request(task: Task, asked: Written, attempt: int = 1, follows: str = "") -> Request:
    return Request(
        "write", task.concept.id, asked.messages, task.prompt, asked.sha256, attempt, follows
    )
