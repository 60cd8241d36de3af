"""`make bench-answers FILE=replies.jsonl`: extraction on replies that its author has not seen.

A line is {"text": the reply, "options": [...], "format": "SCQ" or "MAQ", "key": "AC"} and may have
"stem" and "style"; "key" is what the reply says, "" where it is no answer (a refusal, an echo).
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from bench.frame import publish
from cpsyexam.taxonomy import letters, positions
from evaluation.extraction import read

WANTED = {"SCQ": ("97 %", "0.5 %"), "MAQ": ("95 %", "1 %")}


def main() -> None:
    """Measure, print (every reply misread, too), write build/bench/answers.json."""
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_file():
        sys.exit("error: name a file: make bench-answers FILE=replies.jsonl")
    lines = Path(sys.argv[1]).read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    counts: Counter[tuple[str, str]] = Counter()
    for row in rows:
        said, fate = _fate(row)
        counts[row["format"], fate] += 1
        if fate != "right":
            means = f"read {said or '-'}, means {row['key'] or '-'}"
            print(f"{row['format']} {fate}: {means}: {row['text']!r}")
    figures: list[tuple[str, str, object, object]] = []
    for form, (right, wrong) in WANTED.items():
        total = sum(counts[form, fate] for fate in ("right", "wrong", "missed"))
        if total:
            figures += [
                (form, "replies", total, ""),
                (form, "right", f"{counts[form, 'right'] / total:.1%}", f">= {right}"),
                (form, "wrong", f"{counts[form, 'wrong'] / total:.1%}", f"<= {wrong}"),
                (form, "missed", f"{counts[form, 'missed'] / total:.1%}", ""),
            ]
    publish("answers", "Extraction", ("format", "measure", "value", "wanted"), figures)


def _fate(row: dict[str, Any]) -> tuple[str, str]:
    several = row["format"] == "MAQ"
    found = read(row["text"], row["options"], several=several, stem=row.get("stem", ""))
    said = letters(list(found.said))
    if list(found.said) == positions(row["key"]):
        return said, "right"
    return said, "wrong" if found.said else "missed"


if __name__ == "__main__":
    main()
