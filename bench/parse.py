"""`make bench-parse`: papers in every layout and in noisy mixtures, printed, parsed, compared.

Counts questions whose number, format, material, stem, options, answer and explanation all come
back exactly; answers that differ from the printed one count as wrong, missing ones do not. Also
the speed on clean papers and the growth of time with length on text made to hurt.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterable

from bench.frame import publish
from bench.paper_bank import mixtures, papers, released, sample
from papers import LAYOUTS, Item, Layout, Paper, render
from parsing import Parsed, Printed, parse

FIELDS = ("number", "format", "material", "stem", "options", "answer", "explanation")


def compare(paper: Paper, parsed: Parsed) -> Counter[str]:
    """Counts of a paper: questions, exact, wrong, spurious, and each field that differs."""
    counts: Counter[str] = Counter(questions=len(paper.expected))
    got: dict[tuple[int, str], list[Printed]] = {}
    for question in parsed.questions:
        got.setdefault((question.lines[0], question.number), []).append(question)
    for want in paper.expected:
        same = got.get((want.lines[0], want.number))
        found = same.pop(0) if same else None
        counts.update(_judged(want, found))
    counts["spurious"] += sum(map(len, got.values()))
    return counts


def _judged(want: Printed, found: Printed | None) -> list[str]:
    if found is None:
        return ["lost"]
    differing = [name for name in FIELDS if getattr(want, name) != getattr(found, name)]
    wrong = bool(found.answer) and found.answer != want.answer
    if wrong and not want.options:  # an open answer cut short or run on, not another's
        wrong = want.answer[:12] != found.answer[:12]
    return [*differing, *(["wrong"] if wrong else []), *([] if differing else ["exact"])]


def run(items: list[Item], layouts: Iterable[Layout], size: int) -> dict[str, Counter[str]]:
    """Counts by layout."""
    out = {}
    for layout in layouts:
        dice = random.Random(layout.name)
        paper = render(papers(items, size, dice), layout, seed=7)
        began = time.process_time()
        parsed = parse(paper.lines, key=paper.key_lines)
        spent = time.process_time() - began
        out[layout.name] = compare(paper, parsed)
        out[layout.name]["microseconds"] = round(spent * 1e6)
    return out


# texts made to hurt: what is repeated, and how often at the smaller of two lengths
HURTFUL = {
    "brackets": ("（（（【【[[((", 60_000),
    "one line of 3 MB": ("1.甲是()A.乙B.丙C.丁D.戊答案:A", 40_000),
    "one line, right marks": ("1.甲是A.乙(正确答案)B.丙 C.丁 ", 20_000),
    "one line, circled options": ("1.甲是（ ）①乙②丙③丁④戊", 20_000),
    "one line, explained": ("1.甲是A.乙B.丙【答案】A【解析】故选A,知识点:丁。", 12_000),
    "one line, a key": ("1.A2.B3.C", 60_000),
    "open questions above options": ("1.简述甲\n答：乙\n", 15_000),
    "one line, sections": ("一、单选题1.甲是什么", 30_000),
    "numbers": ("1.2.3.4.5.6.7.8.9.\n", 30_000),
    "letters": ("A.B.C.D.E.F.G.H\n", 30_000),
    "answers": ("答案：【答案】【解析】解析：", 30_000),
    "blanks": ("          \t\u3000 ", 100_000),
    "garbage lines": ("㐂x%9(、。A一\n", 250_000),
    "letters before numbers": ("一、单选题\nC1.甲\n", 20_000),
    "headings": ("一、单项选择题\n", 30_000),
    "cases": ("案例一：\n", 30_000),
    "keys": ("参考答案\n1-5 ABCDA\n", 20_000),
}


def growth() -> list[list[object]]:
    """Rows: text, characters, seconds, seconds for twice the length, ratio."""
    rows: list[list[object]] = []
    for name, (unit, times) in HURTFUL.items():
        seconds = []
        for count in (times, 2 * times):
            began = time.process_time()
            parse(unit * count)
            seconds.append(time.process_time() - began)
        length = 2 * times * len(unit)
        rows.append([name, length, *seconds, seconds[1] / max(seconds[0], 1e-3)])
    return rows


def main() -> None:
    """Print and write the figures; `--quick` leaves out the texts made to hurt."""
    options = argparse.ArgumentParser()
    options.add_argument("--quick", action="store_true")
    options.add_argument("--mixtures", type=int, default=120)
    options.add_argument("--size", type=int, default=60)
    chosen = options.parse_args()
    banks = {"sample": sample()}
    more, left_out = released()
    if more:
        banks["released"] = more
    rows, facts = [], {}
    for bank, items in banks.items():
        clean = run(items, LAYOUTS.values(), chosen.size)
        noisy = run(items, mixtures(chosen.mixtures, random.Random(bank)), chosen.size)
        for kind, counts in (("clean", clean), ("mixtures", noisy)):
            total = sum(counts.values(), Counter())
            rate = total["questions"] / (total["microseconds"] / 1e6)
            rows.append(
                [
                    bank,
                    kind,
                    len(counts),
                    total["questions"],
                    100 * total["exact"] / total["questions"],
                    total["wrong"],
                    total["lost"],
                    total["spurious"],
                    round(rate),
                ]
            )
            worst = sorted(counts, key=lambda n: counts[n]["exact"] / counts[n]["questions"])[:6]
            facts[f"weakest {bank} {kind}"] = ", ".join(
                f"{n} {100 * counts[n]['exact'] / counts[n]['questions']:.1f}" for n in worst
            )
    facts["released questions left out (marks inside their texts)"] = str(left_out)
    if not chosen.quick:
        for name, length, _, twice, ratio in growth():
            facts[f"growth {name}"] = f"{length} characters {twice:.2f} s, ×{ratio:.2f} for ×2"
    publish(
        "parse",
        "Papers printed and parsed again",
        [
            "bank",
            "layouts",
            "papers",
            "questions",
            "exact %",
            "wrong answers",
            "lost",
            "spurious",
            "questions/s",
        ],
        rows,
        facts,
    )


if __name__ == "__main__":
    main()
