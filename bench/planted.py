"""Faults planted into sound questions: what gates must find, and what they must leave alone.

Out of the recorded questions; every family of faults is judged in a journal of its own.
"""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from asking.journal import Entry
from generation.answers import Question
from generation.gates import Item
from generation.settings import read_source
from generation.stage import Written, read_written

RECORDED = Path("samples/concepts/written.toml")
EACH = 40
SAID = "可以认为是"  # before a second right option
Fault = Callable[[Question, random.Random], Question]
_WORDS = (("下列", "以下"), ("主要", "首要"), ("这一", "这个"), ("属于", "应属"), ("说明", "表明"),
          ("认为", "主张"), ("由于", "因为"), ("应当", "应该"), ("某", "有"))  # fmt: skip


@dataclass(frozen=True)
class Planted:
    """A question with the concept it is handed in for; `sound` where nothing was planted."""

    item: Item
    concept: str
    sound: bool = False


def recorded() -> list[Item]:
    """The recorded questions."""
    return read_written(RECORDED).items


def right_of(question: Question) -> str:
    """The text of the right option."""
    return question.options["ABCD".index(question.answer)]


def in_stem(question: Question, dice: random.Random) -> Question:
    """The right option stands in the stem."""
    del dice
    told = f"（提示：与“{right_of(question)}”有关）{question.stem}"
    return question.model_copy(update={"stem": told})


def long_winded(question: Question, dice: random.Random) -> Question:
    """The right option is far longer than the others."""
    del dice
    longest = max(map(len, question.options))
    tail = "，并且在各种条件下都有充分的研究证据支持这一结论，因而可以放心地加以应用"
    right = right_of(question) + tail * (1 + longest // 12)
    return _options(question, lambda option, key: right if key else option)


def all_above(question: Question, dice: random.Random) -> Question:
    """The last option stands for all."""
    words = dice.choice(("以上都对", "以上各项都是", "上述选项均正确"))
    options = [*question.options[:3], words]
    return question.model_copy(update={"options": options, "answer": "D"})


def wrong_key(question: Question, dice: random.Random) -> Question:
    """The key names a wrong option."""
    other = dice.choice([letter for letter in "ABCD" if letter != question.answer])
    return question.model_copy(update={"answer": other})


def two_right(question: Question, dice: random.Random) -> Question:
    """A wrong option says what the right one says."""
    place = dice.choice([i for i in range(4) if "ABCD"[i] != question.answer])
    said = SAID + right_of(question)
    options = [said if i == place else option for i, option in enumerate(question.options)]
    return question.model_copy(update={"options": options})


def edited(question: Question, dice: random.Random) -> Question:
    """A copy with a few words changed and its options in another order."""
    stem = question.stem
    for before, after in dice.sample(_WORDS, 4):
        stem = stem.replace(before, after, 1)
    order = dice.sample(range(4), 4)
    options = [question.options[i] for i in order]
    answer = "ABCD"[order.index("ABCD".index(question.answer))]
    return question.model_copy(update={"stem": stem, "options": options, "answer": answer})


def plant(items: Sequence[Item], fault: Fault, dice: random.Random) -> list[Planted]:
    """EACH questions with a fault, under their own concepts."""
    chosen = dice.sample(list(items), EACH)
    return [_planted(item, fault(item.question, dice)) for item in chosen]


def misplaced(items: Sequence[Item], dice: random.Random, *, near: bool) -> list[Planted]:
    """Sound questions handed in for another concept, of the same subject where `near`."""
    concepts = sorted({item.entry.id for item in items})
    found = []
    for item in dice.sample(list(items), EACH // 2):
        subject = item.entry.subject.name
        others = [
            c for c in concepts if (c.split("/")[0] == subject) == near and c != item.entry.id
        ]
        found.append(Planted(item, dice.choice(others)))
    return found


def write_source(folder: Path, planted: Sequence[Planted]) -> tuple[Path, dict[str, Planted]]:
    """A source whose journal holds these questions, one an answer; and they by their answers."""
    folder.mkdir(parents=True, exist_ok=True)
    source = read_source(RECORDED)
    by_key: dict[str, Planted] = {}
    lines = []
    for number, one in enumerate(planted):
        key = f"{number:032x}"
        by_key[key] = one
        output = json.dumps({"questions": [one.item.question.model_dump()]}, ensure_ascii=False)
        entry = Entry(
            key=key, purpose="write", subject=one.concept, prompt=one.item.prompt, sample=number,
            model="planted", output=output,
        )  # fmt: skip
        lines.append(entry.model_dump_json() + "\n")
    (folder / "journal.jsonl").write_text("".join(lines), "utf-8")
    toml = folder / "planted.toml"
    told = RECORDED.read_text("utf-8").replace(source.journal.as_posix(), f"{folder}/journal.jsonl")
    toml.write_text(told, "utf-8")
    return toml, by_key


def refused(written: Written, by_key: dict[str, Planted]) -> tuple[dict[str, int], int]:
    """How many planted faults each rule refused, and how many sound questions were refused."""
    rules: dict[str, int] = {}
    wrongly = 0
    for row in written.rejected:
        if row["rule"] == "too_few_questions":  # one question an answer is how it is planted
            continue
        if by_key[json.loads(row["record"])["key"]].sound:
            wrongly += 1
        else:
            rules[row["rule"]] = rules.get(row["rule"], 0) + 1
    return rules, wrongly


def _planted(item: Item, question: Question) -> Planted:
    return Planted(Item(item.name, question, item.entry, item.prompt), item.entry.id)


def _options(question: Question, change: Callable[[str, bool], str]) -> Question:
    place = "ABCD".index(question.answer)
    options = [change(option, i == place) for i, option in enumerate(question.options)]
    return question.model_copy(update={"options": options})
