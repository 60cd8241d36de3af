"""Questions with a part hidden or turned → calls; replies → what was given back.

Every function of calls is pure: the same questions give the same calls, so that a journal holds
them and a stopped run goes on.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cpsyexam.files import canonical, digest
from cpsyexam.taxonomy import LETTERS
from evaluation.extraction import read
from evaluation.overlap import characters, rouge_l
from evaluation.prompting import rotated
from evaluation.runs import Ask, Replies

Row = Mapping[str, Any]  # id, format, question, material, options, key (positions)
Sender = Callable[[str, Sequence[Ask]], Replies]  # name of the probe and its calls → replies

_CHOOSE = "下面是一道{kind}。请作答，只回答选项字母。"
_KINDS = {"SCQ": "单项选择题", "MAQ": "多项选择题"}
_NO_STEM = "下面是一道{kind}的选项，题干已隐去。请选出最可能的答案，只回答选项字母。"
_MISSING = "下面的题目有一个选项被隐去。请写出被隐去的选项的原文，只写这一选项的内容。"
_CONTINUE = "下面是一道考试题题干的前半部分。请写出原题题干的后半部分，只写续文。"
_CANARY = "下面是一份数据集的标识，末尾缺失。请补全，只写缺失的部分。"
_HIDDEN = "［隐去］"
_SHORTEST_STEM = 24  # characters: half of it must be worth reciting
_SAME_RUN = 10  # characters in a row that nobody guesses
_ALIKE = 0.8  # ROUGE-L from which an option counts as given back
_SHORTEST_OPTION = 4  # characters: shorter ones are guessed


@dataclass(frozen=True)
class Order:
    """An order of the options: released positions, in the order shown."""

    name: str
    places: Mapping[str, Sequence[int]]


def call(model: str, system: str, user: str, name: str, number: int = 0) -> Ask:
    """One call; its key is the hash of model and texts."""
    messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
    return Ask(digest(canonical([model, "probe", messages]))[:24], name, number, messages, [])


def choices(model: str, rows: Sequence[Row], order: Order, *, stem: bool = True) -> list[Ask]:
    """Each question with its options in an order; without `stem` only the options."""
    made = []
    for row in rows:
        options = [row["options"][place] for place in order.places[row["id"]]]
        lines = [f"{LETTERS[i]}. {text}" for i, text in enumerate(options)]
        head = [text for text in (row["material"], row["question"]) if text] if stem else []
        system = (_CHOOSE if stem else _NO_STEM).format(kind=_KINDS[row["format"]])
        made.append(call(model, system, "\n".join([*head, *lines]), row["id"]))
    return made


def named(rows: Sequence[Row], order: Order, replies: Replies) -> dict[str, list[int]]:
    """What was named, as released positions; [] where no letter was read."""
    found = {}
    for row in rows:
        reply, _ = replies[row["id"], 0]
        places = order.places[row["id"]]
        options = [row["options"][place] for place in places]
        several, cut = row["format"] == "MAQ", reply.error.startswith("cut off")
        said = read(reply.text, options, several=several, stem=row["question"], cut=cut).said
        found[row["id"]] = sorted(places[i] for i in said)
    return found


def right(rows: Sequence[Row], said: Mapping[str, Sequence[int]]) -> list[float]:
    """Score by question: 1 where the whole key was named."""
    return [
        float(bool(said[row["id"]]) and set(said[row["id"]]) == set(row["key"])) for row in rows
    ]


def cyclic(rows: Sequence[Row], turn: int) -> Order:
    """Options moved up by `turn` places."""
    return Order(
        f"turned {turn}",
        {row["id"]: rotated(list(range(len(row["options"]))), turn) for row in rows},
    )


def hidden(row: Row) -> int | None:
    """The wrong option to hide, by the hash of the id; None where all are too short to tell."""
    wrong = [
        i for i, text in enumerate(row["options"])
        if i not in row["key"] and len(characters(text)) >= _SHORTEST_OPTION
    ]  # fmt: skip
    return wrong[int(digest(f"hide/{row['id']}")[:8], 16) % len(wrong)] if wrong else None


def missing_option(model: str, rows: Sequence[Row]) -> list[Ask]:
    """Each question with one wrong option hidden."""
    made = []
    for row in rows:
        gone = hidden(row)
        if gone is None:
            continue
        lines = [
            f"{LETTERS[i]}. {_HIDDEN if i == gone else text}"
            for i, text in enumerate(row["options"])
        ]
        made.append(call(model, _MISSING, "\n".join([row["question"], *lines]), row["id"]))
    return made


def given_back(row: Row, text: str) -> bool:
    """Whether a reply is the hidden option, and no option that was shown."""
    gone = hidden(row)
    if gone is None:
        return False
    shown = [other for i, other in enumerate(row["options"]) if i != gone]
    likeness = rouge_l(row["options"][gone], text)
    return likeness >= _ALIKE and likeness > max((rouge_l(o, text) for o in shown), default=0.0)


def continuation(model: str, rows: Sequence[Row]) -> list[Ask]:
    """The first half of each stem that is long enough."""
    return [
        call(model, _CONTINUE, row["question"][: len(row["question"]) // 2], row["id"])
        for row in rows
        if len(characters(row["question"])) >= _SHORTEST_STEM
    ]


def continued(row: Row, text: str) -> bool:
    """Whether a reply holds a run of the second half that nobody guesses."""
    half = len(row["question"]) // 2
    first, rest = characters(row["question"][:half]), characters(row["question"][half:])
    said = characters(text)
    runs = (rest[i : i + _SAME_RUN] for i in range(len(rest) - _SAME_RUN + 1))
    return any(run in said and run not in first for run in runs)


def canaries(model: str, guids: Sequence[str]) -> list[Ask]:
    """The GUIDs without their last eight digits."""
    return [call(model, _CANARY, f"canary GUID {guid[:-8]}", guid) for guid in guids]


def recited(guid: str, text: str) -> bool:
    """Whether the last eight digits came back."""
    return guid[-8:].lower() in text.lower().replace(" ", "")
