"""`cpsyexam reveal ID`: prove that one question was in the reserve."""

from pathlib import Path

import click

from cpsyexam.terminal import json_text
from pipeline.ids import QuestionId, one_of
from pipeline.paths import Paths, out_option
from pipeline.terminal import echo


@click.command(
    epilog="Example: cpsyexam reveal q00369691fc069341b377 > proof.json",
    short_help="Prove that a question was reserved.",
)
@click.argument("id_", metavar="ID", type=QuestionId())
@click.option(
    "--reserve",
    type=click.Path(path_type=Path, file_okay=False),
    help="Reserve folder (default: that of the newest release).",
)
@out_option
def command(id_: str, reserve: Path | None, root: Path) -> None:
    """Print the proof that reserved question ID (or the withheld answer of a test question) is
    committed to by the published root.

    The proof shows this one record. Anyone checks it with the program of the release:
    python verify.py --proof proof.json
    """
    from manifests.locate import newest
    from manifests.reveal import reveal

    folder = reserve or Paths(root).reserve(newest(root / "releases").name)
    whole = one_of(_held(folder), id_)
    echo(json_text(reveal(folder, whole), indent=1))


def _held(folder: Path) -> list[str]:
    import polars as pl

    files = [*folder.glob("data/*/*.parquet"), *folder.glob("answers/*.parquet")]
    return [name for path in files for name in pl.read_parquet(path, columns=["id"])["id"]]
