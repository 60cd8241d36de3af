"""`make bench-gate`: what the gate holds back, and what of the rest is faulty.

In: the annotated pages of all rounds **as the grammar of their day read them at first sight**; book
designs and written books without OCR; papers of the sample bank in random layouts; banks. Every
question that the rules of cleaning leave is exact or not by the truth. Out: by kind of source the
share held against the share faulty among the rest, for the gate as it is and for other bounds of
confidence; what is still held where a perfect second reader sees the page; and the bound that one
half of the material (every second round, design, book or paper) would choose, with what it does on
the other half. `--fit` learns the weights of `parsing.confidence` anew and prints them. Pages are
judged by weights that have not seen their round.
"""

import argparse
import random
from collections.abc import Iterator
from typing import Any

import polars as pl

from bench.annotated import WRITTEN, annotated
from bench.designs import bank, designs
from bench.designs_score import tally
from bench.frame import ROOT, SHARED, publish
from bench.gate_pages import Pages, Read, raw, released
from bench.pages import Truth, judge
from bench.paper_bank import mixtures, papers, sample
from bench.structure import PRINTED, records
from bench.structure_pages import Sheets, printable, sheets
from bench.typewritten import typed
from cpsyexam.records import RawQuestion, conform
from gating.reasons import BOUNDS
from papers import render
from parsing import parse

PAPERS, LONG = 150, 12
DESIGNS = 3  # every third is printed: all cost five minutes more
HELD = (0.05, 0.1, 0.2, 0.3, 0.4)  # shares of the questions that other bounds hold
FAULTY = 0.01  # of what is released, at most


def main() -> None:
    """Print the curves, or the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fit", action="store_true", help="print the weights, learnt anew")
    pages = Pages()
    if parser.parse_args().fit:
        print(pages.weights())
        return
    kinds = {
        "pages at first sight": pages.left_out(),
        "papers in random layouts": _gated(_papers(), "files"),
        "book designs": _gated(_books(_designs()), "books"),
        "written books": _gated(_books(_written()), "books"),
        "banks": _banks(),
    }
    shown = [f"{share:.0%} held" for share in HELD]
    columns = ["source", "questions", "faulty", "held", "faulty of the rest", "wrong keys"]
    columns += ["held after a second reader", *shown]
    facts = {name: told for name, some in kinds.items() if (told := _chosen(some))}
    rows = [_row(*one) for one in kinds.items()]
    publish("gate", "What the gate holds back", columns, rows, facts)


def _chosen(all_read: list[Read]) -> str:
    """The least confidence of each half with so few faults and no wrong key, and what it does on
    the other half.
    """
    said = []
    for half in (0, 1):
        own = sorted((one for one in all_read if one.half == half), key=lambda one: one.risk)
        rest = [one for one in all_read if one.half != half]
        if not own or not rest:
            continue
        bound, bad, wrong = 0.0, 0, 0
        for place, one in enumerate(own, 1):
            bad, wrong = bad + one.faulty, wrong + one.wrong
            following = own[place].risk if place < len(own) else 1.0
            if following > one.risk and not wrong and bad <= FAULTY * place:
                bound = (one.risk + following) / 2
        kept = [one for one in rest if one.risk <= bound]
        said.append(
            f"half {half + 1} chooses {1 - bound:.3f}; the other: {1 - len(kept) / len(rest):.1%} "
            f"held, {_share(kept)} faulty, {sum(one.wrong for one in kept)} wrong keys"
        )
    return "; ".join(said)


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
        f"{sum(o.held and not o.cleared for o in all_read) / max(1, len(all_read)):.1%}",
        *others,
    ]


def _share(some: list[Read]) -> str:
    return f"{sum(one.faulty for one in some) / len(some):.2%}" if some else "–"


def _gated(rows: Iterator[tuple[dict[str, Any], str]], kind: str) -> list[Read]:
    """What the gate says of rows with their verdicts."""
    both = list(rows)
    verdicts = {one["raw_id"]: verdict for one, verdict in both}
    kept = released([one for one, _ in both], kind)
    halves = {one["raw_id"]: one["capture"] for one, _ in both}
    order = {name: place % 2 for place, name in enumerate(dict.fromkeys(halves.values()))}
    out, bound = [], 1 - BOUNDS.get(kind, 0.0)
    for name, sure, doubted in kept.select("raw_id", "confidence", "doubted").iter_rows():
        verdict, half = verdicts[name], order[halves[name]]
        risk = 1.0 if doubted else 1 - (1.0 if sure is None else sure)
        out.append(Read(verdict != "exact", verdict == "wrong", risk, half, risk > bound))
    return out


def _papers() -> Iterator[tuple[dict[str, Any], str]]:
    """Papers of the sample bank in mixed layouts, with noise."""
    items, dice = sample(), random.Random(20261126)
    for number, layout in enumerate(mixtures(PAPERS, dice)):
        paper = render(papers(items, LONG, dice), layout, seed=number)
        parsed = parse(paper.lines, key=paper.key_lines)
        true = [Truth(q.stem, q.options, q.answer) for q in paper.expected]
        for place, (one, verdict) in enumerate(judge(true, parsed).verdicts):
            yield raw(one, f"{number}/{place}", f"paper {number}"), verdict


def _books(books: Iterator[tuple[str, Sheets]]) -> Iterator[tuple[dict[str, Any], str]]:
    for name, printed in books:
        kept = conform(records(name, printed).questions, RawQuestion).to_dicts()
        verdicts = tally(printed.truth, kept).judged
        for one in kept:
            exact, wrong = verdicts[one["raw_id"]]
            yield one | {"capture": name}, "exact" if exact else "wrong" if wrong else "incomplete"


def _designs() -> Iterator[tuple[str, Sheets]]:
    texts = bank()
    for name, design in list(designs().items())[::DESIGNS]:
        if printable(design):
            yield name, sheets(design, texts, 1, PRINTED)


def _written() -> Iterator[tuple[str, Sheets]]:
    for folder in sorted(WRITTEN.iterdir()):
        yield from ((book.name, typed(book, PRINTED)) for book in annotated(folder))


def _banks() -> list[Read]:
    """Banks that are typed and clear: all that is held is held in vain."""
    from banks.read import questions

    places = [ROOT / "samples/banks/structured.json", SHARED / "cpsyexam" / "train"]
    found = pl.concat(
        questions(place).select(RawQuestion.column_names()) for place in places if place.exists()
    ).unique("raw_id", maintain_order=True)
    return _gated(((one, "exact") for one in found.to_dicts()), "banks")


if __name__ == "__main__":
    main()
