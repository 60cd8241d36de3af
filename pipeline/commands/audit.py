"""`cpsyexam audit`: check a release from its files."""

from pathlib import Path

import click

from pipeline.paths import Paths, out_option, signers_option


@click.command(
    epilog="Example: cpsyexam audit releases/sample-0.1.0",
    short_help="Check a release from its files.",
)
@click.argument("release", required=False)
@signers_option
@click.option("--all", "every", is_flag=True, help="Print every problem, not the first of a check.")
@out_option
def command(release: str | None, signers: Path | None, root: Path, *, every: bool) -> None:
    """Check RELEASE: a folder (default: the newest in releases/) or REPO@REVISION on the Hub.

    Where this machine holds the reserve and the build of the release, it is checked against
    them too. Exit code 1 where a check fails.
    """
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from manifests.audit import audit
    from manifests.locate import fetch, label, newest
    from pipeline import decision_files

    paths = Paths(root)
    folder = newest(root / "releases") if release is None else fetch(release, paths.build)
    build = paths.build if _is_of(paths.build, folder) else None
    checks = audit(folder, reserve=paths.reserve(label(folder)), build=build, signers=signers)
    checks.append(decision_files.check(build))
    table = Table("", "check", "result", title=f"Audit of {label(folder)}", title_justify="left")
    for check in checks:
        mark = "–" if check.skipped else "ok" if check.ok else "[red]FAILED[/]"
        shown = "\n".join(check.problems if every else ()) or check.detail
        table.add_row(mark, check.name, escape(shown))
    Console().print(table)
    failed = [check.name for check in checks if not check.ok]
    if failed:
        click.echo(f"{len(failed)} of {len(checks)} checks failed: {', '.join(failed)}")
        raise click.exceptions.Exit(1)
    click.echo("All checks passed.")


def _is_of(build: Path, folder: Path) -> bool:
    """Whether a build is the one that a release came from, by the key of its last stage."""
    import json

    from cpsyexam import chain
    from cpsyexam.stage import read_receipt

    receipt = read_receipt(build, chain.CHAIN.last)
    try:
        rules = json.loads((folder / "provenance/rules.json").read_text("utf-8"))
    except (OSError, ValueError):
        return False
    return receipt is not None and rules.get(chain.CHAIN.last, {}).get("key") == receipt["key"]
