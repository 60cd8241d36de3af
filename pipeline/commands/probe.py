"""`cpsyexam probe`: what a site's reader makes of a page, a file or an archive."""

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from cpsyexam.terminal import json_text, say
from pipeline.paths import InputPath
from pipeline.terminal import SafeConsole, echo

if TYPE_CHECKING:
    from spiders.probe import Look, Probe


@click.command(
    epilog="Example: cpsyexam probe saved.html --site studyez",
    short_help="Show what a reader makes of a page or archive.",
)
@click.argument("target")
@click.option("--site", required=True, help="Whose reader: a name in spiders/sites.")
@click.option("--url", default="", help="Where a saved file came from; decides its kind of page.")
@click.option(
    "--recipe",
    type=InputPath(),
    default=Path("dataset.toml"),
    show_default=True,
    help="Its table [crawl] holds the contact; needed for a live page only.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
@click.option("--lines", is_flag=True, help="Show every line that became part of no question.")
def command(target: str, site: str, url: str, recipe: Path, *, lines: bool, as_json: bool) -> None:
    """Read TARGET (a URL, a saved page or a WARC file or folder) as a page of SITE.

    Shows the questions found, what was ignored and why, and which selectors matched nothing.
    Exit code 1 where nothing was found.
    """
    from cpsyexam.config import parse, read_toml
    from cpsyexam.errors import ConfigError
    from spiders.crawl import Plan
    from spiders.engine import apart
    from spiders.probe import Probe, probe_archive, probe_file, probe_url
    from spiders.settings import CrawlSettings, WebSource
    from spiders.site_reader import read_site

    read_site(site)
    found: Probe
    if target.startswith(("http://", "https://")):
        settings = parse(
            read_toml(recipe).get("crawl", {}), CrawlSettings, where=f"{recipe}, table [crawl]"
        )
        if not settings.contact:
            raise ConfigError("no contact", where=str(recipe), remedy="add it to table [crawl]")
        source = WebSource(site=site, archive=Path(), start=(target,))
        found = apart(probe_url, Plan(source, settings))
    elif Path(target).is_dir() or target.endswith((".warc", ".warc.gz")):
        found = apart(probe_archive, WebSource(site=site, archive=Path(target)))
    else:
        found = probe_file(Path(target), site, url)
    if as_json:
        echo(json_text(_record(found)))
        questions = sum(look.questions for look in found.looks)
    else:
        questions = _show(found, SafeConsole(), lines=lines)
    if not questions and not any(look.reading.listed for look in found.looks):
        raise click.exceptions.Exit(1)


def _record(found: "Probe") -> dict[str, object]:
    pages = [
        {
            "url": look.url,
            "status": look.status,
            "read_as": look.reading.rule or "paper",
            "questions": [
                {
                    "number": q.number, "format": q.declared, "stem": q.stem,
                    "options": list(q.options), "answer": q.answer,
                }
                for q in look.paper.questions
            ],
        }
        for look in found.looks
    ]  # fmt: skip
    unmatched = [{"selector": n, "empty": e, "pages": p} for n, e, p in found.unmatched()]
    return {"pages": pages, "rules": dict(found.rules), "unmatched": unmatched}


def _show(found: "Probe", console: Console, *, lines: bool) -> int:
    if len(found.looks) == 1:
        _show_page(found.looks[0], console)
    else:
        _show_pages(found.looks, console)
    for look in found.looks:
        for left in look.paper.left:
            shown = left.lines if lines else left.lines[:1]
            more = f" (+{len(left.lines) - len(shown)})" if len(left.lines) > len(shown) else ""
            text = " / ".join(shown)
            console.print(say("[dim]ignored, {}:[/dim] {}{}", left.rule, escape(text), more))
    for address, rule, detail in found.gaps:
        console.print(f"[yellow]{rule}[/yellow] {escape(address)}: {escape(detail)}")
    for rule, count in found.rules:
        console.print(f"{rule}: {count}")
    for name, empty, pages in found.unmatched():
        console.print(
            say("[red]matched nothing[/red] on {} of {} pages: {}", empty, pages, escape(name))
        )
    questions = sum(look.questions for look in found.looks)
    console.print(say("[bold]{} questions[/bold] from {} pages", questions, len(found.looks)))
    return questions


def _show_page(look: "Look", console: Console) -> None:
    reading = look.reading
    console.print(f"{escape(look.url)}  HTTP {look.status}  {look.encoding}")
    console.print(say("titles: {}", escape(" | ".join(look.paper.titles)) or "-"))
    console.print(say("read as: {} {}", reading.rule or "paper", escape(reading.detail)))
    for name, count in reading.matched.items():
        console.print(f"  {escape(name)}: {count}")
    for ask in (*reading.parts, *reading.follow)[:20]:
        console.print(say("would ask: {} {}", escape(ask.sent.url), escape(ask.label)))
    for q in look.paper.questions:
        kind = f"[bold]{q.number}[/bold] {q.declared or '?'}"
        console.print(f"{kind} {escape(q.stem)}", highlight=False)
        for letter, option in zip("ABCDEFGH", q.options, strict=False):
            console.print(f"   {letter} {escape(option)}", highlight=False)
        console.print(
            say("   answer: {}  [dim]{}[/dim]", escape(q.answer) or "-", escape("; ".join(q.notes)))
        )


def _show_pages(looks: "tuple[Look, ...]", console: Console) -> None:
    table = Table(
        Column(say("page"), overflow="fold"), *map(say, ("read as", "questions", "leads to"))
    )
    for look in looks[:200]:
        reading = look.reading
        table.add_row(
            escape(look.url), reading.rule or "paper", str(look.questions),
            str(len(reading.parts) + len(reading.follow)),
        )  # fmt: skip
    console.print(table)
