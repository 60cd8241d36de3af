"""`make train-replies`: the trees that give a second opinion on replies no rule reads.

In: the lists of `bench/data` and the author's own replies. Out: `extraction/learned.json`;
the same replies and rules give the same bytes. `--held-out` learns from all other lists instead,
writes nothing, and prints how the opinion does on each list by itself, and on those of its replies
that today's rules leave unread.
"""

import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier
from threadpoolctl import threadpool_limits

from bench.answers import LISTS, read_replies
from bench.frame import ROOT, publish
from cpsyexam.taxonomy import positions
from evaluation.extraction.learned import WEIGHTS, decided
from evaluation.extraction.reading import LEARNT, by_rules, shown, weighable
from evaluation.extraction.traces import traces

OWN = ROOT / "tests" / "evaluation" / "replies.jsonl"
_DIGITS = 5
_CAME = ("right", "wrong", "silent")
FATES = (*_CAME, *(f"unread {came}" for came in _CAME))


class Learnt(NamedTuple):
    """A reply, the numbers of its options, which of them it means, whether no rule reads it."""

    row: dict[str, Any]
    rows: NDArray[np.float64]
    wanted: NDArray[np.int64]
    unread: bool


def examples(path: Path) -> list[Learnt]:
    """Replies of a list with the numbers of their options and which of them the replies mean."""
    found = []
    for row in read_replies(path):
        reply = shown(
            row["text"], row["options"], several=row["format"] == "MAQ", stem=row.get("stem", "")
        )
        if reply is None:
            continue
        key = positions(row["key"])
        rows = traces(reply.text, reply.options, reply.stem, several=reply.several,
                      asks_false=reply.asks_false)  # fmt: skip
        wanted = np.array([place in key for place in range(len(rows))], int)
        found.append(Learnt(row, rows, wanted, weighable(*by_rules(reply))))
    return found


def trained(replies: Sequence[Learnt]) -> HistGradientBoostingClassifier:
    """Trees learnt from replies."""
    model = HistGradientBoostingClassifier(
        max_iter=120, learning_rate=0.08, max_leaf_nodes=8, l2_regularization=5,
        min_samples_leaf=15, early_stopping=False, random_state=0,
    )  # fmt: skip
    rows = np.vstack([reply.rows for reply in replies])
    wanted = np.concatenate([reply.wanted for reply in replies])
    with threadpool_limits(1):  # threads that wait for each other made it ten times slower
        return model.fit(rows, wanted)


def written(model: HistGradientBoostingClassifier) -> str:
    """The trees as JSON, a tree a line."""
    trees = []
    for (predictor,) in model._predictors:  # noqa: SLF001 - sklearn exports no trees
        rows: list[list[float]] = []
        for node in predictor.nodes:
            split = [int(node["feature_idx"]), round(float(node["num_threshold"]), _DIGITS),
                     int(node["left"]), int(node["right"])]  # fmt: skip
            rows.append([round(float(node["value"]), _DIGITS)] if node["is_leaf"] else split)
        trees.append(json.dumps(rows, separators=(",", ":")))
    base = round(float(model._baseline_prediction.item()), _DIGITS)  # noqa: SLF001
    return f'{{"base":{base},"trees":[\n' + ",\n".join(trees) + "\n]}\n"


def held_out(lists: dict[str, list[Learnt]]) -> None:
    """How the opinion alone reads each list after learning from the others."""
    figures = []
    for name, replies in lists.items():
        others = [reply for other, rows in lists.items() if other != name for reply in rows]
        model = trained(others)
        counts: Counter[tuple[str, str]] = Counter()
        for row, numbers, _, unread in replies:
            chances = model.predict_proba(numbers)[:, 1]
            said, sure = decided(chances, several=row["format"] == "MAQ")
            came = "right" if list(said) == positions(row["key"]) else "wrong"
            came = came if sure >= LEARNT else "silent"
            counts[row["format"], came] += 1
            if unread:
                counts[row["format"], f"unread {came}"] += 1
        figures += [
            (name, form, *(counts[form, came] for came in FATES)) for form in ("SCQ", "MAQ")
        ]
    publish("replies-model", "A second opinion on replies, held out",
            ("list", "format", *FATES), figures)  # fmt: skip


def main() -> None:
    """Learn and write the weights, or measure."""
    lists = {path.stem: examples(path) for path in LISTS}
    if sys.argv[1:] == ["--held-out"]:
        held_out(lists)
        return
    replies = [reply for rows in lists.values() for reply in rows] + examples(OWN)
    WEIGHTS.write_text(written(trained(replies)), "utf-8")
    print(f"{len(replies)} replies -> {WEIGHTS.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
