"""Questions → what a model that reads them with their explanation finds: doubts for reviewers.

It sees neither the key nor that anything is wrong: it says which option the explanation supports,
what is misspelt or ascribed to the wrong person, which option the stem's wording gives away, and
which earlier question of the concept asks for the same judgement. A slip counts where the text has
it, and any of this where most readings say it.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from asking.asker import Request
from asking.journal import Entry
from asking.messages import message
from cpsyexam.text import fold
from generation.gates import Item
from generation.prompts import Prompts, filled

TEXT, FLAG = {"type": "string"}, {"enum": ["", *"ABCD"]}
SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "supported": FLAG,
        "obvious": FLAG,
        "slips": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"written": TEXT, "meant": TEXT},
                "required": ["written", "meant"],
                "additionalProperties": False,
            },
        },
        "same": {"type": "array", "items": {"type": "integer"}},
    },
    "required": ["supported", "obvious", "slips", "same"],
    "additionalProperties": False,
}
DOUBTS = {
    "explained_otherwise": "most models that read the explanation take it for another option",
    "gives_itself_away": "most models find the key by the wording of the stem alone",
    "slip_named": "most models name a wrong name, term, year or figure that the text has",
    "asked_before": "most models say that an earlier question of the concept asks the same",
}
_NO_OTHER = "（无）"


def requests(items: Sequence[Item], prompts: Prompts, times: int) -> list[Request]:
    """Each question `times` times, beside the earlier ones of its concept; `prompt` has these."""
    found: list[Request] = []
    earlier: dict[str, list[Item]] = {}
    for item in items:
        others = earlier.setdefault(item.entry.id, [])
        messages = (
            message("system", prompts.proofreading.system.strip()),
            message("user", filled(prompts.proofreading.text, _facts(item, others))),
        )
        shown = " ".join(other.name for other in others)
        found += [
            Request("proof", item.name, messages, prompt=shown, sample=sample)
            for sample in range(times)
        ]
        others.append(item)
    return found


def doubts(entries: Iterable[Entry], items: Mapping[str, Item]) -> dict[str, list[str]]:
    """Notes `doubt:<what> …` by question, from entries of purpose `proof`."""
    readings: dict[str, list[set[tuple[str, str]]]] = {}
    for entry in entries:
        item = items.get(entry.subject)
        if entry.purpose == "proof" and item and (reading := _read(entry)) is not None:
            shown = entry.prompt.split(" ")
            findings = set(_findings(reading, item, [items.get(name) for name in shown]))
            readings.setdefault(entry.subject, []).append(findings)
    found = {}
    for name, each in readings.items():
        counts = Counter(finding for one in each for finding in one)
        found[name] = [
            f"doubt:{what} {detail} {times}/{len(each)}"
            for (what, detail), times in sorted(counts.items())
            if 2 * times > len(each)
        ]
    return found


def _facts(item: Item, others: Sequence[Item]) -> dict[str, str]:
    question = item.question
    options = (f"{letter}. {o}" for letter, o in zip("ABCD", question.options, strict=True))
    listed = [
        f"{n}. {q.material}{q.stem}（{'；'.join(q.options)}）"
        for n, q in enumerate((other.question for other in others), 1)
    ]
    return {
        "concept": item.entry.concept.name, "description": item.entry.concept.description,
        "material": question.material, "stem": question.stem, "options": "\n".join(options),
        "explanation": question.explanation, "others": "\n".join(listed) or _NO_OTHER,
    }  # fmt: skip


def _read(entry: Entry) -> dict[str, Any] | None:
    """What a model said; None where it cannot be read, which says nothing of the question."""
    try:
        reading = json.loads(entry.output)
    except (ValueError, RecursionError):
        return None
    return reading if isinstance(reading, dict) else None


def _findings(
    reading: Mapping[str, Any], item: Item, others: Sequence[Item | None]
) -> Iterable[tuple[str, str]]:
    question = item.question
    supported, obvious = (fold(str(reading.get(k, ""))).strip() for k in ("supported", "obvious"))
    if supported in tuple("ABCD") and supported != question.answer:
        yield "explained_otherwise", supported
    if obvious == question.answer:
        yield "gives_itself_away", obvious
    text = "\n".join([question.material, question.stem, *question.options, question.explanation])
    for slip in _listed(reading, "slips"):
        written, meant = (
            str(slip.get(k, "")).strip() if isinstance(slip, dict) else ""
            for k in ("written", "meant")
        )
        if written and written in text and meant not in ("", written):
            yield "slip_named", written
    for number in _listed(reading, "same"):
        other = others[number - 1] if _counts(number, others) else None
        if other:
            yield "asked_before", other.question.stem[:40]


def _counts(number: object, others: Sequence[object]) -> bool:
    return type(number) is int and 1 <= number <= len(others)


def _listed(reading: Mapping[str, Any], key: str) -> list[Any]:
    value = reading.get(key)
    return value if isinstance(value, list) else []
