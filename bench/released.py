"""The released CPsyExam questions (../shared/data, never part of the project) as one table."""

import json
from collections import defaultdict

import polars as pl

from bench.frame import SHARED
from cpsyexam.identity import normal_form
from cpsyexam.taxonomy import find_category, positions

FOLDER = SHARED / "cpsyexam"
ABSENT = "../shared/data/cpsyexam is absent"
_FORMATS = {"单项选择题": "SCQ", "多项选择题": "MAQ"}
_GRAM = 30  # characters; facts of a case do not repeat by chance at this length


def load() -> pl.DataFrame:
    """Train and dev choice questions, in the columns that the labellers read, and more.

    `part` train or dev, `id` the set's own, `task` as its files say, `normal` the normal form that
    makes two rows the same question.
    """
    rows = []
    for part in ("train", "dev"):
        for path in sorted((FOLDER / part).glob("*.json")):
            task, *place, form = path.stem.split("-")
            case = task == "CA"
            for item in json.loads(path.read_text("utf-8")):
                options = [text for text in item["options"].values() if text]
                rows.append(
                    {
                        "part": part,
                        "id": item["id"],
                        "task": task,
                        "exam": "" if case else place[0],
                        "subject": "" if case else place[1],
                        "category": find_category(place[0]) if case else "",
                        "category_hint": "",
                        "declared": _FORMATS[form],
                        "material": "",
                        "stem": item["question"],
                        "options": options,
                        "answer": [p for p in positions(item["answer"]) if p < len(options)],
                        "explanation": item["explanation"] or "",
                    }
                )
    frame = pl.DataFrame(rows)
    return frame.with_columns(normal_form(frame).alias("normal"))


def unique(frame: pl.DataFrame) -> pl.DataFrame:
    """One row for each question, the first in train before dev."""
    return frame.unique("normal", keep="first", maintain_order=True)


def case_groups(stems: list[str]) -> list[int]:
    """A number for each stem; stems that share a fifth of their 30-grams share it.

    The released sets print the case inside each of its stems; this finds the case again.
    """
    folded = pl.DataFrame({"s": stems}).select(
        pl.col("s").str.normalize("NFKC").str.replace_all(r"[\p{P}\p{S}\p{Z}\p{Cc}]+", "")
    )["s"]
    grams = [{t[i : i + _GRAM] for i in range(len(t) - _GRAM + 1)} for t in folded.to_list()]
    holders: dict[str, list[int]] = defaultdict(list)
    for i, own in enumerate(grams):
        for gram in own:
            holders[gram].append(i)
    shared: dict[tuple[int, int], int] = defaultdict(int)
    for found in holders.values():
        for a, first in enumerate(found):
            for second in found[a + 1 :]:
                shared[first, second] += 1
    parent = list(range(len(stems)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for (a, b), count in sorted(shared.items()):
        if count >= 0.2 * min(len(grams[a]), len(grams[b])):
            low, high = sorted((root(a), root(b)))
            parent[high] = low
    return [root(i) for i in range(len(stems))]
