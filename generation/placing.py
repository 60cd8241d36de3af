"""Questions → whether a model, shown the nearest concepts, names the one it was written for.

The concept stands among the nearest others, in the catalogue's order. A model may be wrong, so that
a doubt never changes or drops a question.
"""

import json
from collections.abc import Iterable, Sequence

import numpy as np

from asking.asker import Request
from asking.journal import Entry
from asking.messages import fill, message
from concepts.retrieval import Retrieval
from generation.gates import Item
from generation.prompts import Prompts

CHOICES = 8  # concepts shown, its own among them
DOUBTS = {"placed_elsewhere": "most models that see the nearest concepts name another than its own"}
_OWN = "place "  # prompt of a request: and the number of its own concept


def requests(items: Sequence[Item], index: Retrieval, prompts: Prompts) -> list[Request]:
    """One request a question, to be answered in the schema of `generation.labelling`."""
    return [_request(item, index, prompts) for item in items]


def _request(item: Item, index: Retrieval, prompts: Prompts) -> Request:
    question = item.question
    asked = f"{question.material}\n{question.stem}".strip()
    texts = [asked, *question.options, question.explanation]
    scores = index.scores([(text, 1.0) for text in texts])
    own = next(i for i, entry in enumerate(index.entries) if entry.id == item.entry.id)
    ranked = [int(i) for i in np.argsort(-scores, kind="stable") if int(i) != own]
    shown = sorted([own, *ranked[: CHOICES - 1]])
    listed = [
        f"{n}. {index.entries[i].id}：{index.entries[i].concept.description}"
        for n, i in enumerate(shown, 1)
    ]
    options = (f"{letter}. {text}" for letter, text in zip("ABCD", question.options, strict=True))
    facts = {"question": "\n".join([asked, *options]), "list": "\n".join(listed)}
    messages = (
        message("system", prompts.labelling.system.strip()),
        message("user", fill(prompts.labelling.concepts, facts)),
    )
    return Request("place", item.name, messages, prompt=f"{_OWN}{shown.index(own) + 1}")


def doubts(entries: Iterable[Entry]) -> dict[str, str]:
    """Doubts by question, from entries of purpose `place`, where most name another concept."""
    told: dict[str, list[bool]] = {}
    for entry in entries:
        if entry.purpose == "place":
            told.setdefault(entry.subject, []).append(_named(entry))
    return {
        name: f"doubt:placed_elsewhere {said.count(False)}/{len(said)}"
        for name, said in told.items()
        if 2 * sum(said) < len(said)
    }


def _named(entry: Entry) -> bool:
    own = entry.prompt.removeprefix(_OWN)
    try:
        return int(own) in json.loads(entry.output)["numbers"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return True  # an answer that cannot be read says nothing
