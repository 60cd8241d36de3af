"""`cpsyexam push REPO`: publish a release on the Hub."""

import re
from pathlib import Path

import click

from cpsyexam.errors import ConfigError
from cpsyexam.terminal import say
from pipeline.paths import Paths, out_option, release_option, signers_option
from pipeline.terminal import SafeConsole


@click.command(
    epilog="Example: cpsyexam push org/name --dry-run", short_help="Publish a release on the Hub."
)
@click.argument("repo")
@release_option
@click.option("--private-repo", default="", metavar="ORG/NAME", help="Pass through this one first.")
@click.option(
    "--replace",
    multiple=True,
    metavar="ORG/NAME",
    help="Give up the other data that this repository holds.",
)
@click.option(
    "--squash-history",
    is_flag=True,
    help="Give up the past of a private repository that may not become public.",
)
@click.option("--dry-run", is_flag=True, help="Check all, show what would change, send nothing.")
@click.option("--endpoint", default=None, help="Another Hub (default: HF_ENDPOINT).")
@signers_option
@out_option
def command(  # noqa: PLR0913  the options of one command
    repo: str,
    release: Path | None,
    signers: Path | None,
    private_repo: str,
    root: Path,
    endpoint: str | None,
    replace: tuple[str, ...],
    *,
    squash_history: bool,
    dry_run: bool,
) -> None:
    """Publish the newest release (or --release DIR) as dataset REPO.

    Audit, one commit to a private repository, download and audit again, tag, make public. The
    reserve never leaves this machine. Stopped half-way, run again.
    """
    from manifests.locate import newest
    from pipeline.release_checks import checks
    from publishing.hub import Remote
    from publishing.push import compare, push, ready, tag_of

    if not re.fullmatch(r"[\w.-]+/[\w.-]+", repo):
        raise ConfigError("no name of a dataset", where=repo, remedy="it is written org/name")
    paths, console = Paths(root), SafeConsole(markup=False)
    folder = release or newest(paths.root / "releases")
    remote = Remote(repo, endpoint=endpoint)
    staging = Remote(private_repo, endpoint=endpoint) if private_repo else None
    if dry_run:
        with checks(paths, folder, signers) as found:
            state = ready(folder, remote, found, staging=staging, replace=replace)
        change = compare(folder, state)
        fresh = "{} → {}@{}, on a new private repository"
        there = folder, repo, tag_of(folder)
        if state is None:
            console.print(say(fresh, *there), highlight=False)
        else:
            console.print(say("{} → {}@{}, on head {}", *there, state.head[:12]), highlight=False)
        for word in ("added", "changed", "deleted"):
            for path in getattr(change, word):
                console.print(f"  {say(word):<8} {path}", highlight=False)
        told = "nothing was changed (dry run)" if change else "nothing to change"
        console.print(say(told))
        return
    with checks(paths, folder, signers) as found:
        done = push(
            folder,
            remote,
            found,
            staging=staging,
            replace=replace,
            squash_history=squash_history,
        )
    console.print(say("published {}@{} = {}", done.repo, done.tag, done.commit), highlight=False)
