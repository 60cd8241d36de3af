"""`make worth [EVERY=7 BOOKS=1 ONLY=parsing.keys]`: what each mechanism of the reader is worth.

Each function and pattern (`bench.switches`) is turned off alone, and the pages or books on which it
changes anything are read again: what is lost then is its worth given all the others. The table
is `bench/worth.csv`, a mechanism a line; a run goes on where the last one stopped as long as the
reader is the same. `OFF=names` prints what several cost together, `GREEDY=questions` the cheapest
that together cost no more than that.
"""

import argparse
import csv
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from bench.frame import ROOT, publish
from bench.switches import Function, Switches, load

PACKAGES = ("parsing", "ocr")
TABLE = ROOT / "bench" / "worth.csv"
KEPT = ROOT / "build" / "bench" / "worth"
FIGURES = ("exact", "wrong", "invented", "doubted", "fields")  # formats, explanations, cases
COLUMNS = ("material", "mechanism", "lines", "touched", "read", "worse", *FIGURES)
_LONGEST = 10.0  # CPU seconds of a page or book: without its end a loop may have none
_MOST = 150  # pages or books that are read again for one mechanism; more are sampled and scaled


@dataclass
class Material:
    """Pages or books with their truth: a name each, and how to read and judge one."""

    kind: str
    judged: dict[str, Callable[[], Counter[str]]]
    now: dict[str, Counter[str]] = field(default_factory=dict)

    def total(self, names: Sequence[str]) -> Counter[str]:
        """The sums of today's reading."""
        return sum((self.now[name] for name in names), Counter())


def main() -> None:
    """Measure what is not measured yet, or mechanisms together."""
    chosen = _options()
    switches = load(*PACKAGES)
    material = _books() if chosen.books else _pages()
    material.judged = dict(list(material.judged.items())[:: chosen.every])
    if chosen.off or chosen.greedy is not None:
        _together(switches, material, chosen)
        return
    store = KEPT / f"{material.kind}-{_state()}-{chosen.every}.jsonl"
    store.parent.mkdir(parents=True, exist_ok=True)
    done = [json.loads(line) for line in store.read_text().splitlines()] if store.exists() else []
    known = {row["mechanism"] for row in done}
    wanted = [n for n in switches.known if n.startswith(chosen.only) and n not in known]
    touched = _touched(switches, material)
    with store.open("a") as out:
        for at, name in enumerate(wanted, 1):
            row = _alone(switches, material, name, touched.get(name, []))
            done.append(row)
            out.write(json.dumps(row) + "\n")
            out.flush()
            print(f"{at} of {len(wanted)} {name} {row['exact']}", file=sys.stderr)
    _write(material.kind, done)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="every nth page or book")
    parser.add_argument("--only", default="", help="mechanisms whose name begins so")
    parser.add_argument("--books", action="store_true", help="written books, not pages")
    parser.add_argument("--off", default="", help="names, parted by commas, or a file of names")
    parser.add_argument("--greedy", type=int, help="questions that may be lost together")
    return parser.parse_args()


def _pages() -> Material:
    from bench.annotated import samples
    from bench.pages import fields, judge, truths

    def judged(name: str) -> Counter[str]:
        page = samples()[name]
        parsed = page.parsed()
        same = fields(page.truth, parsed)
        counts = judge(truths(page.truth), parsed).counts
        counts["fields"] = same["explanation"] + same["material"] + same["format"]
        counts["doubted"] = sum("doubt:" in " ".join(q.notes) for q in parsed.questions)
        return counts

    return Material("pages", {name: partial(judged, name) for name in samples()})


def _books() -> Material:
    from bench.annotated import WRITTEN, annotated
    from bench.structure import PRINTED, scored
    from bench.typewritten import typed

    def judged(book: Any) -> Counter[str]:
        found, _ = scored(book.name, typed(book, PRINTED))
        flagged = found.bad_flagged + found.good_flagged
        return Counter(exact=found.exact, wrong=found.unflagged, doubted=flagged)

    books = annotated(WRITTEN)
    return Material("books", {book.name: partial(judged, book) for book in books})


def _state() -> str:
    """Ten digits that tell whether the reader is the one that was measured."""
    whole = sha256()
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            whole.update(path.read_bytes())
    return whole.hexdigest()[:10]


def _touched(switches: Switches, material: Material) -> dict[str, list[str]]:
    """By mechanism the pages on which it changes anything; today's figures go to `material`."""
    out: dict[str, list[str]] = {}
    for name, judged in material.judged.items():
        with switches.counted() as found:
            material.now[name] = judged()
        for mechanism in found:
            out.setdefault(mechanism, []).append(name)
    return out


def _alone(
    switches: Switches, material: Material, name: str, touched: Sequence[str]
) -> dict[str, Any]:
    """What is lost and gained without one mechanism."""
    step = max(1, -(-len(touched) // _MOST))
    again = touched[::step]
    change, worse = _change(switches, material, [name], again)
    one = switches.known[name]
    return {
        "material": material.kind,
        "mechanism": name,
        "lines": one.lines if isinstance(one, Function) else 0,
        "touched": len(touched),
        "read": len(again),
        "worse": worse * step,
        **{figure: change[figure] * step for figure in FIGURES},
    }


def _change(
    switches: Switches, material: Material, off: Sequence[str], names: Sequence[str]
) -> tuple[Counter[str], int]:
    """How the sums of pages change without mechanisms, and on how many fewer are exact.

    A mechanism without which a page cannot be read at all, or not in time, loses all of it.
    """

    def stop(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGVTALRM, stop)
    change: Counter[str] = Counter()
    worse = 0
    with switches.off(off):
        for name in names:
            signal.setitimer(signal.ITIMER_VIRTUAL, _LONGEST)
            try:
                now = material.judged[name]()
            except Exception:  # noqa: BLE001 - what a mechanism gives while off may fit nowhere
                now = Counter()
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            change.update({f: now[f] - material.now[name][f] for f in FIGURES})
            worse += now["exact"] < material.now[name]["exact"]
    return change, worse


def _together(switches: Switches, material: Material, chosen: argparse.Namespace) -> None:
    names = list(material.judged)
    material.now = {name: judged() for name, judged in material.judged.items()}
    if chosen.off:
        path = Path(chosen.off)
        off = path.read_text().split() if path.exists() else chosen.off.split(",")
        change, worse = _change(switches, material, off, names)
        total = material.total(names)
        rows = [[f, total[f], change[f]] for f in FIGURES]
        publish("worth", f"{len(off)} off, {worse} worse", ["figure", "now", "change"], rows)
        return
    for kept in _greedy(switches, material, chosen):
        print(kept, flush=True)


def _greedy(switches: Switches, material: Material, chosen: argparse.Namespace) -> Iterator[str]:
    """Mechanisms that together cost no more than so many questions, the cheapest first.

    What makes a wrong or invented question stays; tried in the order of the table's worth.
    """
    rows = [row for row in _table() if row["material"] == material.kind]
    rows = [r for r in rows if r["mechanism"].startswith(chosen.only)]
    rows = [r for r in rows if int(r["wrong"]) <= 0 and int(r["invented"]) <= 1]
    rows.sort(key=lambda r: (-int(r["exact"]), -int(r["lines"])))
    names, off = list(material.judged), list[str]()
    for row in rows:
        if -int(row["exact"]) > chosen.greedy:
            break
        change, _ = _change(switches, material, [*off, row["mechanism"]], names)
        fine = change["wrong"] <= 0 and change["invented"] <= 0
        if fine and -change["exact"] <= chosen.greedy:
            off.append(row["mechanism"])
            yield f"{row['mechanism']} {change['exact']}"


def _table() -> list[dict[str, Any]]:
    return list(csv.DictReader(TABLE.read_text().splitlines())) if TABLE.exists() else []


def _write(kind: str, done: Sequence[dict[str, Any]]) -> None:
    """Renew a material's lines in the table, those of the other stay."""
    rows = [row for row in _table() if row["material"] != kind] + list(done)
    rows.sort(key=lambda row: (row["material"], row["mechanism"]))
    with TABLE.open("w", newline="") as out:
        writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    idle = sum(int(row["exact"]) >= 0 for row in done)
    publish(
        "worth", "Worth of mechanisms", ["measured", "without worth"], [[len(done), idle]],
        {"at": time.strftime("%Y-%m-%d")},
    )  # fmt: skip


if __name__ == "__main__":
    main()
