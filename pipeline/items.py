"""Item statistics of all answers below evaluations/: tables, page and suspects for review."""

from collections.abc import Mapping
from pathlib import Path

import polars as pl
from rich.table import Table

from cpsyexam.terminal import say
from pipeline.paths import Paths
from pipeline.terminal import SafeConsole, echo

_TOP = 10


def publish(
    paths: Paths, folder: Path, keys: Path | None, families: Mapping[str, str],
    short: int = 0, group: str = "human:",
) -> None:  # fmt: skip
    """Write items.parquet, persons.parquet, options.parquet, suspects.parquet and the pages.

    With `short` also short-form.txt: that many ids, a line each.
    """
    from cpsyexam.files import write_frame, write_text
    from evaluation.releases import open_release, questions
    from evaluation.runs import stored
    from pipeline import item_pages
    from pipeline.contamination import built_here, private
    from psychometrics import page
    from psychometrics.items import analyse
    from psychometrics.rasch import FEWEST

    root = paths.root / "evaluations"
    answers = stored(root)
    release = open_release(folder)
    splits = answers["split"].unique().sort().to_list()
    asked = pl.concat([questions(release, split, keys) for split in splits])
    here = built_here(paths, release.label)
    kinds = private(paths, release, asked).get("kinds") if here else None
    found = analyse(answers, asked, families, group, kinds)
    doubts = suspect_rows(found.items)
    for name, frame in (
        ("items", found.items), ("persons", found.persons), ("options", found.options),
        ("suspects", doubts), ("bundles", found.bundles),
    ):  # fmt: skip
        write_frame(root / f"{name}.parquet", frame)
    write_text(root / "items.html", page.render(found, asked, release.label))
    item_pages.write(paths, folder, found, asked, same_build=here)
    _show(found.items, found.persons.height)
    infit, outfit = found.limits
    if found.persons.height < FEWEST:
        echo(
            say(
                "infit and outfit are told from {} runs on, there are {}",
                FEWEST,
                found.persons.height,
            )
        )
    else:
        echo(
            say(
                "infit over {:.2f}, outfit over {:.2f}: one question in twenty by chance",
                infit,
                outfit,
            )
        )
    cases = len(set(found.responses.codes.tolist()))
    if cases < found.items.height:
        echo(
            say(
                "{} questions, {} of them apart (cases count once): "
                "standard errors {:.2f} times as wide",
                found.items.height,
                cases,
                found.design**0.5,
            )
        )
    told = dict(found.items["dif"].drop_nulls().value_counts().iter_rows())
    if told:
        grades = ", ".join(f"{grade} {count}" for grade, count in sorted(told.items()))
        echo(
            say(
                "differential functioning of {} against the rest (classes of ETS): {}",
                group,
                grades,
            )
        )
    if short:
        _short(root, found.items, answers, asked, short)
    echo(say("{} suspect keys for review; all figures: {}", doubts.height, root / "items.html"))


def suspect_rows(items: pl.DataFrame) -> pl.DataFrame:
    """The questions for the review queue: id, detail, other, llr, consensus, families.

    `detail` is words for figures (families, share of the ablest, ratio) and does not name the
    other answer: a reviewer judges the key before seeing it.
    """
    flagged = items.filter(pl.col("flags").list.contains("key_suspect"))
    return flagged.sort("llr", descending=True).select(
        "id",
        pl.format(
            "key_suspect: {} · {} % · {}",
            "families", (100 * pl.col("consensus")).round().cast(pl.Int64), pl.col("llr").round(1),
        ).alias("detail"),
        "other", "llr", "consensus", "families",
    )  # fmt: skip


def _show(items: pl.DataFrame, persons: int) -> None:
    from psychometrics.dif import FEWEST as A_GROUP
    from psychometrics.items import MANY
    from psychometrics.page import MEANINGS
    from psychometrics.suspects import FEWEST

    flags = items.explode("flags")["flags"].drop_nulls().value_counts()
    told = dict(flags.iter_rows())
    title = say("{} questions, {} runs", items.height, persons)
    grid = Table(say("flag"), say("questions"), say("meaning"), title=title)
    for name, meaning in MEANINGS.items():
        grid.add_row(name, str(told.get(name, 0)), say(meaning))
    SafeConsole().print(grid)
    if items["families"].max() < FEWEST:  # type: ignore[operator]
        echo(say("key_suspect needs answers of {} families of models or people: too few", FEWEST))
    if items["answers"].max() < MANY:  # type: ignore[operator]
        named = "ambiguous, too_easy, no_discrimination, dead_option"
        echo(say("{} need answers of {} persons to a question: too few", named, MANY))
    if items["dif"].null_count() == items.height:
        echo(say("dif needs two groups of {} persons (--group names the first): too few", A_GROUP))


def _short(
    root: Path, items: pl.DataFrame, answers: pl.DataFrame, asked: pl.DataFrame, size: int
) -> None:
    import numpy as np

    from cpsyexam.errors import ConfigError
    from cpsyexam.files import write_text
    from psychometrics.responses import responses
    from psychometrics.shortform import agreement, short_form

    found = responses(answers, asked)
    found = found.of(items=np.isin(np.array(found.items), items["id"].to_numpy()))
    strata = items.sort("id").select(pl.struct("exam", "subject").rank("dense"))["exam"].to_numpy()
    try:
        taken = short_form(found.right, strata, size)
    except ValueError as error:
        raise ConfigError(str(error), where="--short", remedy="ask for fewer questions") from error
    write_text(root / "short-form.txt", "\n".join(found.items[i] for i in taken) + "\n")
    tau = agreement(found.right, taken)
    echo(say("short form of {}: Kendall tau {:.2f} with the whole on these same runs", size, tau))
