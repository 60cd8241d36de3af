"""What has come since the version before and may be planted, to see what becomes of it.

Who can add a question to a source adds a copy of a test question with a guessed key, or of one that
may be reserved, and looks what the next version says of it. So what is decided on such a question
depends neither on keys that are withheld nor on which questions are reserved, but for one bit a
source: where one of its arrivals is like a reserved question, all of them are set aside.
"""

from dataclasses import dataclass, field, replace

import polars as pl

from cleaning.duplicates.copies import parts
from cleaning.duplicates.edges import find_edges
from cleaning.duplicates.resolution import FATE, ONE, TOGETHER
from cleaning.duplicates.settings import EDGE, SET_ASIDE, DuplicateSettings
from cpsyexam.identity import normal_form
from cpsyexam.lineage import KeptBack, Lineages, texts_of_sources
from cpsyexam.memo import Memo
from cpsyexam.taxonomy import SPLITS
from wording.rewritten import near_copies

OTHER_KEY = "keys differ"  # how the detail of such a copy begins: a person should look
_UNIT = "\x1f"  # between the parts of a normal form, of which the options are the last
_NO_FATES = pl.DataFrame(schema=FATE)


@dataclass(frozen=True)
class Arrivals:
    """`frame` without the arrivals that go; these (`gone`) and why (`fates`); of those that stay,
    how they hang together with what is kept back (`edges`, of which `ends` are either side).
    """

    frame: pl.DataFrame
    gone: pl.DataFrame
    fates: pl.DataFrame = field(default_factory=lambda: _NO_FATES)
    edges: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=EDGE))
    ends: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())

    @property
    def set_aside(self) -> int:
        """Arrivals of sources that nobody vouches for, with one like a reserved question."""
        return int((self.fates["rule"] == SET_ASIDE).sum())

    def seen_alike(self, edges: pl.DataFrame) -> pl.DataFrame:
        """Edges, those from arrivals to what is kept back as they are without their keys."""
        if not self.ends[0]:
            return edges
        come, secret = (pl.Series(sorted(end), dtype=pl.String).implode() for end in self.ends)
        left, right = pl.col("left"), pl.col("right")
        across = (left.is_in(come) & right.is_in(secret)) | (left.is_in(secret) & right.is_in(come))
        return pl.concat([edges.filter(~across), self.edges.filter(across)])


def part(
    frame: pl.DataFrame,
    settings: DuplicateSettings,
    kept_back: KeptBack | None,
    vouched: tuple[str, ...],
    memo: Memo,
) -> Arrivals:
    """Part the arrivals from a stage's rows (CleanQuestion).

    An arrival is a row with a text that its source had in no version, and no correction of what
    stood in its place, of a source not `vouched` for. One like a reserved question has all of its
    source's set aside; a copy of another kept back goes as a copy, whatever its key says: where
    that differs, a person should look.
    """
    if kept_back is None or frame.is_empty():
        return Arrivals(frame, frame.clear())
    rows = _known(frame.select("raw_id", "id", "source"), kept_back.earlier)
    held = pl.col("split").is_in(list(kept_back.splits))
    rows = rows.with_columns(held=held.fill_null(value=False))
    free = ~pl.col("source").is_in(list(vouched))
    asked = rows.filter(free & ~pl.col("old"))
    if asked.is_empty():
        return Arrivals(frame, frame.clear())
    both = rows.filter("held")["raw_id"].append(asked["raw_id"]).unique()
    blind = frame.filter(pl.col("raw_id").is_in(both.implode())).sort("raw_id")
    blind = blind.with_columns(pl.col("answer").list.head(0), reference=pl.lit(""))
    edges = find_edges(blind, settings, replace(memo, tidies=False))
    come = asked.join(_corrected(asked, rows.filter("held"), edges), on="raw_id", how="anti")
    if come.is_empty():
        return Arrivals(frame, frame.clear())
    secret = rows.filter("held").join(come, on="raw_id", how="anti")
    aside = _set_aside(frame, come, secret, edges)
    copies = _copies(frame, come.join(aside, on="raw_id", how="anti"), secret, edges)
    fates = pl.concat([aside, copies]).sort("raw_id")
    leave = frame.select("raw_id").join(fates, on="raw_id", how="left", maintain_order="left")
    goes = leave["rule"].is_not_null()
    stay = come.join(fates, on="raw_id", how="anti")
    return Arrivals(
        frame.filter(~goes),
        frame.filter(goes),
        leave.filter(goes).select(*FATE),
        edges.filter(~pl.col("kind").is_in(ONE)),
        (frozenset(stay["raw_id"]), frozenset(secret["raw_id"])),
    )


def _known(rows: pl.DataFrame, earlier: Lineages) -> pl.DataFrame:
    """Rows with `lineage` and `split` of their text or `place`, whether the text is `new`, and
    `old`: whether their source had it in a version before.
    """
    owned = earlier.names["name"].filter(earlier.names["name"].str.starts_with("p"))
    rows = rows.with_columns(texts_of_sources(rows))
    if len(owned):
        own = pl.col("name").is_in(owned.implode())
    else:  # sealed before they were named
        own = pl.col("source").is_in(earlier.questions["source"].unique().implode())
    rows = rows.with_columns(own=own)
    for column, found in (("id", "text"), ("raw_id", "place")):
        names = earlier.names.join(rows, left_on="name", right_on=column, how="semi")
        names = names.unique("name", keep="first", maintain_order=True)
        split = earlier.questions.select("lineage", pl.col("split").alias(f"{found}_split"))
        known = names.select("lineage", pl.col("name").alias(column)).join(split, on="lineage")
        known = known.rename({"lineage": found})
        rows = rows.join(known, on=column, how="left", maintain_order="left")
    placed = pl.col("place") == pl.col("text")
    return rows.select(
        "raw_id",
        "source",
        "place",
        old=pl.col("own") | placed.fill_null(value=False),
        new=pl.col("text").is_null(),
        lineage=pl.coalesce("text", "place"),
        split=pl.coalesce("text_split", "place_split"),
    )


def _corrected(asked: pl.DataFrame, held: pl.DataFrame, edges: pl.DataFrame) -> pl.DataFrame:
    """Of rows that are not old those with another text at their place: no arrivals, but where this
    is now a copy of another question that is kept back.
    """
    rows = asked.filter("new", pl.col("place").is_not_null())
    one = edges.filter(pl.col("kind").is_in(ONE))
    pairs = [one.select(raw_id=a, of=b) for a, b in (("left", "right"), ("right", "left"))]
    met = pl.concat(pairs).join(held.select("lineage", of="raw_id"), on="of")
    met = rows.join(met.rename({"lineage": "its"}), on="raw_id")
    return rows.join(met.filter(pl.col("its") != pl.col("place")), on="raw_id", how="anti")


def _set_aside(
    frame: pl.DataFrame, come: pl.DataFrame, secret: pl.DataFrame, edges: pl.DataFrame
) -> pl.DataFrame:
    """Fates of all arrivals of sources with one that is, or hangs together with, a reserved one, or
    that the leak guard takes for one, be it asked without its options.
    """
    reserved = secret.filter(pl.col("split") == SPLITS[-1])["raw_id"]
    names = pl.concat([come["raw_id"], reserved]).implode()
    near = edges.filter(
        pl.col("kind").is_in(TOGETHER), pl.col("left").is_in(names), pl.col("right").is_in(names)
    )
    met = come.filter(pl.col("split") == SPLITS[-1])["raw_id"]
    if near.height:
        held = parts(near)
        of = held.filter(pl.col("name").is_in(reserved.implode()))["part"]
        met = pl.concat([met, held.filter(pl.col("part").is_in(of.implode()))["name"]])
    asked = frame.filter(pl.col("raw_id").is_in(names))
    texts = asked.select("raw_id", name="raw_id", normal=normal_form(asked))
    old = texts.filter(pl.col("name").is_in(reserved.implode()))
    new = texts.join(come, on="raw_id", how="semi")
    bare = new.filter(pl.col("normal").str.ends_with(_UNIT))
    stems = old.with_columns(pl.col("normal").str.replace(f"{_UNIT}[^{_UNIT}]*$", _UNIT))
    met = pl.concat([met, near_copies(old, new)["new"], near_copies(stems, bare)["new"]])
    sources = come.filter(pl.col("raw_id").is_in(met.implode()))["source"].unique()
    gone = come.filter(pl.col("source").is_in(sources.implode()))
    return _fates(gone, pl.lit(SET_ASIDE))


def _copies(
    frame: pl.DataFrame, come: pl.DataFrame, secret: pl.DataFrame, edges: pl.DataFrame
) -> pl.DataFrame:
    """Fates of arrivals that are copies of what is kept back, keys aside."""
    names = pl.concat([come["raw_id"], secret["raw_id"]]).implode()
    one = edges.filter(
        pl.col("kind").is_in(ONE), pl.col("left").is_in(names), pl.col("right").is_in(names)
    )
    if one.is_empty():
        return _NO_FATES
    held = parts(one)
    owners = held.filter(pl.col("name").is_in(secret["raw_id"].implode()))
    owners = owners.group_by("part").agg(counterpart=pl.col("name").min())
    gone = held.join(owners, on="part").filter(pl.col("name").is_in(come["raw_id"].implode()))
    ends = [one.select("ratio", name=end) for end in ("left", "right")]
    ratio = pl.concat(ends).group_by("name").agg(strength=pl.col("ratio").max())
    keys = frame.select("id", name="raw_id", key=pl.struct("options", "answer", "reference"))
    gone = gone.join(ratio, on="name").join(keys, on="name")
    gone = gone.join(
        keys.rename({"name": "counterpart", "id": "of", "key": "its"}), on="counterpart"
    )
    said = [_key(key) for key in gone["key"]], [_key(key) for key in gone["its"]]
    other = [f"{OTHER_KEY}: {a} / {b}" if a != b else "" for a, b in zip(*said, strict=True)]
    exact = pl.when(pl.col("id") == pl.col("of"))
    return _fates(
        gone.rename({"name": "raw_id"}),
        rule=exact.then(pl.lit("exact_duplicate")).otherwise(pl.lit("near_duplicate")),
        detail=pl.lit(pl.Series(other, dtype=pl.String)),
        counterpart=pl.col("counterpart"),
        strength=exact.then(1.0).otherwise("strength"),
    )


def _key(row: dict[str, object]) -> str:
    options, answer = row["options"], row["answer"]
    assert isinstance(options, list)
    assert isinstance(answer, list)
    return "; ".join(sorted(options[i] for i in answer if i < len(options))) or str(
        row["reference"]
    )


def _fates(rows: pl.DataFrame, rule: pl.Expr, **told: pl.Expr) -> pl.DataFrame:
    nothing = {"detail": pl.lit(""), "counterpart": pl.lit(""), "strength": pl.lit(None)}
    made = rows.select(raw_id="raw_id", cluster="raw_id", rule=rule, **{**nothing, **told})
    return made.cast(pl.Schema(FATE))
