"""Tampering with records, splits and provenance is found, even when digests were made to fit."""

import polars as pl
import pytest

from tests.manifests.forging import Cases, Copy, first

CASES = Cases()


@CASES.case("roots", r"data/GEE/test-.*: q\w+: record was changed")
def edited_answer(copy: Copy) -> None:
    copy.rewrite(copy.shard("test"), lambda rows: first(rows, "answer", "E"))


@CASES.case("roots", r"data/GEE/train-.*: q\w+: record was changed")
def swapped_options(copy: Copy) -> None:
    copy.rewrite(
        copy.shard("train"), lambda rows: rows.with_columns(pl.col("options").list.reverse())
    )


@CASES.case("identity", r"data/GEE/train-.*: q\w+: material, question or options are not those")
def rewritten_question_and_manifest(copy: Copy) -> None:
    copy.rewrite(copy.shard("train"), lambda rows: first(rows, "question", "什么是心理学？"))
    copy.reseal()


def _move(copy: Copy, *, relabel: bool) -> None:
    """The first test question into train, with its provenance."""
    taken, given = copy.shard("test"), copy.shard("train")
    for folder in ("data", "provenance"):
        path = [p.replace("data", folder, 1) for p in (taken, given)]
        row = pl.read_parquet(copy.folder / path[0]).head(1)
        if folder == "provenance" and relabel:
            row = row.with_columns(split=pl.lit("train"))
        if folder == "data":
            row = row.with_columns(canary=pl.lit(None, pl.String))
        copy.rewrite(path[0], lambda rows: rows.slice(1))
        copy.rewrite(path[1], lambda rows, row=row: pl.concat([rows, row]))  # type: ignore[misc]
    copy.edit("README.md", lambda text: text + "\n")
    copy.reseal()


@CASES.case("places", r"data/GEE/train-.*: q\w+: was drawn for test")
def moved_between_splits(copy: Copy) -> None:
    _move(copy, relabel=False)


@CASES.case("units", r"data/GEE/.*: q\w+: its unit u\d+ lies in test and train")
def moved_with_its_label(copy: Copy) -> None:
    _move(copy, relabel=True)


@CASES.case("row law", r"RELEASE.json: 136 questions were split, its shards hold")
def dropped_record(copy: Copy) -> None:
    for folder in ("data", "provenance"):
        copy.rewrite(copy.shard("train").replace("data", folder, 1), lambda rows: rows.slice(1))
    copy.reseal()


@CASES.case("identity", r"data/.*: q\w+: stands also in data/")
def doubled_record(copy: Copy) -> None:
    for folder in ("data", "provenance"):
        path = copy.shard("train").replace("data", folder, 1)
        copy.rewrite(path, lambda rows: pl.concat([rows, rows.head(1)]))
    copy.reseal()


@CASES.case("roots", r"data/GEE/train-.*: q\w+: its provenance row is that of q\w+")
def shuffled_provenance(copy: Copy) -> None:
    copy.rewrite(copy.shard("train").replace("data", "provenance", 1), lambda rows: rows.reverse())


@CASES.case("answers", r"data/GEE/train-.*: q\w+: answer names an option that is not there")
def answer_beyond_options(copy: Copy) -> None:
    def change(rows: pl.DataFrame) -> pl.DataFrame:
        asked = pl.col("format") == "SCQ"
        return rows.with_columns(
            pl.when(asked).then(pl.lit("H")).otherwise("answer").alias("answer")
        )

    copy.rewrite(copy.shard("train"), change)
    copy.reseal()


@CASES.case("answers", r"data/GEE/train-.*: q\w+: MAQ with fewer than two answers")
def other_format(copy: Copy) -> None:
    copy.rewrite(
        copy.shard("train"),
        lambda rows: rows.with_columns(pl.col("format").str.replace("SCQ", "MAQ")),
    )
    copy.reseal()


@CASES.case("schema", r"data/GEE/train-.*: column note is not as documented")
def added_column(copy: Copy) -> None:
    copy.rewrite(copy.shard("train"), lambda rows: rows.with_columns(note=pl.lit("")))
    copy.reseal()


@CASES.case("schema", r"data/GEE/train-.*: q\w+: subject is '天文学'")
def unknown_subject(copy: Copy) -> None:
    copy.rewrite(copy.shard("train"), lambda rows: first(rows, "subject", "天文学"))
    copy.reseal()


@CASES.case("pages", r"provenance/captures.parquet: q\w+: its page c\d+ is absent")
def removed_capture(copy: Copy) -> None:
    copy.rewrite("provenance/captures.parquet", lambda rows: rows.head(3))
    copy.reseal()


@CASES.case("pages", r"provenance/captures.parquet: clist: no public question or copy was printed")
def view_page_listed(copy: Copy) -> None:
    page = pl.read_parquet(copy.reserve / "provenance/captures.parquet").filter(capture="clist")
    copy.rewrite("provenance/captures.parquet", lambda rows: pl.concat([rows, page]))
    copy.reseal()


@CASES.case("pages", r"provenance/decisions.parquet: \w+: its counterpart rx is not told")
def dangling_counterpart(copy: Copy) -> None:
    path = "provenance/decisions.parquet"
    copy.rewrite(path, lambda rows: first(rows, "counterpart", "rx"))
    copy.reseal()


@CASES.case("pages", r"RELEASE.json: q\w+: source book was taken down")
def source_taken_down(copy: Copy) -> None:
    manifest = copy.manifest
    manifest["sources"][0]["terms"]["status"] = "taken_down"
    copy.write_manifest(manifest)


@CASES.case("decisions", r"provenance/decisions.parquet: unique: \d+ rows, RELEASE.json says")
def hidden_rejection(copy: Copy) -> None:
    copy.rewrite(
        "provenance/decisions.parquet",
        lambda rows: rows.filter(pl.int_range(pl.len()) != rows["stage"].index_of("unique")),
    )
    copy.reseal()


@CASES.case("schema", r"data/GEE/train-.*: q\w+: category is 'astrology'")
def nonsense_category(copy: Copy) -> None:
    copy.rewrite(copy.shard("train"), lambda rows: first(rows, "category", "astrology"))
    copy.reseal()


@CASES.case("schema", r"data/GEE/train-.*: q\w+: category reasoning of a knowledge question")
def category_of_a_knowledge_question(copy: Copy) -> None:
    copy.rewrite(copy.shard("train"), lambda rows: first(rows, "category", "reasoning"))
    copy.reseal()


@CASES.case("schema", r"data/GEE/train-.*: q\w+: explanation has a control character .*U\+202E")
def text_that_reads_from_the_right(copy: Copy) -> None:
    copy.rewrite(copy.shard("train"), lambda rows: first(rows, "explanation", "选\u202eA\u202c"))
    copy.reseal()


@CASES.case("schema", r"data/GEE/train-.*: q\w+: options has an ideograph .*U\+F9C6")
def ideograph_that_looks_like_another(copy: Copy) -> None:
    def change(rows: pl.DataFrame) -> pl.DataFrame:
        return first(rows, "options", ["\uf9c6", *rows["options"][0].to_list()[1:]])

    copy.rewrite(copy.shard("train"), change)
    copy.reseal()


@pytest.mark.parametrize("name", CASES.found)
def test_tampering_is_found(name: str, copy: Copy) -> None:
    CASES.run(name, copy)
