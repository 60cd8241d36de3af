"""`make train-reader`: weights of the parser's second reader, learnt from annotated pages.

In: short rendered papers, the pages of samples/pages with their truth, and
`first_readings.jsonl.gz`: what the grammar of that day made of each page before anybody had mended
it there, so that what is learnt is how a grammar errs on pages that it has not seen. Out:
`parsing/learned/weights.crfsuite.xz`. The same pages, papers and grammar give the same weights.
`--held-out 9 10` learns from the other rounds and prints how the second reading does on these;
`--add FILE` appends the grammar's readings of a new round.
"""

import argparse
import gzip
import json
import lzma
import random
import struct
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pycrfsuite

from bench.annotated import SAMPLES, annotated, round_of, samples
from bench.frame import publish
from bench.pages import judge, truths
from bench.paper_bank import mixtures, papers, sample
from papers import LAYOUTS, Paper, render
from parsing import AGAIN, Parsed, Printed, grammar
from parsing.alarm import alarm
from parsing.learned import reader
from parsing.learned.features import features
from parsing.learned.places import labels, locate
from parsing.learned.second import read_again
from parsing.learned.units import units
from parsing.records import Leftover

FIRST = SAMPLES / "first_readings.jsonl.gz"
SETTINGS = {"c1": 0.2, "c2": 0.1, "max_iterations": 80, "feature.minfreq": 2}
_VERSION, _FEATURE = 100, np.dtype([("labels", "<u4", 3), ("weight", "<f8")])
_LEAST, _BITS = 0.01, 7
_PRESET = 9 | lzma.PRESET_EXTREME
_PACKED = [{"id": lzma.FILTER_LZMA2, "preset": _PRESET, "lc": 1, "lp": 2, "pb": 2}]
_SEED, _MIXTURES, _SHORT = 11, 120, 5
_FIELDS = ("number", "format", "material", "stem", "answer", "explanation")
_NOTHING = Printed("", "", "", "", "", "", (), "", "", (), (), (0, 0))
_SHOWN = ("questions", "grammar", "exact", "wrong", "no doubt", "invented")


def main() -> None:
    """Learn the weights, or judge them on rounds that they have not seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held-out", nargs="+", type=int, metavar="ROUND")
    parser.add_argument("--add", type=Path, metavar="FILE")
    chosen = parser.parse_args()
    if chosen.add:
        add(chosen.add)
    elif chosen.held_out:
        judge_held_out(chosen.held_out)
    else:
        print(f"{train(readings(), rendered(), reader.WEIGHTS)} pages, weights in {reader.WEIGHTS}")


def readings(store: Path = FIRST) -> dict[str, Parsed]:
    """What the grammar made of each page at first sight, by round/name."""
    out = {}
    with gzip.open(store, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            found = tuple(map(_question, row["questions"]))
            rest = tuple(Leftover(*one) for one in row["leftovers"])
            out[row["page"]] = Parsed(found, rest, alarm(found, rest))  # by the weights of today
    return out


def _question(row: dict[str, Any]) -> Printed:
    known: dict[str, Any] = {name: row[name] or "" for name in _FIELDS if name in row}
    known |= {name: tuple(row.get(name) or ()) for name in ("options", "notes")}
    return replace(_NOTHING, **known)


def add(pages: Path, store: Path = FIRST) -> None:
    """Append the present grammar's readings of a round's pages."""
    rows = []
    for page in annotated(pages):
        parsed = grammar.parse(page.text)
        rows.append(
            {
                "page": page.name,
                "alarm": round(parsed.alarm, 4),
                "questions": [
                    {name: getattr(q, name) for name in (*_FIELDS, "options", "notes")}
                    for q in parsed.questions
                ],
                "leftovers": [[rest.line, rest.text, rest.rule] for rest in parsed.leftovers],
            }
        )
    old = gzip.decompress(store.read_bytes()).decode() if store.exists() else ""
    new = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    store.write_bytes(gzip.compress((old + new).encode(), mtime=0))


def example(
    lines: Sequence[str], parsed: Parsed, true: Sequence[Printed]
) -> tuple[list[list[str]], list[str]]:
    """The features and true labels of a page's units."""
    text = reader.sheet(grammar.rows(lines))[0].text
    found = units(text)
    seen = reader.reading(found, parsed, locate(text, parsed.questions))
    return features(found, seen), labels(found, locate(text, true))


def rendered() -> Iterator[Paper]:
    """Short papers in every layout and in mixtures: what the grammar reads well."""
    items, dice = sample(), random.Random(_SEED)
    for layout in [*LAYOUTS.values(), *mixtures(_MIXTURES, dice)]:
        yield render(papers(items, _SHORT, dice), layout, seed=_SEED)


def train(pages: dict[str, Parsed], papers: Iterable[Paper], path: Path) -> int:
    """Learn weights from pages and rendered papers; how many pages there were."""
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params(SETTINGS)
    for name, parsed in pages.items():
        page = samples()[name]
        true = [_question(row) for row in page.truth]
        trainer.append(*example(page.text.split("\n"), parsed, true))
    for paper in papers:
        parsed = grammar.parse(paper.lines, key=paper.key_lines)
        trainer.append(*example(paper.lines, parsed, paper.expected))
    trainer.train(str(path))
    path.write_bytes(packed(rounded(path.read_bytes())))
    return len(pages)


def packed(model: bytes) -> bytes:
    """A model compressed; its records are of four and eight bytes, which the filter is told."""
    return lzma.compress(model, filters=_PACKED)


def rounded(model: bytes) -> bytes:
    """A model of CRFsuite with weights of few digits, which a wheel packs well.

    Weights below _LEAST are none, of the others _BITS binary digits are kept: few of the
    questions of samples/pages are read otherwise, none wrong.
    """
    version, start = struct.unpack_from("<I", model, 12)[0], struct.unpack_from("<I", model, 28)[0]
    if version != _VERSION or model[start : start + 4] != b"FEAT":
        raise ValueError(f"a model of CRFsuite has version {_VERSION}, this one {version}")
    first, many = start + 12, struct.unpack_from("<I", model, start + 8)[0]
    found = np.frombuffer(model, dtype=_FEATURE, count=many, offset=first).copy()
    digits, power = np.frexp(np.where(np.abs(found["weight"]) < _LEAST, 0, found["weight"]))
    found["weight"] = np.ldexp(np.round(digits * 2**_BITS) / 2**_BITS, power)
    return model[:first] + found.tobytes() + model[first + found.nbytes :]


def judge_held_out(rounds: list[int]) -> None:
    """Print how a second reading learnt from all other rounds does on these."""
    pages = readings()
    out = {name for name in pages if round_of(name) in rounds}
    table: dict[str, Counter[str]] = {}
    with TemporaryDirectory() as folder:
        weights = Path(folder) / "weights.crfsuite"
        known = {name: parsed for name, parsed in pages.items() if name not in out}
        train(known, rendered(), weights)
        tagger = reader.load(weights)
        for name in sorted(out):
            table.setdefault(name.split("/")[0], Counter()).update(
                _judged(name, pages[name], tagger)
            )
    rows = [[name, *(counts[shown] for shown in _SHOWN)] for name, counts in table.items()]
    publish("reader", "Second reading of pages it has not seen", ["round", *_SHOWN], rows)


def _judged(name: str, first: Parsed, tagger: Any) -> Counter[str]:
    wanted = truths(samples()[name].truth)
    lines = grammar.rows(samples()[name].text)
    again = read_again(lines, first, tagger) if first.alarm >= AGAIN else first
    counts = judge(wanted, again).counts
    counts["grammar"] = judge(wanted, first).counts["exact"]
    return counts


if __name__ == "__main__":
    main()
