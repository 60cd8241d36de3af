"""Annotated pages and books: what is printed, and the questions that a person read there.

In: a file of lines, a page each: `{"name", "text" or "html", "key"?, "truth": {"questions":
[{number, format, material, stem, options, answer, explanation, cut}]}}` (`key` = the text of a key
apart; `cut` = the page breaks off inside the question). Or a folder: all such files of it, and its
folders `NAME/` as an annotator writes them, with `page.txt`, `book.txt` or `page.html`, `key.txt`
and `truth.json`. `python -m bench.annotated FOLDER > round52.jsonl` makes lines of such folders.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bench.frame import ROOT
from documents.reading import read
from parsing import Parsed, parse

SAMPLES = ROOT / "samples" / "pages"
WRITTEN = ROOT / "bench" / "written"
_TEXTS = ("page.txt", "book.txt")


@dataclass(frozen=True)
class Annotated:
    """A page or book: its text or its HTML, a key printed apart, and its true questions as rows."""

    name: str
    text: str
    truth: list[dict[str, Any]]
    html: bytes = b""
    key: str | None = None

    def parsed(self) -> Parsed:
        """What the parser makes of it."""
        if self.html:
            document = read(self.html, self.name, "html")
            return parse(document.lines, marks=document.marks)
        return parse(self.text, key=self.key)


def annotated(path: Path) -> Iterator[Annotated]:
    """The pages of a file of lines or of a folder, in order of their names.

    A line of `round04.jsonl` is named `round04/NAME`, a folder by its path below `path`.
    """
    if path.is_file():
        for line in path.read_text("utf-8").split("\n"):
            if line:
                yield _of_line(path.stem, json.loads(line))
        return
    for store in sorted(path.glob("*.jsonl")):
        yield from annotated(store)
    for truth in sorted(path.rglob("truth.json")):
        yield _of_folder(str(truth.parent.relative_to(path)), truth.parent)


@cache
def samples() -> dict[str, Annotated]:
    """The pages of samples/pages by name: `round04/NAME`."""
    return {page.name: page for page in annotated(SAMPLES)}


def round_of(name: str) -> int:
    """The number of a sample page's round."""
    return int(name.split("/", maxsplit=1)[0].removeprefix("round"))


def _of_line(store: str, row: dict[str, Any]) -> Annotated:
    html = "\ufeff" + row["html"] if "html" in row else ""  # the mark: it is UTF-8 whatever it says
    rows = row["truth"]["questions"]
    return Annotated(
        f"{store}/{row['name']}", row.get("text", ""), rows, html.encode(), row.get("key")
    )


def _of_folder(name: str, folder: Path) -> Annotated:
    found = next((folder / text for text in _TEXTS if (folder / text).exists()), None)
    page, key = folder / "page.html", folder / "key.txt"
    return Annotated(
        name,
        found.read_text("utf-8") if found else "",
        json.loads((folder / "truth.json").read_text("utf-8"))["questions"],
        page.read_bytes() if page.exists() else b"",
        key.read_text("utf-8") if key.exists() else None,
    )


def line(folder: Path) -> str:
    """An annotator's folder as a line."""
    page = _of_folder(folder.name, folder)
    row: dict[str, Any] = {"name": page.name}
    row |= {"html": page.html.decode()} if page.html else {"text": page.text}
    row |= {} if page.key is None else {"key": page.key}
    truth = json.loads((folder / "truth.json").read_text("utf-8"))
    return json.dumps(row | {"truth": truth}, ensure_ascii=False) + "\n"


def main() -> None:
    """Print the pages of a folder as lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    chosen = parser.parse_args()
    for truth in sorted(chosen.folder.glob("*/truth.json")):
        sys.stdout.write(line(truth.parent))


if __name__ == "__main__":
    main()
