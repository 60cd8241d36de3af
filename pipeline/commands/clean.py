"""`cpsyexam clean`: free space that a build can fill again."""

from pathlib import Path

import click

from cpsyexam.errors import ConfigError
from cpsyexam.terminal import say
from pipeline.paths import Paths, out_option
from pipeline.terminal import echo


class Age(click.ParamType[float]):
    """A number of days: `30d`."""

    name = "DAYS"

    def convert(
        self, value: str | float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Days."""
        try:
            days = float(str(value).removesuffix("d"))
        except ValueError:
            days = -1
        if not 0 <= days < 100_000:
            self.fail(f"{value!r} is not a number of days such as 30d", param, ctx)
        return days


@click.command(
    epilog="Example: cpsyexam clean --cache --older-than 30d",
    short_help="Free space that a build can fill again.",
)
@click.option(
    "--cache",
    is_flag=True,
    required=True,
    help="Cached readings, kept results, and what stopped runs left.",
)
@click.option(
    "--older-than",
    type=Age(),
    default="30d",
    show_default=True,
    metavar="DAYS",
    help="Only what was not written or used for so long.",
)
@click.option("--yes", is_flag=True, help="Delete it; without this it is only listed.")
@out_option
def command(root: Path, older_than: float, *, cache: bool, yes: bool) -> None:
    """List what can be made again below build/, and delete it with --yes.

    Stages, releases, the reserve, archives and replies of models are never touched.
    """
    from cpsyexam.stage import build_lock
    from pipeline.freeing import free, freeable

    del cache  # it is the only thing to clean so far, and said so
    build = Paths(root).build
    if build.is_symlink():
        raise ConfigError(
            f"is a link to {build.resolve()}: nothing is deleted behind links",
            where=str(build),
            remedy="run it where that folder's own files are, or put a folder in its place",
        )
    if not build.is_dir():
        echo(say("nothing to free: {} is not there", build))
        return
    with build_lock(build):
        found = freeable(build, older_than)
        for one in found:
            size, what = one.size / 1e6, say(one.what)
            echo(
                say(
                    "{}: {}, files: {}, {:.1f} MB; {}",
                    what,
                    one.folder,
                    len(one.files),
                    size,
                    say(one.again),
                )
            )
        if not found:
            echo(say("nothing to free below {} that is older than {:g} days", build, older_than))
        elif yes:
            echo(say("freed {:.1f} MB", free(found) / 1e6))
        else:
            echo(say("nothing was deleted; --yes deletes it"))
