"""Questions written by hand before their author had seen the gates: 100 good, 100 with a fault.

`needs` says which faults need knowledge of the field; `truth` holds the letters of all options that
are right, for the endpoint's expert. The rows show what gates find that were not made for them: the
figures of the day they were written stand in docs/generation.md, since every later change of the
gates may have learnt from them. The file LATER (40 good, 48 with a fault, all by the text) was
written after such a change, in other wordings, and measured before any other.
"""

import csv
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from asking.asker import Asker, Budget
from asking.client import Client
from asking.journal import Journal
from asking.model import Model
from bench.endpoint import Endpoint
from bench.planted import Planted, write_source
from concepts import PSYCHOLOGY
from concepts.assignment import index_of
from concepts.reading import read_catalogue
from generation import placing
from generation.answers import Question
from generation.gates import Item
from generation.labelling import ANSWER
from generation.prompts import read_prompts
from generation.selfcheck import ask_all, requests
from generation.settings import read_source
from generation.stage import Written, read_written

HERE = Path(__file__).parent / "data"
UNSEEN = ("planted_good.csv", "planted_faulty.csv")
LATER = ("planted_later.csv",)
_PLACERS = 3


@dataclass(frozen=True)
class Unseen:
    """A row: the question with its fault ("" where it is good) and the letters that are right."""

    planted: Planted
    fault: str
    needs: str
    truth: str


def rows(files: Sequence[str] = UNSEEN) -> list[Unseen]:
    """All rows of files, the good ones first."""
    entries = {e.concept.name: e for e in read_catalogue(PSYCHOLOGY).entries()}
    found = []
    for name in files:
        with (HERE / name).open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="|"):
                question = Question(
                    stem=row["stem"], options=[row[letter] for letter in "abcd"],
                    answer=row["key"], explanation=row["explanation"],
                )  # fmt: skip
                entry = entries[row["concept"]]
                item = Item("", question, entry, row["kind"])  # type: ignore[arg-type]
                fault = row.get("fault", "")
                planted = Planted(item, entry.id, sound=not fault)
                truth = row.get("truth", row["key"])
                found.append(Unseen(planted, fault, row.get("needs", ""), truth))
    return found


def judged(
    folder: Path, files: Sequence[str] = UNSEEN, *, accuracy: float, times: int
) -> list[list[object]]:
    """Rows: fault, what finds it (text or knowledge), planted, refused, doubted by text, by the
    expert, found in all.
    """
    planted = rows(files)
    toml, by_key = write_source(folder / files[0], [row.planted for row in planted])
    keys = dict(zip(by_key, planted, strict=True))
    by_text = _verdicts(read_written(toml))
    with Endpoint(answerer=_expert(planted, accuracy)) as endpoint:
        _ask(toml, endpoint.base_url, times)
    by_all = _verdicts(read_written(toml))
    table: list[list[object]] = []
    for kind in dict.fromkeys((row.fault, row.needs) for row in planted):
        mine = [key for key, row in keys.items() if (row.fault, row.needs) == kind]
        refused = sum(by_text.get(key) == "refused" for key in mine)
        doubted = sum(by_text.get(key) == "doubted" for key in mine)
        found = sum(key in by_all for key in mine)
        expert = found - refused - doubted
        name, needs = kind[0] or "good", kind[1] or ("text" if kind[0] else "")
        table.append([name, needs, len(mine), refused, doubted, expert, found])
    return sorted(table, key=lambda row: (row[0] == "good", row[1] != "text"))


def _verdicts(written: Written) -> dict[str, str]:
    """By key: refused, or doubted."""
    found = {
        row["url"].split("#")[1]: "doubted"
        for row in written.kept
        if any(note.startswith("doubt:") for note in row["notes"])
    }
    for row in written.rejected:
        if row["rule"] != "too_few_questions":  # one question an answer is how it is planted
            found[json.loads(row["record"])["key"]] = "refused"
    return found


def _expert(planted: list[Unseen], accuracy: float) -> Callable[[list[dict[str, str]]], str]:
    """Right with `accuracy`; between several right options by chance, and then often uncertain.

    Shown a list of concepts it names the question's own one, where that is what it asks for.
    """
    dice = random.Random(41)
    known = {
        (row.planted.item.question.stem, *row.planted.item.question.options): row for row in planted
    }

    def answer(messages: list[dict[str, str]]) -> str:
        lines = messages[1]["content"].splitlines()
        first = next(i for i, line in enumerate(lines) if line.startswith("A. "))
        row = known[lines[first - 1], *(line[3:] for line in lines[first : first + 4])]
        right = dice.random() < accuracy
        listed = [line.split(". ")[1] for line in lines if line[:1].isdigit() and ". " in line]
        if listed:
            own = next(
                i for i, told in enumerate(listed, 1) if told.startswith(row.planted.concept)
            )
            names_it = right == (row.fault != "off_concept")
            return json.dumps({"numbers": [own if names_it else 1 + own % len(listed)]})
        letter = dice.choice(row.truth if right else "ABCD")
        certain = len(row.truth) < 2 or dice.random() < 0.5
        return json.dumps({"answer": letter, "certain": certain})

    return answer


def _ask(toml: Path, base_url: str, times: int) -> None:
    """Have every question answered `times` times, and placed among concepts by three models."""
    source, items = read_source(toml), read_written(toml).items
    prompts, index = read_prompts(source.prompts), index_of(read_catalogue(PSYCHOLOGY))
    with Journal(source.journal) as journal:
        asked = requests(items, prompts, times, 0)
        models = [
            Model(name=f"expert {n}", base_url=base_url, in_flight=16) for n in range(_PLACERS)
        ]
        askers = [Asker(Client(model), journal, Budget(None)) for model in models]
        ask_all(asked, askers[:1])
        ask_all(placing.requests(items, index, prompts), askers, schema=ANSWER)
