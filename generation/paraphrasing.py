"""Questions of a release → the same in other words, with proof that the key still holds.

Stem, case and options are written anew by a model, the options in their order. What changed is
checked by text (options, numbers, negation, wording), and then the new question is answered by
models that do not see the key. Method: the paraphrase ablation of ConceptPsy.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError
from rapidfuzz import fuzz

from asking.asker import Asker, OverBudgetError, Request
from asking.journal import Entry
from asking.messages import fill, message
from asking.model import Model
from cpsyexam.errors import RemoteError
from cpsyexam.text import fold
from generation.options import bare
from generation.prompts import Prompts
from wording.asked import asks_false

Row = Mapping[str, Any]
AS_BEFORE = 95.0  # of 100: a stem that alike is not in other words
LEAST = 0.5  # share of answers that must be the key
_FENCE = re.compile(r"^\s*```(?:json)?\s*|\s*```\s*$")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_LATIN = re.compile(r"[A-Za-z]{2,}")
_LETTERS = re.compile(r"[A-H]")
RULES = {
    "not_written": "no answer, or over budget",
    "unreadable": "no JSON in the shape that was asked for",
    "options_differ": "another number of options, an empty one, or two the same",
    "numbers_differ": "a number or a Latin name was lost or came in",
    "negation_differs": "asks for the right one where the wrong one was asked for, or the reverse",
    "not_in_other_words": "the stem is as before",
    "key_disputed": "models that answer it do not come to the key",
}


class Wording(BaseModel):
    """What is asked for."""

    model_config = ConfigDict(extra="forbid")

    material: str = ""
    stem: str
    options: list[str]


SCHEMA: dict[str, Any] = Wording.model_json_schema()
ANSWER: dict[str, object] = {
    "type": "object",
    "properties": {"answer": {"type": "string"}},
    "required": ["answer"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class Paraphrase:
    """A question's other wording, or the rule that refuses it."""

    id: str
    wording: Wording | None
    rule: str = ""
    detail: str = ""
    agreed: str = ""  # answers that are the key, of all: "3/3"; "" where none was asked for

    def row(self, model: Model, key: str) -> dict[str, Any]:
        """Columns id, question, options, material, and where they are from."""
        assert self.wording
        return {
            "id": self.id,
            "material": self.wording.material,
            "question": self.wording.stem,
            "options": self.wording.options,
            "model": model.name,
            "journal_key": key,
            "agreed": self.agreed,
        }


def reword(
    questions: Sequence[Row],
    prompts: Prompts,
    asker: Asker,
    checkers: Sequence[Asker],
    times: int,
    progress: Callable[[int], None] | None = None,
) -> list[tuple[Paraphrase, str]]:
    """A paraphrase a question, in their order, with the key of the journal's entry.

    `questions`: id, material, question, options, answer (letters). Every paraphrase that passes by
    its text is answered `times` times by every checker; with none the key is not checked.
    """
    one = partial(_one, prompts=prompts, asker=asker, checkers=checkers, times=times)
    with ThreadPoolExecutor(asker.client.model.in_flight) as pool:
        running = {pool.submit(one, row): place for place, row in enumerate(questions)}
        found: dict[int, tuple[Paraphrase, str]] = {}
        for done, future in enumerate(as_completed(running), 1):
            found[running[future]] = future.result()
            if progress:
                progress(done)
    return [found[place] for place in range(len(questions))]


def _one(
    row: Row, prompts: Prompts, asker: Asker, checkers: Sequence[Asker], times: int
) -> tuple[Paraphrase, str]:
    name = str(row["id"])
    try:
        entry = asker.answer(_writing(row, prompts), SCHEMA)
    except (RemoteError, OverBudgetError) as error:
        return Paraphrase(name, None, "not_written", str(error)[:80]), ""
    wording = read_wording(entry)
    if wording is None:
        return Paraphrase(name, None, "unreadable", entry.output[:60]), entry.key
    for rule, detail in broken(row, wording):
        return Paraphrase(name, None, rule, detail), entry.key
    said = [letters for c in checkers for letters in _answers(row, wording, prompts, c, times)]
    right = said.count("".join(sorted(str(row["answer"]))))
    agreed = f"{right}/{len(said)}" if said else ""
    if said and right < LEAST * len(said):
        other = Counter(said).most_common(1)[0][0] or "nothing"
        return Paraphrase(name, None, "key_disputed", f"{other}, {agreed}", agreed), entry.key
    return Paraphrase(name, wording, agreed=agreed), entry.key


def read_wording(entry: Entry) -> Wording | None:
    """The wording in an answer, None where there is none."""
    text = _FENCE.sub("", entry.output).strip()
    start, end = text.find("{"), text.rfind("}")
    try:
        return Wording.model_validate(json.loads(text[start : end + 1]))
    except (ValueError, ValidationError, RecursionError):
        return None


def broken(row: Row, wording: Wording) -> Iterator[tuple[str, str]]:
    """Rules that a wording breaks by its text."""
    before, after = list(row["options"]), wording.options
    distinct = {bare(option) or option.strip() for option in after}
    if len(after) != len(before) or len(distinct) < len(after) or not all(map(str.strip, after)):
        yield "options_differ", f"{len(after)} of {len(before)}, {len(distinct)} different"
        return
    pairs = [(_asked(row), f"{wording.material}\n{wording.stem}"), *zip(before, after, strict=True)]
    for old, new in pairs:
        for kept in (_NUMBER, _LATIN):
            one, two = Counter(kept.findall(fold(old))), Counter(kept.findall(fold(new)))
            if one != two:
                gone = " ".join(((one - two) + (two - one)).elements())
                yield "numbers_differ", f"{gone}: {new[:40]}"
    if asks_false(str(row["question"])) != asks_false(wording.stem):
        yield "negation_differs", wording.stem[-40:]
    if fuzz.ratio(bare(_asked(row)), bare(f"{wording.material}{wording.stem}")) >= AS_BEFORE:
        yield "not_in_other_words", wording.stem[:40]


def _asked(row: Row) -> str:
    return f"{row['material'] or ''}\n{row['question']}".strip()


def _writing(row: Row, prompts: Prompts) -> Request:
    facts = {"question": _shown(row["material"], row["question"], row["options"])}
    messages = (
        message("system", prompts.paraphrasing.system.strip()),
        message("user", fill(prompts.paraphrasing.text, facts).strip()),
    )
    return Request("paraphrase", str(row["id"]), messages)


def _answers(
    row: Row, wording: Wording, prompts: Prompts, asker: Asker, times: int
) -> Iterator[str]:
    """Letters that a model gives, sorted; "" where it gives none."""
    shown = _shown(wording.material, wording.stem, wording.options)
    messages = (
        message("system", prompts.paraphrasing.answering.strip()),
        message("user", shown),
    )
    for sample in range(times):
        request = Request("check", str(row["id"]), messages, sample=sample)
        try:
            entry = asker.answer(request, ANSWER)
        except (RemoteError, OverBudgetError):
            yield ""
            continue
        try:
            told = str(json.loads(entry.output)["answer"])
        except (ValueError, KeyError, TypeError):
            told = entry.output
        yield "".join(sorted(set(_LETTERS.findall(fold(told).upper()))))


def _shown(material: str | None, stem: str, options: Sequence[str]) -> str:
    lettered = (f"{letter}. {text}" for letter, text in zip("ABCDEFGH", options, strict=False))
    return "\n".join(part for part in (material or "", stem, *lettered) if part.strip())
