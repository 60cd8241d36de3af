"""`python -m bench.designs --list` and `--render NAME --out DIR`: books to measure OCR with."""

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.designs.bank import bank, invented
from bench.designs.book import designs, render
from bench.designs.wear import BASES, LAYERS
from cpsyexam.errors import CpsyexamError


def main() -> int:
    """Run the command; 0, or 2 where something could not be done."""
    parser = argparse.ArgumentParser(prog="bench.designs", description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--list", action="store_true", help="name the designs")
    what.add_argument(
        "--render", metavar="NAME", help="a design, or `all` (with --path: all of that folder)"
    )
    parser.add_argument("--out", type=Path, help="folder; each book gets one of its name in it")
    parser.add_argument("--path", type=Path, action="append", default=[], help="more designs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dpi", type=int, default=200)
    parser.add_argument(
        "--wear",
        default="",
        help=f"{', '.join(BASES)}, then +{', +'.join(LAYERS)}; default: the design's usual one",
    )
    parser.add_argument("--invented", action="store_true", help="no released questions")
    said = parser.parse_args()
    console = Console()
    try:
        known = designs(*said.path)
        if said.list:
            table = Table("design", "wear", "what it is")
            for name, design in known.items():
                table.add_row(name, ", ".join(design.wears), design.about)
            console.print(table)
            return 0
        if said.out is None:
            parser.error("--render needs --out")
        texts = invented() if said.invented else bank()
        every = [n for n, d in known.items() if not said.path or d.folder.parent in said.path]
        for name in every if said.render == "all" else [said.render]:
            book = render(name, texts, said.seed, said.dpi, said.wear, said.out / name, said.path)
            count = len(book.truth["questions"])
            console.print(f"{name}: {len(book.scans)} scans, {count} questions in {book.folder}")
    except CpsyexamError as error:
        console.print(str(error), style="red", highlight=False)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
