"""The score: what was recovered, what was caught, what was lost, per source and in all."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cpsyexam import chain
from samples import plan
from samples.scoring.comparing import FIELDS, Difference, differences, shuffled_right, slip
from samples.scoring.matching import match
from samples.scoring.tables import Build, Row
from samples.truth import BOOK

WEB = ("examcoo", "studyez", "hxter", "mxqe")
COPIES = ("exact_duplicate", "near_duplicate")
LABELS = ("exam", "subject", "format", "task", "category")


@dataclass(frozen=True)
class Fate:
    """A printed question and what the build made of it."""

    truth: Row
    raw: Row | None
    row: Row | None  # cleaned or labeled, before the shuffle
    split: Row | None
    rejected: Row | None
    wrong: tuple[Difference, ...] = ()

    @property
    def keep(self) -> bool:
        """Whether it is good enough for a release."""
        return bool(self.truth["expect"] == "keep")

    @property
    def exact(self) -> bool:
        """Whether every field came out as it should."""
        return self.row is not None and not self.wrong

    @property
    def rule(self) -> str:
        """The rule that rejected it, "" for none."""
        return str(self.rejected["rule"]) if self.rejected else ""

    @property
    def held(self) -> bool:
        """Whether it waits for a look."""
        return self.rejected is not None and self.rejected["stage"] == chain.CHAIN.gate

    @property
    def state(self) -> str:
        """What became of it, in words."""
        return self.rule or ("in the release" if self.split else "not parsed")

    @property
    def answered(self) -> bool:
        """Whether it came out with the right answer."""
        wrong = [d for d in self.wrong if d.field == "answer"]
        return self.row is not None and all(slip(d, self.truth) for d in wrong)

    @property
    def wrong_answer(self) -> bool:
        """Whether it is in the release with an answer that its source does not give."""
        if self.split is None:
            return False
        return not self.answered or not shuffled_right(self.truth, self.split)


@dataclass
class Score:
    """All figures, and the lists behind them."""

    fates: list[Fate]
    caught: dict[str, list[bool]] = field(default_factory=dict)  # by kind of defect
    missed: list[str] = field(default_factory=list)  # defects not caught, in words
    lost: list[str] = field(default_factory=list)  # good questions wrongly rejected
    held: list[str] = field(default_factory=list)  # good questions that wait for a look
    good: int = 0
    phantoms: list[str] = field(default_factory=list)  # in the release, printed nowhere

    def note(self, kind: str, what: str, *, caught: bool) -> None:
        """Count a planted defect."""
        self.caught.setdefault(kind, []).append(caught)
        if not caught:
            self.missed.append(f"{kind}: {what}")


def score(truth: Sequence[Row], build: Build) -> Score:
    """Compare a build with the truth."""
    fates, used = _fates([t for t in truth if t["kind"] == "question"], build)
    found = Score(fates)
    kept = (row for raw_id, row in build.split.items() if raw_id not in used)
    found.phantoms = [f"{row['source']} {row['number']} {row['stem'][:40]}" for row in kept]
    _count_rejects(found, build)
    _count_captures(found, [t for t in truth if t["kind"] == "capture"], build)
    _count_clusters(found)
    return found


def _fates(truth: Sequence[Row], build: Build) -> tuple[list[Fate], set[str]]:
    fates, used = [], set()
    for source in dict.fromkeys(t["source"] for t in truth):
        rows = [t for t in truth if t["source"] == source]
        matched = match(rows, build.parsed.get(source, []))
        used |= {raw["raw_id"] for raw in matched.values()}
        fates += [_fate(t, matched.get(i), build) for i, t in enumerate(rows)]
    return fates, used


def _fate(truth: Row, raw: Row | None, build: Build) -> Fate:
    if raw is None:
        return Fate(truth, None, None, None, None)
    name = raw["raw_id"]
    row = build.labeled.get(name) or build.cleaned.get(name)
    wrong = differences(truth, row, loose=truth["source"] == BOOK) if row else []
    return Fate(truth, raw, row, build.split.get(name), build.rejected.get(name), tuple(wrong))


def _count_rejects(score: Score, build: Build) -> None:
    for fate in score.fates:
        truth, defect = fate.truth, fate.truth["defect"]
        what = f"{truth['source']} {truth['key']} ({truth['page']} no. {truth['number']})"
        if not fate.keep:
            told = fate.rule in truth["rules"] or (fate.raw is None and _left(truth, build))
            score.note(defect, f"{what}: {fate.state}", caught=told)
        elif defect in plan.REPAIRED:
            state = "; ".join(f"{d.field} {d.found!r}" for d in fate.wrong) or fate.rule or "lost"
            score.note(defect, f"{what}: {state}", caught=fate.exact)


def _left(truth: Row, build: Build) -> bool:
    """Whether the lines of a question that was not parsed were rejected with a reason."""
    start = truth["stem"][:12]
    return any(start in row["record"] or start in row["detail"] for row in build.captures)


def _count_captures(score: Score, truth: Iterable[Row], build: Build) -> None:
    for row in truth:
        rules = [c["rule"] for c in build.captures if c["url"] == row["page"]]
        told = any(rule in row["rules"] for rule in rules)
        score.note(row["defect"], f"{row['page']}: {rules or 'no rejected row'}", caught=told)


def _count_clusters(score: Score) -> None:
    clusters: dict[str, list[Fate]] = {}
    for fate in score.fates:
        if fate.keep:
            clusters.setdefault(fate.truth["key"], []).append(fate)
    score.good = len(clusters)
    for key, fates in clusters.items():
        kept = sum(f.split is not None for f in fates)
        why = ", ".join(f"{f.truth['source']}: {f.state}" for f in fates)
        if not kept:
            waits = any(f.held for f in fates)
            (score.held if waits else score.lost).append(f"{key} ({why})")
        removed = sum(f.rule in COPIES for f in fates)
        for copy in range(len(fates) - 1):
            score.note("duplicate", f"{key} kept {kept} times ({why})", caught=copy < removed)
        if fates[0].truth["defect"] == "flip":
            score.note("flip", f"{key} ({why})", caught=kept == 1)


def figures(score: Score) -> dict[str, Any]:
    """The score as numbers, for score.json."""
    sources = dict.fromkeys(f.truth["source"] for f in score.fates)
    planted = [hit for hits in score.caught.values() for hit in hits]
    return {
        "sources": {name: _source(score, (name,)) for name in sources},
        "web": _source(score, WEB),
        "book": _source(score, (BOOK,)),
        "defects": {kind: [sum(hits), len(hits)] for kind, hits in sorted(score.caught.items())},
        "defects_caught": _share(sum(planted), len(planted)),
        "good": score.good,
        "good_rejected": len(score.lost),
        "good_rejected_share": _share(len(score.lost), score.good),
        "good_held": len(score.held),
        "good_held_share": _share(len(score.held), score.good),
        "wrong_answers": sum(f.wrong_answer for f in score.fates),
        "spoiled_in_release": sum(f.split is not None and not f.keep for f in score.fates),
        "phantoms": len(score.phantoms),
        "labels": _labels(score),
        "missed": score.missed,
        "lost": score.lost,
        "held": score.held,
    }


def _source(score: Score, names: Sequence[str]) -> dict[str, Any]:
    every = [f for f in score.fates if f.truth["source"] in names]
    fates = [f for f in every if f.keep]
    wrong = Counter(d.field for f in fates for d in f.wrong)
    right = sum(f.answered for f in fates)
    return {
        "printed": len(every),
        "parsed": sum(f.raw is not None for f in every),
        "usable": len(fates),
        "exact": sum(f.exact for f in fates),
        "exact_share": _share(sum(f.exact for f in fates), len(fates)),
        "answers_right_share": _share(right, len(fates)),
        "not_recovered": sum(f.row is None for f in fates),
        "wrong": {name: wrong[name] for name in FIELDS},
        "wrong_answers": sum(f.wrong_answer for f in every),
        "in_release": sum(f.split is not None for f in every),
    }


def _labels(score: Score) -> dict[str, dict[str, Any]]:
    accepted: dict[str, list[Row]] = {}
    for fate in score.fates:
        accepted.setdefault(fate.truth["key"], []).append(fate.truth)
    kept = [f for f in score.fates if f.keep and f.split]
    found: dict[str, dict[str, Any]] = {}
    for name in LABELS:
        rows = [f for f in kept if name != "category" or f.truth["category"]]
        wrong = [
            f"{f.truth['key']}: {f.truth[name]} → {f.split[name]}"
            for f in rows
            if f.split and f.split[name] not in {t[name] for t in accepted[f.truth["key"]]}
        ]
        share = _share(len(rows) - len(wrong), len(rows))
        found[name] = {"right_share": share, "of": len(rows), "wrong": wrong}
    return found


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 1.0
