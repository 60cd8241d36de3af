"""`make bench-combined`: books whose conventions are drawn together at random, read without OCR.

In: `conventions.toml`, ways in which books print numbers, kinds, options, keys …, and the questions
of `bench/written`. Out: how many questions of `--books` books are exact where `--drawn` of the
conventions differ from the usual ones (2 and all by default), and the conventions that cost most.
No first sight: whoever mends the reader reads these lists.
"""

import argparse
import random
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.annotated import Annotated
from bench.conventions import Question, book, conventions, draw, questions
from bench.frame import publish
from bench.structure import scored
from bench.typewritten import typed

PAGE = 44  # lines
COLUMNS = ["drawn", "books", "questions", "exact", "%", "right", "wrong", "unflagged", "lost"]


def main() -> None:
    """Print and read the books, and show the worst conventions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--books", type=int, default=200)
    parser.add_argument("--drawn", type=int, nargs="+", default=[2, 99])
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    ways, items = conventions(), questions()
    rows, facts = [], dict[str, Any]()
    for drawn in chosen.drawn:
        total, by_way = Counter[str](), dict[str, Counter[str]]()
        for number in range(chosen.books):
            dice = random.Random(f"{chosen.seed}/{drawn}/{number}")
            style = draw(ways, drawn, dice)
            lines, truth = book(style, ways["names"], items, dice)
            with TemporaryDirectory() as folder:
                found = read(Path(folder), f"{drawn}-{number:03d}", lines, truth)
            total += found
            for name, way in style.items():
                by_way.setdefault(f"{name} {way}", Counter()).update(found)
        shown = [total[name] for name in ("n", "exact", "right", "wrong", "unflagged", "lost")]
        share = round(100 * shown[1] / shown[0], 1)
        rows.append([drawn, chosen.books, *shown[:2], share, *shown[2:]])
        worst = sorted(by_way, key=lambda way: by_way[way]["exact"] / by_way[way]["n"])
        told = (f"{way} ({by_way[way]['exact']} of {by_way[way]['n']})" for way in worst[:12])
        facts[f"worst of {drawn}"] = "; ".join(told)
    publish("combined", "Books of conventions drawn together", COLUMNS, rows, facts)


def read(folder: Path, name: str, lines: list[str], truth: list[Question]) -> Counter[str]:
    """What became of a book's questions; its TOML is written to the folder."""
    pages = ["\n".join(lines[at : at + PAGE]) for at in range(0, len(lines), PAGE)]
    book = Annotated(name, "\n\f\n".join(pages), truth)
    found, _ = scored(name, typed(book, folder))
    counted = ("exact", "right", "wrong", "unflagged", "lost")
    return Counter({"n": found.questions, **{name: getattr(found, name) for name in counted}})


if __name__ == "__main__":
    main()
