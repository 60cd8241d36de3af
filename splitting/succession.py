"""The lineages after a build: each question goes on with one, what has gone keeps its own."""

import polars as pl

from cpsyexam.keyed import keyed_digests
from cpsyexam.lineage import NAMES, QUESTIONS, RANK, TEXTS
from cpsyexam.stage import Frames
from cpsyexam.taxonomy import SPLITS
from splitting.heritage import Heritage, texts_of


def carried_on(
    heritage: Heritage, kept: pl.DataFrame, frames: Frames, key: bytes
) -> tuple[pl.Series, dict[str, pl.DataFrame]]:
    """The lineage of each kept row (raw_id, id, source, split), and tables `lineages` (QUESTIONS),
    `names` (NAMES) and `texts` (TEXTS) of all there have been.

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
    here = rows.with_columns(
        pl.coalesce("first", "id").alias("first"), pl.lit(None, pl.String).alias("until")
    )
    questions = pl.concat([here.select(*QUESTIONS), gone.select(*QUESTIONS)]).sort("lineage")
    return rows["lineage"], {
        "lineages": questions,
        "names": _names(heritage, rows, absorbed),
        "texts": _texts(heritage, rows, gone, absorbed, frames),
    }


def _texts(
    heritage: Heritage,
    rows: pl.DataFrame,
    gone: pl.DataFrame,
    absorbed: pl.DataFrame,
    frames: Frames,
) -> pl.DataFrame:
    """What cannot be read from the shards: texts of what has gone, and what the texts of those
    that must not be trained with were before.
    """
    secret = rows.filter(pl.col("split") != SPLITS[0])
    into = absorbed.select("old", new="lineage")
    joined = into.join(secret, left_on="new", right_on="lineage", how="semi")["old"]
    earlier = heritage.earlier
    same = secret.join(earlier.questions, on=["lineage", "id"], how="semi")["lineage"]
    other = secret.join(same.to_frame(), on="lineage", how="anti")["lineage"]
    before = pl.concat(
        [
            earlier.texts_of(pl.concat([gone["lineage"], joined, other])),
            earlier.texts.filter(pl.col("lineage").is_in(same.implode())),
        ]
    )
    before = before.join(into, left_on="lineage", right_on="old", how="left")
    before = before.with_columns(pl.coalesce("new", "lineage").alias("lineage"))
    prints = heritage.prints.join(secret.select("lineage", question="raw_id"), on="question")
    prints = prints.join(secret, on=["lineage", "id"], how="anti")
    printed = [texts_of(prints, frames)] if prints.height else []
    texts = pl.concat([part.select(*TEXTS) for part in (before, *printed)])
    texts = texts.join(secret, on=["lineage", "id"], how="anti")  # those that the shards have
    return texts.unique(["lineage", "id"], maintain_order=True).sort("lineage", "id")


def _taken(mine: pl.DataFrame) -> pl.DataFrame:
    """One lineage a question and one question a lineage; the strictest lineage first."""
    alone = ~pl.col("question").is_duplicated() & ~pl.col("lineage").is_duplicated()
    found = [mine.filter(alone)]  # nearly all: none to choose from
    mine = mine.filter(~alone)
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
    twice = pl.col("name").is_duplicated()  # of few, and grouping takes time
    seen = old.select("name", "since", before="shown")
    again = seen.filter(twice).group_by("name").agg(pl.min("since"), pl.col("before").any())
    seen = pl.concat([seen.filter(~twice), again])
    left = old.join(own, on="name", how="anti").select(
        "name", "shown", lineage=pl.coalesce("new", "lineage")
    )
    into = absorbed.select("lineage", name="old", shown=pl.lit(False))
    gone = pl.concat([part.select("name", "lineage", "shown") for part in (left, into)])
    gone = gone.group_by("name", "lineage").agg(pl.col("shown").any())
    together = pl.concat([own.select("name", "lineage", "shown"), gone])
    together = together.join(seen, on="name", how="left").with_columns(
        pl.col("shown") | pl.col("before").fill_null(value=False)
    )
    return together.select(*NAMES).sort("name", "lineage")
