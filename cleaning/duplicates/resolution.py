"""Who stays: the winner of each cluster of copies, and what becomes of contradictions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from cleaning.duplicates.edges import surest_first
from cleaning.duplicates.settings import UniqueSettings
from cleaning.duplicates.texts import compare
from cpsyexam.components import Components, components

ONE = ("exact", "near", "conflict")  # kinds whose ends are one question
APART = ("flip", "variant", "sibling", "orphan")
TOGETHER = (*ONE, "variant", "sibling", "review")  # never torn by a split
FATE = {
    "raw_id": pl.String,
    "cluster": pl.String,
    "rule": pl.String,  # "" where the row stays
    "detail": pl.String,
    "counterpart": pl.String,
    "strength": pl.Float64,
}
_DECIDED = "^decision:(?:correct|which_key|accept|restore):"
Rank = tuple[bool, bool, int, int, str]


@dataclass(frozen=True, slots=True)
class _Edge:
    left: str
    right: str
    kind: str
    reason: str
    ratio: float


@dataclass(frozen=True, slots=True)
class _Fate:
    raw_id: str
    cluster: str
    rule: str = ""
    detail: str = ""
    counterpart: str = ""
    strength: float | None = None


@dataclass(frozen=True, slots=True)
class _Voices:
    """Who is heard where copies of a question have different keys."""

    sources: Mapping[str, str]  # by raw_id
    decided: frozenset[str]  # raw_ids
    settings: UniqueSettings

    def upheld(self, parties: Sequence[list[str]]) -> list[str] | None:
        """The party whose key stays; None where nothing decides between them."""
        named = [party for party in parties if not self.decided.isdisjoint(party)]
        if len(named) == 1:
            return named[0]
        return self._vote(parties) if self.settings.contradictions == "vote" else None

    def _vote(self, parties: Sequence[list[str]]) -> list[str] | None:
        """The party whose distinct sources weigh most; None where two weigh the same."""
        weighed = sorted(
            (sum(self.settings.weights.get(s, 1.0) for s in {self.sources[n] for n in party}), i)
            for i, party in enumerate(parties)
        )
        if len(weighed) > 1 and weighed[-1][0] == weighed[-2][0]:
            return None
        return parties[weighed[-1][1]]


def resolve(frame: pl.DataFrame, edges: pl.DataFrame, settings: UniqueSettings) -> pl.DataFrame:
    """A row a question with its cluster and fate (columns FATE).

    The winner of a cluster has a key, then an explanation, then the longest text in comparison
    form, then the better source (`prefer`), then the smallest raw_id. Two keys for one question:
    the one that a person decided stays; else all go, or by `contradictions = "vote"` the key stays
    whose distinct sources weigh most.
    """
    apart = edges.filter(pl.col("kind").is_in(APART)).select("left", "right").iter_rows()
    joined = components(surest_first(edges), apart)
    clusters: dict[str, list[_Edge]] = {}
    for row in edges.filter(pl.col("kind").is_in(ONE)).iter_rows():
        edge = _Edge(*row)
        if joined.find(edge.left) == joined.find(edge.right):
            clusters.setdefault(joined.find(edge.left), []).append(edge)
    ranks = _ranks(frame, {name for found in clusters for name in joined.members(found)}, settings)
    voices = _Voices(dict(frame.select("raw_id", "source").iter_rows()), _decided(frame), settings)
    fates = [
        fate
        for root, found in clusters.items()
        for fate in _cluster(joined.members(root), found, ranks, voices)
    ]
    decided = {fate.raw_id for fate in fates}
    fates += [_Fate(name, name) for name in frame["raw_id"] if name not in decided]
    return pl.DataFrame(
        [[getattr(fate, name) for name in FATE] for fate in fates],
        schema=FATE,
        orient="row",
    )


def groups(kept: pl.DataFrame, fates: pl.DataFrame, edges: pl.DataFrame) -> pl.Series:
    """The group of each kept row: named by the smallest raw_id among the kept rows in it."""
    near = edges.filter(pl.col("kind").is_in(TOGETHER)).select("left", "right").iter_rows()
    cluster = fates.filter(pl.col("raw_id") != pl.col("cluster")).select("raw_id", "cluster")
    joined = components([*near, *cluster.iter_rows()])
    roots = [joined.find(name) for name in kept["raw_id"]]
    rows = pl.DataFrame({"raw_id": kept["raw_id"], "root": pl.Series(roots, dtype=pl.String)})
    return rows.select(pl.col("raw_id").min().over("root").alias("group"))["group"]


def _cluster(
    members: Sequence[str],
    edges: Sequence[_Edge],
    ranks: Mapping[str, Rank],
    voices: _Voices,
) -> Iterable[_Fate]:
    if not any(edge.kind == "conflict" for edge in edges):
        return _copies(members, edges, ranks)
    agreeing = components([(e.left, e.right) for e in edges if e.kind != "conflict"])
    parties = _parties(members, agreeing)
    upheld = voices.upheld(parties)
    if upheld is None:
        first = min(members, key=ranks.__getitem__)
        return [_contradicted(name, first, first, edges) for name in members]
    winner = min(upheld, key=ranks.__getitem__)
    inner = [e for e in edges if e.left in upheld and e.right in upheld]
    losers = [name for name in members if name not in upheld]
    return [
        *_copies(upheld, inner, ranks),
        *(_contradicted(name, winner, winner, edges) for name in losers),
    ]


def _copies(
    members: Sequence[str], edges: Sequence[_Edge], ranks: Mapping[str, Rank]
) -> list[_Fate]:
    winner = min(members, key=ranks.__getitem__)
    exact = components([(e.left, e.right) for e in edges if e.kind == "exact"])
    fates = [_Fate(winner, winner)]
    for name in members:
        if name == winner:
            continue
        edge = _strongest(name, winner, edges)
        same = exact.find(name) == exact.find(winner)
        rule = "exact_duplicate" if same else "near_duplicate"
        ratio = 1.0 if same else edge.ratio
        detail = "same text" if same else edge.reason
        fates.append(_Fate(name, winner, rule, detail, winner, ratio))
    return fates


def _contradicted(name: str, cluster: str, winner: str, edges: Sequence[_Edge]) -> _Fate:
    against = [e for e in edges if e.kind == "conflict" and name in (e.left, e.right)]
    known = against or [e for e in edges if e.kind == "conflict"]
    edge = max(known, key=lambda e: (winner in (e.left, e.right), e.ratio, e.left, e.right))
    other = edge.right if name == edge.left else edge.left
    return _Fate(name, cluster, "conflicting_answers", edge.reason, other, edge.ratio)


def _strongest(name: str, winner: str, edges: Sequence[_Edge]) -> _Edge:
    own = [edge for edge in edges if name in (edge.left, edge.right)]
    return max(own, key=lambda e: (winner in (e.left, e.right), e.ratio, e.left, e.right))


def _parties(members: Sequence[str], agreeing: Components) -> list[list[str]]:
    found: dict[str, list[str]] = {}
    for name in members:
        found.setdefault(agreeing.find(name), []).append(name)
    return list(found.values())


def _decided(frame: pl.DataFrame) -> frozenset[str]:
    """Rows whose key a person set or confirmed (notes of stage `reviewed`)."""
    by_person = pl.col("notes").list.eval(pl.element().str.contains(_DECIDED)).list.any()
    return frozenset(frame.filter(by_person)["raw_id"])


def _ranks(frame: pl.DataFrame, names: set[str], settings: UniqueSettings) -> dict[str, Rank]:
    rows = frame.filter(pl.col("raw_id").is_in(list(names)))
    texts = compare(rows)
    length = texts["text"].str.len_chars() + texts["material"].str.len_chars()
    order = {source: i for i, source in enumerate(settings.prefer)}
    keyed = rows.select((pl.col("answer").list.len() > 0) | (pl.col("reference") != ""))
    return {
        name: (not has, not explained, -size, order.get(source, len(order)), name)
        for name, has, explained, size, source in zip(
            rows["raw_id"],
            keyed.to_series(),
            rows["explanation"].str.strip_chars() != "",
            length,
            rows["source"],
            strict=True,
        )
    }
