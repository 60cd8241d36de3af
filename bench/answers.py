"""`make bench-answers [FILE=replies.jsonl]`: how replies are read, on lists written by other hands.

A line is {"text": the reply, "options": [...], "format": "SCQ" or "MAQ", "key": "AC"} and may
have "stem", "style" and "finish" ("length": it broke off); "key" is what the reply says, "" where
it is no answer (a refusal, an echo). The lists of `bench/data` (CC0) were each read once before
anybody had looked at them, and have been learnt from since: bench/history.jsonl has their figures
at first sight.
"""

import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.frame import publish
from cpsyexam.taxonomy import letters, positions
from evaluation.extraction import read

LISTS = tuple(Path(__file__).parent / "data" / f"replies_{n}.jsonl" for n in range(1, 23))
WANTED = {"SCQ": ("97 %", "0.5 %"), "MAQ": ("95 %", "1 %")}
FATES = ("right", "wrong", "missed")


def read_replies(path: Path) -> list[dict[str, Any]]:
    """The rows of a list."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def fate(row: dict[str, Any]) -> tuple[str, str]:
    """The letters read from a reply, and `right`, `wrong` or `missed` (nothing read)."""
    several = row["format"] == "MAQ"
    cut, stem = row.get("finish") == "length", row.get("stem", "")
    found = read(row["text"], row["options"], several=several, stem=stem, cut=cut)
    said = letters(list(found.said))
    if list(found.said) == positions(row["key"]):
        return said, "right"
    return said, "wrong" if found.said else "missed"


def counted(rows: Sequence[dict[str, Any]]) -> Counter[tuple[str, str]]:
    """Replies by format and fate; those misread are printed."""
    counts: Counter[tuple[str, str]] = Counter()
    for row in rows:
        said, came = fate(row)
        counts[row["format"], came] += 1
        if came != "right":
            means = f"read {said or '-'}, means {row['key'] or '-'}"
            print(f"{row['format']} {came}: {means}: {row['text']!r}")
    return counts


def main() -> None:
    """Measure all lists, or the one named; print, write build/bench/answers.json."""
    named = sys.argv[1:]
    if len(named) > 1 or not all(Path(name).is_file() for name in named):
        sys.exit("error: name one file: make bench-answers FILE=replies.jsonl")
    figures: list[tuple[object, ...]] = []
    for path in [Path(name) for name in named] or LISTS:
        counts = counted(read_replies(path))
        for form, (right, wrong) in WANTED.items():
            total = sum(counts[form, came] for came in FATES)
            if total:
                shares = [f"{counts[form, came] / total:.1%}" for came in FATES]
                figures.append((path.stem, form, total, *shares, f">= {right}, <= {wrong}"))
    columns = ("list", "format", "replies", *FATES, "wanted")
    publish("answers", "Reading replies", columns, figures)


if __name__ == "__main__":
    main()
