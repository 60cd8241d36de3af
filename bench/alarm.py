"""`python -m bench.alarm`: weights of the parser's alarm, learnt from pages and spoiled papers.

In: what the grammar made of each annotated page **at first sight** (`first_readings.jsonl.gz`) and
rendered papers that were spoiled (lines joined, numbers and letters taken away, furniture put
between), each with the signs of `parsing.alarm` and whether a question of it is not exact. Out: a
table of weights to put into `parsing/weights.toml`, and how they do on each round when they are
learnt from the others; the threshold is that of these held-out figures. A logistic regression with
weights of at least 0, so that a page without any sign has no alarm; the same seed gives the same
table.
"""

import random
import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bench.annotated import round_of, samples
from bench.frame import publish
from bench.pages import judge, truths
from bench.paper_bank import mixtures, sample
from bench.parse import compare
from bench.reader import readings
from papers import LAYOUTS, Paper, render
from parsing.alarm import THRESHOLD, signs
from parsing.grammar import parse

Vector = npt.NDArray[np.float64]
_PAPERS = 700
_SHARE = 0.25  # weight of all papers together against the pages
_RIDGE = 0.0005  # keeps weights finite; more of it was worse with a round left out
_STEPS = 6_000
_FALSE = 0.05  # share of faultless pages that may be flagged
_FURNITURE = ("纠错 收藏 笔记", "难度：★★", "第3页 共12页", "本题得分：2分", "看了本题的人还看了")


_KEY = re.compile(r"[【\[]?(?:正确|参考)?答案.{0,12}$")
_OPTION, _LATER = re.compile(r"\s*[(（]?A\s?[.．、)）]"), re.compile(r"\s*[(（]?[B-H]\s?[.．、)）]")
_REGULAR = 3  # answers of a paper that make the lack of one a contradiction


@dataclass
class Pages:
    """What is known of pages: signs, whether a page has a fault, faulty questions, their round."""

    signs: list[dict[str, float]]
    faults: list[int]
    rounds: list[int]

    def matrix(self, names: list[str]) -> Vector:
        """Rows of pages, columns of signs."""
        return np.array([[row.get(name, 0.0) for name in names] for row in self.signs])


def annotated() -> Pages:
    """The recreated pages of all rounds, as the grammar of their day read them."""
    out = Pages([], [], [])
    for name, parsed in readings().items():
        counts = judge(truths(samples()[name].truth), parsed).counts
        bad = ("incomplete", "wrong", "merged", "missing", "invented")
        out.signs.append(signs(parsed.questions, parsed.leftovers))
        out.faults.append(sum(counts[fault] for fault in bad))
        out.rounds.append(round_of(name))
    return out


def spoiled(count: int, dice: random.Random) -> Pages:
    """Short papers of the sample bank in random layouts, most of them spoiled."""
    items = [item for item in sample() if not item.material]
    layouts = [*LAYOUTS.values(), *mixtures(count, dice)]
    out = Pages([], [], [])
    for _ in range(count):
        paper = render(dice.sample(items, dice.randint(3, 9)), dice.choice(layouts), seed=7)
        lines = _spoil(list(paper.lines), dice)
        parsed = parse(lines, key=paper.key_lines)
        out.signs.append(signs(parsed.questions, parsed.leftovers))
        out.faults.append(_faults(paper, lines))
        out.rounds.append(0)
    return out


def _faults(paper: Paper, lines: list[str]) -> int:
    parsed = parse(lines, key=paper.key_lines)
    if tuple(lines) == tuple(paper.lines):
        counts = compare(paper, parsed)
        return counts["questions"] - counts["exact"] + counts["spurious"]
    got = {(_bare(q.stem), tuple(map(_bare, q.options)), q.answer) for q in parsed.questions}
    if sum(map(_keyed, lines)) != sum(map(_keyed, paper.lines)) and len(lines) != 1:
        return 1  # an answer was taken away, or stands twice: someone should look
    wanted = {(_bare(q.stem), tuple(map(_bare, q.options)), q.answer) for q in paper.expected}
    return len(wanted - got) + len(got - wanted)


def _keyed(line: str) -> bool:
    return _KEY.match(line) is not None


def _bare(text: str) -> str:
    return re.sub(r"\s", "", text)


def _spoil(lines: list[str], dice: random.Random) -> list[str]:
    kind = dice.choice(
        (
            "none",
            "join",
            "join all",
            "numbers",
            "letters",
            "furniture",
            "some",
            "key",
            "key twice",
            "options",
        )
    )
    keys = [i for i, line in enumerate(lines) if _KEY.match(line)]
    if kind.startswith("key") and len(keys) > _REGULAR:
        at = dice.choice(keys)
        return [*lines[:at], *(["答案：A", "答案：B"] if " " in kind else []), *lines[at + 1 :]]
    heads = [i for i, line in enumerate(lines) if _OPTION.match(line)]
    if kind == "options" and len(heads) > _REGULAR:
        at = dice.choice(heads)
        gone = range(at + 1, at + 8)
        return [line for i, line in enumerate(lines) if i not in gone or not _LATER.match(line)]
    if kind == "join all":
        return ["".join(lines)]
    out: list[str] = []
    for line in lines:
        spoil = dice.random() < (0.15 if kind == "some" else 0.5)
        if kind in ("join", "some") and out and spoil:
            out[-1] += line
        elif kind == "numbers" and spoil:
            out.append(re.sub(r"^\s*[（(]?\d{1,3}\s?[.．、)）]", "", line))
        elif kind == "letters" and spoil:
            out.append(re.sub(r"(?:^|(?<=\s))[(（]?[A-H]\s?[.．、)）]", "", line))
        else:
            out.append(line)
        if kind == "furniture" and dice.random() < 0.1:
            out.append(dice.choice(_FURNITURE))
    return out


def fit(rows: Vector, faulty: Vector, share: Vector) -> tuple[Vector, float]:
    """Weights of at least 0 and the bias that explain best which pages have a fault."""
    weights, bias = np.zeros(rows.shape[1]), 0.0
    share = share / share.sum()
    for step in range(_STEPS):
        pull = share * (faulty - 1 / (1 + np.exp(-(rows @ weights + bias))))
        rate = 4.0 / (1 + step / 1_000)
        weights = np.maximum(weights + rate * (rows.T @ pull - _RIDGE * weights), 0.0)
        bias += rate * pull.sum()
    return weights, float(bias)


def scored(rows: Vector, weights: Vector, bias: float) -> Vector:
    """The alarm of pages: 0 without any sign, 1 at most (as `parsing.alarm.alarm`)."""
    none = 1 / (1 + np.exp(-bias))
    found: Vector = (1 / (1 + np.exp(-(rows @ weights + bias))) - none) / (1 - none)
    return found


def threshold(scores: Vector, faults: Vector) -> float:
    """The lowest alarm that flags no more than the allowed share of faultless pages."""
    free = np.sort(scores[faults == 0])
    allowed = int(_FALSE * len(free))
    return float(free[len(free) - allowed - 1]) + 1e-6


def row(name: str, scores: Vector, faults: Vector, limit: float) -> list[object]:
    """A row of the table: what a threshold catches."""
    flagged, faulty = scores >= limit, faults > 0
    return [
        name,
        len(faults),
        f"{int((flagged & faulty).sum())} of {int(faulty.sum())}",
        f"{int((flagged & ~faulty).sum())} of {int((~faulty).sum())}",
        f"{100 * faults[flagged].sum() / max(faults.sum(), 1):.0f} %",
        f"{limit:.2f}",
    ]


def main() -> None:
    """Print the weights, and what they catch."""
    pages, papers = annotated(), spoiled(_PAPERS, random.Random(20261122))
    names = sorted({name for found in (*pages.signs, *papers.signs) for name in found})
    seen, bank = pages.matrix(names), papers.matrix(names)
    faults, rounds = np.array(pages.faults), np.array(pages.rounds)
    rows: list[list[object]] = []
    held_out = np.zeros(len(faults))
    for held in range(1, max(rounds) + 1):
        train, test = rounds != held, rounds == held
        weights, bias = _fitted(seen[train], faults[train], bank, papers)
        held_out[test] = scored(seen[test], weights, bias)
    limit = threshold(held_out, faults)
    for held in range(1, max(rounds) + 1):
        test = rounds == held
        rows.append(row(f"round {held}, left out", held_out[test], faults[test], limit))
    rows.append(row("all, each left out", held_out, faults, limit))
    weights, bias = _fitted(seen, faults, bank, papers)
    table = {name: round(float(w), 2) for name, w in zip(names, weights, strict=True) if w >= 0.05}
    facts = {
        "bias": f"{bias:.2f}",
        "weights": ", ".join(f'"{name}": {w}' for name, w in table.items()),
        "threshold in use": str(THRESHOLD),
        "papers": f"{len(papers.faults)}, {sum(f > 0 for f in papers.faults)} with a fault",
    }
    columns = ["pages", "count", "faulty caught", "false", "faulty questions", "threshold"]
    publish("alarm", "The alarm of pages", columns, rows, facts)


def _fitted(
    seen: Vector, faults: npt.NDArray[np.int64], bank: Vector, papers: Pages
) -> tuple[Vector, float]:
    share = np.r_[np.full(len(seen), 1 / len(seen)), np.full(len(bank), _SHARE / len(bank))]
    faulty = np.r_[faults > 0, np.array(papers.faults) > 0].astype(float)
    return fit(np.r_[seen, bank], faulty, share)


if __name__ == "__main__":
    main()
