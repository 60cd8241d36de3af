"""The row law from the files: nothing printed is lost between the sources and the release."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam import chain, stage
from cpsyexam.files import digest_file
from cpsyexam.taxonomy import LETTERS
from manifests.checks.withheld import hidden_shards
from manifests.release_reader import ReleaseReader

ANSWERS = ("answer", "reference", "explanation")
_SAME = (
    "exam", "subject", "format", "task", "category", "material", "options", "reference",
    "explanation",
)  # fmt: skip
_Place = tuple[int, dict[str, Any], pl.Series]  # of a shard, and its rows in the build
_QUESTION = ("material", "stem", "options", "answer", "reference", "explanation")


def counts(release: ReleaseReader) -> Iterator[str]:
    """Each stage read what the one before kept, and kept, held or rejected all of it."""
    before = None
    for entry in release.manifest["stages"]:
        name, read, kept, rejected = (entry[k] for k in ("stage", "read", "kept", "rejected"))
        held = entry.get(chain.HELD, 0)
        if read != kept + rejected + held:
            beside = f", held {held}" if held else ""
            yield f"RELEASE.json: {name}: read {read}, but kept {kept}, rejected {rejected}{beside}"
        if before is not None and read != before:
            yield f"RELEASE.json: {name}: read {read}, but {before} came"
        before = kept
    released = sum(s["records"] for s in release.manifest["shards"] if s["split"] != "answers")
    if released != before:
        yield f"RELEASE.json: {before} questions were split, its shards hold {released}"


def captures(release: ReleaseReader) -> Iterator[str]:
    """Every record's page is listed, its source has terms and was not taken down."""
    pages = release.table(release.folder / "provenance/captures.parquet")
    lost = release.index.filter(~pl.col("capture").is_in(pages["capture"].implode()))
    if lost.height:
        first, page = lost.select("id", "capture").row(0)
        yield f"provenance/captures.parquet: {first}: its page {page} is absent"
    yield from _leading_on(release, pages["capture"])
    terms = {source["source"]: source["terms"] for source in release.manifest["sources"]}
    for name in release.index["source"].unique().sort():
        first = release.index.filter(pl.col("source") == name)["id"].sort()[0]
        if name not in terms:
            yield f"RELEASE.json: {first}: source {name} is not listed"
        elif terms[name].get("status") == "taken_down":
            yield f"RELEASE.json: {first}: source {name} was taken down"
    joined = release.index.select("id", "capture", "source").join(
        pages, on="capture", suffix="_page"
    )
    odd = joined.filter(pl.col("source") != pl.col("source_page"))
    if odd.height:
        first, source = odd.select("id", "source_page").row(0)
        yield f"provenance/captures.parquet: {first}: its page is of source {source}"


def _leading_on(release: ReleaseReader, listed: pl.Series) -> Iterator[str]:
    """What is told beside public questions and may lead to reserved ones."""
    told = release.decisions
    names = pl.concat([release.index["raw_id"], told["parent"]])
    copies = told.filter(pl.col("counterpart").is_in(names.implode()))["capture"]
    pages = pl.concat([release.index["capture"], copies])
    for page in listed.filter(~listed.is_in(pages.implode())).sort().head(1):
        yield f"provenance/captures.parquet: {page}: no public question or copy was printed on it"
    odd = told.filter((pl.col("counterpart") != "") & ~pl.col("counterpart").is_in(names.implode()))
    for parent, name in odd.select("parent", "counterpart").sort("parent").head(1).rows():
        yield f"provenance/decisions.parquet: {parent}: its counterpart {name} is not told"


def decisions(release: ReleaseReader) -> Iterator[str]:
    """No question set aside is released; rows set aside are as many as RELEASE.json says."""
    told = release.decisions
    both = release.index.filter(pl.col("raw_id").is_in(told["parent"].implode()))
    if both.height:
        yield f"{both['path'][0]}: {both['id'][0]}: was rejected, see provenance/decisions.parquet"
    stages = [entry["stage"] for entry in release.manifest["stages"]]
    rejected = told.filter(pl.col("stage").is_in(stages))
    twice = rejected.filter(rejected["parent"].is_duplicated()).sort("parent")
    if twice.height:
        yield f"provenance/decisions.parquet: {twice['parent'][0]}: rejected twice"
    if release.reserve is not None:
        told = pl.concat([told, release.hidden("decisions")])
    rows = dict(told.group_by("stage").len().iter_rows())
    for entry in release.manifest["stages"]:
        have, said = rows.get(entry["stage"], 0), entry["rejected"] + entry.get(chain.HELD, 0)
        if have > said or (release.reserve is not None and have != said):
            place = f"provenance/decisions.parquet: {entry['stage']}"
            yield f"{place}: {have} rows, RELEASE.json says {said}"


def corrections(release: ReleaseReader) -> Iterator[str]:
    """Every question that a person decided on has the decision, with its reason, beside it."""
    told = release.table(release.folder / "provenance/corrections.parquet")
    notes = [
        release.columns(release.folder / shard["provenance"], ["id", "notes"])
        for shard in release.public
    ]
    marks = (
        pl.concat(notes)
        .explode("notes")
        .with_columns(
            pl.col("notes").str.extract(r"^decision:([a-z_]+):([0-9a-f]+)$", 2).alias("short"),
            pl.col("notes").str.extract(r"^decision:([a-z_]+):", 1).alias("verdict"),
        )
        .drop_nulls("short")
    )
    known = told.select("verdict", pl.col("decision").str.head(12).alias("short"))
    lost = marks.join(known, on=["short", "verdict"], how="anti").sort("id")
    if lost.height:
        name, short = lost.select("id", "short").row(0)
        yield f"provenance/corrections.parquet: {name}: decision {short} is absent"
    if told["decision"].is_duplicated().any():
        yield "provenance/corrections.parquet: a decision stands twice"


def build(release: ReleaseReader) -> Iterator[str]:
    """With the build: ids in are ids out at every stage, and the release is what was split."""
    yield from _untouched(release)
    before: pl.DataFrame | None = None
    for name in chain.CHAIN.stage_names:
        kept = stage.scan(release.made, name).select(id="raw_id").collect()
        tables = [t for t in chain.CHAIN.aside if t.startswith(f"{name}/")] or [f"{name}/rejected"]
        rejected = pl.concat(
            [stage.scan(release.made, t).select(id="parent").collect() for t in tables]
        )
        if before is not None:
            for first in _differing(before, pl.concat([kept, rejected])):
                yield f"{name}: {first}: neither kept nor rejected, or made up"
        both = kept.join(rejected, on="id", how="semi")
        if both.height:
            yield f"{name}: {both['id'].sort()[0]}: both kept and rejected"
        before = kept
    split = stage.scan(release.made, chain.CHAIN.last).select("raw_id", "split").collect()
    public = split.filter(pl.col("split") != "reserved").select(id="raw_id")
    for first in _differing(public, release.index.select(id="raw_id")):
        yield f"{release.folder.name}: {first}: split and release differ in it"
    yield from _same_records(release)
    lost = [n for n in chain.CHAIN.names if stage.read_receipt(release.made, n) is None]
    if lost:
        yield f"{lost[0]}: has no receipt"


def _differing(left: pl.DataFrame, right: pl.DataFrame) -> Iterator[str]:
    """The first id that only one of two columns `id` has."""
    only = pl.concat(
        [
            one.join(other, on="id", how="anti")["id"]
            for one, other in ((left, right), (right, left))
        ]
    )
    yield from only.sort().head(1)


def _same_records(release: ReleaseReader) -> Iterator[str]:
    """Every column of every public record is what the build split."""
    letters = pl.col("answer").list.sort().list.eval(_letter(pl.element())).list.join("")
    made = stage.scan(release.made, chain.CHAIN.last).select(
        "id", *_SAME, letters.alias("answer"), question="stem"
    )
    hidden = {shard["path"] for shard in hidden_shards(release)}
    places = list(_places(release, _column(made, "id")))
    found: list[tuple[int, str]] = []
    for name in (*_SAME, "question", "answer"):  # one at a time, for they may be large
        own = [
            (n, shard, rows)
            for n, (shard, rows) in enumerate(places)
            if not (shard["path"] in hidden and name in ANSWERS)
        ]
        for n, shard, at in _odd(release, own, name, _column(made, name)):
            first = _ids(release, shard)[at]
            found.append((n, f"{shard['path']}: {first}: {name} is not that of the build"))
    yield from (said for _, said in sorted(found, key=itemgetter(0)))


def _odd(
    release: ReleaseReader, own: Sequence[_Place], name: str, split: pl.Series
) -> Iterator[tuple[int, dict[str, Any], int]]:
    """The first row of each shard where a column is not as the build split it.

    Compared in one query, since a release has many shards.
    """
    columns = [release.columns(release.folder / s["path"], [name])[name] for _, s, _ in own]
    if not columns:
        return
    odd = pl.concat(columns).ne_missing(split[pl.concat(rows for _, _, rows in own)])
    starts = list(accumulate((len(column) for column in columns), initial=0))
    for (n, shard, _), (start, end) in zip(own, pairwise(starts), strict=True):
        first = odd.slice(start, end - start).arg_max()
        if first is not None and odd[start + first]:
            yield n, shard, first


def _places(release: ReleaseReader, ids: pl.Series) -> Iterator[tuple[dict[str, Any], pl.Series]]:
    """Each public shard with the place among `ids` of each of its records, null where it has none.

    Found in one join, since a release has many shards.
    """
    own = [_ids(release, shard) for shard in release.public]
    known = ids.to_frame("id").with_row_index("row").unique("id", keep="first")
    found = pl.concat(own).to_frame("id").join(known, on="id", how="left", maintain_order="left")
    start = 0
    for shard, mine in zip(release.public, own, strict=True):
        yield shard, found["row"].slice(start, len(mine))
        start += len(mine)


def _ids(release: ReleaseReader, shard: Mapping[str, Any]) -> pl.Series:
    return release.columns(release.folder / shard["path"], ["id"])["id"]


def _letter(place: pl.Expr) -> pl.Expr:
    return place.replace_strict(list(range(len(LETTERS))), list(LETTERS), return_dtype=pl.String)


def _untouched(release: ReleaseReader) -> Iterator[str]:
    """Texts, options and answers are the same before and after a stage that is to leave them.

    Column by column, since the texts of a large build are most of what it holds.
    """
    later = [entry.name for entry in chain.CHAIN.stages[1:] if not entry.changes]
    pairs = [(chain.CHAIN.before(name), name) for name in later]
    pairs = [pair for pair in pairs if not _same_bytes(release.made, *pair)]
    tables = {name: stage.scan(release.made, name) for pair in pairs for name in pair}
    ids = {name: table.select("raw_id").collect() for name, table in tables.items()}
    met = [_met(ids[before], ids[after]) for before, after in pairs]
    differs = [pl.Series([False], dtype=pl.Boolean).new_from_index(0, both.height) for both in met]
    for column in _QUESTION:
        there = {name for name, table in tables.items() if column in table.collect_schema()}
        known: dict[str, pl.Series] = {}
        for n, (before, after) in enumerate(pairs):
            if {before, after} <= there:
                known = {
                    name: known[name] if name in known else _column(tables[name], column)
                    for name in (before, after)
                }
                was, now = known[before][met[n]["was"]], known[after][met[n]["is"]]
                differs[n] |= was.ne_missing(now)
    for (_, name), both, odd in zip(pairs, met, differs, strict=True):
        if odd.any():
            first = both["raw_id"].filter(odd).sort()[0]
            yield f"{name}: {first}: was changed, though the stage is not to"


def _same_bytes(build: Path, one: str, other: str) -> bool:
    """Whether two stages kept the same rows in files of the same bytes."""
    paths = [stage.product(build, name) for name in (one, other)]
    sizes = {path.stat().st_size for path in paths}
    return len(sizes) == 1 and len({digest_file(path) for path in paths}) == 1


def _met(before: pl.DataFrame, after: pl.DataFrame) -> pl.DataFrame:
    """The rows of two tables that have one raw_id: raw_id, and their places `was` and `is`."""
    return before.with_row_index("was").join(after.with_row_index("is"), on="raw_id")


def _column(table: pl.LazyFrame, name: str) -> pl.Series:
    return table.select(name).collect().to_series().rechunk()  # to take rows from
