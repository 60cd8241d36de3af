"""Where a run keeps its things: build, releases and reserve folders below one root."""

from dataclasses import dataclass
from pathlib import Path

import click

from cpsyexam.errors import StageError


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

    @property
    def signing(self) -> Path:
        """The key that signs releases where a recipe names none."""
        return self.root / ".signing"

    def built_from(self, recipe: Path | None) -> Path:
        """The build folder. Raises StageError where its last release is not one of `recipe`."""
        if recipe is None:
            return self.build
        from cpsyexam.stage import read_receipt
        from pipeline.recipe import read_recipe

        label = read_recipe(recipe).label_name
        receipt = read_receipt(self.build, "release") or {}
        names = sorted({Path(folder).name for folder in receipt.get("folders", {})})
        if label not in names:
            raise StageError(
                f"holds {' and '.join(names) or 'no release'}, not {label}",
                where=str(self.build),
                remedy=f"run cpsyexam build {recipe} --out {self.root}",
            )
        return self.build


recipe_option = click.option(
    "--recipe",
    type=click.Path(path_type=Path),
    help="The recipe that was built; an error where the build is another one's.",
)
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
