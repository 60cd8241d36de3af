"""Questions → answers of models that do not see the key → doubts for reviewers.

A question is answered several times as printed, with the concept's note beside it and a verdict on
every option, and once or more by its options alone. Models may be wrong together, so that a doubt
never changes or drops a question.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field

from asking.asker import Asker, OverBudgetError, Request
from asking.journal import Entry
from asking.messages import message
from cpsyexam.errors import RemoteError
from cpsyexam.text import fold
from generation.gates import Item
from generation.prompts import Prompts, filled

WHOLE, BLIND = "whole", "blind"
SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "options": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "letter": {"enum": list("ABCD")},
                    "why": {"type": "string"},
                    "right": {"type": "boolean"},
                },
                "required": ["letter", "why", "right"],
                "additionalProperties": False,
            },
        },
        "answer": {"enum": list("ABCD")},
        "certain": {"type": "boolean"},
    },
    "required": ["options", "answer", "certain"],
    "additionalProperties": False,
}
DOUBTS = {
    "key_disputed": "most models that answer without the key choose one other letter",
    "another_right": "most models that answer call an option right beside the key",
    "answers_scatter": "less than two thirds of the answers are the key",
    "models_uncertain": "most answers are given as uncertain",
    "answerable_without_stem": "all who saw the options alone chose the key",
}
_LETTER = re.compile(r"(?<![A-Za-z])([A-D])(?![A-Za-z])")
_LEAST_BLIND = 3


@dataclass
class Votes:
    """Letters that models gave, "" where unreadable; how often each option was called right; and
    how many answers were not certain.
    """

    whole: list[str] = field(default_factory=list)
    right: Counter[str] = field(default_factory=Counter)
    blind: list[str] = field(default_factory=list)
    unsure: int = 0


def requests(items: Sequence[Item], prompts: Prompts, times: int, blind: int) -> list[Request]:
    """What to ask: each question `times` times whole and `blind` times by its options alone."""
    found = []
    for item in items:
        for kind, number in ((WHOLE, times), (BLIND, blind)):
            messages = (
                message("system", prompts.answering.system.strip()),
                message("user", _shown(item, prompts, whole=kind == WHOLE)),
            )
            found += [
                Request("answer", item.name, messages, prompt=kind, sample=sample)
                for sample in range(number)
            ]
    return found


def _shown(item: Item, prompts: Prompts, *, whole: bool) -> str:
    question = item.question
    options = (f"{letter}. {o}" for letter, o in zip("ABCD", question.options, strict=True))
    facts = {
        "concept": item.entry.concept.name if whole else "",
        "description": item.entry.concept.description if whole else "",
        "material": question.material if whole else "",
        "stem": question.stem if whole else "（题干略，请只看选项作答）",
        "options": "\n".join(options),
    }
    return filled(prompts.answering.text, facts)


def ask_all(
    wanted: Sequence[Request],
    askers: Sequence[Asker],
    progress: Callable[[int], None] | None = None,
    schema: dict[str, object] = SCHEMA,
) -> list[str]:
    """Ask every request of every asker; returns what failed, a line each."""
    failed = []
    for asker in askers:
        with ThreadPoolExecutor(asker.client.model.in_flight) as pool:
            running = {pool.submit(asker.answer, r, schema): r for r in wanted}
            for done, future in enumerate(as_completed(running), 1):
                try:
                    future.result()
                except RemoteError as error:
                    failed.append(f"{running[future].subject}: {error.line()}")
                except OverBudgetError:
                    failed.append(f"{running[future].subject}: over budget")
                if progress:
                    progress(done)
    return failed


def votes(entries: Iterable[Entry]) -> dict[str, Votes]:
    """Votes by question, from entries of purpose `answer`."""
    found: dict[str, Votes] = {}
    for entry in entries:
        here = found.setdefault(entry.subject, Votes())
        letter, right, certain = _said(entry.output)
        if entry.prompt == BLIND:
            here.blind.append(letter)
            continue
        here.whole.append(letter)
        here.right.update(right)
        here.unsure += not certain
    return found


def doubts(answer: str, given: Votes) -> list[str]:
    """Doubts about a question: notes `doubt:<what> …`."""
    found, n = [], len(given.whole)
    if n:
        right = given.whole.count(answer)
        letter, most = Counter(given.whole).most_common(1)[0]
        disputed = letter not in (answer, "") and 2 * most > n
        if disputed:
            found.append(f"doubt:key_disputed {letter} {most}/{n}")
        elif 3 * right < 2 * n:
            found.append(f"doubt:answers_scatter {right}/{n}")
        known = {answer, letter} if disputed else {answer}
        found += [
            f"doubt:another_right {other} {times}/{n}"
            for other, times in sorted(given.right.items())
            if other not in known and 2 * times > n
        ]
        if 2 * given.unsure > n:
            found.append(f"doubt:models_uncertain {given.unsure}/{n}")
    blind = len(given.blind)
    if blind >= _LEAST_BLIND and given.blind.count(answer) == blind:
        found.append(f"doubt:answerable_without_stem {blind}/{blind}")
    return found


def _said(output: str) -> tuple[str, set[str], bool]:
    """The letter of an answer, those called right, and whether it is certain."""
    try:
        found = json.loads(output)
        letter = _letter(found["answer"])
        options = found.get("options", [])
        right = {_letter(o["letter"]) for o in options if o["right"] is True} - {""}
        return letter, right, bool(found.get("certain", True))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        letters = _LETTER.findall(fold(output))
        return (letters[-1] if letters else "", set(), True)


def _letter(said: object) -> str:
    letter = fold(str(said)).strip().upper()
    return letter if letter in tuple("ABCD") else ""
