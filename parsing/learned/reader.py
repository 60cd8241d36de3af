"""Labels of a page's units, by a conditional random field learnt from annotated pages.

The weights stand in `weights.npz.xz`; `make train-reader` makes them anew. The features are
stacked on the grammar's own reading (Wolpert 1992), so that what is learnt is where it errs.
"""

import lzma
import math
import sys
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from parsing.learned.features import Key, Reading, Seen, names, seen
from parsing.learned.places import Place, labels
from parsing.learned.units import Unit
from parsing.page.inside_lines import Kept, cut_litter
from parsing.page.layout import usual
from parsing.page.unfold import unfold
from parsing.records import Leftover, Parsed
from parsing.source_text import Sheet

Matrix: TypeAlias = npt.NDArray[np.float32]
WEIGHTS = Path(__file__).with_name("weights.npz.xz")
_ROOM = 30_000  # keys of several names that are kept; 600 pages of samples/pages made 20,000
_UNSURE = 0.8  # a label below this probability
# a logistic regression of "the page has a fault" by `python -m bench.certainty`, on pages whose
# rounds the labels had not seen; the bias is shifted to the threshold of `parsing.alarm`
_ALARM, _LEAST, _SHARE, _BIAS = 0.66, 3.14, 10.44, -1.33
_EDGE = 0.005  # alarms nearer to 0 or 1 count as this near


class Certainty(NamedTuple):
    """The smallest probability of a page's labels, and the share of those that are unsure."""

    least: float
    unsure: float


class _Rows(dict[Key, int]):
    """By key its row among the weights; 0 = weighs nothing. A key of several names gets its own."""

    def __init__(self, named: Sequence[str], weights: Matrix) -> None:
        super().__init__(zip(named, range(1, len(named) + 1), strict=True))
        self.base = self.filled = len(named) + 1
        self.weights = np.zeros((self.base + _ROOM, weights.shape[1]), np.float32)
        self.weights[1 : self.base] = weights

    def __missing__(self, key: Key) -> int:
        if isinstance(key, str):
            return 0
        if self.filled == len(self.weights):
            self.filled = self.base
            for old in [old for old in self if not isinstance(old, str)]:
                del self[old]
        row, self.filled = self.filled, self.filled + 1
        self.weights[row] = self.weights[[self[name] for name in names(key)]].sum(0)
        self[key] = row
        return row

    def sums(self, rows: Sequence[Sequence[Key]]) -> Matrix:
        """The weights of all keys of each row, added up."""
        while True:
            filled = self.filled
            found = [self[key] for keys in rows for key in keys]
            if self.filled >= filled:  # else rows were given anew on the way
                break
        starts = np.cumsum([0, *map(len, rows)])[:-1]
        return np.add.reduceat(self.weights[found], starts)


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
            self._labels = [str(label) for label in data["labels"]]
            self._model = bytes(data["decoder"])  # kept, since it is read where it lies
        self._rows = _Rows(named, weights)
        self._decoder = pycrfsuite.Tagger()
        self._decoder.open_inmemory(self._model)
        self.tag, self.probability = self._decoder.tag, self._decoder.probability
        self.marginal = self._decoder.marginal

    def set(self, page: Seen) -> None:
        """Look at a page; `tag`, `probability` and `marginal` are about the last one."""
        sums = self._rows.sums(page.units) + self._rows.sums(page.lines)[page.line_of]
        self._decoder.set([dict(zip(self._labels, row, strict=True)) for row in sums.tolist()])


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
