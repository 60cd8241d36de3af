"""Kind `generated`: journals → raw questions; every bad answer and question is a Rejected row."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from asking.journal import Entry, read_journal
from concepts.assignment import index_of
from concepts.reading import read_catalogue
from concepts.retrieval import Retrieval
from concepts.schema import Entry as Concept
from cpsyexam.concept_note import NOTE
from cpsyexam.errors import ConfigError
from cpsyexam.files import canonical, digest
from cpsyexam.identity import short_id
from cpsyexam.records import OWN_FILE, Capture, RawQuestion, Rejected, Source, capture_id, conform
from cpsyexam.stage import Frames, StageResult
from generation import placing, proofreading
from generation.answers import EACH, Fault, Question, Reading, chosen, read_answer
from generation.doubting import suspect
from generation.elsewhere import elsewhere
from generation.gates import Item, Refusal, balance, cousins, refuse, siblings
from generation.selfcheck import Votes, doubts, votes
from generation.settings import GeneratedSettings, GeneratedSource, read_source, source_name
from generation.terms import terms_of

NAME = "generated"


@dataclass
class Written:
    """What the journal of one source came to."""

    source: str
    captures: list[dict[str, Any]] = field(default_factory=list)
    kept: list[dict[str, Any]] = field(default_factory=list)
    rejected: list[dict[str, Any]] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)  # those kept


def extract(frames: Frames, settings: GeneratedSettings) -> StageResult:
    """Read the journals of a recipe. Tables: captures (one an answer), sources.

    Figures: tokens, price, key balance and length bias by source. Raises ConfigError or SourceError
    where a source cannot be read.
    """
    del frames
    parts: list[Written] = []
    sources: list[dict[str, Any]] = []
    figures: dict[str, Any] = {}
    for toml in settings.sources:
        name, source = source_name(toml), read_source(toml)
        if any(row["source"] == name for row in sources):
            raise ConfigError(
                f"source {name!r} is named twice", where=str(toml), remedy="rename one of the TOMLs"
            )
        sources.append(_source(name, source))
        part = read_written(toml)
        parts.append(part)
        figures[name] = balance(part.items)
    return StageResult(
        kept=conform([row for part in parts for row in part.kept], RawQuestion),
        rejected=conform([row for part in parts for row in part.rejected], Rejected),
        tables={
            "captures": conform([row for part in parts for row in part.captures], Capture),
            "sources": conform(sources, Source),
        },
        metrics={"balance": figures},
    )


def read_written(toml: Path) -> Written:
    """The questions that one source's journal holds, and what was refused of them."""
    source = read_source(toml)
    catalogue = read_catalogue(source.catalogue)
    index, longer, terms = index_of(catalogue), Retrieval(catalogue), terms_of(catalogue)
    concepts = {entry.id: entry for entry in catalogue.entries()}
    rows = list(read_journal(source.journal))
    out = Written(source_name(toml))
    found: dict[str, tuple[Item, Entry]] = {}
    for group in _groups(rows).values():
        for item, entry in _group(out, group, concepts, source.journal):
            found[item.name] = (item, entry)
    refused = _refused([item for item, _ in found.values()], index, [e for _, e in rows])
    given = votes(entry for _, entry in rows if entry.purpose == "answer")
    passed = [item for item, _ in found.values() if item.name not in refused]
    families: dict[str, list[Item]] = {}
    for item in passed:
        families.setdefault(item.entry.id, []).append(item)
    near = elsewhere(passed, index.rarity)
    for family in families.values():
        near |= cousins(family, index)
    placed = placing.doubts(entry for _, entry in rows)
    read = proofreading.doubts(
        (entry for _, entry in rows), {name: item for name, (item, _) in found.items()}
    )
    for item, entry in found.values():
        if item.name in refused:
            _reject(out, entry, _capture_id(out, entry), refused[item.name], item.question)
        else:
            told = doubts(item.question.answer, given.get(item.name, Votes()))
            told += read.get(item.name, [])
            told += suspect(item, index, longer, terms) + [
                notes[item.name] for notes in (placed, near) if item.name in notes
            ]
            out.kept.append(_raw(out, item, entry, told))
            out.items.append(item)
    return out


def _groups(rows: list[tuple[int, Entry]]) -> dict[tuple[str, str, int], list[tuple[int, Entry]]]:
    """Answers to one request, with those after a correction turn, by concept and prompt."""
    groups: dict[tuple[str, str, int], list[tuple[int, Entry]]] = {}
    for number, entry in rows:
        if entry.purpose == "write":
            key = (entry.subject, entry.prompt, entry.sample)
            groups.setdefault(key, []).append((number, entry))
    return groups


def _group(
    out: Written,
    group: list[tuple[int, Entry]],
    concepts: dict[str, Concept],
    journal: Path,
) -> list[tuple[Item, Entry]]:
    readings = [read_answer(entry) for _, entry in group]
    best = chosen(readings)
    found: list[tuple[Item, Entry]] = []
    for place, ((number, entry), reading) in enumerate(zip(group, readings, strict=True)):
        capture = _capture(out.source, entry, number, journal)
        out.captures.append(capture)
        concept = concepts.get(entry.subject)
        if concept is None:
            fault = Refusal("concept_unknown", f"not in the catalogue: {entry.subject}")
            _reject(out, entry, capture["capture"], fault)
        elif place != best:
            _reject(out, entry, capture["capture"], _superseded(reading, group[best][1]))
        else:
            for fault_ in reading.faults:
                _fault(out, entry, capture["capture"], fault_)
            for n, question in reading.questions:
                name = short_id("r", out.source, capture["capture"], _locator(n))
                found.append((Item(name, question, concept, _prompt(entry)), entry))
            if not reading.questions and not reading.faults:
                _reject(out, entry, capture["capture"], Refusal("no_question", ""))
    return found


def _superseded(reading: Reading, better: Entry) -> Refusal:
    """Why an answer gave way to another: its own fault, or none."""
    rule = reading.faults[0].rule if reading.faults else "superseded"
    detail = reading.faults[0].detail if reading.faults else ""
    return Refusal(rule, f"{detail}; answered anew: {better.key}".lstrip("; "))


def _refused(items: list[Item], index: Retrieval, rows: list[Entry]) -> dict[str, Refusal]:
    known = {e.subject: e for e in rows if e.purpose == "known"}
    refused: dict[str, Refusal] = {}
    fine: dict[str, list[Item]] = {}
    for item in items:
        refusal = refuse(item, index)
        if item.name in known:
            entry = known[item.name]
            refusal = Refusal("known_question", entry.output, entry.prompt)
        if refusal:
            refused[item.name] = refusal
        else:
            fine.setdefault(item.entry.id, []).append(item)
    for family in fine.values():
        refused |= siblings(family)
    return refused


def _raw(out: Written, item: Item, entry: Entry, told: list[str]) -> dict[str, Any]:
    question, concept = item.question, item.entry
    number = next(n for n in range(1, EACH + 1) if item.name == _name(out, entry, n))
    return {
        "raw_id": item.name,
        "source": out.source,
        "capture": _capture_id(out, entry),
        "locator": _locator(number),
        "url": _url(entry),
        "number": str(number),
        "section": concept.chapter_id,
        "declared": "SCQ",
        "exam": concept.subject.exam,
        "subject": concept.subject.listed_as,
        "category": "",
        "material": question.material.strip(),
        "stem": question.stem.strip(),
        "options": question.options,
        "answer": question.answer,
        "explanation": question.explanation.strip(),
        "images": [],
        "notes": [
            f"{NOTE}{concept.id}",
            f"prompt:{entry.prompt} {entry.prompt_sha256[:12]}",
            f"model:{entry.answered_by or entry.model} {canonical(_plain(entry))}",
            f"price:{entry.price:.6f} {entry.currency}".strip(),  # of the whole answer
            *([f"date:{entry.time[:10]}"] if entry.time else []),
            *told,
        ],
        "confidence": None,
        "boxes": [],
        "key_boxes": [],
    }


def _plain(entry: Entry) -> dict[str, str]:
    return {name: f"{value:g}" for name, value in entry.sampling.items()}


def _prompt(entry: Entry) -> Any:
    return entry.prompt


def _locator(number: int) -> str:
    return f"question {number} of {EACH}"


def _url(entry: Entry) -> str:
    return f"generated:{entry.model}#{entry.key}"


def _capture_id(out: Written, entry: Entry) -> str:
    return capture_id(out.source, _url(entry), OWN_FILE)


def _name(out: Written, entry: Entry, number: int) -> str:
    return short_id("r", out.source, _capture_id(out, entry), _locator(number))


def _capture(source: str, entry: Entry, line: int, journal: Path) -> dict[str, Any]:
    return {
        "capture": capture_id(source, _url(entry), OWN_FILE),
        "source": source,
        "url": _url(entry),
        "digest": digest(entry.output),
        "fetched": entry.time,
        "media_type": "application/json",
        "archive": journal.as_posix(),
        "offset": line,
    }


def _source(name: str, source: GeneratedSource) -> dict[str, Any]:
    model = {"model_licence": source.model.licence, "model_terms_url": source.model.terms_url}
    told = canonical({**source.terms.model_dump(mode="json"), **model})
    return {"source": name, "kind": NAME, "title": source.title, "terms": told}


def _fault(out: Written, entry: Entry, capture: str, fault: Fault) -> None:
    place = f"question {fault.number}: " if fault.number else ""
    record = {"question": fault.record} if fault.record else {"output": entry.output}
    _reject(out, entry, capture, Refusal(fault.rule, f"{place}{fault.detail}"), record)


def _reject(
    out: Written,
    entry: Entry,
    capture: str,
    refusal: Refusal,
    what: Question | dict[str, str] | None = None,
) -> None:
    if isinstance(what, Question):
        record: dict[str, Any] = what.model_dump()
    else:
        record = dict(what or {"output": entry.output})
    out.rejected.append(
        {
            "parent": capture,
            "source": out.source,
            "stage": NAME,
            "rule": refusal.rule,
            "detail": refusal.detail,
            "counterpart": refusal.counterpart,
            "strength": None,
            "record": json.dumps(
                {"concept": entry.subject, "prompt": entry.prompt, "key": entry.key, **record},
                ensure_ascii=False,
            ),
        }
    )
