"""The queue: every question that wants a person, as a pure function of a build's tables.

Reasons (one row a doubt) are gathered from flags, rejected rows that a person can save, pairs in
doubt, generated questions, and what evaluation and readers report; a question is one item with all
its reasons. Beside them stands a random share of the others (`reviewing.sample`).
"""

from collections.abc import Mapping

import dataframely as dy
import polars as pl

from cpsyexam.files import digest
from cpsyexam.showing import NOTHING, of_tables
from reviewing.kinds import BY_NAME, FLAGS, KINDS, RESCUABLE, SPLIT_FACTOR, strictest
from reviewing.sample import drawn, sample
from reviewing.settings import QueueSettings, policies

Frames = Mapping[str, pl.DataFrame]
_REASON = {"raw_id": pl.String, "other": pl.String, "kind": pl.String, "detail": pl.String}


class QueueItem(dy.Schema):
    """One thing that a person is asked."""

    item = dy.String(primary_key=True)
    raw_id = dy.String()
    other = dy.String()  # raw_id of the other question of a pair, or ""
    form = dy.String()  # check, pair, compare, grade
    kinds = dy.List(dy.String())  # why it is here, most worth first
    details = dy.List(dy.String())  # what was found, beside each kind
    policy = dy.String()  # one, two, three
    worth = dy.Float64()
    split = dy.String()  # "" where it is rejected
    exam = dy.String()
    subject = dy.String()
    source = dy.String()


def queue(frames: Frames, settings: QueueSettings) -> pl.DataFrame:
    """QueueItem rows, most worth first.

    `frames`: parsed; split (kept rows of the chain's last stage); rejected (parent, rule, detail,
    counterpart of all stages); held (parent, rule, detail); alarms (capture, details); edges
    (left, right, kind, reason); sources (source, kind); and where there are any suspects (id,
    detail, llr), errata (raw_id, detail), replies (raw_id, detail), decisions (status, raw_ids),
    asked (raw_id, control): what was in the queue before.
    """
    hidden = NOTHING if settings.reserve else of_tables(frames["split"], frames["parsed"])
    frames = {**frames, "split": hidden.without(frames["split"])}
    reasons = pl.concat(
        [
            _flags(frames),
            _held(frames),
            _alarms(frames),
            _rescuable(frames),
            _pairs(frames),
            _generated(frames),
            _suspects(frames),
            _other_keys(frames),
            _reported(frames, "errata", "errata"),
            _replies(frames, settings),
        ]
    )
    doubted = pl.concat([reasons["raw_id"], reasons["other"]])
    rest = _shaped(sample(frames, doubted, settings).with_columns(other=pl.lit("")))
    items = _items(hidden.without(pl.concat([reasons, rest])), settings)
    placed = _ranked(_placed(items, frames), frames)
    return QueueItem.validate(
        _weighed(placed, settings).sort("worth", "item", descending=[True, False])
    )


def _shaped(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.select(pl.col(name).cast(kind) for name, kind in _REASON.items())


def _flags(frames: Frames) -> pl.DataFrame:
    said = frames["split"].select("raw_id", detail="flags").explode("detail", empty_as_null=False)
    name = pl.col("detail").str.split(":").list.first()
    kind = name.replace_strict(FLAGS, default="layout", return_dtype=pl.String)
    return _shaped(said.drop_nulls().with_columns(kind=kind, other=pl.lit("")))


def _held(frames: Frames) -> pl.DataFrame:
    """Questions that wait for a look; of copies of a released question nobody need look at any."""
    detail = pl.concat_str("rule", pl.lit(": "), "detail").str.strip_chars_end(": ")
    held = frames["held"].with_columns(raw_id="parent", kind=pl.lit("held"), detail=detail)
    return _shaped(held.with_columns(other=pl.lit("")))


def _alarms(frames: Frames) -> pl.DataFrame:
    """Pages with an alarm: the first question of each that is released or held stands for it."""
    known = pl.concat([frames["split"]["raw_id"], frames["held"]["parent"]]).implode()
    rows = frames["parsed"].filter(pl.col("raw_id").is_in(known))
    first = rows.unique("capture", keep="first", maintain_order=True).select("raw_id", "capture")
    told = frames["alarms"].join(first, on="capture").explode("details")
    return _shaped(told.with_columns(detail="details", kind=pl.lit("page"), other=pl.lit("")))


def _rescuable(frames: Frames) -> pl.DataFrame:
    """Rejected rows that a person can save; of contradictory copies the first stands for all."""
    gone = frames["rejected"].filter(pl.col("rule").is_in(list(RESCUABLE)))
    first = pl.min_horizontal("parent", pl.col("counterpart").replace("", None))
    clash = pl.col("rule") == "conflicting_answers"
    gone = gone.with_columns(raw_id=pl.when(clash).then(first).otherwise("parent"))
    gone = gone.unique("raw_id", keep="first", maintain_order=True)
    kind = pl.col("rule").replace_strict(RESCUABLE, return_dtype=pl.String)
    detail = pl.concat_str("rule", pl.lit(": "), "detail").str.strip_chars_end(": ")
    return _shaped(gone.with_columns(kind=kind, detail=detail, other=pl.lit("")))


def _pairs(frames: Frames) -> pl.DataFrame:
    doubt = frames["edges"].filter(pl.col("kind") == "review")
    known = frames["split"].select(raw_id="raw_id")
    both = doubt.join(known, left_on="left", right_on="raw_id", how="semi").join(
        known, left_on="right", right_on="raw_id", how="semi"
    )
    return _shaped(
        both.select(raw_id="left", other="right", kind=pl.lit("near_duplicate"), detail="reason")
    )


def _generated(frames: Frames) -> pl.DataFrame:
    written = frames["sources"].filter(pl.col("kind") == "generated").select("source")
    rows = frames["split"].join(written, on="source", how="semi")
    alone = rows.select("raw_id", other=pl.lit(""), kind=pl.lit("generated"), detail=pl.lit(""))
    real = frames["split"].join(written, on="source", how="anti")
    pairs = _beside(rows, real).with_columns(kind=pl.lit("comparison"), detail=pl.lit(""))
    return pl.concat([_shaped(alone), _shaped(pairs)])


def _beside(rows: pl.DataFrame, real: pl.DataFrame) -> pl.DataFrame:
    """A printed question of the same subject and format for each written one, by rank of hash."""

    def ranked(frame: pl.DataFrame, name: str) -> pl.DataFrame:
        order = frame.with_columns(drawn(frame["raw_id"], name)).sort(
            "exam", "subject", "format", "draw"
        )
        place = pl.int_range(pl.len()).over("exam", "subject", "format")
        return order.select("exam", "subject", "format", pl.col("raw_id").alias(name), place=place)

    return ranked(rows, "raw_id").join(
        ranked(real, "other"), on=["exam", "subject", "format", "place"]
    )


def _other_keys(frames: Frames) -> pl.DataFrame:
    """Released questions of which a copy that has come since has another key."""
    told = frames["rejected"].filter(
        pl.col("rule").is_in(["exact_duplicate", "near_duplicate"]),
        pl.col("detail").str.starts_with("keys differ"),
    )
    known = frames["split"].select(counterpart="raw_id")
    rows = told.join(known, on="counterpart", how="semi")
    return _shaped(
        rows.with_columns(raw_id="counterpart", kind=pl.lit("suspect_key"), other="parent")
    )


def _suspects(frames: Frames) -> pl.DataFrame:
    if "suspects" not in frames:
        return pl.DataFrame(schema=_REASON)
    known = frames["split"].select("id", "raw_id")
    told = frames["suspects"].select("id", "detail").join(known, on="id")
    return _shaped(told.with_columns(kind=pl.lit("suspect_key"), other=pl.lit("")))


def _reported(frames: Frames, table: str, kind: str) -> pl.DataFrame:
    if table not in frames:
        return pl.DataFrame(schema=_REASON)
    told = frames[table]
    other = pl.col("other") if "other" in told.columns else pl.lit("")
    return _shaped(told.with_columns(kind=pl.lit(kind), other=other))


def _replies(frames: Frames, settings: QueueSettings) -> pl.DataFrame:
    """Answers of models to some open questions, drawn by hash; every answer is an item."""
    if "replies" not in frames:
        return pl.DataFrame(schema=_REASON)
    known = frames["replies"].join(frames["split"].select("raw_id"), on="raw_id", how="semi")
    names = known["raw_id"].unique()
    some = names.to_frame().with_columns(drawn(names, settings.seed + "/graded"))
    chosen = some.sort("draw").head(settings.graded)
    rows = known.join(chosen, on="raw_id", how="semi").unique(["raw_id", "detail"])
    return _shaped(rows.with_columns(kind=pl.lit("grading"), other=pl.lit("")))


def _items(reasons: pl.DataFrame, settings: QueueSettings) -> pl.DataFrame:
    forms = {kind.name: kind.form for kind in KINDS}
    worth = {kind.name: kind.worth for kind in KINDS}
    rows = reasons.with_columns(
        form=pl.col("kind").replace_strict(forms, return_dtype=pl.String),
        worth=pl.col("kind").replace_strict(worth, return_dtype=pl.Float64),
    ).sort("worth", "kind", "detail", descending=[True, False, False])
    reply = pl.when(pl.col("form") == "grade").then("detail").otherwise(pl.lit("")).alias("reply")
    items = rows.group_by("raw_id", "other", "form", reply, maintain_order=True).agg(
        pl.col("kind").alias("kinds"),
        pl.col("detail").alias("details"),
        pl.col("worth").first() + 0.01 * (pl.len() - 1),
    )
    names = [
        item_name(*parts) for parts in items.select("form", "raw_id", "other", "reply").iter_rows()
    ]
    return items.with_columns(
        pl.Series("item", names, dtype=pl.String), policy=_policies(items["kinds"], settings)
    )


def item_name(form: str, raw_id: str, other: str = "", reply: str = "") -> str:
    """The name of what a person is asked, the same in every build."""
    return "i" + digest(f"{form}\n{raw_id}\n{other}\n{reply}")[:12]


def _policies(kinds: pl.Series, settings: QueueSettings) -> pl.Series:
    chosen = policies(settings.policy)
    made = [strictest([chosen[name] for name in some]) for some in kinds.to_list()]
    return pl.Series(made, dtype=pl.String)


def _placed(items: pl.DataFrame, frames: Frames) -> pl.DataFrame:
    """Exam and subject as settled, else as printed."""
    raw = frames["parsed"].select("raw_id", "source", "exam", "subject")
    split = frames["split"].select("raw_id", "split", settled="exam", named="subject")
    both = items.join(raw, on="raw_id", how="inner").join(split, on="raw_id", how="left")
    return both.with_columns(
        split=pl.col("split").fill_null(""),
        exam=pl.coalesce("settled", "exam"),
        subject=pl.coalesce("named", "subject"),
    )


def _ranked(items: pl.DataFrame, frames: Frames) -> pl.DataFrame:
    """Among suspect keys those first that the answers speak against most clearly."""
    if "llr" not in (frames["suspects"].columns if "suspects" in frames else ()):
        return items
    known = frames["split"].select("id", "raw_id").join(frames["suspects"], on="id")
    # less than kinds are worth apart
    ratio = known.select("raw_id", clear=pl.col("llr").clip(0, 40) / 100)
    both = items.join(ratio, on="raw_id", how="left", maintain_order="left")
    named = pl.col("kinds").list.contains("suspect_key")
    clear = pl.when(named).then(pl.col("clear").fill_null(0.0)).otherwise(0.0)
    return both.with_columns(worth=pl.col("worth") + clear).drop("clear")


def _weighed(items: pl.DataFrame, settings: QueueSettings) -> pl.DataFrame:
    """Test before train; what is not flagged is spread evenly among the rest."""
    factor = pl.col("split").replace_strict(SPLIT_FACTOR, default=1.0, return_dtype=pl.Float64)
    known = items.with_columns(worth=pl.col("worth") * factor)
    spread = ("control", "gold")
    routine = pl.col("kinds").list.first().is_in(spread)
    flagged = known.filter(~routine).sort("worth", descending=True)["worth"]
    draws = drawn(known["item"], settings.seed + "/place")
    if not len(flagged):
        return known.with_columns(worth=pl.when(routine).then(draws).otherwise("worth")).select(
            QueueItem.column_names()
        )
    places = (draws * len(flagged)).floor().cast(pl.Int64).clip(0, len(flagged) - 1)
    beside = flagged.gather(places).alias("beside")
    return known.with_columns(worth=pl.when(routine).then(beside).otherwise("worth")).select(
        QueueItem.column_names()
    )


def kind_names() -> tuple[str, ...]:
    """Names of all kinds, as a filter takes them."""
    return tuple(name for name in BY_NAME if name != "gold")
