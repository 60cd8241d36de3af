"""Prompts as data → the messages of a request."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from asking.messages import Message, fill, message
from concepts.schema import Entry, Prompt
from cpsyexam.config import Settings, parse
from cpsyexam.errors import ConfigError
from cpsyexam.files import canonical, digest

OWN = Path(__file__).with_name("prompts.toml")


class Text(Settings):
    """One template."""

    text: str


class Answering(Settings):
    """How a question is put to a model that answers it, or proofreads it."""

    system: str
    text: str


class Labelling(Settings):
    """How a question is put to a model that says what it is about."""

    system: str
    chapters: str
    concepts: str


class Paraphrasing(Settings):
    """How a question is put to a model that says it in other words, and to those that check it."""

    system: str
    text: str
    answering: str


class Prompts(Settings):
    """A file of prompts."""

    system: str
    shape: str
    prompts: dict[Prompt, str]
    placing: Text
    correction: Text
    answering: Answering
    proofreading: Answering
    labelling: Labelling
    paraphrasing: Paraphrasing


@dataclass(frozen=True)
class Written:
    """The messages for a concept and prompt type, and the digest of the templates used."""

    messages: tuple[Message, ...]
    sha256: str


@cache
def read_prompts(path: Path) -> Prompts:
    """A file of prompts. Raises ConfigError."""
    try:
        table: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"cannot be read: {error}", where=str(path)) from error
    return parse(table, Prompts, where=str(path))


def written(prompts: Prompts, entry: Entry, prompt: Prompt) -> Written:
    """What a model is asked for a concept. Raises ConfigError for a type without a template."""
    if prompt not in prompts.prompts:
        raise ConfigError(f"no prompt {prompt!r}", remedy=f"add `{prompt}` to [prompts]")
    facts = {
        "subject": entry.subject.name,
        "chapter": entry.chapter.name,
        "section": entry.concept.section,
        "concept": entry.concept.name,
        "description": entry.concept.description,
        "formula": entry.concept.formula,
        "example": entry.concept.example,
    }
    placed = filled(prompts.placing.text, facts)
    asked = f"{prompts.prompts[prompt].strip()}\n\n{placed}\n\n{prompts.shape.strip()}"
    templates = [prompts.system, prompts.prompts[prompt], prompts.placing.text, prompts.shape]
    return Written(
        (message("system", prompts.system.strip()), message("user", asked)),
        digest(canonical(templates)),
    )


def corrected(messages: tuple[Message, ...], said: str, reason: str, prompts: Prompts) -> Written:
    """The same conversation with the unusable answer and why it is unusable."""
    again = fill(prompts.correction.text, {"reason": reason})
    return Written((*messages, message("assistant", said), message("user", again)), "")


def filled(template: str, facts: dict[str, str]) -> str:
    """A template filled in, but for the lines that ask for what is not there."""
    empty = ["{" + name + "}" for name, value in facts.items() if not value]
    lines = [
        line for line in template.strip().splitlines() if not any(gap in line for gap in empty)
    ]
    return fill("\n".join(lines), facts)
