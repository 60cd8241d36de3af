"""`make train-reader`: weights of the parser's second reader, learnt from annotated pages.

In: short rendered papers, the pages of samples/pages with their truth, and
`first_readings.jsonl.gz`: what the grammar of that day made of each page before anybody had mended
it there, so that what is learnt is how a grammar errs on pages that it has not seen. Out:
`parsing/learned/weights.npz.xz`. The same pages, papers and grammar give the same weights.
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
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt
import pycrfsuite

from bench.annotated import SAMPLES, annotated, round_of, samples
from bench.frame import publish
from bench.pages import judge, truths
from bench.paper_bank import mixtures, papers, sample
from papers import LAYOUTS, Paper, render
from parsing import AGAIN, Parsed, Printed, grammar
from parsing.alarm import alarm
from parsing.learned import reader
from parsing.learned.features import seen
from parsing.learned.places import labels, locate
from parsing.learned.second import read_again
from parsing.learned.units import units
from parsing.records import Leftover

Vector = npt.NDArray[np.float64]
FIRST = SAMPLES / "first_readings.jsonl.gz"
SETTINGS = {"c1": 0.2, "c2": 0.1, "max_iterations": 80, "feature.minfreq": 2}
_VERSION, _FEATURE = 100, np.dtype([("of", "<u4", 3), ("weight", "<f8")])  # kind, from, to
_LEAST, _BITS = 0.01, 7
_PRESET = 9 | lzma.PRESET_EXTREME
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
    first = reader.reading(found, parsed, locate(text, parsed.questions))
    return seen(found, first).all_names(), labels(found, locate(text, true))


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
    path.write_bytes(packed(path))
    return len(pages)


def packed(model: Path) -> bytes:
    """A model of CRFsuite as `parsing.learned.reader.Labeller` reads it."""
    tagger = pycrfsuite.Tagger()
    tagger.open(str(model))
    known, order = tagger.info(), tagger.labels()
    found = [(name, order.index(label), w) for (name, label), w in known.state_features.items()]
    weights = rounded(np.array([weight for *_, weight in found]))
    kept = sorted((name, label, w) for (name, label, _), w in zip(found, weights, strict=True) if w)
    many = Counter(name for name, *_ in kept)
    steps = [[known.transitions.get((a, b), 0.0) for b in order] for a in order]
    stored = BytesIO()
    np.savez(
        stored,
        names=np.frombuffer("\n".join(many).encode(), np.uint8),
        many=np.array(list(many.values()), np.uint8),
        which=np.array([label for _, label, _ in kept], np.uint8),
        weights=np.array([weight for *_, weight in kept], np.float16),
        labels=np.array(order),
        decoder=np.frombuffer(decoder(order, rounded(np.array(steps))), np.uint8),
    )
    return lzma.compress(stored.getvalue(), preset=_PRESET)


def rounded(weights: Vector) -> Vector:
    """Weights of few digits, which a wheel packs well.

    Below _LEAST they are none, of the others _BITS binary digits are kept: few of the questions
    of samples/pages are read otherwise, none wrong.
    """
    digits, power = np.frexp(np.where(np.abs(weights) < _LEAST, 0, weights))
    out: Vector = np.ldexp(np.round(digits * 2**_BITS) / 2**_BITS, power)
    return out


def decoder(labels: Sequence[str], steps: Vector) -> bytes:
    """A model of CRFsuite that sees of a unit how much speaks for each label.

    `steps` = the weight of each label behind each other one. Learnt from one page of all labels,
    for its form; then its weights are set.
    """
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.set_params({"max_iterations": 1, "feature.possible_states": 1})
    trainer.set("feature.possible_transitions", 1)
    trainer.append([[label] for label in labels], labels)
    with TemporaryDirectory() as folder:
        trainer.train(str(Path(folder) / "model"))
        model = (Path(folder) / "model").read_bytes()
    version, start = struct.unpack_from("<I", model, 12)[0], struct.unpack_from("<I", model, 28)[0]
    first, many = start + 12, struct.unpack_from("<I", model, start + 8)[0]
    if version != _VERSION or many != 2 * len(labels) ** 2:
        raise ValueError(f"a model of CRFsuite has version {_VERSION}, this one {version}: {many}")
    found = np.frombuffer(model, dtype=_FEATURE, count=many, offset=first).copy()
    kind, one, other = found["of"].T
    found["weight"] = np.where(kind == 1, steps[one, other], one == other)
    return model[:first] + found.tobytes() + model[first + found.nbytes :]


def judge_held_out(rounds: list[int]) -> None:
    """Print how a second reading learnt from all other rounds does on these."""
    pages = readings()
    out = {name for name in pages if round_of(name) in rounds}
    table: dict[str, Counter[str]] = {}
    with TemporaryDirectory() as folder:
        weights = Path(folder) / "weights"
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
