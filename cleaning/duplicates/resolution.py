"""Who stays: the winner of each cluster of copies, and what becomes of contradictions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from cleaning.duplicates.copies import RANK, parts, plain_fates
from cleaning.duplicates.edges import surest_first
from cleaning.duplicates.settings import UniqueSettings
from cleaning.duplicates.texts import compare
from cpsyexam.components import Components, components
from cpsyexam.memo import NO_MEMO, Memo

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


def resolve(
    frame: pl.DataFrame, edges: pl.DataFrame, settings: UniqueSettings, memo: Memo = NO_MEMO
) -> pl.DataFrame:
    """A row a question with its cluster and fate (columns FATE).

    The winner of a cluster has a key, then an explanation, then the longest text in comparison
    form, then the better source (`prefer`), then the smallest raw_id. Two keys for one question:
    the one that a person decided stays; else all go, or by `contradictions = "vote"` the key stays
    whose distinct sources weigh most.
    """
    asked = edges.filter(pl.col("kind").is_in(ONE))
    if asked.is_empty():
        return _alone(frame["raw_id"])
    found = parts(asked)
    ranks = _ranks(frame, found["name"], settings, memo)
    tangled = _tangled(edges, found)
    plain = asked.filter(~pl.col("left").is_in(tangled.implode()))
    known = [plain_fates(plain, ranks), _decided_by_hand(frame, edges, tangled, ranks, settings)]
    fates = pl.concat([one.cast(pl.Schema(FATE)) for one in known if one.height])
    rest = frame.select("raw_id").join(fates, on="raw_id", how="anti")["raw_id"]
    return pl.concat([fates, _alone(rest)])


def _alone(names: pl.Series) -> pl.DataFrame:
    """Fates of questions that nothing is a copy of."""
    empty = pl.lit("")
    return names.to_frame("raw_id").select(
        "raw_id",
        cluster="raw_id",
        rule=empty,
        detail=empty,
        counterpart=empty,
        strength=pl.lit(None, pl.Float64),
    )


def _tangled(edges: pl.DataFrame, found: pl.DataFrame) -> pl.Series:
    """Names in parts that hold a contradiction, or two that are to be kept apart."""
    asked = edges.filter(pl.col("kind").is_in([*APART, "conflict"])).select("left", "right")
    for end in ("left", "right"):
        asked = asked.join(found.rename({"name": end, "part": f"{end}_part"}), on=end)
    inside = asked.filter(pl.col("left_part") == pl.col("right_part"))["left_part"].unique()
    return found.filter(pl.col("part").is_in(inside.implode()))["name"]


def _decided_by_hand(
    frame: pl.DataFrame,
    edges: pl.DataFrame,
    names: pl.Series,
    ranked: pl.DataFrame,
    settings: UniqueSettings,
) -> pl.DataFrame:
    """Fates of tangled names, cluster by cluster."""
    inside = names.implode()
    edges = edges.filter(pl.col("left").is_in(inside) & pl.col("right").is_in(inside))
    apart = edges.filter(pl.col("kind").is_in(APART)).select("left", "right").iter_rows()
    joined = components(surest_first(edges), apart)
    clusters: dict[str, list[_Edge]] = {}
    for row in edges.filter(pl.col("kind").is_in(ONE)).iter_rows():
        edge = _Edge(*row)
        if joined.find(edge.left) == joined.find(edge.right):
            clusters.setdefault(joined.find(edge.left), []).append(edge)
    ranked = ranked.filter(pl.col("name").is_in(inside)).select(RANK)
    ranks: dict[str, Rank] = {row[-1]: row for row in ranked.iter_rows()}
    mine = frame.filter(pl.col("raw_id").is_in(inside))
    voices = _Voices(dict(mine.select("raw_id", "source").iter_rows()), _decided(mine), settings)
    fates = [
        fate
        for root, found in clusters.items()
        for fate in _cluster(joined.members(root), found, ranks, voices)
    ]
    rows = [[getattr(fate, name) for name in FATE] for fate in fates]
    return pl.DataFrame(rows, schema=FATE, orient="row")


def printed_together(frame: pl.DataFrame) -> pl.DataFrame:
    """Pairs (left, right) of questions that their source puts into one group, by their notes."""
    notes = frame.select("raw_id", "notes").explode("notes")
    named = notes.filter(pl.col("notes").str.starts_with("group:"))
    first = pl.col("raw_id").min().over("notes")
    pairs = named.select(left=first, right="raw_id")
    return pairs.filter(pl.col("left") != pl.col("right"))


def groups(
    kept: pl.DataFrame, fates: pl.DataFrame, edges: pl.DataFrame, printed: pl.DataFrame
) -> pl.Series:
    """The group of each kept row: named by the smallest raw_id among the kept rows in it.

    `printed`: pairs that their source puts together.
    """
    near = edges.filter(pl.col("kind").is_in(TOGETHER)).select("left", "right")
    copies = fates.filter(pl.col("raw_id") != pl.col("cluster"))
    pairs = pl.concat([near, copies.select(left="raw_id", right="cluster"), printed])
    if pairs.is_empty():
        return kept["raw_id"].alias("group")
    rows = kept.select(name="raw_id").join(
        parts(pairs), on="name", how="left", maintain_order="left"
    )
    least = pl.col("name").min().over("part")
    alone = pl.col("part").is_null()
    return rows.select(group=pl.when(alone).then("name").otherwise(least))["group"]


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


def _ranks(
    frame: pl.DataFrame, names: pl.Series, settings: UniqueSettings, memo: Memo
) -> pl.DataFrame:
    """Columns RANK of the rows with these names."""
    rows = frame.filter(pl.col("raw_id").is_in(names.implode()))
    sizes = memo.rows("sizes", rows.select("material", "stem", "options"), _sizes)
    order = {source: i for i, source in enumerate(settings.prefer)}
    place = pl.col("source").replace_strict(order, default=len(order), return_dtype=pl.Int64)
    has = (pl.col("answer").list.len() > 0) | (pl.col("reference") != "")
    return rows.with_columns(sizes).select(
        ~has.alias("keyless"),
        (pl.col("explanation").str.strip_chars() == "").alias("unexplained"),
        -pl.col("size"),
        (place if order else pl.lit(0, pl.Int64)).alias("order"),
        pl.col("raw_id").alias("name"),
    )


def _sizes(questions: pl.DataFrame) -> pl.DataFrame:
    texts = compare(questions)
    length = texts["text"].str.len_chars() + texts["material"].str.len_chars()
    return length.cast(pl.Int64).alias("size").to_frame()
