"""`python -m bench.line_scans`: a library of scanned books, from its readings to a release.

Books of 300 pages with six questions each, as `bench.line_bank` makes them; a page is composed as
its reading would be (lines with score and place at 200 dpi, the key behind each question), about as
large as those of real pages. Stage `books` is given these readings, so that no page is drawn or
recognised; all else is the real line, a process a stage.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench import line_bank
from bench.dedup_data import printed
from bench.frame import Spent, measured, publish
from bench.line import alone
from cpsyexam import chain
from cpsyexam.files import digest
from cpsyexam.taxonomy import exams, subjects
from ocr.page.fragment import Fragment, Reading
from ocr.page.pages import Place
from ocr.recognise import PageRead

PAGES, A_PAGE = 300, 6  # of a book, questions of a page
_WIDE, _HIGH, _LEFT, _TOP = 1654, 2339, 180, 160  # pixels of A5 twice as large, at 200 dpi
_SIGN, _LINE, _ACROSS = 32, 44, 40  # pixels of a character and a line; characters of a line
_BY = ("composed", "none", "0" * 12)
COLUMNS = ["pages", "stage", "rows out", "wall s", "CPU s", "peak MB"]


def main() -> None:
    """Measure all sizes and publish the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="3000")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--books", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.books:
        print(json.dumps(_books(Path(options.books[0]), int(options.books[1]))))
        return
    rows: list[list[Any]] = []
    facts: dict[str, Any] = {}
    for size in map(int, options.sizes.split(",")):
        load = os.getloadavg()[0]
        found, fact = measure(size, options.workers)
        rows += found
        facts[f"{size:,}"] = {**fact, "load": [round(load, 1), round(os.getloadavg()[0], 1)]}
    publish("line_scans", "A library of scanned books", COLUMNS, rows, facts)


def measure(size: int, workers: int) -> tuple[list[list[Any]], dict[str, Any]]:
    """A row a stage, and what lies on disk in the end."""
    root = Path(tempfile.mkdtemp(prefix="bench-line-"))
    try:
        make(root, size)
        rows, total = [], Spent()
        for name in (*chain.CHAIN.names, chain.CHAIN.release.name, "audit"):
            spent, count = _given(root, size) if name == "books" else alone(name, root, workers)
            total.wall, total.cpu = total.wall + spent.wall, total.cpu + spent.cpu
            total.peak_mb = max(total.peak_mb, spent.peak_mb)
            rows.append(
                [size, name, count, round(spent.wall, 1), round(spent.cpu, 1), spent.peak_mb]
            )
        rows.append([size, "all", size, round(total.wall, 1), round(total.cpu, 1), total.peak_mb])
        some = [page.reading for page in _read(1)]
        read = [len(json.dumps(asdict(one), ensure_ascii=False).encode()) for one in some if one]
        return rows, {
            "kB of a reading": round(sum(read) / len(read) / 1e3, 1),
            "files of build": sum(p.is_file() for p in (root / "out/build").rglob("*")),
            **{f"MB of {part}": _megabytes(root / "out" / part) for part in ("build", "releases")},
        }
    finally:
        shutil.rmtree(root)


def make(root: Path, size: int) -> None:
    """Write scans (a file a page, of no content), books' TOMLs, keys and recipe."""
    tomls = []
    for number in range(-(-size // PAGES)):
        scan = root / f"book{number}"
        scan.mkdir()
        for page in range(1, min(PAGES, size - number * PAGES) + 1):
            (scan / f"{page:03}.png").touch()
        exam = list(exams())[number % len(exams())]
        subject = next(iter(subjects(exam)))
        chapter = f'[[chapter]]\npages = [1, {PAGES}]\nexam = "{exam}"\nsubject = "{subject}"\n'
        tomls.append(root / f"book{number}.toml")
        text = f'title = "书{number}"\nfile = "book{number}"\n{line_bank.TERMS}{chapter}'
        tomls[-1].write_text(text, "utf-8")
    line_bank.keys(root)
    line_bank.recipe(root, f"[books]\nsources = {json.dumps([str(toml) for toml in tomls])}")


def _read(pages: int) -> Iterator[PageRead]:
    """Pages one after the other as they would be read; places and images are nobody's."""
    number = 0
    for frame, truth in printed(pages * A_PAGE, 11):
        rows = line_bank.rows_of(frame, truth).iter_rows(named=True)
        for some in zip(*[rows] * A_PAGE, strict=False):
            number += 1
            place = Place(Path(), 1, number)
            yield PageRead(place, digest(str(number)), _page(some, number), cached=True, engine=_BY)


def _page(rows: tuple[dict[str, Any], ...], page: int) -> Reading:
    lines = []
    for number, row in enumerate(rows, (page - 1) % PAGES * A_PAGE + 1):
        case = f"{row['material']}" if row["material"] else ""
        stem = f"{number}.{case}{row['question']}"
        lines += [stem[at : at + _ACROSS] for at in range(0, len(stem), _ACROSS)]
        lines += [f"{x}.{text}" for x, text in zip("ABCD", row["options"], strict=False)]
        lines.append(f"【答案】{row['answer']}")
    fragments = []
    for at, line in enumerate(lines):
        x, y = _LEFT, _TOP + at * _LINE
        across = sum(_SIGN if ord(sign) > 0x2000 else _SIGN / 2 for sign in line)
        right, low = float(x + across), float(y + _SIGN)
        fragments.append(Fragment(line, 0.98, (x, y, right, y, right, low, x, low)))
    return Reading(_WIDE, max(_HIGH, _TOP + len(lines) * _LINE), 0, _BY[0], tuple(fragments))


def _given(root: Path, size: int) -> tuple[Spent, int]:
    """Stage `books` in a process of its own, given its readings."""
    command = [sys.executable, "-m", "bench.line_scans", "--books", str(root), str(size)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"books: {done.stderr}")
    wall, cpu, peak, count = json.loads(done.stdout.splitlines()[-1])
    sys.stderr.write(f"books: {wall:.1f} s, {cpu:.1f} CPU s, {peak} MB, {count} rows\n")
    return Spent(wall, cpu, peak), count


def _books(root: Path, size: int) -> tuple[float, float, int, int]:
    from dataclasses import replace

    from bench.line import run_stage
    from ocr import stage

    def given(places: list[Place], *_: object, **__: object) -> Iterator[PageRead]:
        for place, page in zip(places, _read(size), strict=False):
            yield replace(page, place=place)

    stage.read_pages = given  # type: ignore[assignment, attr-defined]
    with measured() as spent:
        count = run_stage("books", root, 1)
    return spent.wall, spent.cpu, spent.peak_mb, count


def _megabytes(folder: Path) -> float:
    return round(sum(p.stat().st_size for p in folder.rglob("*") if p.is_file()) / 1e6, 1)


if __name__ == "__main__":
    main()
