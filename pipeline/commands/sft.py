"""`cpsyexam sft`: train as instruction data, guarded against what is held out."""

from pathlib import Path

import click

from pipeline.paths import Paths, out_option, release_option
from pipeline.terminal import echo


@click.command(
    epilog="Example: cpsyexam sft instructions/ --role expert",
    short_help="Write train as instruction data for tuning.",
)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@release_option
@click.option("--keys", type=click.Path(path_type=Path), help="Reserve folder, guarded as well.")
@click.option("--role", default="expert", show_default=True, help="A role or a TOML file.")
@out_option
def command(folder: Path, release: Path | None, keys: Path | None, role: str, root: Path) -> None:
    """Write train.jsonl (messages) and LLaMA-Factory's dataset_info.json into FOLDER.

    The prompts are those of `cpsyexam evaluate`. Exit code 1, and no file, where a question of
    train is in dev, valid, test or the reserve, on a case of theirs, or nearly a copy.
    """
    import polars as pl

    from evaluation import releases, sft
    from manifests.locate import newest
    from pipeline.neighbours import nearest

    paths = Paths(root)
    opened = releases.open_release(release or newest(paths.root / "releases"))
    reserve = keys or paths.reserve(opened.label)
    names = [name for name in ("dev", "valid", "test") if name != "valid" or _has(opened.folder)]
    held = [releases.questions(opened, name) for name in names]
    if reserve.is_dir():
        held.append(releases.questions(opened, "reserved", reserve))
    else:
        echo(f"warning: the reserve is not here ({reserve}): not guarded", err=True)
    train = releases.known(releases.questions(opened, "train"))
    rows = sft.export(folder, train, pl.concat(held), opened, role, nearest)
    echo(f"{rows} conversations, none of them held out: {folder / 'train.jsonl'}")


def _has(folder: Path) -> bool:
    """Whether a release has a split `valid`: those by chapter do."""
    return any((folder / "data").glob("*/valid-*.parquet"))
