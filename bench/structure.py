"""`make bench-structure [ONLY=names]`: layout and grammar alone, on every design, without OCR.

The text of each design's printed PDF, as lines with boxes, goes through reading order, keys and
grammar as recognised lines do, and is scored as `bench-ocr_designs` scores scans. What fails here
fails on every scan; printed pages are kept, so that a second run costs seconds.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.annotated import annotated
from bench.designs import bank, designs
from bench.designs.bank import Question
from bench.designs.model import Design
from bench.designs_score import Tally, alarmed_pages, figures, tally
from bench.frame import ROOT, measured, publish
from bench.structure_pages import Sheets, printable, sheets
from bench.typewritten import typed
from cpsyexam.config import load
from cpsyexam.records import RawQuestion, conform
from ocr.book import Book, BookFile
from ocr.page.pages import Place
from ocr.recognise import PageRead
from ocr.records import BookRecords, book_records

PRINTED = ROOT / "build" / "bench" / "structure"
COLUMNS = [
    "design", "pages", "n", "exact", "%", "right", "missing", "wrong", "unflagged",
    "lost", "silent", "recall", "false",
]  # fmt: skip


def main() -> int:
    """Score every design; exit code 1 where an answer is wrong and bears no flag."""
    options = _options()
    rows, total, without = [], Tally(), list[str]()
    books = _written(options) if options.written else _designed(options, without)
    with measured() as spent:
        for name, printed in books:
            found, pages = scored(name, printed)
            rows.append([name, pages, *figures(found)])
            total.add(found)
            if options.show:
                sys.stdout.write("\n  ".join([name, *found.failures]) + "\n")
    rows.append(["all", sum(row[1] for row in rows), *figures(total)])
    facts = {
        "flagged of inexact": f"{total.bad_flagged} of {total.bad}",
        "flagged of exact": f"{total.good_flagged} of {total.exact}",
        "pages with an alarm, of them all exact": f"{total.alarmed}, {total.idle}",
        "CPU seconds": round(spent.cpu, 1),
        "not printed, for want of chromium or typst": ", ".join(without) or "none",
    }
    publish(options.name, "Designs read back without OCR", COLUMNS, rows, facts)
    return 1 if total.unflagged else 0


def _designed(options: argparse.Namespace, without: list[str]) -> Iterator[tuple[str, Sheets]]:
    """The designs asked for, printed; the names of those that cannot be go to `without`."""
    known = designs(*options.path)
    wanted = [n for n, d in known.items() if not options.path or d.folder.parent in options.path]
    only = options.only.split(",") if options.only else wanted
    texts = bank()
    for name in (name for name in wanted if name in only):
        if printable(known[name]):
            yield name, sheets(known[name], texts, options.seed, PRINTED)
        else:
            without.append(name)


def _written(options: argparse.Namespace) -> Iterator[tuple[str, Sheets]]:
    for book in (book for path in options.written for book in annotated(path)):
        if not options.only or book.name in options.only.split(","):
            yield book.name, typed(book, PRINTED)


def score(
    design: Design, texts: tuple[Question, ...], seed: int, folder: Path
) -> tuple[Tally, int]:
    """What became of a design's questions, and its scans; the printed pages lie in `folder`."""
    return scored(design.name, sheets(design, texts, seed, folder))


def scored(name: str, printed: Sheets) -> tuple[Tally, int]:
    """What became of a printed book's questions, and its scans."""
    read = records(name, printed)
    kept = conform(read.questions, RawQuestion).to_dicts()
    lost = [{**row, "parent": row["capture"]} for row in read.rejected]
    found = tally(printed.truth, kept, alarmed_pages(lost, read.captures))
    return found, len(printed.readings)


def records(name: str, printed: Sheets) -> BookRecords:
    """The rows of a printed book."""
    about = load(printed.toml, BookFile)  # exam and subject are not asked for here
    book = Book(name=name, scan=printed.toml.parent, about=about)
    pages = [
        PageRead(Place(printed.toml, number, number), f"{number:064x}", reading)
        for number, reading in enumerate(printed.readings, 1)
    ]
    return book_records(book, pages)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--path", type=Path, action="append", default=[], help="folders of designs, these alone"
    )
    parser.add_argument(
        "--written",
        type=Path,
        action="append",
        default=[],
        help="books as plain text (bench.annotated), instead of designs",
    )
    parser.add_argument("--name", default="structure", help="of the run, in build/bench")
    parser.add_argument("--only", default="", help="names of designs, parted by commas")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print every difference")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
