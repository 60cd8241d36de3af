"""`cpsyexam audit`: check a release from its files."""

from pathlib import Path

import click

from pipeline.places import Places, out_option


@click.command(
    epilog="Example: cpsyexam audit releases/sample-0.1.0",
    short_help="Check a release from its files.",
)
@click.argument("release", required=False)
@out_option
def command(release: str | None, root: Path) -> None:
    """Check RELEASE: a folder (default: the newest in releases/)."""
    from manifests.audit import audit

    folder = (
        Path(release)
        if release
        else max(root.glob("releases/*-*"), key=lambda p: p.stat().st_mtime)
    )
    checks = audit(folder, reserve=Places(root).reserve(folder.name), build=None)
    for check in checks:
        click.echo(f"{'ok' if check.ok else 'FAILED'}  {check.name}: {check.detail}")
    if not all(check.ok for check in checks):
        raise click.exceptions.Exit(1)
