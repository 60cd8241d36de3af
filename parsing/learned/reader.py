"""Labels of a page's units, by a conditional random field learnt from annotated pages.

The weights stand in `weights.crfsuite.xz`; `make train-reader` makes them anew. The features are
stacked on the grammar's own reading (Wolpert 1992), so that what is learnt is where it errs.
"""

import lzma
import math
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from parsing.learned.features import Reading, features
from parsing.learned.places import Place, labels
from parsing.learned.units import Unit
from parsing.page.inside_lines import Kept, cut_litter
from parsing.page.layout import usual
from parsing.page.unfold import unfold
from parsing.records import Leftover, Parsed, Printed
from parsing.source_text import Sheet

WEIGHTS = Path(__file__).with_name("weights.crfsuite.xz")
_UNSURE = 0.8  # a label below this probability
# a logistic regression of "the page has a fault" by `python -m bench.certainty`, on pages whose
# rounds the labels had not seen; the bias is shifted to the threshold of `parsing.alarm`
_ALARM, _LEAST, _SHARE, _BIAS = 0.66, 3.14, 10.44, -1.33
_EDGE = 0.005  # alarms nearer to 0 or 1 count as this near


class Certainty(NamedTuple):
    """The smallest probability of a page's labels, and the share of those that are unsure."""

    least: float
    unsure: float


@cache
def load(weights: Path = WEIGHTS) -> Any:
    """The tagger of a file of weights, opened once."""
    import pycrfsuite

    tagger = pycrfsuite.Tagger()
    tagger.open_inmemory(_model(weights))
    return tagger


@cache
def _model(weights: Path) -> bytes:
    """A file's model; kept, since a tagger reads it where it lies."""
    return lzma.decompress(weights.read_bytes())


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
    tagger.set(features(found, reading))
    best = list(tagger.tag())
    least = sys.float_info.min  # the grammar's labels may be all but impossible
    odds = math.log(max(tagger.probability(best), least)) - math.log(
        max(tagger.probability(reading.labels), least)
    )
    return best, odds, certainty(best, tagger)


def reading(found: list[Unit], parsed: Parsed, places: list[Place]) -> Reading:
    """What the grammar made of a page, per unit; `places` = where its questions' fields stand."""
    shapes = [shape(question) for question in parsed.questions]
    return told(found, places, shapes, rules(parsed.leftovers))


def shape(question: Printed) -> str:
    """How many options a question has, whether an answer, its format."""
    return f"{min(len(question.options), 6)}|{int(bool(question.answer))}|{question.format}"


def rules(leftovers: tuple[Leftover, ...]) -> dict[int, str]:
    """The rule that set each line aside, by line."""
    return {rest.line: rest.rule for rest in reversed(leftovers) if rest.page == "paper"}


def told(
    found: list[Unit], places: list[Place], shapes: list[str], rules: dict[int, str]
) -> Reading:
    """The parts of a grammar's reading spread over a page's units."""
    named = labels(found, places)
    begins = {place.start: shapes[place.question] for place in places if place.kind == "S"}
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
