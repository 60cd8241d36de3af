"""Printed and generated questions of a release, told apart and counted by the model that wrote."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from bench import builds
from publishing.contents import Contents
from publishing.origins import Writer, origins
from publishing.statistics import gather

MODEL = 'model:lin-7b {"temperature": 0.7, "top_p": 1}'
OTHER = "model:mei-2"


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """A build whose site is a model: two models, four answers on two days, paid in two coins."""
    builds.make(tmp_path / "build", 240)
    folder = tmp_path / "build"
    sources = pl.read_parquet(folder / "parsed/sources.parquet")
    terms = json.dumps({"model_licence": "Apache-2.0", "model_terms_url": "https://lin.invalid"})
    written = pl.col("source") == "site"
    sources.with_columns(
        pl.when(written).then(pl.lit("generated")).otherwise("kind").alias("kind"),
        pl.when(written).then(pl.lit(terms)).otherwise("terms").alias("terms"),
    ).write_parquet(folder / "parsed/sources.parquet")
    path = folder / "split/kept.parquet"
    rows = pl.read_parquet(path)
    mine = rows.filter(source="site")["capture"].unique(maintain_order=True).to_list()
    notes = {name: _notes(place) for place, name in enumerate(mine)}
    said = [notes.get(name, []) for name in rows["capture"]]
    rows.with_columns(pl.Series("notes", said, dtype=rows.schema["notes"])).write_parquet(path)
    captures = folder / "parsed/captures.parquet"
    days = {name: f"2026-01-{2 + place % 5:02d}T10:00:00Z" for place, name in enumerate(mine)}
    told = pl.read_parquet(captures)
    fetched = pl.col("capture").replace_strict(days, default=pl.col("fetched"))
    told.with_columns(fetched.alias("fetched")).write_parquet(captures)
    return folder


def _notes(place: int) -> list[str]:
    """What is noted of the questions of an answer."""
    if place % 3 == 2:
        return ["concept:c1", OTHER, "prompt:item ffff"]
    price = "price:0.25 USD" if place % 3 else "price:1.5 CNY"
    return ["concept:c1", MODEL, f"prompt:item {'ab' if place % 2 else 'cd'}12", price]


def _public(build: Path) -> list[dict[str, Any]]:
    rows = pl.read_parquet(build / "split/kept.parquet").to_dicts()
    return [row for row in rows if row["split"] != "reserved"]


def test_questions_are_counted_by_what_they_come_from(build: Path) -> None:
    rows = _public(build)
    for told, source in zip(origins(build).counts, ("book", "site"), strict=True):
        mine = [row["split"] for row in rows if row["source"] == source]
        assert told == {
            "origin": "printed" if source == "book" else "generated", "all": len(mine),
            **{split: mine.count(split) for split in ("train", "dev", "valid", "test")},
        }  # fmt: skip


def test_each_model_is_told_with_its_answers_prompts_price_and_days(build: Path) -> None:
    rows = [row for row in _public(build) if row["source"] == "site"]
    told = dict(pl.read_parquet(build / "parsed/captures.parquet")["capture", "fetched"].rows())
    found = {writer.model: writer for writer in origins(build).writers}
    assert list(found) == ["lin-7b", "mei-2"]
    for model, note in (("lin-7b", MODEL), ("mei-2", OTHER)):
        mine = [row for row in rows if note in row["notes"]]
        answers = {row["capture"]: row["notes"] for row in mine}
        days = sorted(told[name][:10] for name in answers)
        writer = found[model]
        assert (writer.source, writer.questions, writer.answers) == (
            "site",
            len(mine),
            len(answers),
        )
        assert (writer.begun, writer.ended) == (days[0], days[-1])
        prompts = {n.removeprefix("prompt:") for notes in answers.values() for n in notes
                   if n.startswith("prompt:")}  # fmt: skip
        assert writer.prompts == tuple(sorted(prompts))
    lin = [
        row["notes"][-1] for row in {r["capture"]: r for r in rows if MODEL in r["notes"]}.values()
    ]
    sums = {
        f"{1.5 * lin.count('price:1.5 CNY'):.2f} CNY",
        f"{0.25 * lin.count('price:0.25 USD'):.2f} USD",
    }
    assert set(found["lin-7b"].price.split(", ")) == sums
    assert (found["lin-7b"].sampling, found["mei-2"].sampling) == ("temperature 0.7, top_p 1", "")
    assert found["mei-2"].price == ""


def test_a_release_of_printed_questions_names_no_model(tmp_path: Path) -> None:
    builds.make(tmp_path / "build", 40)
    found = origins(tmp_path / "build")
    assert found.writers == ()
    assert [row["origin"] for row in found.counts] == ["printed"]


def test_terms_of_a_model_in_words(build: Path) -> None:
    contents = Contents(builds.spec(build.parent), (), gather(build))
    assert contents.model_terms("site") == "Apache-2.0, https://lin.invalid"
    assert contents.model_terms("book") == "not stated"
    assert isinstance(contents.origins.writers[0], Writer)


def test_what_others_may_find_of_the_reserve(build: Path) -> None:
    receipt = build / "split/receipt.json"
    told = json.loads(receipt.read_text("utf-8"))
    held = pl.read_parquet(build / "split/kept.parquet").filter(split="reserved")
    for unpublished, hidden in (([], 0), (["book"], held.filter(source="book").height)):
        receipt.write_text(json.dumps({**told, "settings": {"unpublished": unpublished}}))
        contents = Contents(builds.spec(build.parent), (), gather(build))
        assert contents.findable == held.height - hidden
    assert contents.reserved == dict(held.group_by("exam").len().sort("exam").iter_rows())
    assert contents.splits == ("train", "dev", "test")
    assert contents.total == 0
