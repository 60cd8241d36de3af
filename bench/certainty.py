"""`python -m bench.certainty`: the alarm of pages read twice, learnt with rounds left out.

In: the grammar's first readings of all annotated pages; labels by five models, each learnt from
four fifths of the rounds and asked about the others. Out: the weights of
`parsing.learned.reader`, and what share of faulty pages and questions the alarm catches with
and without them where it flags one faultless page in twenty. About 15 minutes of CPU.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from bench.alarm import threshold
from bench.annotated import round_of, samples
from bench.frame import publish
from bench.pages import judge, truths
from bench.reader import readings, rendered, train
from parsing import AGAIN, Parsed, grammar
from parsing.alarm import THRESHOLD, alarm
from parsing.learned import reader
from parsing.learned.reader import Certainty
from parsing.learned.second import labelled, read_again

Vector = npt.NDArray[np.float64]
_FOLDS = 5
_RIDGE = 0.002
_LOST = ("wrong", "merged", "missing")
_FAULTS = (*_LOST, "incomplete", "invented")
_COLUMNS = ("alarm", "faulty pages", "faulty questions", "wrong or lost ones", "false", "threshold")


class Page(NamedTuple):
    """A page as it would be read: by what it contradicts itself, how sure its labels are, faults.

    `used` = its alarm by the weights in use.
    """

    fold: int
    alarm: float
    used: float
    sure: Certainty | None
    faults: int
    lost: int


def pages_of(fold: int, pages: dict[str, Parsed], folder: Path) -> list[Page]:
    """Pages of a fifth of the rounds, read with labels that were learnt from the others."""
    asked = {name: first for name, first in pages.items() if round_of(name) % _FOLDS == fold}
    weights = folder / f"{fold}.weights"
    train({name: first for name, first in pages.items() if name not in asked}, rendered(), weights)
    tagger, out = reader.load(weights), []
    for name, first in asked.items():
        rows = grammar.rows(samples()[name].text)
        page = labelled(rows, first, tagger) if first.alarm >= AGAIN else None
        final = read_again(rows, first, tagger) if page else first
        counts = judge(truths(samples()[name].truth), final).counts
        faults, lost = (sum(counts[kind] for kind in kinds) for kinds in (_FAULTS, _LOST))
        own = alarm(final.questions, final.leftovers)
        out.append(Page(fold, own, final.alarm, page.sure if page else None, faults, lost))
    return out


def _signs(page: Page) -> list[float]:
    near = min(max(page.alarm, 0.005), 0.995)
    least, unsure = page.sure or Certainty(1.0, 0.0)
    return [np.log(near / (1 - near)), 1 - least, unsure]


def fit(pages: list[Page]) -> Vector:
    """Weights of the signs and a bias, by logistic regression with a small ridge."""
    signs = np.array([_signs(page) for page in pages])
    side = np.array([1.0 if page.faults else -1.0 for page in pages])
    size = signs.std(0) + 1e-9

    def loss(weights: Vector) -> float:
        odds = (signs / size) @ weights[:-1] + weights[-1]
        return float(np.log1p(np.exp(-side * odds)).mean() + _RIDGE * (weights[:-1] ** 2).sum())

    found = minimize(loss, np.zeros(signs.shape[1] + 1)).x
    out: Vector = np.r_[found[:-1] / size, found[-1]]
    return out


def _row(name: str, pages: list[Page], scores: Vector) -> list[object]:
    faults, lost = np.array([p.faults for p in pages]), np.array([p.lost for p in pages])
    limit = threshold(scores, faults)
    flagged = scores >= limit
    return [
        name,
        f"{int(flagged[faults > 0].sum())} of {int((faults > 0).sum())}",
        *(f"{100 * kind[flagged].sum() / kind.sum():.0f} %" for kind in (faults, lost)),
        f"{int(flagged[faults == 0].sum())} of {int((faults == 0).sum())}",
        f"{limit:.2f}",
    ]


def main() -> None:
    """Print the weights and what they catch."""
    first = readings()
    with TemporaryDirectory() as folder:
        pages = [p for fold in range(_FOLDS) for p in pages_of(fold, first, Path(folder))]
    held_out = np.zeros(len(pages))
    labelled = np.array([p.sure is not None for p in pages])
    signs = np.array([_signs(p) for p in pages])
    for fold in range(_FOLDS):
        found = fit([p for p in pages if p.sure and p.fold != fold])
        test = labelled & np.array([p.fold == fold for p in pages])
        held_out[test] = 1 / (1 + np.exp(-(signs[test] @ found[:-1] + found[-1])))
    own = np.array([p.alarm for p in pages])
    used = np.array([p.used for p in pages])
    weights = fit([p for p in pages if p.sure])
    faults = np.array([p.faults for p in pages])
    limit = threshold(held_out, faults)
    shift = np.log(THRESHOLD / (1 - THRESHOLD)) - np.log(limit / (1 - limit))
    rows = [
        _row("what questions contradict", pages, own),
        _row("and how sure labels are, each fifth left out", pages, held_out),
        _row("by the weights in use", pages, used),
    ]
    facts = {
        "weights": ", ".join(f"{w:.2f}" for w in weights[:-1]),
        "bias": f"{weights[-1] + shift:.2f}",
    }
    publish("certainty", "The alarm of pages read twice", _COLUMNS, rows, facts)


if __name__ == "__main__":
    main()
