"""Questions → the concepts that a model says they are about: chapters first, then their concepts.

Every answer goes through the journal, so that a set is labelled once. A question may touch several
concepts and chapters: it then has several rows.
"""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import polars as pl

from asking.asker import Asker, Request
from asking.messages import fill, message
from concepts.assignment import SCHEMA
from concepts.schema import Catalogue
from generation.prompts import Prompts

MOST = 5  # chapters, or concepts, that a question is about
ANSWER: dict[str, object] = {
    "type": "object",
    "properties": {"numbers": {"type": "array", "items": {"type": "integer"}, "maxItems": MOST}},
    "required": ["numbers"],
    "additionalProperties": False,
}
Row = tuple[str, str, float, str, float]


def label(
    questions: pl.DataFrame, catalogue: Catalogue, prompts: Prompts, asker: Asker
) -> pl.DataFrame:
    """Columns as concepts.assignment.assign, a row for every chapter or concept named (score 1).

    `questions`: raw_id, material, stem, options. Raises RemoteError where a question is left
    without an answer; what was answered is kept.
    """
    one = partial(_label, catalogue=catalogue, prompts=prompts, asker=asker)
    with ThreadPoolExecutor(asker.client.model.in_flight) as pool:
        found = list(pool.map(one, questions.iter_rows(named=True)))
    return pl.DataFrame([row for rows in found for row in rows], SCHEMA, orient="row")


def _label(
    question: dict[str, object], catalogue: Catalogue, prompts: Prompts, asker: Asker
) -> list[Row]:
    name, shown = str(question["raw_id"]), _shown(question)
    chapters = [f"{subject.name}/{chapter.name}" for subject, chapter in catalogue.chapters()]
    within = [chapters[i] for i in _ask("chapters", name, shown, chapters, prompts, asker)]
    if not within:
        return [(name, "", 0.0, "", 0.0)]
    concepts = [entry for entry in catalogue.entries() if entry.chapter_id in within]
    told = [f"{entry.id}：{entry.concept.description}" for entry in concepts]
    touched = [concepts[i] for i in _ask("concepts", name, shown, told, prompts, asker)]
    named = {entry.chapter_id for entry in touched}
    return [
        *((name, entry.id, 1.0, entry.chapter_id, 1.0) for entry in touched),
        *((name, "", 0.0, chapter, 1.0) for chapter in within if chapter not in named),
    ]


def _ask(
    kind: str, name: str, shown: str, choices: Sequence[str], prompts: Prompts, asker: Asker
) -> list[int]:
    """Places of the choices that a model names; what is no choice's number is left out."""
    listed = "\n".join(f"{number}. {choice}" for number, choice in enumerate(choices, 1))
    template = prompts.labelling.chapters if kind == "chapters" else prompts.labelling.concepts
    messages = (
        message("system", prompts.labelling.system.strip()),
        message("user", fill(template, {"question": shown, "list": listed})),
    )
    entry = asker.answer(Request("label", name, messages, prompt=kind), ANSWER)
    try:
        numbers = json.loads(entry.output)["numbers"]
        wanted = {n for n in numbers if isinstance(n, int) and 1 <= n <= len(choices)}
    except (ValueError, KeyError, TypeError, RecursionError):
        return []
    return sorted(n - 1 for n in wanted)


def _shown(question: dict[str, object]) -> str:
    options = question["options"]
    assert isinstance(options, list)
    lettered = (f"{letter}. {text}" for letter, text in zip("ABCDEFGH", options, strict=False))
    parts = [str(question["material"]), str(question["stem"]), *lettered]
    return "\n".join(part for part in parts if part.strip())
