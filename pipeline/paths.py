"""Where a run keeps its things: build, releases and reserve folders below one root."""

from dataclasses import dataclass
from pathlib import Path

import click


@dataclass(frozen=True)
class Paths:
    """`root` holds build/, releases/ and reserve/; recipes name sources from the current folder."""

    root: Path

    @property
    def build(self) -> Path:
        """Stages, caches, score and benchmark figures."""
        return self.root / "build"

    def release(self, label: str) -> Path:
        """What may become public, for `<name>-<version>`."""
        return self.root / "releases" / label

    def reserve(self, label: str) -> Path:
        """What must not: keys, reserved shards, withheld answers."""
        return self.root / "reserve" / label


out_option = click.option(
    "--out",
    "root",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    show_default="this folder",
    help="Folder that holds build/, releases/ and reserve/.",
)


signers_option = click.option(
    "--signers",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="File of allowed signers that you trust (see ssh-keygen).",
)
