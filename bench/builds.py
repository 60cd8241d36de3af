"""A made-up build folder with every table a release is written from; for tests and benchmarks."""

import json
from pathlib import Path
from typing import Any

import polars as pl

from bench.invented import KEY, fit, questions
from cpsyexam import chain, files, lineage, records, taxonomy
from cpsyexam.release import Facts, ReleaseSettings, ReleaseSpec
from reviewing.application import DECISIONS

SALT = b"made-up salt key"
FACTS = Facts(commit="c" * 40, created="2026-01-02T03:04:05Z")
_TERMS = {
    "owner": "nobody",
    "licence": "CC0-1.0",
    "terms_url": "https://exam.invalid/terms",
    "decided_by": "editors",
    "decided_on": "2026-01-01",
    "status": "cleared",
    "note": "",
}


def spec(root: Path, version: str = "0.1.0", **settings: Any) -> ReleaseSpec:
    """A release of the build below a root."""
    label = f"made-up-{version}"
    return ReleaseSpec(
        name="made-up",
        version=version,
        settings=ReleaseSettings.model_validate({"licence": "cc0-1.0", **settings}),
        facts=FACTS,
        split_key=KEY,
        salt_key=SALT,
        build=root / "build",
        folder=root / "releases" / label,
        reserve=root / "reserve" / label,
    )


def small(build: Path) -> None:
    """Write a build of few shards that has all exams, tasks, formats and splits."""
    make(build, 136, first=726)


def make(build: Path, rows: int, *, seed: int = 7, whole: bool = True, first: int = 0) -> None:
    """Write a build of so many questions; with `whole` all columns of the tables in between.

    Every tenth question has a copy on a page of its own, three have no answer.
    """
    split = questions(rows, seed, first)
    copies = split.gather_every(10).with_columns(
        pl.format("{}x", "raw_id").alias("raw_id"), pl.format("k{}", "capture").alias("capture")
    )
    unanswered = split.head(3).with_columns(pl.format("{}e", "raw_id").alias("raw_id"))
    winners = copies["raw_id"].str.head(-1)
    copied = pl.col("raw_id").is_in(winners.implode())
    split = split.with_columns(
        pl.when(copied)
        .then(pl.concat_list(pl.format("{}x", "raw_id")))
        .otherwise("also")
        .alias("also")
    )
    parsed = pl.concat([split, copies, unanswered])
    _write_sources(build, parsed)
    gone = records.reject(
        copies, stage="unique", rule="exact_duplicate", strength=1.0,
        counterpart=pl.col("raw_id").str.head(-1),
    )  # fmt: skip
    missing = records.reject(unanswered, stage="cleaned", rule="missing_answer")
    _product(build, "parsed", _raw(parsed) if whole else _thin(parsed), None)
    frame, rejected = parsed, {"cleaned": missing, "unique": gone}
    for entry in chain.CHAIN.stages[1:-1]:
        frame = {"cleaned": pl.concat([split, copies]), "unique": split}.get(entry.name, frame)
        schema = chain.resolve(entry.schema, "cpsyexam.records")
        full = _raw(frame) if schema is records.RawQuestion else fit(frame, schema)
        _product(build, entry.name, full if whole else _thin(frame), rejected.get(entry.name))
    held = build / chain.CHAIN.gate / f"{chain.HELD}.parquet"
    files.write_frame(held, records.Rejected.create_empty())
    _product(build, chain.CHAIN.last, split, None)
    _write_lineages(build, split)
    files.write_frame(build / "reviewed/decisions.parquet", pl.DataFrame(schema=DECISIONS))
    edges = gone.select(
        pl.col("counterpart").alias("left"),
        pl.col("parent").alias("right"),
        pl.lit("exact").alias("kind"),
        pl.lit("same text").alias("reason"),
        pl.lit(1.0).alias("ratio"),
    )
    files.write_frame(build / "unique/edges.parquet", edges)


def _write_lineages(build: Path, split: pl.DataFrame) -> None:
    """The tables of a first version: each question has its id and its raw_id for names."""
    history = split.select("lineage", "id", "split", "source", first="id")
    files.write_frame(build / "split/lineages.parquet", _filled(history, lineage.QUESTIONS))
    shown = pl.col("split") != "reserved"
    names = [split.select("lineage", shown=shown, name=of) for of in ("id", "raw_id")]
    files.write_frame(build / "split/names.parquet", _filled(pl.concat(names), lineage.NAMES))
    files.write_frame(build / "split/texts.parquet", pl.DataFrame(schema=lineage.TEXTS))


def _filled(frame: pl.DataFrame, schema: lineage.Schema) -> pl.DataFrame:
    empty = (pl.lit(None, kind).alias(name) for name, kind in schema.items() if name not in frame)
    return frame.with_columns(*empty).select(*schema)


def _thin(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.select("raw_id", "id", "source")


def _raw(frame: pl.DataFrame) -> pl.DataFrame:
    letters = pl.element().replace_strict(
        list(range(8)), list(taxonomy.LETTERS), return_dtype=pl.String
    )
    made = frame.with_columns(
        pl.col("answer").list.eval(letters).list.join("").alias("answer"),
        pl.lit("").alias("section"),
        pl.lit([], pl.List(pl.String)).alias("images"),
        pl.lit([], pl.List(records.BOX.dtype)).alias("key_boxes"),
    )
    return fit(made, records.RawQuestion)


def _write_sources(build: Path, printed: pl.DataFrame) -> None:
    terms = json.dumps(_TERMS)
    rows = [
        {"source": "book", "kind": "books", "title": "样书", "terms": terms},
        {"source": "site", "kind": "web", "title": "样站", "terms": terms},
    ]
    pages = printed.select("capture", "source", "url").unique("capture", maintain_order=True)
    listing = pl.DataFrame(
        {"capture": "clist", "source": "site", "url": "https://exam.invalid/all"}
    )
    captures = pl.concat([pages, listing])
    captures = captures.with_columns(
        pl.Series("digest", [files.digest(name) for name in captures["capture"]]),
        pl.lit("2026-01-01T00:00:00Z").alias("fetched"),
        pl.lit("text/html").alias("media_type"),
        pl.lit("archives/made-up.warc.gz").alias("archive"),
        pl.int_range(pl.len()).alias("offset"),
    )
    captures = fit(captures, records.Capture)
    for name in chain.CHAIN.kind_names:
        mine = captures.filter(pl.col("source") == {"web": "site", "books": "book"}.get(name, ""))
        lists = mine.filter(pl.col("capture") == "clist")
        gone = records.reject(lists, stage=name, rule="list_page", parent="capture")
        _product(build, name, mine.select("capture"), gone)
        files.write_frame(build / name / "captures.parquet", mine)
    files.write_frame(build / "parsed/captures.parquet", captures)
    files.write_frame(build / "parsed/sources.parquet", records.conform(rows, records.Source))


def _product(build: Path, name: str, kept: pl.DataFrame, rejected: pl.DataFrame | None) -> None:
    gone = rejected if rejected is not None else records.Rejected.create_empty()
    outputs = {}
    for table, frame in (("kept", kept), ("rejected", gone)):
        path = build / name / f"{table}.parquet"
        files.write_frame(path, frame)
        outputs[table] = {"sha256": files.digest_file(path), "rows": frame.height}
    settings = {"reserve_unit": "page"} if name == "split" else {}
    receipt = {"stage": name, "key": files.digest(name), "outputs": outputs, "settings": settings}
    files.write_json(build / name / "receipt.json", receipt)
