"""`cpsyexam site`: start a new site, or write its golden cases again."""

from pathlib import Path

import click

from cpsyexam.terminal import say
from pipeline.terminal import echo


@click.command(
    epilog="Example: cpsyexam site psynews --start https://psynews.example/shiti/",
    short_help="Start a new site.",
)
@click.argument("name")
@click.option("--title", default="", help="The site's name for people.")
@click.option("--start", default="", help="First list page.")
@click.option("--golden", is_flag=True, help="Write expected.json of the site's cases again.")
@click.option("--check", is_flag=True, help="Say where the site's cases come out otherwise.")
@click.option(
    "--out",
    "root",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    show_default="this folder",
    help="Root of the checkout.",
)
def command(name: str, title: str, start: str, root: Path, *, golden: bool, check: bool) -> None:
    """Write TOML, module and a golden case for site NAME (walk-through: docs/new-site.md).

    Exit code 1 where --check finds a case that comes out otherwise.
    """
    from cpsyexam.errors import ConfigError
    from spiders.golden import differences, write_expected
    from spiders.scaffold import start_site

    cases = root / "tests" / "spiders" / "golden" / name
    if check:
        found = [line for folder in _cases(cases, name) for line in differences(folder)]
        for line in found:
            echo(line)
        if found:
            echo(say("{} differences", len(found)))
        else:
            echo(say("all cases come out as they must"))
        raise click.exceptions.Exit(1 if found else 0)
    if not golden:
        if not (root / "spiders" / "sites").is_dir():
            raise ConfigError("no spiders/sites here", where=str(root), remedy="run in a checkout")
        for path in start_site(name, root, title=title, start=start):
            echo(say("wrote {}", path))
    for folder in _cases(cases, name):
        write_expected(folder)
        echo(say("wrote {}", folder / "expected.json"))
    if golden:
        echo(say("next: read what was written, then fill [terms] in spiders/sites/{}.toml", name))
    else:
        echo(say("next: save a page, then cpsyexam probe page.html --site {}", name))


def _cases(folder: Path, name: str) -> list[Path]:
    from cpsyexam.errors import SourceError

    found = sorted(p.parent for p in folder.glob("*/case.toml"))
    if not found:
        raise SourceError(
            "no golden case", where=str(folder), remedy=f"start the site: cpsyexam site {name}"
        )
    return found
