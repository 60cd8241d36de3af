"""The questions of annotated pages as the grammar of their day read them at first sight: signs,
verdicts, risks by weights that have not seen their round; for `bench.gate`.
"""

import json
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl
from scipy.optimize import minimize

from bench.annotated import round_of, samples
from bench.pages import judge, truths
from bench.quoting import Known, quotation, row
from bench.reader import readings
from cleaning.settings import CleanSettings
from cleaning.stage import judged
from cpsyexam.records import RawQuestion, conform, question_row
from documents.reading import read
from gating.reasons import BOUNDS, found
from gating.second.run import Sheet, calls
from gating.second.run import judged as reread
from parsing import Parsed, Printed
from parsing.confidence import question_signs

Vector = npt.NDArray[np.float64]
FOLDS = 5
RIDGE = 0.02  # of 0.002 to 0.1 the least loss on rounds left out
LEAST = 0.03  # weights that move the odds of a usual question less are none


class Read(NamedTuple):
    """A question that cleaning leaves: whether it is faulty, and its key wrong; its risk, 1 where
    something doubts it; of which half of the material; whether it is held, and whether a perfect
    second reader clears it.
    """

    faulty: bool
    wrong: bool
    risk: float
    half: int
    held: bool
    cleared: bool = False


class Pages:
    """Questions of the annotated pages, first readings: signs, verdicts, rounds."""

    def __init__(self) -> None:
        rows: list[dict[str, Any]] = []
        signs: list[dict[str, float]] = []
        verdicts: list[str] = []
        rounds: list[int] = []
        pages: list[tuple[Printed, Parsed, str]] = []
        for name, parsed in readings().items():
            told = judge(truths(samples()[name].truth), parsed).verdicts
            of = {id(one): verdict for one, verdict in told}
            for one, own in zip(
                parsed.questions, question_signs(parsed.questions, parsed.alarm), strict=True
            ):
                if id(one) in of:  # one that the page cuts off counts for nothing
                    rows.append(raw(one, f"{len(rows)}"))
                    signs.append(own)
                    verdicts.append(of[id(one)])
                    rounds.append(round_of(name))
                    pages.append((one, parsed, name))
        kept = released(rows, "files")
        places = [int(place) for place in kept["locator"]]
        self.doubted = kept["doubted"].to_list()
        self.verdicts = [verdicts[place] for place in places]
        self.rounds = np.array([rounds[place] for place in places])
        self.names = sorted({name for own in signs for name in own})
        self.matrix = np.array([[signs[p].get(n, 0.0) for n in self.names] for p in places])
        self.faulty = np.array([verdict != "exact" for verdict in self.verdicts])
        self.pages = [pages[place] for place in places]

    def left_out(self) -> list[Read]:
        """The questions of each round, judged by weights that were learnt from others."""
        risks = np.zeros(len(self.faulty))
        for fold in range(FOLDS):
            test = self.rounds % FOLDS == fold
            risks[test] = scored(self.matrix[test], *fit(self.matrix[~test], self.faulty[~test]))
        bound = 1 - BOUNDS["files"]
        out = []
        for place, verdict in enumerate(self.verdicts):
            half = int(self.rounds[place]) % 2
            risk = 1.0 if self.doubted[place] else float(risks[place])
            held = risk > bound
            cleared = held and verdict == "exact" and agrees(*self.pages[place])
            out.append(Read(verdict != "exact", verdict == "wrong", risk, half, held, cleared))
        return out

    def weights(self) -> str:
        """Bias and weights as parsing/weights.toml holds them."""
        found, bias = fit(self.matrix, self.faulty)
        lines = [f'"{n}" = {w:.2f}' for n, w in zip(self.names, found, strict=True) if w]
        return "\n".join([f"bias = {bias:.2f}", "", "[confidence.weights]", *lines])


def fit(rows: Vector, faulty: npt.NDArray[np.bool_]) -> tuple[Vector, float]:
    """Weights and bias that explain best which questions are faulty; small ones are left out."""
    spread = rows.std(0) + 1e-9
    side = np.where(faulty, 1.0, -1.0)

    def loss(weights: Vector, scaled: Vector) -> tuple[float, Vector]:
        odds = side * (scaled @ weights[:-1] + weights[-1])
        pull = -side / (1 + np.exp(odds)) / len(side)
        cost = np.logaddexp(0, -odds).mean() + RIDGE / 100 * (weights[:-1] ** 2).sum()
        slope = np.r_[scaled.T @ pull + RIDGE / 50 * weights[:-1], pull.sum()]
        return float(cost), slope

    kept = np.ones(rows.shape[1], dtype=bool)
    for _ in range(2):  # once more without the small ones
        scaled = rows[:, kept] / spread[kept]
        found = minimize(loss, np.zeros(kept.sum() + 1), (scaled,), "L-BFGS-B", jac=True).x
        weights = np.zeros(rows.shape[1])
        weights[kept] = found[:-1]
        kept = np.abs(weights) >= LEAST
    return np.where(kept, weights / spread, 0.0), float(found[-1])


def agrees(one: Printed, page: Parsed, name: str) -> bool:
    """Whether an honest second reader of a question that was read rightly passes its checks."""
    if not one.answer or (one.options and not set(one.answer) <= set("ABCDEFGH")):
        return False
    sample_ = samples()[name]
    text = sample_.text or "\n".join(read(sample_.html, name, "html").lines)
    text = f"{text}\n{sample_.key or ''}"
    known = Known(one.number, one.material, one.stem, one.options, one.answer)
    others = [row(Known(q.number, "", q.stem, (), "")) for q in page.questions]
    said = json.dumps({"questions": [quotation(known, text) | {"item": 1}]})
    return any(
        told.outcome == "agreed"
        for call in calls(Sheet(name, text, [row(known)], others), len(text))
        for told in reread(call, said, "reader", "")
    )


def scored(rows: Vector, weights: Vector, bias: float) -> Vector:
    """The risk of questions (as `parsing.confidence.risk`)."""
    risks: Vector = 1 / (1 + np.exp(-(rows @ weights + bias)))
    return risks


def raw(one: Printed, locator: str, page: str = "page") -> dict[str, Any]:
    """A row of RawQuestion."""
    return question_row(
        "bench", page, locator, number=one.number, section=one.section, declared=one.format,
        material=one.material, stem=one.stem, options=list(one.options), answer=one.answer,
        explanation=one.explanation, notes=list(one.notes), confidence=one.confidence,
    )  # fmt: skip


def released(rows: list[dict[str, Any]], kind: str) -> pl.DataFrame:
    """The rows that the rules of cleaning leave, with `doubted`: does a note or flag hold it?"""
    frame = conform(rows, RawQuestion)
    told = judged(frame, CleanSettings())
    fine = told["rule"] == ""
    kept = frame.filter(fine).with_columns(told["flags"].filter(fine), kind=pl.lit(kind))
    noted = found(kept.with_columns(confidence=pl.lit(None, pl.Float64)))
    return kept.with_columns(doubted=noted["reasons"].list.len() > 0)
