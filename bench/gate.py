"""`make bench-gate`: what the gate holds back, and what of the rest is faulty.

In: the annotated pages of all rounds **as the grammar of their day read them at first sight**; book
designs and written books without OCR; papers of the sample bank in random layouts; banks. Every
question that the rules of cleaning leave is exact or not by the truth. Out: by kind of source the
share held against the share faulty among the rest, for the gate as it is and for other bounds of
confidence; `--fit` learns the weights of `parsing.confidence` anew and prints them. Pages are
judged by weights that have not seen their round.
"""

import argparse
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl
from scipy.optimize import minimize

from bench.annotated import WRITTEN, annotated, round_of, samples
from bench.designs import bank, designs
from bench.designs_score import tally
from bench.frame import ROOT, SHARED, publish
from bench.pages import Truth, judge, truths
from bench.paper_bank import mixtures, papers, sample
from bench.reader import readings
from bench.structure import PRINTED, records
from bench.structure_pages import Sheets, printable, sheets
from bench.typewritten import typed
from cleaning.settings import CleanSettings
from cleaning.stage import judged
from cpsyexam.records import RawQuestion, conform, question_row
from gating.reasons import BOUNDS, found
from papers import render
from parsing import Printed, parse
from parsing.confidence import question_signs

Vector = npt.NDArray[np.float64]
FOLDS = 5
RIDGE = 0.02  # of 0.002 to 0.1 the least loss on rounds left out
LEAST = 0.03  # weights that move the odds of a usual question less are none
PAPERS, LONG = 150, 12
HELD = (0.05, 0.1, 0.2, 0.3, 0.4)  # shares of the questions that other bounds hold


class Read(NamedTuple):
    """A question that cleaning leaves: whether it is faulty, its key wrong, and held; its risk."""

    faulty: bool
    wrong: bool
    held: bool
    risk: float


def main() -> None:
    """Print the curves, or the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fit", action="store_true", help="print the weights, learnt anew")
    pages = Pages()
    if parser.parse_args().fit:
        print(pages.weights())
        return
    kinds = {
        "pages at first sight, all rounds": pages.left_out(1),
        "of them the last ten rounds": pages.left_out(max(pages.rounds) - 9),
        "papers in random layouts": _gated(_papers(), "files"),
        "book designs": _gated(_books(_designs()), "books"),
        "written books": _gated(_books(_written()), "books"),
        "banks": _banks(),
    }
    shown = [f"{share:.0%} held" for share in HELD]
    columns = ["source", "questions", "faulty", "held", "faulty of the rest", "wrong keys", *shown]
    publish("gate", "What the gate holds back", columns, [_row(*one) for one in kinds.items()])


def _row(name: str, all_read: list[Read]) -> list[object]:
    rest = [one for one in all_read if not one.held]
    by_risk = sorted(all_read, key=lambda one: one.risk)
    others = []
    for share in HELD:
        kept = by_risk[: round((1 - share) * len(by_risk))]
        others.append(f"{_share(kept)}, {sum(one.wrong for one in kept)}")
    return [
        name,
        len(all_read),
        _share(all_read),
        f"{1 - len(rest) / len(all_read):.1%}" if all_read else "",
        _share(rest),
        sum(one.wrong for one in rest),
        *others,
    ]


def _share(some: list[Read]) -> str:
    return f"{sum(one.faulty for one in some) / len(some):.2%}" if some else "–"


class Pages:
    """Questions of the annotated pages, first readings: signs, verdicts, rounds."""

    def __init__(self) -> None:
        rows: list[dict[str, Any]] = []
        signs: list[dict[str, float]] = []
        verdicts: list[str] = []
        rounds: list[int] = []
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
        kept = released(rows, "files")
        places = [int(place) for place in kept["locator"]]
        self.held = kept["held"].to_list()
        self.verdicts = [verdicts[place] for place in places]
        self.rounds = np.array([rounds[place] for place in places])
        self.names = sorted({name for own in signs for name in own})
        self.matrix = np.array([[signs[p].get(n, 0.0) for n in self.names] for p in places])
        self.faulty = np.array([verdict != "exact" for verdict in self.verdicts])

    def left_out(self, first: int) -> list[Read]:
        """Rounds from `first` on, each judged by weights that were learnt from others."""
        risks = np.zeros(len(self.faulty))
        for fold in range(FOLDS):
            test = self.rounds % FOLDS == fold
            risks[test] = scored(self.matrix[test], *fit(self.matrix[~test], self.faulty[~test]))
        bound = 1 - BOUNDS["files"]
        return [
            Read(bool(bad), verdict == "wrong", held or bool(risk > bound), float(risk))
            for bad, verdict, held, risk, number in zip(
                self.faulty, self.verdicts, self.held, risks, self.rounds, strict=True
            )
            if number >= first
        ]

    def weights(self) -> str:
        """Bias and weights as code."""
        found, bias = fit(self.matrix, self.faulty)
        lines = [f'    "{n}": {w:.2f},' for n, w in zip(self.names, found, strict=True) if w]
        return "\n".join([f"BIAS = {bias:.2f}", "WEIGHTS = {", *lines, "}"])


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


def scored(rows: Vector, weights: Vector, bias: float) -> Vector:
    """The risk of questions (as `parsing.confidence.risk`)."""
    risks: Vector = 1 / (1 + np.exp(-(rows @ weights + bias)))
    return risks


def raw(one: Printed, locator: str) -> dict[str, Any]:
    """A row of RawQuestion."""
    return question_row(
        "bench", "page", locator, number=one.number, section=one.section, declared=one.format,
        material=one.material, stem=one.stem, options=list(one.options), answer=one.answer,
        explanation=one.explanation, notes=list(one.notes), confidence=one.confidence,
    )  # fmt: skip


def released(rows: list[dict[str, Any]], kind: str) -> pl.DataFrame:
    """The rows that the rules of cleaning leave, with `held`: whether the gate has a reason."""
    frame = conform(rows, RawQuestion)
    told = judged(frame, CleanSettings())
    fine = told["rule"] == ""
    kept = frame.filter(fine).with_columns(told["flags"].filter(fine), kind=pl.lit(kind))
    return kept.with_columns(held=found(kept)["reasons"].list.len() > 0)


def _gated(read: Iterator[tuple[dict[str, Any], str]], kind: str) -> list[Read]:
    """What the gate says of rows with their verdicts."""
    both = list(read)
    verdicts = {row["raw_id"]: verdict for row, verdict in both}
    kept = released([row for row, _ in both], kind)
    return [
        Read(verdicts[name] != "exact", verdicts[name] == "wrong", held, 1 - (sure or 0))
        for name, sure, held in kept.select("raw_id", "confidence", "held").iter_rows()
    ]


def _papers() -> Iterator[tuple[dict[str, Any], str]]:
    """Papers of the sample bank in mixed layouts, with noise."""
    items, dice = sample(), random.Random(20261126)
    for number, layout in enumerate(mixtures(PAPERS, dice)):
        paper = render(papers(items, LONG, dice), layout, seed=number)
        parsed = parse(paper.lines, key=paper.key_lines)
        true = [Truth(q.stem, q.options, q.answer) for q in paper.expected]
        for place, (one, verdict) in enumerate(judge(true, parsed).verdicts):
            yield raw(one, f"{number}/{place}"), verdict


def _books(books: Iterator[tuple[str, Sheets]]) -> Iterator[tuple[dict[str, Any], str]]:
    for name, printed in books:
        kept = conform(records(name, printed).questions, RawQuestion).to_dicts()
        verdicts = tally(printed.truth, kept).judged
        for row in kept:
            exact, wrong = verdicts[row["raw_id"]]
            yield row, "exact" if exact else "wrong" if wrong else "incomplete"


def _designs() -> Iterator[tuple[str, Sheets]]:
    texts = bank()
    for name, design in designs().items():
        if printable(design):
            yield name, sheets(design, texts, 1, PRINTED)


def _written() -> Iterator[tuple[str, Sheets]]:
    for folder in sorted(WRITTEN.iterdir()):
        yield from ((book.name, typed(book, PRINTED)) for book in annotated(folder))


def _banks() -> list[Read]:
    """Banks that are typed and clear: all that is held is held in vain."""
    from banks.read import questions

    places = [ROOT / "samples/banks/structured.json", SHARED / "cpsyexam" / "train"]
    rows = [
        questions(place).select(RawQuestion.column_names()) for place in places if place.exists()
    ]
    kept = released(pl.concat(rows).unique("raw_id").to_dicts(), "banks")
    return [Read(faulty=False, wrong=False, held=held, risk=0.0) for held in kept["held"]]


if __name__ == "__main__":
    main()
