"""What a reply leaves of each option as numbers: verdicts beside it, words, places, the others."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from evaluation.extraction.belonging import Target, fits
from evaluation.extraction.evidence import ASK, GROUP, REST, UNSURE
from evaluation.extraction.headings import pairs
from evaluation.extraction.marking import marked, places
from evaluation.extraction.words import CHOICE, TRUTH, verdict

_WORDS = (
    "不", "非", "错", "无", "除", "排", "误", "没", "也", "都", "均", "全", "是", "属", "选", "对",
    "正", "符", "故", "所以", "因此", "答案", "即", "但", "而", "可能", "只", "仅", "同样", "其余",
    "其他", "剩", "最", "应", "能", "要", "吗", "如", "才", "就", "会", "加", "还", "另", "混",
    "区别", "另外", "反", "√", "×", "则", "却", "说法", "题",
)  # fmt: skip
_KINDS = ((CHOICE, True), (CHOICE, False), (TRUTH, True), (TRUTH, False))
_SIGNS = 14  # numbers of a trace before its words
_SIZE = _SIGNS + 2 * len(_WORDS) + 1
_WHOLE = 16  # numbers of an option before its traces
_SENTENCE = re.compile(r"[.;!?\n]+")
_CLAUSE = re.compile(r"[,.;!?\n:()]+|——")
_OTHERS = ("其余", "其他", "剩")

Trace = list[float]
Said = tuple[int, ...]


@dataclass
class _Clause:
    """A clause, its place among the sentences (0 to 1), what stands there, what is open."""

    text: str
    place: float
    target: Target
    stem: set[str]
    groups: list[tuple[int, int, Said | None]] = field(default_factory=list)  # None: the rest

    def trace(self, before: str, after: str, size: int, **how: bool) -> Trace:
        """The numbers of one mention by the words before and after it."""
        known = verdict(before, after)
        fit = None if known else fits(before, after, self.target)
        said = pairs(after)
        return [
            *(known == kind for kind in _KINDS),
            fit or 0.0,
            fit is not None and fit < 0,
            fit is not None,
            how.get("carried", False),
            how.get("rest", False),
            bool(UNSURE.search(before + after)),
            bool(ASK.search(after)),
            len(said & self.stem) / len(said) if said else -0.1,
            size,
            self.place,
            *(word in after for word in _WORDS),
            *(word in before for word in _WORDS),
            how.get("pending", False),
        ]


def traces(
    text: str, options: Sequence[str], stem: str, *, several: bool, asks_false: bool
) -> NDArray[np.float64]:
    """A row of numbers for every option of a reply in comparison form."""
    body = (marked(text, options, stem) or text).replace("**", "")
    found: list[list[Trace]] = [[] for _ in options]
    for said, trace in _mentions(body, len(options), stem):
        for place in said:
            found[place].append(trace)
    whole = [float(several), float(asks_false), float(len(options))]
    table = np.array([_row(i, found[i], body, whole) for i in range(len(options))], float)
    compared = [*range(_WHOLE, _WHOLE + _SIGNS), *range(_WHOLE + _SIZE, _WHOLE + _SIZE + _SIGNS)]
    mean = table.mean(axis=0, keepdims=True).repeat(len(options), axis=0)[:, compared]
    return np.hstack([table, mean, table[:, compared] * (1 - 2 * asks_false)])


def _row(i: int, found: list[Trace], body: str, whole: list[float]) -> list[float]:
    sentences = [part for part in _SENTENCE.split(body) if part.strip()]
    last, first = (set(places(sentences[at])) if sentences else set() for at in (-1, 0))
    order = list(dict.fromkeys(places(body)))
    none = [0.0] * _SIZE
    return [
        *whole, len(sentences), len(order), i in order, len(found), i in last, len(last),
        last == {i}, i in first, len(first), order.index(i) if i in order else -1, len(body),
        any(word in body for word in _OTHERS), found[-1][_SIGNS - 1] if found else 0.0,
        *(found[-1] if found else none),
        *(map(max, zip(*found, strict=True)) if found else none),
        *(found[0] if found else none),
    ]  # fmt: skip


def _mentions(body: str, count: int, stem: str) -> Iterator[tuple[Said, Trace]]:
    """Options and the numbers of a place that speaks of them, in the order of the reply."""
    target, asked = Target.of(stem), pairs(stem)
    sentences = [part for part in _SENTENCE.split(body) if part.strip()]
    named: list[int] = []
    for at, sentence in enumerate(sentences):
        pending: Said = ()
        subject: Said = ()
        for text in _CLAUSE.split(sentence):
            if not text.strip():
                continue
            clause = _Clause(text, (at + 1) / len(sentences), target, asked, _groups(text, count))
            if not clause.groups:
                who = pending or subject
                how = {"carried": True, "pending": bool(pending)}
                yield who, clause.trace("", text, len(who), **how)
                pending = ()
                continue
            for said, bare, rest, trace in _spoken_of(clause, named, count):
                yield said + pending, trace
                named += [] if rest else [i for i in said if i not in named]
                pending = pending + said if bare else ()
                subject = said


def _groups(clause: str, count: int) -> list[tuple[int, int, Said | None]]:
    groups: list[tuple[int, int, Said | None]] = [
        (m.start(), m.end(), tuple(i for i in places(m[0]) if i < count))
        for m in GROUP.finditer(clause)
    ]
    groups += [(m.start(), m.end(), None) for m in REST.finditer(clause)]
    return sorted(groups, key=lambda group: group[:2])


def _spoken_of(
    clause: _Clause, named: list[int], count: int
) -> Iterator[tuple[Said, bool, bool, Trace]]:
    """The lists of a clause: options, whether they are bare, whether they are the rest."""
    since = 0
    for k, (start, end, group) in enumerate(clause.groups):
        until = clause.groups[k + 1][0] if k + 1 < len(clause.groups) else len(clause.text)
        before, after = clause.text[since:start], clause.text[end:until]
        opening = "," if not since else ""
        since = end
        said = tuple(i for i in range(count) if i not in named) if group is None else group
        if said:
            bare = not after.strip(' 、"”') and not before.strip(' 、"“')
            trace = clause.trace(opening + before, after, len(said), rest=group is None)
            yield said, bare, group is None, trace
