"""`make bench-page-costs`: CPU seconds of reading a page against its size, for twelve shapes.

Each shape is read at three sizes, a page as text and its questions; the exponent is the slope of
their logarithms (1: linear); the better of two readings counts. A page beyond [files.limits] is
one rejected row.
"""

import argparse
import math
import statistics
import time
from collections.abc import Callable

from bench.frame import publish
from cpsyexam.errors import SourceError
from documents.limits import Limits
from documents.reading import read
from parsing import parse

QUESTION = (
    "<p>{n}. 下列关于第{n}种记忆的说法，正确的是（ ）。</p><p>A. 甲{n}</p><p>B. 乙{n}</p>"
    "<p>C. 丙{n}</p><p>D. 丁{n}</p><p>答案：B</p>"
)
SHAPES: dict[str, Callable[[int], str]] = {
    "questions": lambda n: "".join(QUESTION.format(n=i) for i in range(1, n // 90)),
    "br": lambda n: "记<br>" * (n // 5),
    "nested divs": lambda n: "<div>" * (n // 11) + "忆" + "</div>" * (n // 11),
    "nested spans": lambda n: "<span>" * (n // 13) + "忆" + "</span>" * (n // 13),
    "unclosed tags": lambda n: "<b><i>忆" * (n // 7),
    "radio inputs": lambda n: "<input type=radio name=a value=A>甲" * (n // 34),
    "radio groups": lambda n: "".join(
        f"<input type=radio name=q{i} value=A>甲<input type=radio name=q{i} value=B>乙"
        for i in range(n // 80)
    ),
    "table cells": lambda n: "<table>" + "<tr><td>1.</td><td>记忆</td></tr>" * (n // 36),
    "plain text": lambda n: "心理学研究记忆的规律。" * (n // 11),
    "lines of text": lambda n: "<pre>" + "记忆是什么\n" * (n // 6),
    "letters": lambda n: "A B C D " * (n // 8),
    "numbers": lambda n: "".join(f"<p>{i % 97}、</p>" for i in range(n // 9)),
    "entities": lambda n: "&nbsp;&#x4e00;" * (n // 14),
}


def seconds(text: str) -> float:
    """CPU seconds of a page of this body; a page beyond a bound costs what it took to refuse it."""
    page = f"<html><body>{text}</body></html>".encode()
    before = time.process_time()
    try:
        found = read(page, "page.html", limits=Limits())
        parse(found.lines, marks=found.marks)
    except SourceError:
        pass
    return time.process_time() - before


def exponent(sizes: list[int], costs: list[float]) -> float:
    """The slope of cost over size, both as logarithms (least squares)."""
    x, y = [math.log(size) for size in sizes], [math.log(max(cost, 0.001)) for cost in costs]
    return statistics.linear_regression(x, y).slope


def main() -> None:
    """Measure all shapes and publish the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--largest", type=int, default=400_000, help="characters")
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    sizes = [given.largest // 16, given.largest // 4, given.largest]
    rows = []
    seconds(SHAPES["questions"](5000))  # what is loaded once
    for name, make in SHAPES.items():
        if given.only and given.only not in name:
            continue
        costs = [min(seconds(make(size)) for _ in range(2)) for size in sizes]
        rows.append([name, *costs, exponent(sizes, costs)])
    columns = ["shape", *(f"{size:,} characters, s" for size in sizes), "exponent"]
    publish("page_costs", "CPU of a page against its size", columns, rows)


if __name__ == "__main__":
    main()
