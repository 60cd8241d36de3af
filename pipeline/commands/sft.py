"""`cpsyexam sft`: train as instruction data, guarded against what is held out; data of others."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cpsyexam.errors import ReleaseError
from cpsyexam.terminal import say
from pipeline.paths import InputPath, OutputPath, Paths, out_option, release_option
from pipeline.terminal import echo

if TYPE_CHECKING:
    import polars as pl

    from evaluation.releases import Release

_SHOWN = 10  # copies that are told


@click.command(
    epilog="Example: cpsyexam sft instructions/ --role expert",
    short_help="Write train as instruction data for tuning.",
)
@click.argument("folder", type=OutputPath(folder=True), required=False)
@click.option("--check", type=InputPath(), help="Look for held-out questions in a file.")
@release_option
@click.option("--keys", type=InputPath(), help="Reserve folder, guarded as well.")
@click.option("--role", default="expert", show_default=True, help="A role or a TOML file.")
@out_option
def command(
    folder: Path | None, check: Path | None, release: Path | None, keys: Path | None, role: str,
    root: Path,
) -> None:  # fmt: skip
    """Write train.jsonl (messages) and LLaMA-Factory's dataset_info.json into FOLDER.

    The prompts are those of `cpsyexam evaluate`. Exit code 1, and no file, where a question of
    train is in dev, valid, test or the reserve, on a case of theirs, or nearly a copy. --check
    looks for such copies in a file of yours (messages, conversations, or instruction and input).
    """
    from evaluation import releases, sft
    from manifests.locate import newest
    from pipeline.neighbours import nearest

    if (folder is None) is (check is None):
        raise click.UsageError("name a folder to write, or a file by --check")
    paths = Paths(root)
    opened = releases.open_release(release or newest(paths.root / "releases"))
    held = _held(opened, keys or paths.reserve(opened.label))
    if check:
        _checked(check, held)
    if folder:
        train = releases.known(releases.questions(opened, "train"))
        rows = sft.export(folder, train, held, opened, role, nearest)
        echo(say("{} conversations, none of them held out: {}", rows, folder / "train.jsonl"))


def _held(opened: "Release", reserve: Path) -> "pl.DataFrame":
    """All questions that are not to be learnt, with their split."""
    import polars as pl

    from evaluation import releases

    names = [name for name in ("dev", "valid", "test") if name != "valid" or _has(opened.folder)]
    held = {name: releases.questions(opened, name) for name in names}
    if reserve.is_dir():
        held["reserve"] = releases.questions(opened, "reserved", reserve)
    else:
        echo(f"warning: the reserve is not here ({reserve}): not guarded", err=True)
    return pl.concat(
        frame.with_columns(split=pl.lit(name, dtype=pl.String)) for name, frame in held.items()
    )


def _checked(path: Path, held: "pl.DataFrame") -> None:
    """Tell the copies in a file of instruction data. Raises ReleaseError where there are any."""
    from evaluation import tuning_data
    from pipeline.neighbours import nearest

    asked = tuning_data.questions(path)
    found = tuning_data.copies(asked, held, nearest)
    splits = dict(held.select("id", "split").iter_rows())
    for leak in found[:_SHOWN]:
        of = splits[leak.held]
        if of == "reserve":
            echo(say("{}: one of the reserve, {:.0%} alike", leak.train, leak.likeness))
        else:
            echo(say("{}: {} of {}, {:.0%} alike", leak.train, leak.held, of, leak.likeness))
    if found:
        raise ReleaseError(
            f"{len(found)} of {asked.height} questions are held out",
            where=str(path),
            remedy="take them out before tuning, or say so beside every score",
        )
    echo(say("none of {} questions is among the {} held out", asked.height, held.height))


def _has(folder: Path) -> bool:
    """Whether a release has a split `valid`: those by chapter do."""
    return any((folder / "data").glob("*/valid-*.parquet"))
