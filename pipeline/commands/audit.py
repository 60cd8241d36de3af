"""`cpsyexam audit`: check a release from its files."""

from dataclasses import asdict
from pathlib import Path

import click

from cpsyexam.terminal import json_text, say
from pipeline.paths import Paths, ReleaseFolder, out_option, signers_option
from pipeline.terminal import SafeConsole, echo


@click.command(
    epilog="Example: cpsyexam audit releases/mine-0.1.0",
    short_help="Check a release from its files.",
)
@click.argument("release", required=False, type=ReleaseFolder())
@signers_option
@click.option(
    "--expect", metavar="NAME@VERSION", help="The release that it is to be: fails for any other."
)
@click.option(
    "--after",
    metavar="RELEASE",
    help="The one that it must follow: NAME@VERSION, its folder, or `nothing`.",
)
@click.option("--all", "every", is_flag=True, help="Print every problem, not the first of a check.")
@click.option("--json", "as_json", is_flag=True, help="Print the checks as JSON.")
@out_option
def command(
    release: str | None,
    signers: Path | None,
    root: Path,
    *,
    expect: str | None,
    after: str | None,
    every: bool,
    as_json: bool,
) -> None:
    """Check RELEASE: a folder (default: the newest in releases/) or REPO@REVISION on the Hub.

    Where this machine holds the reserve and the build of the release, it is checked against
    them too. A signature covers older versions as well: --expect says which one you mean, --after
    which one comes before it. Exit code 1 where a check fails.
    """
    from rich.markup import escape
    from rich.table import Table

    from manifests.audit import audit, expected
    from manifests.locate import fetch, label, newest
    from pipeline import apart, decision_files

    paths = Paths(root)
    folder = newest(root / "releases") if release is None else fetch(release, paths.build)
    _is_release(folder, root)
    made = apart.of_label(paths.build, label(folder))
    reserve = paths.reserve(label(folder))
    build = made if _is_of(made, folder, reserve) else None
    checks = audit(folder, reserve=reserve, build=build, signers=signers)
    checks.append(decision_files.check(build))
    if expect is not None or after is not None:
        checks.append(expected(folder, expect or "", after or ""))
    failed = [check.name for check in checks if not check.ok]
    if as_json:
        told = {"release": label(folder), "ok": not failed, "checks": [asdict(c) for c in checks]}
        echo(json_text(told))
        ctx = click.get_current_context()
        ctx.exit(1 if failed else 0)
    title = escape(say("Audit of {}", label(folder)))
    table = Table("", say("check"), say("result"), title=title, title_justify="left")
    for check in checks:
        mark = "–" if check.skipped else say("ok") if check.ok else say("[red]FAILED[/]")
        shown = "\n".join(check.problems if every else ()) or check.detail
        table.add_row(mark, check.name, escape(shown))
    SafeConsole().print(table)
    if failed:
        echo(say("{} of {} checks failed: {}", len(failed), len(checks), ", ".join(failed)))
        raise click.exceptions.Exit(1)
    echo(say("All checks passed."))
    SafeConsole().print(_origin(folder, signers), highlight=False, soft_wrap=True)


def _origin(folder: Path, signers: Path | None) -> str:
    """What the checks say about whose the release is: the last line, coloured."""
    from manifests.signing import fingerprint

    if signers is not None:
        return say("[green]signed[/] by {}, whom you trust", fingerprint(signers))
    if not (folder / "RELEASE.json.sig").is_file():
        return say("[yellow]unsigned: proves consistency, not origin[/]")
    own = fingerprint(folder / "allowed_signers")
    told = (
        "[yellow]signed by {}[/]: proves origin only if that is the fingerprint its publisher "
        "gives elsewhere, or with --signers FILE"
    )
    return say(told, own)


def _is_release(folder: Path, root: Path) -> None:
    """Raises ConfigError where a folder is no release, and names the newest."""
    from cpsyexam.errors import ConfigError
    from manifests.locate import newest

    if (folder / "RELEASE.json").exists() or (folder / "data").is_dir():
        return
    try:
        remedy = f"the newest is {newest(root / 'releases')}"
    except ConfigError:
        remedy = "give the folder that holds RELEASE.json"
    raise ConfigError("is not a release", where=str(folder), remedy=remedy)


def _is_of(build: Path, folder: Path, reserve: Path) -> bool:
    """Whether a build is the one that a release came from, by the key of its last stage.

    The release tells it sealed, its reserve as it is; versions before told it plainly.
    """
    from cpsyexam import chain
    from cpsyexam.stage import read_receipt
    from manifests.commitments import opened
    from manifests.verify import read_json

    receipt = read_receipt(build, chain.CHAIN.last)
    try:
        rules = read_json(folder / "provenance/rules.json")
        told = opened(reserve).get(f"stage/{chain.CHAIN.last}")
    except (OSError, ValueError):
        return False
    told = told or rules.get(chain.CHAIN.last, {}).get("key")
    return receipt is not None and told == receipt["key"]
