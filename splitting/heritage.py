"""What the questions of a build have of earlier versions: their lineages, and parts that they keep.

Two ways lead back. A question goes on with a lineage by a name (its text or a copy's, now or as
printed; the place that it was printed at), or since it is what became of a text that has gone
(`own`). A text that no version has had may besides be a near copy of one that an earlier version
kept back or tested with (`near`): it is another question, and may not show more than that one.
"""

from dataclasses import dataclass

import polars as pl

from cpsyexam.identity import ids_of
from cpsyexam.judged_apart import judged_apart
from cpsyexam.kept_normals import kept_normal_forms
from cpsyexam.keyed import keyed_digests
from cpsyexam.lineage import NAMES, QUESTIONS, RANK, Lineages, Schema, links, strictest
from cpsyexam.memo import NO_MEMO, Memo
from cpsyexam.stage import Frames
from cpsyexam.taxonomy import SPLITS
from wording.rewritten import near_copies, rewritten

HERITAGE: Schema = {"raw_id": pl.String, "own": pl.String, "near": pl.String, "shown": pl.Boolean}
_TEXT = ("material", "stem", "options")


@dataclass(frozen=True)
class Heritage:
    """`rows` (HERITAGE) has a row a question: the parts, null where nothing is known, and whether a
    version has published its very text. `links` (question, lineage) and `names` (question, name,
    public) speak of questions by their raw_ids.
    """

    rows: pl.DataFrame
    links: pl.DataFrame
    names: pl.DataFrame
    earlier: Lineages


def names_of(frame: pl.DataFrame, frames: Frames, normals: Memo = NO_MEMO) -> pl.DataFrame:
    """Columns question (raw_id), name, public, birth: all names of the questions and their copies.

    `public`: whether a release names a public question so; `birth`: whether it is the id of the
    question as printed. `parsed` (optional) has the texts as printed, `unique/copies` (optional)
    the ids of dropped copies; normal forms are kept in `normals`.
    """
    rows = frame.select(question="raw_id", row=pl.concat_list("raw_id", "also")).explode("row")
    parts = [
        frame.select(question="raw_id", name="id", public=True, birth=False),
        rows.select("question", name="row", public=True, birth=False),
    ]
    copies, parsed = frames.get("unique/copies"), frames.get("parsed")
    if copies is not None:
        mine = rows.join(copies.select("id", row="raw_id"), on="row")
        parts.append(mine.select("question", name="id", public=False, birth=False))
    if parsed is not None:
        printed = rows.join(parsed.select(*_TEXT, row="raw_id"), on="row", maintain_order="left")
        ids = ids_of(kept_normal_forms(printed, normals)).alias("name")
        birth = pl.col("question") == pl.col("row")
        parts.append(printed.select("question", ids, public=False, birth=birth))
    names = pl.concat(parts).group_by("question", "name", maintain_order=True)
    return names.agg(pl.col("public", "birth").any())


def trace_back(
    frame: pl.DataFrame,
    frames: Frames,
    earlier: Lineages | None,
    normals: Memo = NO_MEMO,
) -> Heritage:
    """The heritage of a stage's rows (raw_id, id, source, also and texts).

    `unique/edges` (optional) names pairs that were judged to be two questions: these are no near
    copies of each other.
    """
    known = earlier or Lineages(pl.DataFrame(schema=QUESTIONS), pl.DataFrame(schema=NAMES), "")
    names = names_of(frame, frames, normals)
    linked = links(names, known.names)
    if known.questions.is_empty():
        rows = frame.select("raw_id", own=None, near=None, shown=False).cast(pl.Schema(HERITAGE))
        return Heritage(rows, linked, names, known)
    linked = pl.concat([linked, _followed(frame, linked, known, normals)])
    own = linked.join(known.questions.select("lineage", "split"), on="lineage")
    near = _resembled(frame, frames, linked, known, normals)
    rows = frame.select("raw_id", "id").join(
        known.names.filter("shown").select(id="name", shown=True), on="id", how="left"
    )
    for name, found in (("own", own), ("near", near)):
        splits = found.group_by(raw_id="question").agg(strictest(pl.col("split")).alias(name))
        rows = rows.join(splits, on="raw_id", how="left", maintain_order="left")
    rows = rows.with_columns(pl.col("shown").fill_null(value=False))
    return Heritage(rows.select(*HERITAGE).cast(pl.Schema(HERITAGE)), linked, names, known)


def _followed(
    frame: pl.DataFrame, linked: pl.DataFrame, known: Lineages, normals: Memo
) -> pl.DataFrame:
    """Links (question, lineage) of texts that went to those that came in their place."""
    fresh = frame.join(linked, left_on="raw_id", right_on="question", how="anti")
    gone = known.questions.join(linked, on="lineage", how="anti")["lineage"]
    if fresh.is_empty() or gone.is_empty():
        return linked.clear()
    texts = known.texts(gone)
    old = texts.select("source", name="lineage", normal=kept_normal_forms(texts, normals))
    new = fresh.select("source", name="raw_id", normal=kept_normal_forms(fresh, normals))
    return rewritten(old, new).select(question="new", lineage="old")


def _resembled(
    frame: pl.DataFrame,
    frames: Frames,
    linked: pl.DataFrame,
    known: Lineages,
    normals: Memo,
) -> pl.DataFrame:
    """Columns question, split: of new texts that are near copies of what was not training text."""
    fresh = frame.join(known.names, left_on="id", right_on="name", how="anti")
    back = known.kept_back()
    if fresh.is_empty() or back.is_empty():
        return pl.DataFrame(schema={"question": pl.String, "split": pl.String})
    texts = known.texts(back["lineage"])
    old = texts.select(name="lineage", normal=kept_normal_forms(texts, normals))
    new = fresh.select(name="raw_id", normal=kept_normal_forms(fresh, normals))
    pairs = near_copies(old, new).select(question="new", lineage="old")
    edges = frames.get("unique/edges") if pairs.height else None
    if edges is not None:
        apart = judged_apart(edges, frame.select("raw_id", "also"))
        two = pl.concat(
            [
                apart.select(question=one, other=other)
                for one, other in (("raw_id", "raw_id_right"), ("raw_id_right", "raw_id"))
            ]
        )
        holders = two.join(linked.rename({"question": "other"}), on="other")
        pairs = pairs.join(holders, on=["question", "lineage"], how="anti")
    return pairs.join(back.select("lineage", "split"), on="lineage").select("question", "split")


def carried_on(
    heritage: Heritage, kept: pl.DataFrame, key: bytes
) -> tuple[pl.Series, pl.DataFrame, pl.DataFrame]:
    """The lineage of each kept row (raw_id, id, source, split), and the tables of all lineages.

    A lineage is born with the name HMAC(key, id as printed). Of several lineages of a question the
    one that showed least goes on and absorbs the others; of several questions of a lineage the one
    with its text, and the others begin new ones. What has gone keeps its lineage and its text.
    """
    known = heritage.earlier.questions
    mine = heritage.links.join(kept.select(question="raw_id", now="id"), on="question")
    mine = mine.join(known.select("lineage", "first", "id", "split", "since"), on="lineage")
    mine = mine.with_columns(
        same=pl.col("now") == pl.col("id"),
        rank=pl.col("split").replace_strict(RANK, return_dtype=pl.Int8),
    )
    taken = _taken(mine)
    born = kept.join(taken, left_on="raw_id", right_on="question", how="anti")
    history = taken.select("lineage", "first", "since", raw_id="question")
    rows = kept.join(
        pl.concat([history, _born(born, heritage, key)], how="diagonal_relaxed"),
        on="raw_id",
        how="left",
        maintain_order="left",
    )
    absorbed = mine.join(taken, on="lineage", how="anti").sort("lineage", "question")
    absorbed = absorbed.unique("lineage", keep="first", maintain_order=True)
    absorbed = absorbed.select("question", old="lineage").join(
        rows.select("lineage", question="raw_id"), on="question"
    )
    gone = known.join(rows, on="lineage", how="anti")
    gone = gone.join(absorbed, left_on="lineage", right_on="old", how="anti")
    texts = heritage.earlier.texts(gone["lineage"]).drop("source")
    gone = gone.drop(*_TEXT).join(texts, on="lineage", how="left")
    blank = (pl.lit(None, QUESTIONS[name]).alias(name) for name in ("until", *_TEXT))
    here = rows.with_columns(pl.coalesce("first", "id").alias("first"), *blank)
    questions = pl.concat([here.select(*QUESTIONS), gone.select(*QUESTIONS)]).sort("lineage")
    return rows["lineage"], questions, _names(heritage, rows, absorbed)


def _taken(mine: pl.DataFrame) -> pl.DataFrame:
    """One lineage a question and one question a lineage; the strictest lineage first."""
    found = [mine.clear()]
    while mine.height:
        chosen = mine.sort("rank", "same", "lineage", descending=[True, True, False])
        chosen = chosen.unique("question", keep="first", maintain_order=True)
        chosen = chosen.sort("same", "question", descending=[True, False])
        chosen = chosen.unique("lineage", keep="first", maintain_order=True)
        found.append(chosen)
        mine = mine.join(chosen, on="question", how="anti").join(chosen, on="lineage", how="anti")
    return pl.concat(found)


def _born(rows: pl.DataFrame, heritage: Heritage, key: bytes) -> pl.DataFrame:
    """Columns raw_id, lineage of questions that no version has had."""
    printed = heritage.names.filter("birth").select("name", raw_id="question")
    rows = rows.select("raw_id", "id").join(printed, on="raw_id", how="left").sort("name", "raw_id")
    rows = rows.with_columns(pl.coalesce("name", "id").alias("name"))
    names = pl.Series("lineage", lineage_names(rows["name"], key), dtype=pl.String)
    # two of one print, or one parted from the question that goes by this name: told by the place
    again = ~names.is_first_distinct() | names.is_in(
        heritage.earlier.questions["lineage"].implode()
    )
    more = pl.Series("more", lineage_names(rows["raw_id"].filter(again), key), dtype=pl.String)
    names = names.scatter(again.arg_true(), more) if again.any() else names
    return rows.select("raw_id", names)


def lineage_names(names: pl.Series, key: bytes) -> list[str]:
    """Names of the lineages that begin with these: `l` + 20 hex digits of a keyed digest."""
    return [f"l{digest[:20]}" for digest in keyed_digests(key, "lineage/" + names)]


def _names(heritage: Heritage, rows: pl.DataFrame, absorbed: pl.DataFrame) -> pl.DataFrame:
    """Every name with its lineage: a name that a kept question has is that one's from now on."""
    held = pl.col("split") == SPLITS[-1]
    of = rows.select("lineage", held=held, question="raw_id")
    own = heritage.names.join(of, on="question")
    own = own.select("name", "lineage", shown=pl.col("public") & ~pl.col("held"))
    old = heritage.earlier.names.join(
        absorbed.select("old", new="lineage"), left_on="lineage", right_on="old", how="left"
    )
    seen = old.group_by("name").agg(pl.col("shown").any().alias("before"), pl.min("since"))
    left = old.join(own, on="name", how="anti").select(
        "name", "shown", lineage=pl.coalesce("new", "lineage")
    )
    into = absorbed.select("lineage", name="old", shown=pl.lit(False))
    parts = [part.select("name", "lineage", "shown") for part in (own, left, into)]
    together = pl.concat(parts).group_by("name", "lineage").agg(pl.col("shown").any())
    together = together.join(seen, on="name", how="left").with_columns(
        pl.col("shown") | pl.col("before").fill_null(value=False)
    )
    return together.select(*NAMES).sort("name", "lineage")
