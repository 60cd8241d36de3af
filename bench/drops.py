"""`make bench-drops [ONLY=names]`: each design again without what a book may lack, without OCR.

A book is the same book without its running headers, without its page numbers, with one spread
among its pages, or as its PDF's own text is read: no such accident may cost much. Printed as for
`bench.structure`, whose pages are changed as they were read.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from bench.annotated import WRITTEN, annotated
from bench.designs import bank, designs
from bench.frame import publish
from bench.structure import PRINTED, scored
from bench.structure_pages import Sheets, boxed, printable, sheets
from bench.typewritten import typed
from ocr.layout.geometry import laid, runs_down
from ocr.page.fragment import Fragment, Reading
from ocr.page.pages import places
from ocr.page.textlayer import read_layer
from ocr.settings import BooksSettings

EDGE = 0.1  # of a page's height in which headers, footers and page numbers stand
OFTEN = 0.4  # of the pages: that print a header
LEVEL = 0.005  # of a page's height within which what stands is on a line
MOST = 5.0  # points that a variant may lose
_NUMBER = re.compile(r"\W*第?\s?\d{1,4}\s?页?\W*|[-—–·•\s]+")
_KEY = re.compile(r"答|[A-H√×]|^[一二三四五六七八九十]、")  # keys stand at edges of pages, too
Change = Callable[[Sheets], Sequence[Reading]]


def main() -> int:
    """Print the share of exact questions of each variant; exit code 1 where one loses too much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="names of designs, parted by commas")
    only = [name for name in parser.parse_args().only.split(",") if name]
    totals: dict[str, Counter[str]] = {name: Counter() for name in ("whole", *CHANGES)}
    worse: dict[str, list[str]] = {name: [] for name in CHANGES}
    for name, printed in _books(only):
        whole = _count(name, printed, totals["whole"])
        for kind, change in CHANGES.items():
            readings = tuple(change(printed))
            same = readings == printed.readings
            share = _count(name, replace(printed, readings=readings), totals[kind], whole * same)
            if whole - share > MOST:
                worse[kind].append(f"{name} {whole:.0f} → {share:.0f}")
    rows = [[kind, t["n"], t["exact"], _share(t)] for kind, t in totals.items()]
    facts = {f"worse, {kind}": "; ".join(names) or "none" for kind, names in worse.items()}
    publish("drops", "Books without what they may lack", ["kind", "n", "exact", "%"], rows, facts)
    return int(any(_share(totals["whole"]) - _share(t) > MOST for t in totals.values()))


def _books(only: Sequence[str]) -> list[tuple[str, Sheets]]:
    texts = bank()
    found = [
        (name, sheets(design, texts, 1, PRINTED))
        for name, design in designs().items()
        if (not only or name in only) and printable(design) and not design.spread
    ]
    return found + [
        (book.name, typed(book, PRINTED))
        for book in annotated(WRITTEN)
        if not only or book.name in only
    ]


def _count(name: str, printed: Sheets, total: Counter[str], known: float = 0.0) -> float:
    """Percent of a book's questions that are exact, `known` where it was counted before."""
    size = len(printed.truth)
    exact = round(known * size / 100) if known else scored(name, printed)[0].exact
    total.update(n=size, exact=exact)
    return 100 * exact / max(1, size)


def _share(total: Counter[str]) -> float:
    return round(100 * total["exact"] / max(1, total["n"]), 1)


def _edges(readings: Sequence[Reading]) -> list[dict[Fragment, float]]:
    """By page what stands above or below its lines, or beside those that run down, and how far
    down, as a share of the page.
    """
    return [
        {
            own: level
            for own, lying in zip(reading.fragments, flat.fragments, strict=True)
            if not EDGE <= (level := (lying.quad[1] + lying.quad[5]) / 2 / flat.height) <= 1 - EDGE
        }
        for reading, (_, flat) in zip(readings, laid(list(enumerate(readings))), strict=True)
    ]


def _said(fragment: Fragment) -> str:
    """Its text without the numbers of pages; a year makes it a title of its own."""
    return re.sub(r"(?<!\d)\d{1,3}(?!\d)|\s", "", fragment.text)


def headless(readings: Sequence[Reading]) -> list[Reading]:
    """Pages without what stands again and again at their edges, and what is on a line with it."""
    outer = _edges(readings)
    pages = [{_said(f) for f in edge if not _KEY.search(f.text)} for edge in outer]
    seen = Counter(text for page in pages for text in page)
    inside = Counter(
        _said(f)
        for reading, edge in zip(readings, outer, strict=True)
        for f in reading.fragments
        if f not in edge
    )  # No.12 and 单选 are the marks of questions at the edges, too
    least = max(2, OFTEN * len(readings))
    worded = {text: n for text, n in seen.items() if re.search(r"\w", text)}  # no page's number
    headers = {text for text, n in worded.items() if n >= max(least, inside[text])}
    levels = [level for edge in outer for f, level in edge.items() if _said(f) in headers]
    gone = [
        {f for f, level in edge.items() if any(abs(level - known) < LEVEL for known in levels)}
        for edge in outer
    ]
    often = Counter(text for page in gone for text in {_said(f) for f in page})
    return [
        _without(reading, {f for f in own if often[_said(f)] > 1})  # each chapter has its own
        for reading, own in zip(readings, gone, strict=True)
    ]


def numberless(readings: Sequence[Reading]) -> list[Reading]:
    """Pages without their numbers, which count on with the pages; those of questions do not."""
    numbers = [
        [(f, re.sub(r"\D", "", f.text)) for f in edge if _NUMBER.fullmatch(f.text)]
        for edge in _edges(readings)
    ]
    offsets = Counter(int(n) - at for at, own in enumerate(numbers) for _, n in own if n)
    usual = next((by for by, pages in offsets.most_common(1) if pages > 1), None)
    return [
        _without(reading, {f for f, n in own if not n or int(n) - at == usual})
        for at, (reading, own) in enumerate(zip(readings, numbers, strict=True))
    ]


def _without(reading: Reading, gone: set[Fragment]) -> Reading:
    return replace(reading, fragments=tuple(f for f in reading.fragments if f not in gone))


def one_spread(readings: Sequence[Reading]) -> Sequence[Reading]:
    """The third and the fourth page on one scan."""
    if len(readings) < 4:
        return readings
    left, right = readings[2:4]
    if runs_down(left.fragments):  # and are read from the right
        left, right = right, left
    by = left.width
    rules = (replace(rule, x0=rule.x0 + by, x1=rule.x1 + by) for rule in right.rules)
    both = replace(
        left,
        width=by + right.width,
        fragments=(*left.fragments, *(_shifted(f, by) for f in right.fragments)),
        rules=(*left.rules, *rules),
        figures=(*left.figures, *((a + by, b, c + by, d) for a, b, c, d in right.figures)),
    )
    return [*readings[:2], both, *readings[4:]]


def _shifted(fragment: Fragment, by: int) -> Fragment:
    x0, y0, x1, y1 = *fragment.quad[:2], *fragment.quad[4:6]
    return boxed(fragment.text, (x0 + by, y0, x1 + by, y1))


def layered(printed: Sheets) -> Sequence[Reading]:
    """The pages by the text of their PDF; a written book has none, and a page may be without."""
    if printed.pdf is None:
        return printed.readings
    layers = [read_layer(place, None, BooksSettings()) for place in places(printed.pdf)]
    return [own or page for own, page in zip(layers, printed.readings, strict=True)]


CHANGES: dict[str, Change] = {
    "no running header": lambda printed: headless(printed.readings),
    "no page numbers": lambda printed: numberless(printed.readings),
    "one spread": lambda printed: one_spread(printed.readings),
    "text layer": layered,
}


if __name__ == "__main__":
    sys.exit(main())
