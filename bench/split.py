"""`make bench-split`: the paper's Table 1, the released counts, a million questions."""

import polars as pl

from bench.frame import ROOT, measured, publish
from bench.population import frame, released, released_rows
from bench.released import ABSENT, FOLDER, case_groups, load
from cpsyexam.records import ShuffledQuestion
from cpsyexam.taxonomy import exams, subjects
from splitting.plot import draw_plan
from splitting.settings import SplitSettings
from splitting.stage import split
from splitting.strata import straddling

KEY = b"a key for benchmarks, not for releases"
TABLE_1 = {
    ("KG", "SCQ"): 2321,
    ("KG", "MAQ"): 781,
    ("KG", "QA"): 100,
    ("CA", "SCQ"): 600,
    ("CA", "MAQ"): 200,
    ("CA", "QA"): 100,
}
Figures = list[tuple[str, str, object, object]]


def main() -> None:
    """Measure, print, write build/bench/split.json and build/bench/split.svg."""
    figures = table_1() + million("group") + million("page")
    if FOLDER.exists():
        figures += released_questions()
    else:
        print(ABSENT)
    publish("split", "Splits", ("what", "measure", "value", "wanted"), figures)


def table_1() -> Figures:
    """Test and reserve on a population with the released counts."""
    settings = SplitSettings(quotas="cpsyexam", reserve_unit="group")
    plan = split({"shuffled": frame(released_rows())}, settings, key=KEY).tables["plan"]
    draw_plan(plan, ROOT / "build" / "bench" / "split.svg")
    found: Figures = []
    for (task, form), want in TABLE_1.items():
        part = plan.filter(task=task, format=form)
        found += [(f"{task} {form}", s, part[s].sum(), want) for s in ("test", "reserved")]
    got = {
        (task, exam, subject, form): test
        for task, exam, subject, form, test in plan.select(
            "task", "exam", "subject", "format", "test"
        ).iter_rows()
    }
    cells = released()
    off = [
        abs(got[c["task"], c["exam"], c["subject"], c["format"]] - int(c["test"])) for c in cells
    ]
    limits = [max(2, 0.05 * int(c["test"])) for c in cells]
    within = sum(a <= b for a, b in zip(off, limits, strict=True))
    found.append(("released strata", "test within max(2, 5 %)", within, len(cells)))
    found.append(("released strata", "largest difference", max(off), ""))
    return found


def million(unit: str) -> Figures:
    """A million made-up questions, a fifth in groups of five, twenty a page of one subject."""
    rows = made_up(1_000_000)
    settings = SplitSettings.model_validate({"quotas": "cpsyexam", "reserve_unit": unit})
    with measured() as spent:
        outcome = split({"shuffled": rows}, settings, key=KEY)
    name = f"1,000,000 questions, reserve by {unit}"
    return [
        (name, "seconds", spent.wall, 20),
        (name, "CPU seconds", spent.cpu, ""),
        (name, "peak MB (the table included)", spent.peak_mb, 2048),
        (name, "units in two splits", straddling(outcome.kept, "unit").height, 0),
        (name, "captures reserved and public", outcome.metrics["shared_captures"], ""),
    ]


def made_up(count: int) -> pl.DataFrame:
    """Rows over all subjects and formats, without texts."""
    places = [(e, s) for e in exams() for s in subjects(e)]
    number = pl.int_range(count, dtype=pl.Int64, eager=True).alias("number").to_frame()
    place = (pl.col("number") // 20 * 7919) % len(places)
    grouped = pl.when(pl.col("number") // 5 % 5 == 0).then(pl.col("number") // 5 * 5)
    case = (pl.col("number") // 20 % 10 == 0).alias("case")
    rows = number.with_columns(case).select(
        pl.concat_str(pl.lit("r"), "number").alias("raw_id"),
        pl.concat_str(pl.lit("q"), "number").alias("id"),
        pl.concat_str(pl.lit("g"), grouped.otherwise("number")).alias("group"),
        pl.concat_str(pl.lit("c"), pl.col("number") // 20).alias("capture"),
        place.replace_strict(dict(enumerate(p[0] for p in places))).alias("exam"),
        place.replace_strict(dict(enumerate(p[1] for p in places))).alias("subject"),
        (pl.col("number") * 31 % 3).replace_strict({0: "SCQ", 1: "MAQ", 2: "QA"}).alias("format"),
        pl.when("case").then(pl.lit("CA")).otherwise(pl.lit("KG")).alias("task"),
        pl.when("case").then(pl.lit("reasoning")).otherwise(pl.lit("")).alias("category"),
    )
    schema = ShuffledQuestion.create_empty().schema
    blanks = [
        pl.lit([] if isinstance(kind, pl.List) else None if name == "confidence" else "")
        .cast(kind)
        .alias(name)
        if not kind.is_numeric()
        else pl.lit(0).cast(kind).alias(name)
        for name, kind in schema.items()
        if name not in rows.columns
    ]
    return rows.with_columns(blanks).select(list(schema))


def released_questions() -> Figures:
    """The real train and dev questions, drawn anew: nothing straddles."""
    found = load()
    cases = pl.Series("case", case_groups(found["stem"].to_list())).cast(pl.String)
    found = found.with_columns(cases)
    group = pl.col("case").min().over("normal").min().over("case").min().over("normal")
    place = pl.when(pl.col("task") == "CA")
    rows = found.select(
        "task",
        place.then(pl.lit("PCE")).otherwise("exam").alias("exam"),
        place.then(pl.lit("心理咨询师二级")).otherwise("subject").alias("subject"),
        "category",
        pl.col("declared").alias("format"),
        group.alias("group"),
    )
    settings = SplitSettings(quotas="cpsyexam", reserve_unit="group")
    kept = split({"shuffled": frame(rows.to_dicts())}, settings, key=KEY).kept
    result = found.with_columns(kept["split"])
    published = found.with_columns(pl.col("part").alias("split"))
    name = f"{found.height} released questions"
    return [
        (name, "cases in two splits", straddling(result.filter(task="CA"), "case").height, 0),
        (name, "duplicates in two splits", straddling(result, "normal").height, 0),
        (name, "cases in train and dev as published", straddling(published, "case").height, ""),
        (
            name,
            "duplicates in train and dev as published",
            straddling(published, "normal").height,
            "",
        ),
    ]


if __name__ == "__main__":
    main()
