"""Prompts are data: a role's text and a question → the messages that a model is sent."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from cpsyexam.config import Settings, load
from cpsyexam.errors import ConfigError
from cpsyexam.files import canonical, digest
from cpsyexam.taxonomy import LETTERS

KINDS = {"SCQ": "单项选择题", "MAQ": "多项选择题", "QA": "问答题"}
COUNTS = {"SCQ": "每题只有一个正确选项。", "MAQ": "每题有两个或两个以上正确选项。", "QA": ""}
CUE = "答案："
PSYCHOLOGY = "心理学"
Message = dict[str, str]


class Part(Settings):
    """The system text for one kind of question; may name {subject}, {kind} and {count}."""

    system: str


class Elsewhere(Settings):
    """A role's texts in other fields than psychology; may name {field} besides."""

    choice: Part
    open: Part


class Role(Settings):
    """A role's file: its texts for psychology, or for every field where it names none apart."""

    version: str
    about: str = ""
    choice: Part
    open: Part
    elsewhere: Elsewhere | None = None


class Prompt(Settings):
    """A role in a field. Its digest stands in every answer, so that no two wordings are mixed."""

    version: str
    about: str = ""
    choice: Part
    open: Part

    def digest(self) -> str:
        """First 12 hex digits of the hash of all texts."""
        return digest(canonical(self.model_dump()))[:12]


def names() -> list[str]:
    """The roles that are there."""
    return sorted(p.name.removesuffix(".toml") for p in files("evaluation.prompts").iterdir()
                  if p.name.endswith(".toml"))  # fmt: skip


def prompt(role: str, field: str = PSYCHOLOGY) -> Prompt:
    """A role by its name, or a TOML of your own, for a field (its Chinese name, or "").

    Raises ConfigError for an unknown one.
    """
    if role.endswith(".toml"):
        read = load(Path(role), Role)
    elif role in names():
        read = load(Path(str(files("evaluation.prompts").joinpath(f"{role}.toml"))), Role)
    else:
        raise ConfigError(
            f"unknown role {role!r}", remedy=f"take one of {', '.join(names())} or a .toml file"
        )
    apart = read.elsewhere if field != PSYCHOLOGY else None
    texts = [
        Part(system=part.system.replace("{field}", field))
        for part in ((apart or read).choice, (apart or read).open)
    ]
    found = Prompt(version=read.version, about=read.about, choice=texts[0], open=texts[1])
    for part in (found.choice, found.open):
        _filled(part.system, {"subject": "", "format": "SCQ"}, role)
    return found


def _filled(text: str, row: Mapping[str, Any], role: str) -> str:
    kind, count = KINDS[row["format"]], COUNTS[row["format"]]
    try:
        return text.strip().format(subject=row["subject"], kind=kind, count=count)
    except (KeyError, IndexError, ValueError) as error:
        raise ConfigError(
            f"unknown placeholder {error}", where=role, remedy="known: {subject} {kind} {count}"
        ) from error


def shown(row: Mapping[str, Any], rotation: int = 0) -> str:
    """A question as it is asked: case, stem, lettered options (moved up by `rotation`)."""
    options = rotated(list(row["options"]), rotation)
    lines = [f"{LETTERS[i]}. {text}" for i, text in enumerate(options)]
    parts = [row["material"] or "", "\n".join([row["question"], *lines])]
    return "\n\n".join(part for part in parts if part)


def rotated(values: list[Any], rotation: int) -> list[Any]:
    """A list with its first `rotation` items moved to the end."""
    at = rotation % len(values) if values else 0
    return values[at:] + values[:at]


def released(said: Sequence[int], rotation: int, options: int) -> list[int]:
    """Positions named in a rotated question, as positions of the released order."""
    return sorted((place + rotation) % options for place in said)


def solution(row: Mapping[str, Any]) -> str:
    """What an exemplar or an instruction answers: `答案：AC`, or the reference."""
    return str(row["reference"]) if row["format"] == "QA" else f"{CUE}{row['answer']}"


def messages(
    wording: Prompt,
    row: Mapping[str, Any],
    exemplars: Sequence[Mapping[str, Any]] = (),
    *,
    rotation: int = 0,
    role: str = "",
) -> list[Message]:
    """Messages of one call: system, each exemplar as question and answer, the question.

    The question's own key is never in them.
    """
    part = wording.open if row["format"] == "QA" else wording.choice
    made = [{"role": "system", "content": _filled(part.system, row, role)}]
    for example in exemplars:
        made.append({"role": "user", "content": shown(example)})
        made.append({"role": "assistant", "content": solution(example)})
    made.append({"role": "user", "content": shown(row, rotation)})
    return made
