"""`cpsyexam site`: start a new site, or write its golden cases again."""

from pathlib import Path

import click


@click.command(
    epilog="Example: cpsyexam site psynews --start https://psynews.example/shiti/",
    short_help="Start a new site.",
)
@click.argument("name")
@click.option("--title", default="", help="The site's name for people.")
@click.option("--start", default="", help="First list page.")
@click.option("--golden", is_flag=True, help="Write expected.json of the site's cases again.")
@click.option(
    "--root",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    show_default="this folder",
    help="Root of the checkout.",
)
def command(name: str, title: str, start: str, root: Path, *, golden: bool) -> None:
    """Write TOML, module and a golden case for site NAME (walk-through: docs/new-site.md)."""
    from cpsyexam.errors import ConfigError
    from spiders.golden import write_expected
    from spiders.scaffold import start_site

    cases = root / "tests" / "spiders" / "golden" / name
    if not golden:
        if not (root / "spiders" / "sites").is_dir():
            raise ConfigError("no spiders/sites here", where=str(root), remedy="run in a checkout")
        for path in start_site(name, root, title=title, start=start):
            click.echo(f"wrote {path}")
    for folder in sorted(p.parent for p in cases.glob("*/case.toml")):
        write_expected(folder)
        click.echo(f"wrote {folder / 'expected.json'}")
    click.echo(f"next: save a page, then cpsyexam probe page.html --site {name}")
