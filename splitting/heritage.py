"""What the questions of a build have of earlier versions: their lineages, and parts that they keep.

Two ways lead back. A question goes on with a lineage by a name (its text or a copy's, now or as
printed; the place that it was printed at), or since it is what became of a text that has gone
(`own`). A text that no version has had may besides be a near copy of one that an earlier version
kept back or tested with (`near`): it is another question, and may not show more than that one.
"""

from dataclasses import dataclass

import polars as pl

from cpsyexam.identity import normal_form
from cpsyexam.judged_apart import judged_apart
from cpsyexam.kept_normals import kept_earlier_forms, kept_print_ids
from cpsyexam.lineage import NONE, Lineages, Schema, links, strictest, texts_of_sources
from cpsyexam.memo import NO_MEMO, Memo
from cpsyexam.stage import Frames, some
from cpsyexam.taxonomy import SPLITS
from splitting.lookalikes import TOLD, printed_in
from wording.rewritten import near_copies, rewritten

HERITAGE: Schema = {"raw_id": pl.String, "own": pl.String, "near": pl.String, "shown": pl.Boolean}
_TEXT = ("material", "stem", "options")


@dataclass(frozen=True)
class Heritage:
    """`rows` (HERITAGE) has a row a question: the parts, null where nothing is known, and whether a
    version has published its very text. `links` (question, lineage), `names` (question, name,
    public, birth) and `prints` (question, row, id) speak of questions by their raw_ids.

    A name is `public` where a release names a public question so, and one's `birth` where it is
    the id of its print; `prints` has the ids of all prints, those of copies too.
    """

    rows: pl.DataFrame
    links: pl.DataFrame
    names: pl.DataFrame
    prints: pl.DataFrame
    earlier: Lineages


def trace_back(
    frame: pl.DataFrame,
    frames: Frames,
    earlier: Lineages | None,
    normals: Memo = NO_MEMO,
) -> Heritage:
    """The heritage of a stage's rows (raw_id, id, source, also and texts).

    `parsed` (optional) has the texts as printed, `unique/copies` (optional) the ids of dropped
    copies, `unique/edges` (optional) pairs that were judged to be two questions: these are no near
    copies of each other. Normal forms and ids of prints are kept in `normals`.
    """
    known = earlier or NONE
    rows = frame.select(question="raw_id", row=pl.concat_list("raw_id", "also")).explode("row")
    prints = _prints(rows, frames, normals)
    names = _names(frame, rows, prints, frames.get("unique/copies"))
    linked = links(names, known.names)
    if known.questions.is_empty():
        parts = frame.select("raw_id", own=None, near=None, shown=False)
        return Heritage(parts.cast(pl.Schema(HERITAGE)), linked, names, prints, known)
    fresh = _fresh(frame, frames, prints, known)
    linked = pl.concat([linked, _followed(fresh, linked, known)]).unique()
    own = linked.join(known.questions.select("lineage", "split"), on="lineage")
    near = pl.concat([
        _resembled(frame, fresh, frames.get("unique/edges"), linked, known, normals),
        _told(frame, linked, known),
    ])  # fmt: skip
    parts = frame.select("raw_id", "id").join(
        known.names.filter("shown").unique("name").select(id="name", shown=True),
        on="id",
        how="left",
    )
    for name, found in (("own", own), ("near", near)):
        splits = found.group_by(raw_id="question").agg(strictest(pl.col("split")).alias(name))
        parts = parts.join(splits, on="raw_id", how="left", maintain_order="left")
    parts = parts.with_columns(pl.col("shown").fill_null(value=False)).select(*HERITAGE)
    return Heritage(parts.cast(pl.Schema(HERITAGE)), linked, names, prints, known)


def texts_of(prints: pl.DataFrame, frames: Frames) -> pl.DataFrame:
    """Prints with their texts (material, stem, options)."""
    parsed = some(frames, "parsed", "raw_id", *_TEXT).rename({"raw_id": "row"})
    return prints.join(parsed, on="row", maintain_order="left")


def _prints(rows: pl.DataFrame, frames: Frames, normals: Memo) -> pl.DataFrame:
    if "parsed" not in frames:
        return rows.clear().with_columns(id=pl.lit(None, pl.String))
    printed = texts_of(rows, frames)
    return printed.select("question", "row", kept_print_ids(printed, normals))


def _names(
    frame: pl.DataFrame, rows: pl.DataFrame, prints: pl.DataFrame, copies: pl.DataFrame | None
) -> pl.DataFrame:
    birth = pl.col("question") == pl.col("row")
    parts = [
        frame.select(question="raw_id", name="id", public=True, birth=False),
        rows.select("question", name="row", public=True, birth=False),
        prints.select("question", name="id", public=False, birth=birth),
    ]
    owned = [frame.select("source", "id", question="raw_id")]
    if copies is not None:
        mine = rows.join(copies.select("id", "source", row="raw_id"), on="row")
        parts.append(mine.select("question", name="id", public=False, birth=False))
        owned.append(mine.select("source", "id", "question"))
    of = pl.concat(owned)
    of = of.with_columns(texts_of_sources(of))
    parts.append(of.select("question", "name", public=False, birth=False))
    names = pl.concat(parts).group_by("question", "name", maintain_order=True)
    return names.agg(pl.col("public", "birth").any())


def _fresh(
    frame: pl.DataFrame, frames: Frames, prints: pl.DataFrame, known: Lineages
) -> pl.DataFrame:
    """Columns question, row, source, normal: the texts that no version knows, printed or as they
    are now, those of copies too.
    """
    now = frame.join(known.names, left_on="id", right_on="name", how="anti")
    parts = [now.select("source", *_TEXT, question="raw_id", row="raw_id")]
    printed = prints.join(known.names, left_on="id", right_on="name", how="anti")
    if printed.height:
        source = frame.select("source", question="raw_id")
        texts = texts_of(printed, frames).join(source, on="question")
        parts.append(texts.select(parts[0].columns))
    fresh = pl.concat(parts)
    return fresh.select("question", "row", "source", normal=normal_form(fresh))


def _followed(fresh: pl.DataFrame, linked: pl.DataFrame, known: Lineages) -> pl.DataFrame:
    """Links (question, lineage) of texts that went to those that came in their place."""
    gone = known.questions.join(linked, on="lineage", how="anti").select("lineage", "source")
    if gone.is_empty() or fresh.is_empty():
        return linked.clear()
    texts = known.texts_of(gone["lineage"]).join(gone, on="lineage")
    old = texts.select("source", name="lineage", normal=normal_form(texts))
    pairs = rewritten(old, fresh.rename({"row": "name"}))
    rows = fresh.select("question", new="row").unique()
    return pairs.join(rows, on="new").select("question", lineage="old")


def _resembled(
    frame: pl.DataFrame,
    fresh: pl.DataFrame,
    edges: pl.DataFrame | None,
    linked: pl.DataFrame,
    known: Lineages,
    normals: Memo,
) -> pl.DataFrame:
    """Columns question, split: of questions with a new text that is a near copy of what was no
    training text, and was not judged to be another question.
    """
    back = known.kept_back()
    if fresh.is_empty() or back.is_empty():
        return pl.DataFrame(schema={"question": pl.String, "split": pl.String})
    texts = known.texts_of(back["lineage"])
    old = texts.select(name="lineage", normal=kept_earlier_forms(texts, normals))
    pairs = near_copies(old, fresh.select("normal", name="question"), normals)
    pairs = pairs.select(question="new", lineage="old")
    if edges is not None and pairs.height:
        apart = judged_apart(edges, frame.select("raw_id", "also"))
        ends = (("raw_id", "raw_id_right"), ("raw_id_right", "raw_id"))
        two = pl.concat([apart.select(question=one, other=other) for one, other in ends])
        holders = two.join(linked.rename({"question": "other"}), on="other")
        pairs = pairs.join(holders, on=["question", "lineage"], how="anti")
    return pairs.join(back.select("lineage", "split"), on="lineage").select("question", "split")


def _told(frame: pl.DataFrame, linked: pl.DataFrame, known: Lineages) -> pl.DataFrame:
    """Columns question, split: of questions whose explanation or model answer prints one of the
    reserve that has gone from the sources. Those that are there meet it at the draw.
    """
    held = known.questions.filter(pl.col("split") == SPLITS[-1])
    gone = held.join(linked, on="lineage", how="anti")
    if gone.is_empty() or not set(TOLD) <= set(frame.columns):
        return pl.DataFrame(schema={"question": pl.String, "split": pl.String})
    texts = known.texts_of(gone["lineage"])
    old = texts.select(normal=normal_form(texts), reference=pl.lit(""))
    places = printed_in(frame, old)["left"].unique(maintain_order=True)
    return frame[places].select(question="raw_id", split=pl.lit(SPLITS[-1]))
