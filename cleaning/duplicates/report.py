"""What was found, for a person: clusters with their differences marked, the doubtful ones first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import polars as pl
from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from cpsyexam.components import components
from cpsyexam.pages import environment
from cpsyexam.pages.tongues import tongues
from cpsyexam.taxonomy import letters

Piece = tuple[str, bool]  # text, and whether it differs
_DOUBT = {"review": 1.0, "conflict": 0.9, "orphan": 0.6, "flip": 0.4, "variant": 0.3}
# how a near copy was recognised, and how much doubt is left
_REASONS = (
    ("same key, one option differs", 0.75),
    ("same options and key", 0.7),
    ("the right option", 0.6),
    ("one option differs", 0.5),
    ("added", 0.35),
    ("slip", 0.3),
    ("options", 0.3),
)
_PLAIN = 0.15


@dataclass(frozen=True)
class Shown:
    """One question of a finding, its texts cut where they differ from the finding's first."""

    raw_id: str
    source: str
    fate: str
    reason: str
    stem: Sequence[Piece]
    options: Sequence[Sequence[Piece]]
    key: str


@dataclass(frozen=True)
class Finding:
    """A cluster of copies, a contradiction, or a pair that stays: 0 sure to 1 doubtful."""

    kind: str
    doubt: float
    shown: Sequence[Shown]


@dataclass(frozen=True)
class _Bank:
    rows: Mapping[str, Mapping[str, object]]
    fates: Mapping[str, tuple[str, str, str]]  # rule, detail, counterpart


def doubt(kind: str, reason: str, ratio: float) -> float:
    """How doubtful an edge is, 0 to 1: by its kind and reason, more where the texts differ more."""
    if kind == "exact":
        return 0.0
    base = _DOUBT.get(kind)
    if base is None:
        base = next((left for start, left in _REASONS if reason.startswith(start)), _PLAIN)
    return round(min(1.0, base + (1 - ratio) / 4), 3)


def findings(frame: pl.DataFrame, edges: pl.DataFrame, rejected: pl.DataFrame) -> list[Finding]:
    """Findings of a build, the most doubtful first.

    `frame` are the questions that were compared (CleanQuestion), `edges` and `rejected` the
    products of stage `unique`. Exact copies are counted elsewhere: nothing in them is doubtful.
    """
    columns = ["raw_id", "source", "material", "stem", "options", "answer", "reference"]
    rows = {row["raw_id"]: row for row in frame.select(columns).iter_rows(named=True)}
    fates = {
        row[0]: row[1:]
        for row in rejected.select("parent", "rule", "detail", "counterpart").iter_rows()
    }
    bank = _Bank(rows, fates)
    found = [*_clusters(bank, edges), *_pairs(bank, edges)]
    return sorted(found, key=lambda f: (-f.doubt, f.shown[0].raw_id, f.shown[-1].raw_id))


def _clusters(bank: _Bank, edges: pl.DataFrame) -> Iterator[Finding]:
    """Near copies that were dropped, and contradictions."""
    joined = components([(name, fate[2]) for name, fate in bank.fates.items() if fate[2]])
    for group in joined.groups():
        rules = {bank.fates[name][0] for name in group if name in bank.fates}
        if rules <= {"exact_duplicate"}:
            continue
        against = "conflicting_answers" in rules
        kind = "conflict" if against else "near"
        same = edges.filter(
            pl.col("kind").is_in([kind])
            & pl.col("left").is_in(group)
            & pl.col("right").is_in(group)
        )
        left = [doubt(*edge[2:]) for edge in same.iter_rows()]
        ranked = sorted(group, key=lambda name: (name in bank.fates, name))
        yield Finding(kind, max(left, default=_PLAIN), _shown(bank, ranked))


def _pairs(bank: _Bank, edges: pl.DataFrame) -> Iterator[Finding]:
    """Pairs of which both stay."""
    kinds = ["review", "orphan", "flip", "variant"]
    for left, right, kind, reason, ratio in edges.filter(pl.col("kind").is_in(kinds)).iter_rows():
        if left not in bank.fates and right not in bank.fates:
            shown = _shown(bank, [left, right], reason)
            yield Finding(kind, doubt(kind, reason, ratio), shown)


def _shown(bank: _Bank, names: Sequence[str], reason: str = "") -> list[Shown]:
    first = bank.rows[names[0]]
    found = []
    for name in names:
        row = bank.rows[name]
        rule, detail, _ = bank.fates.get(name, ("", "", ""))
        given = [_closest(str(option), first) for option in _texts(row, "options")]
        answer = row["answer"]
        found.append(
            Shown(
                raw_id=name,
                source=str(row["source"]),
                fate=rule or "kept",
                reason=detail or (reason if name != names[0] else ""),
                stem=marked(str(first["stem"]), str(row["stem"])),
                options=given,
                key=letters(answer) if isinstance(answer, list) else "",
            )
        )
    return found


def _texts(row: Mapping[str, object], column: str) -> list[str]:
    found = row[column]
    return [str(text) for text in found] if isinstance(found, list) else []


def _closest(option: str, first: Mapping[str, object]) -> list[Piece]:
    others = _texts(first, "options")
    if not others:
        return [(option, True)]
    return marked(max(others, key=lambda other: fuzz.ratio(other, option)), option)


def marked(first: str, other: str) -> list[Piece]:
    """`other` in pieces, those marked that differ from `first`; what is missing is marked ∅."""
    pieces: list[Piece] = []
    for block in Levenshtein.opcodes(first, other):
        text = other[block.dest_start : block.dest_end]
        if block.tag == "equal":
            pieces.append((text, False))
        else:
            pieces.append((text or "∅", True))
    return pieces


def page(findings: Sequence[Finding], counts: Mapping[str, int]) -> str:
    """The report as HTML; texts are escaped."""
    template = environment("cleaning.duplicates").get_template("report.html.j2")
    kinds: dict[str, int] = {}  # where each is first
    for place, finding in enumerate(findings):
        kinds.setdefault(finding.kind, place)
    return template.render(findings=findings, counts=counts, kinds=kinds, tongues=tongues())
