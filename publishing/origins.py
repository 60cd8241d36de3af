"""Printed and generated questions of a release, apart: how many, and what wrote the latter."""

import json
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from cpsyexam import stage
from cpsyexam.stage import scan
from publishing.shards import PUBLIC

GENERATED = "generated"  # kind of source


@dataclass(frozen=True)
class Writer:
    """A model that wrote public questions of a source, and how it was asked."""

    source: str
    model: str
    sampling: str  # e.g. "temperature 0.7, top_p 1"
    questions: int
    answers: int  # of the model, that these questions were taken from
    prompts: tuple[str, ...]  # type of prompt and the start of its SHA-256
    price: str  # of these answers; "" where nothing was paid
    begun: str  # ISO date, "" where unknown
    ended: str


@dataclass(frozen=True)
class Origins:
    """`counts`: rows with `origin` (printed, generated) and a number for `all` and every split."""

    counts: tuple[dict[str, str | int], ...]
    writers: tuple[Writer, ...]


def origins(build: Path) -> Origins:
    """Read the public questions of a finished build."""
    kinds = dict(stage.read(build, "parsed/sources").select("source", "kind").iter_rows())
    written = [name for name, kind in kinds.items() if kind == GENERATED]
    mine = pl.col("source").is_in(written)
    rows = scan(build, "split").filter(pl.col("split").is_in(PUBLIC))
    origin = pl.when(mine).then(pl.lit(GENERATED)).otherwise(pl.lit("printed")).alias("origin")
    sizes = rows.group_by(origin, "split").len().collect()
    counts = []
    for name in ("printed", GENERATED):
        here = dict(sizes.filter(pl.col("origin") == name).select("split", "len").iter_rows())
        if here:
            splits = {split: here.get(split, 0) for split in PUBLIC}
            counts.append({"origin": name, "all": sum(here.values()), **splits})
    return Origins(tuple(counts), _writers(build, rows.filter(mine)) if written else ())


def _writers(build: Path, rows: pl.LazyFrame) -> tuple[Writer, ...]:
    captures = scan(build, "parsed/captures").select("capture", pl.col("fetched").str.head(10))
    told = (
        rows.select(
            "source", "capture", *(_note(name).alias(name) for name in ("model", "prompt", "price"))
        )
        .join(captures, on="capture", how="left")
        .group_by("source", "model")
        .agg(pl.len().alias("n"), pl.col("capture", "prompt", "price", "fetched"))
        .sort("source", "model")
    )
    return tuple(_writer(row) for row in told.collect().iter_rows(named=True))


def _note(name: str) -> pl.Expr:
    found = pl.col("notes").list.eval(
        pl.element().filter(pl.element().str.starts_with(f"{name}:")).str.strip_prefix(f"{name}:")
    )
    return found.list.first().fill_null("")


def _writer(row: dict[str, object]) -> Writer:
    lists = {name: _texts(row[name]) for name in ("capture", "prompt", "price", "fetched")}
    model, _, sampling = str(row["model"]).partition(" {")
    days = sorted(day for day in lists["fetched"] if day)
    return Writer(
        source=str(row["source"]),
        model=model,
        sampling=_sampling("{" + sampling) if sampling else "",
        questions=int(str(row["n"])),
        answers=len(set(lists["capture"])),
        prompts=tuple(sorted(set(lists["prompt"]))),
        price=_price(dict(zip(lists["capture"], lists["price"], strict=True))),
        begun=days[0] if days else "",
        ended=days[-1] if days else "",
    )


def _texts(value: object) -> list[str]:
    assert isinstance(value, list)
    return [str(one or "") for one in value]


def _sampling(text: str) -> str:
    return ", ".join(f"{name} {value}" for name, value in json.loads(text).items())


def _price(answers: dict[str, str]) -> str:
    """The sum by currency; an answer is paid once, however many questions it holds."""
    sums: dict[str, float] = {}
    for told in answers.values():
        amount, _, currency = told.partition(" ")
        sums[currency] = sums.get(currency, 0.0) + float(amount or 0)
    return ", ".join(f"{total:.2f} {currency}".strip() for currency, total in sums.items() if total)
