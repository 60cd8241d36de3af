"""Where a run keeps its things: build, releases and reserve folders below one root."""

import contextlib
import logging
import os
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from cpsyexam.errors import ConfigError, StageError
from cpsyexam.taxonomy import Taxonomy, of_release, using

F = TypeVar("F", bound=Callable[..., Any])
_OTHERS = 0o022  # write, of group and world
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Paths:
    """`root` holds build/, releases/ and reserve/; recipes name sources from the current folder."""

    root: Path
    recipe: str = ""  # the name of another one than the last, whose build is meant

    @property
    def build(self) -> Path:
        """Stages of the last recipe, caches, score and benchmark figures; see pipeline.apart."""
        if not self.recipe:
            return self.root / "build"
        from pipeline import apart

        return apart.of_recipe(self.root / "build", self.recipe)

    def release(self, label: str) -> Path:
        """What may become public, for `<name>-<version>`."""
        return self.root / "releases" / label

    def reserve(self, label: str) -> Path:
        """What must not: keys, reserved shards, withheld answers."""
        return self.root / "reserve" / label

    @property
    def kept(self) -> tuple[Path, Path]:
        """The folders of all releases and of all reserves."""
        return self.release(""), self.reserve("")

    @property
    def signing(self) -> Path:
        """The key that signs releases where a recipe names none."""
        return self.root / ".signing"

    def of(self, recipe: Path | None) -> "Paths":
        """Those of a recipe's build, whatever its version. Raises StageError where it has none."""
        if recipe is None:
            return self
        from pipeline.recipe import read_recipe

        found = replace(self, recipe=read_recipe(recipe).name)
        if not found.build.is_dir():
            raise StageError(
                f"holds no build of {found.recipe}",
                where=str(self.build),
                remedy=f"run cpsyexam build {recipe} --out {self.root}",
            )
        return found

    def field(self) -> AbstractContextManager[Taxonomy]:
        """Puts the taxonomy of the build's release in force for a block; psychology's without."""
        from pipeline import apart

        folders = map(self.release, sorted(apart.labels(self.build)))
        known = [of_release(folder) for folder in folders if folder.is_dir()]
        return using(known[-1] if known else None)


def own_cache(build: Path) -> None:
    """Make the cache of a build folder, for its owner to write alone; so the folders in it.

    What is kept there is taken for the program's own results, so that one of another owner (but
    root) is not used: raises ConfigError. Where a file system knows no owners none are compared.
    """
    place = build / "cache"
    if not hasattr(os, "geteuid"):
        return
    place.mkdir(mode=0o755, parents=True, exist_ok=True)
    for folder in (place, *(inner for inner in place.iterdir() if inner.is_dir())):
        _own(folder)


def _own(place: Path) -> None:
    """Close a folder of our own to others; raises ConfigError for another's. Links are followed."""
    about = place.stat()
    owner, mode = os.geteuid(), 0
    with contextlib.suppress(OSError), tempfile.NamedTemporaryFile(dir=place) as probe:
        made = os.fstat(probe.fileno())  # as this file system has it
        owner, mode = made.st_uid, made.st_mode
    if about.st_uid not in (owner, 0):
        raise ConfigError(
            f"belongs to another user (uid {about.st_uid}), and what is kept there would be built",
            where=str(place),
            remedy="delete it, or build in a folder of your own (--out); readings that several"
            " people share have --store",
        )
    if about.st_uid == owner and about.st_mode & _OTHERS & ~mode:
        log.warning(
            "%s: others could write there, and cannot from now on; delete it if you do not trust"
            " what they may have put there",
            place,
        )
        place.chmod(about.st_mode & ~_OTHERS)


class InputPath(click.Path):
    """What is read: a file or a folder. A pipe or a device would be waited for, or never end."""

    def __init__(self, *, exists: bool = False, dir_okay: bool = True) -> None:
        super().__init__(path_type=Path, exists=exists, dir_okay=dir_okay)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if path.is_symlink() and not path.exists():
            self.fail(f"{path}: is a link that leads nowhere", param, ctx)
        if path.exists() and not path.is_file() and not path.is_dir():
            self.fail(f"{path}: is no regular file", param, ctx)
        return path


class InputFile(InputPath):
    """A file that is read and must be there."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False)


recipe_option = click.option(
    "--recipe",
    type=InputPath(),
    help="The recipe whose build is meant (default: the last one).",
)
reserve_option = click.option(
    "--reserve", is_flag=True, help="Show reserved questions, too; for their owner."
)
out_option = click.option(
    "--out",
    "root",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    show_default="this folder",
    help="Folder that holds build/, releases/ and reserve/.",
)


class ReleaseFolder(click.Path):
    """A release's folder; the shell completes those of releases/, else any file."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The releases that begin so, by label or by path."""
        folder = Path(ctx.params.get("root") or Path()) / "releases"
        places = [str(p.parent) for p in sorted(folder.glob("[!.]*/RELEASE.json"))]
        found = [place for place in places if _begins([place, Path(place).name], incomplete)]
        if found and not incomplete.startswith((".", "/")):
            return [CompletionItem(place) for place in found]
        return super().shell_complete(ctx, param, incomplete)


def _begins(names: list[str], incomplete: str) -> bool:
    return any(name.startswith(incomplete) for name in names)


release_option = click.option(
    "--release", type=ReleaseFolder(path_type=Path), help="Folder (default: the newest)."
)


class _Written(click.Option):
    """Help shows one name; those that it had before still work."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The line of the help, with the first name alone."""
        shown = copy(self)
        shown.opts = self.opts[:1]
        return click.Option.get_help_record(shown, ctx)


class OutputPath(click.Path):
    """What is written: never into a release, and over no file but one of the same kind."""

    def __init__(self, *, folder: bool | None = None, endings: tuple[str, ...] = ()) -> None:
        super().__init__(path_type=Path, dir_okay=folder is not False, file_okay=folder is not True)
        self._endings = endings

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if any((p / "RELEASE.json").is_file() for p in (path, *path.absolute().parents)):
            self.fail(f"{path}: lies in a release, which would no longer be whole", param, ctx)
        same_kind = path.is_dir() or (path.is_file() and path.suffix.lower() in self._endings)
        if path.exists() and not same_kind:
            self.fail(f"{path}: is there already and would be lost; name another", param, ctx)
        return path


def to_option(
    name: str,
    help_text: str,
    *former: str,
    folder: bool = False,
    required: bool = False,
    endings: tuple[str, ...] = (),
) -> Callable[[F], F]:
    """`--to`: the one file (or folder) that a verb writes, given to its argument `name`.

    A file that is there already is written anew only where its name has one of the `endings`.
    """
    return click.option(
        "--to",
        *former,
        name,
        cls=_Written,
        required=required,
        type=OutputPath(folder=folder, endings=endings),
        help=help_text,
    )


signers_option = click.option(
    "--signers",
    type=InputFile(),
    help="File of allowed signers that you trust (see ssh-keygen).",
)
