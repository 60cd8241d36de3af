"""What the gates for written questions say of printed ones, which people have set and used.

Reads single choices with four options from a bank, drawn by a seed; each is handed in for the
concept that its text is nearest to, so that only the rules on the question itself speak.
"""

import argparse
from collections import Counter
from pathlib import Path

import polars as pl

from bench.frame import publish
from concepts import PSYCHOLOGY
from concepts.assignment import index_of
from concepts.reading import read_catalogue
from concepts.retrieval import Retrieval
from generation.answers import Question
from generation.doubting import suspect
from generation.gates import Item, refuse

_OF_THE_CONCEPT = {"doubt:near_another_concept", "doubt:another_described"}  # theirs is a guess


def judged(bank: Path, limit: int = 1500) -> tuple[int, int, Counter[str]]:
    """How many questions, how many refused or doubted, and by which rules."""
    from banks.read import questions

    raw = questions(bank).filter(
        pl.col("options").list.len() == 4,
        pl.col("options").list.eval(pl.element().str.strip_chars() != "").list.all(),
        pl.col("answer").is_in(list("ABCD")),
    )
    raw = raw.sample(min(limit, raw.height), seed=5)
    index = index_of(read_catalogue(PSYCHOLOGY))
    found: Counter[str] = Counter()
    hit = 0
    for row in raw.iter_rows(named=True):
        told = _verdict(row, index)
        found.update(told)
        hit += bool(told)
    return raw.height, hit, found


def _verdict(row: dict[str, str], index: Retrieval) -> list[str]:
    question = Question(
        material=row["material"],
        stem=row["stem"],
        options=list(row["options"]),
        answer=row["answer"],
        explanation=row["explanation"],
    )
    texts = [question.material, question.stem, *question.options, question.explanation]
    nearest = index.entries[int(index.scores([(text, 1.0) for text in texts]).argmax())]
    item = Item("", question, nearest, "theory")
    refusal = refuse(item, index)
    told = [refusal.rule] if refusal else [note.split()[0] for note in suspect(item, index)]
    return [rule for rule in told if rule not in _OF_THE_CONCEPT]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bank", type=Path, help="folder of the released sets")
    total, hit, found = judged(parser.parse_args().bank)
    rows: list[list[object]] = [[rule, count, count / total] for rule, count in found.most_common()]
    title = f"{total} printed questions: {hit} refused or doubted ({hit / total:.1%})"
    publish("printed_gates", title, ["rule", "questions", "share"], rows)


if __name__ == "__main__":
    main()
