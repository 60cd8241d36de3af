"""Answers without a model: what a guess, a habit or a look-up in train is worth on a split.

They need no network and stand in every table: a score means little without them.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import polars as pl
from rapidfuzz import fuzz

from cpsyexam.files import digest
from cpsyexam.taxonomy import LETTERS
from evaluation.releases import sample

Row = Mapping[str, Any]
Choose = Callable[[Row], list[int]]
CHOICES = ("SCQ", "MAQ")
_CHECKED = 20  # open questions that check the judge


def random_guess(row: Row) -> list[int]:
    """One letter, or one of the sets of two or more, by the hash of the question's id."""
    draw = int(digest(f"random/{row['id']}")[:12], 16)
    places = range(len(row["options"]))
    if row["format"] == "SCQ":
        return [draw % len(places)]
    sets = [s for size in places[1:] for s in itertools.combinations(places, size + 1)]
    return list(sets[draw % len(sets)]) if sets else [0]


def all_letters(row: Row) -> list[int]:
    """Every letter of a question with several answers; of one with one answer, the first."""
    return list(range(len(row["options"]))) if row["format"] == "MAQ" else [0]


def longest_option(row: Row) -> list[int]:
    """The longest option; of several answers, those longer than the mean."""
    lengths = [len(text) for text in row["options"]]
    if row["format"] == "SCQ":
        return [lengths.index(max(lengths))]
    mean = sum(lengths) / len(lengths)
    return [i for i, length in enumerate(lengths) if length >= mean]


def position(train: pl.DataFrame) -> Choose:
    """The key that is most frequent in train among questions with as many options."""
    counts: dict[tuple[str, int], Counter[str]] = {}
    for row in train.filter(pl.col("answer").is_not_null()).iter_rows(named=True):
        counts.setdefault((row["format"], len(row["options"])), Counter())[row["answer"]] += 1

    def choose(row: Row) -> list[int]:
        seen = counts.get((row["format"], len(row["options"])))
        if not seen:
            return all_letters(row)
        best = min(seen, key=lambda key: (-seen[key], key))
        return [LETTERS.index(letter) for letter in best]

    return choose


def look_up(row: Row, neighbour: Row | None) -> list[int]:
    """The options most like the right ones of the nearest question of train."""
    right = [neighbour["options"][i] for i in neighbour["key"]] if neighbour else []
    if not right or not row["options"]:
        return all_letters(row)
    likeness = [[fuzz.ratio(text, other) for other in right] for text in row["options"]]
    if row["format"] == "SCQ":
        best = [max(values) for values in likeness]
        return [best.index(max(best))]
    columns = range(len(right))
    return sorted({max(range(len(likeness)), key=lambda i: likeness[i][c]) for c in columns})


def choose_all(
    questions: pl.DataFrame, train: pl.DataFrame, nearest: Mapping[str, str]
) -> dict[str, dict[str, str]]:
    """Name of the baseline → id of the question → its reply, as a model would write it.

    `nearest` maps ids of the split to the ids of their nearest neighbours in train. A question
    that a baseline cannot answer is absent.
    """
    known = {row["id"]: row for row in train.iter_rows(named=True)}
    rules: dict[str, Choose] = {
        "random": random_guess,
        "all letters": all_letters,
        "longest option": longest_option,
        "position": position(train),
        "nearest in train": lambda row: look_up(row, known.get(nearest.get(row["id"], ""))),
    }
    replies: dict[str, dict[str, str]] = {name: {} for name in rules}
    for row in questions.iter_rows(named=True):
        for name, rule in rules.items():
            if row["format"] in CHOICES and row["options"]:
                replies[name][row["id"]] = "答案：" + "".join(LETTERS[i] for i in rule(row))
            elif name == "nearest in train" and row["id"] in nearest:
                replies[name][row["id"]] = known[nearest[row["id"]]]["reference"] or ""
    return replies | _references(questions)


def _references(questions: pl.DataFrame) -> dict[str, dict[str, str]]:
    """What a judge must mark high, the reference itself, and low, that of another question."""
    open_ = questions.filter(pl.col("format") == "QA", pl.col("reference").fill_null("") != "")
    ids, texts = (sample(open_, _CHECKED)[name].to_list() for name in ("id", "reference"))
    others = texts[1:] + texts[:1]
    pairs = {"reference": texts, "another reference": others if len(ids) > 1 else []}
    return {name: dict(zip(ids, said, strict=False)) for name, said in pairs.items()}
