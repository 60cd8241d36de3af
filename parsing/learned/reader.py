"""Labels of a page's units, by a conditional random field learnt from annotated pages.

The weights stand in `weights.npz.xz`; `make train-reader` makes them anew. The features are
stacked on the grammar's own reading (Wolpert 1992), so that what is learnt is where it errs.
"""

import lzma
import math
import sys
from collections.abc import Sequence
from functools import cache, reduce
from io import BytesIO
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from parsing.learned.features import NAMES, Reading, Seen, filled, seen
from parsing.learned.places import Place, labels
from parsing.learned.units import Unit
from parsing.page.inside_lines import Kept, cut_litter
from parsing.page.layout import usual
from parsing.page.unfold import unfold
from parsing.records import Leftover, Parsed
from parsing.source_text import Sheet

Matrix: TypeAlias = npt.NDArray[np.float32]
WEIGHTS = Path(__file__).with_name("weights.npz.xz")
_PARTS = np.uint64(2048)  # that are told apart; a group of names and five of them fit into 64 bits
_PLACES, _SPREAD = 17, np.uint64(0x9E3779B97F4A7C15)  # bits of a place in the table; Knuth's factor
_UNSURE = 0.8  # a label below this probability
# a logistic regression of "the page has a fault" by `python -m bench.certainty`, on pages whose
# rounds the labels had not seen; the bias is shifted to the threshold of `parsing.alarm`
_ALARM, _LEAST, _SHARE, _BIAS = 0.66, 3.14, 10.44, -1.33
_EDGE = 0.005  # alarms nearer to 0 or 1 count as this near


class Certainty(NamedTuple):
    """The smallest probability of a page's labels, and the share of those that are unsure."""

    least: float
    unsure: float


class _Rows:
    """The weights of names. What the same parts fill is added up once and kept in a table of fixed
    size: of two that fall on one place the later stays.
    """

    def __init__(self, named: Sequence[str], weights: Matrix) -> None:
        self._named = {"": 0, **{name: row for row, name in enumerate(named, 1)}}
        self._weights = np.concatenate([np.zeros_like(weights[:1]), weights])
        self._sums = np.zeros((2**_PLACES, weights.shape[1]), np.float32)
        self._forget()

    def _forget(self) -> None:
        self._parts: dict[str | None, int] = {None: 0}
        self._codes = np.zeros(len(self._sums), np.uint64)  # what stands where in the table

    def sums(self, page: Seen) -> Matrix:
        """The weights of all names of each unit, added up."""
        named = np.array([[self._named.get(name, 0) for name in column] for column in page.names])
        out: Matrix = self._weights[named].sum(0)
        for row in self._filled(page):
            out += row
        lines = [self._named.get(name, 0) for names in page.lines for name in names]
        begins = list(accumulate(map(len, page.lines[:-1]), initial=0))
        return out + np.add.reduceat(self._weights[lines], begins)[page.line_of]

    def _filled(self, page: Seen) -> Matrix:
        """The weights of what parts fill, by group of `NAMES` and unit."""
        if len(self._parts) + len(page.parts) > _PARTS:
            self._forget()
        parts = [self._parts.setdefault(part, len(self._parts)) for part in page.parts]
        known = np.array(parts, np.uint64)
        codes = np.array(
            [
                reduce(lambda code, part: code * _PARTS + part, known[list(columns)], np.uint64(n))
                for n, columns in enumerate(page.fillings, 1)
            ]
        )
        place = codes * _SPREAD >> np.uint64(64 - _PLACES)
        out: Matrix = self._sums[place]
        new = np.nonzero(self._codes[place] != codes)
        _, first, again = np.unique(codes[new], return_index=True, return_inverse=True)
        rows = np.zeros((len(first), max(map(len, NAMES))), np.int64)
        for row, (group, unit) in zip(rows, np.transpose(new)[first].tolist(), strict=True):
            columns = page.fillings[group]
            told = filled(NAMES[group], [page.parts[column[unit]] for column in columns])
            row[: len(told)] = [self._named.get(name, 0) for name in told]
        out[new] = self._weights[rows].sum(1)[again]
        self._codes[place[new]], self._sums[place[new]] = codes[new], out[new]
        return out


class Labeller:
    """The labels of a page. What is seen of a unit weighs for each label; the sequence is decoded
    by CRFsuite, which knows a unit by these sums and how likely one label follows another.
    """

    def __init__(self, stored: bytes) -> None:
        import pycrfsuite

        with np.load(BytesIO(lzma.decompress(stored))) as data:
            named = bytes(data["names"]).decode().split("\n")
            weights = np.zeros((len(named), len(data["labels"])), np.float32)
            rows = np.repeat(np.arange(len(named)), data["many"])
            weights[rows, data["which"]] = data["weights"]
            self._labels = [str(label).encode() for label in data["labels"]]
            self._model = bytes(data["decoder"])  # kept, since it is read where it lies
        self._rows = _Rows(named, weights)
        self._decoder = pycrfsuite.Tagger()
        self._decoder.open_inmemory(self._model)
        self.tag, self.probability = self._decoder.tag, self._decoder.probability
        self.marginal = self._decoder.marginal

    def set(self, page: Seen) -> None:
        """Look at a page; `tag`, `probability` and `marginal` are about the last one."""
        sums = self._rows.sums(page).tolist()
        self._decoder.set([dict(zip(self._labels, row, strict=True)) for row in sums])


@cache
def load(weights: Path = WEIGHTS) -> Labeller:
    """The labeller of a file of weights, opened once."""
    return Labeller(weights.read_bytes())


def sheet(rows: Sequence[str]) -> tuple[Sheet, list[Leftover]]:
    """A page's lines as they are labelled, and what was cut out of them."""
    kept = Kept(list(rows), list(range(len(rows))))
    cut_litter(kept)
    unfold(kept)
    out = Sheet(kept.texts, kept.numbers)
    out.text = usual(out.text)
    return out, kept.noise


def label(
    found: list[Unit], reading: Reading, tagger: Any = None
) -> tuple[list[str], float, Certainty]:
    """The likeliest sequence of labels: X, or B or I with a field's kind (see `places`).

    Also how much likelier it is than the grammar's own, in units of the natural logarithm, and
    how sure each of its labels is.
    """
    tagger = tagger or load()
    tagger.set(seen(found, reading))
    best = list(tagger.tag())
    least = sys.float_info.min  # the grammar's labels may be all but impossible
    ours, theirs = (max(tagger.probability(row), least) for row in (best, reading.labels))
    return best, math.log(ours) - math.log(theirs), certainty(best, tagger)


def reading(found: list[Unit], parsed: Parsed, places: list[Place]) -> Reading:
    """What the grammar made of a page, per unit; `places` = where its questions' fields stand."""
    named = labels(found, places)
    shapes = [  # how many options a question has, whether an answer, its format
        f"{min(len(q.options), 6)}|{int(bool(q.answer))}|{q.format}" for q in parsed.questions
    ]
    begins = {place.start: shapes[place.question] for place in places if place.kind == "S"}
    rules = {rest.line: rest.rule for rest in reversed(parsed.leftovers) if rest.page == "paper"}
    line, here = 0, ""
    by_line, by_question = [], []
    for unit, name in zip(found, named, strict=True):
        here = begins.get(unit.start, here) if name == "BS" else here
        by_line.append(rules.get(line, ""))
        by_question.append(here)
        line += unit.kind == "break"
    return Reading(named, by_line, by_question)


def certainty(named: Sequence[str], tagger: Any) -> Certainty:
    """How sure a tagger is of the labels that it gave to the page set last."""
    found = [tagger.marginal(name, i) for i, name in enumerate(named)]
    return Certainty(min(found), sum(p < _UNSURE for p in found) / len(found))


def weighed(alarm: float, sure: Certainty) -> float:
    """The alarm of a page by what its questions contradict and by how sure its labels are."""
    near = min(max(alarm, _EDGE), 1 - _EDGE)
    odds = _ALARM * math.log(near / (1 - near)) + _LEAST * (1 - sure.least) + _SHARE * sure.unsure
    return 1 / (1 + math.exp(-(odds + _BIAS)))
