"""`cpsyexam crawl`: fetch a source into WARC files."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table

from cpsyexam.terminal import json_text, say
from pipeline.paths import InputPath
from pipeline.terminal import SafeConsole, echo

if TYPE_CHECKING:
    from spiders.crawl import Plan


@click.command(
    epilog="Example: cpsyexam crawl examcoo --recipe recipes/mine.toml --limit 50",
    short_help="Fetch a source into WARC files.",
)
@click.argument("name")
@click.option(
    "--recipe",
    type=InputPath(),
    default=Path("dataset.toml"),
    show_default=True,
    help="Its table [crawl] holds the contact and the limits; [web] may name the source.",
)
@click.option(
    "--limit", type=click.IntRange(1, 10**9), default=None, help="Requests of this run, at most."
)
@click.option(
    "--since",
    type=click.DateTime(["%Y-%m-%d"]),
    default=None,
    help="Keep what was fetched on this day or later; ask again for what is older.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--dry-run", is_flag=True, help="Say what would be done; fetch nothing.")
def command(
    name: str,
    recipe: Path,
    limit: int | None,
    since: datetime | None,
    *,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Fetch source NAME politely: robots.txt, one request at a time, contact in the User-Agent.

    Every response is kept in archives/NAME as WARC. A stopped crawl carries on; a new one asks
    only for what is new or changed. Needs `contact` in the recipe's table [crawl], and terms that
    are cleared in the site's TOML.
    """
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    from cpsyexam.errors import ConfigError
    from spiders.crawl import check, run
    from spiders.engine import apart

    plan = plan_of(name, recipe, limit or 0, since.strftime("%Y-%m-%d") if since else "")
    if not plan.settings.contact:
        raise ConfigError(
            "table [crawl] has no contact", where=str(recipe),
            remedy='add contact = "you@example.org", or name another file with --recipe',
        )  # fmt: skip
    check(plan)
    console = SafeConsole(stderr=True)
    if dry_run:
        _show_plan(plan)
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as bar:
        task = bar.add_task(name, total=None, rate="")

        def show(done: int, total: int, what: str) -> None:
            speed = bar.tasks[task].speed or 0.0
            bar.update(task, completed=done, total=total, description=what,
                       rate=f"{speed:.1f} pages/s")  # fmt: skip

        report: dict[str, Any] = apart(run, plan, show, grace=60.0)
    if as_json:
        echo(json_text(report))
    else:
        _show_report(report)
    if report["finished"] and report["expectations_missed"]:
        raise click.exceptions.Exit(1)


def plan_of(name: str, recipe: Path, limit: int, since: str) -> "Plan":
    """What to crawl. A recipe's source that is a WARC file is for replay only and not used."""
    from cpsyexam.config import parse, read_toml
    from cpsyexam.errors import ConfigError
    from spiders.crawl import Plan
    from spiders.settings import CrawlSettings, WebSettings, WebSource

    if not recipe.is_file():
        raise ConfigError(
            "no recipe here, whose table [crawl] holds the contact", where=str(recipe),
            remedy="name one: --recipe FILE, or cpsyexam init",
        )  # fmt: skip
    table = read_toml(recipe)
    settings = parse(table.get("crawl", {}), CrawlSettings, where=f"{recipe}, table [crawl]")
    web = parse(table.get("web", {}), WebSettings, where=f"{recipe}, table [web]")
    own = [s for s in web.sources if s.source == name and not s.url]  # a copy is written by nobody
    folders = [s for s in own if ".warc" not in s.archive.name]
    source = folders[0] if folders else WebSource(site=name, archive=settings.archives / name)
    return Plan(source, settings, since=since, limit=limit)


def _show_plan(plan: "Plan") -> None:
    terms, limits = plan.source.terms or plan.site.terms, plan.settings
    pace = limits.delay, limits.per_host
    ceilings = plan.requests, limits.bytes, limits.seconds
    table = Table(say("what"), say("value"), title=say("Nothing was fetched"))
    rows = {
        "source": plan.source.source,
        "start": "\n".join(plan.seeds),
        "terms": f"{terms.status} ({terms.licence}), {terms.decided_on}, {terms.decided_by}",
        "User-Agent": plan.agent,
        "archive": str(plan.source.archive),
        "pace": say("{:g} s between requests, {} at a time", *pace),
        "ceilings": say("{} requests, {} bytes, {:g} s", *ceilings),
    }
    for key, value in rows.items():
        table.add_row(say(key), value)
    SafeConsole(markup=False).print(table)


def _show_report(report: dict[str, Any]) -> None:
    table = Table(say("what"), say("count"), title=f"{report['source']}: {report['reason']}")
    for key in ("requests", "bytes", "reused", "unchanged", "pages", "papers", "questions"):
        table.add_row(say(key), f"{report[key]:,}")
    for status, count in sorted(report["statuses"].items()):
        table.add_row(f"HTTP {status}", f"{count:,}")
    for rule, count in sorted({**report["rules"], **report["gaps"]}.items()):
        table.add_row(rule, f"{count:,}")
    console = SafeConsole(markup=False)
    console.print(table)
    for host, found in report["robots"].items():
        echo(say("robots.txt of {}: {} {}", host, found["verdict"], found.get("sha256", "")[:12]))
    echo(say("captures: {}", report["file"]))
    for line in report["expectations_missed"]:
        echo(say("unexpected: {}", line))
    if not report["finished"]:
        echo(say("not finished ({}); the same command carries on", report["reason"]))
