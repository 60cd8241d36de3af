"""`cpsyexam review`: the review station, and what goes with it."""

import getpass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cpsyexam.terminal import language, say
from pipeline.paths import InputPath, OutputPath, Paths, out_option, recipe_option
from pipeline.terminal import echo

if TYPE_CHECKING:
    from reviewing.settings import QueueSettings
    from reviewing.station.station import Station

_FOLDER = click.option(
    "--reviews",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("reviews"),
    show_default=True,
    help="Folder of reviewers and opinions; keep it to yourselves.",
)
_DECISIONS = click.option(
    "--decisions",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("decisions"),
    show_default=True,
    help="Folder of the decision files, as in the recipe's [review].",
)


@click.group(
    invoke_without_command=True,
    epilog="Example: cpsyexam review invite 林老师 && cpsyexam review",
    short_help="Decide on doubtful questions beside their originals.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at.")
@click.option("--port", default=8765, show_default=True, help="Port; 0 takes a free one.")
@click.option(
    "--control", type=click.FloatRange(0, 1),
    help="Share of unflagged questions (default: the recipe's, else 0.05).",
)  # fmt: skip
@click.option(
    "--policy", multiple=True, metavar="KIND=one|two|three",
    help="Who must agree (default: the recipe's [review.policy]).",
)  # fmt: skip
@click.option("--reserve", is_flag=True, help="Show reserved questions, too; on this machine only.")
@click.option("--browser/--no-browser", default=True, help="Open the browser.")
@_FOLDER
@_DECISIONS
@recipe_option
@out_option
@click.pass_context
def command(  # noqa: PLR0913  the options of a server
    context: click.Context,
    *,
    host: str,
    port: int,
    control: float | None,
    policy: tuple[str, ...],
    reserve: bool,
    browser: bool,
    reviews: Path,
    decisions: Path,
    recipe: Path | None,
    root: Path,
) -> None:
    """Start the review station for the last build, on this machine only unless --host says
    otherwise, and open it in the browser.

    Opinions go to reviews/, one file a person; what people agree on goes to decisions/ when they
    say so, and into the next build. Stop it with Ctrl-C; nothing is lost.
    """
    if context.invoked_subcommand:
        return
    _require()
    from pipeline.station.serving import LOCAL, serve
    from reviewing.board import alone
    from reviewing.station.words import Words

    if reserve and host not in LOCAL:
        raise click.UsageError("--reserve shows what must stay secret: not together with --host")
    paths = Paths(root).of(recipe)
    settings = _settings(paths, control, policy, reserve=reserve)
    with alone(reviews), paths.field():
        link = _own_link(reviews)
        station = _station(paths, settings, reviews, decisions)
        if told := station.following(Words(language())):
            echo(told)
        serve(station, host, port, link, browser=browser)


def _require() -> None:
    from importlib.util import find_spec

    from cpsyexam.errors import ConfigError
    from cpsyexam.extras import brought_by

    missing = [name for name in ("starlette", "uvicorn", "multipart", "krippendorff")
               if find_spec(name) is None]  # fmt: skip
    if missing:
        raise ConfigError(
            f"the review station needs {', '.join(missing)}",
            remedy=f"run {brought_by('review')}",
        )


def _settings(
    paths: Paths, control: float | None, policies: tuple[str, ...], *, reserve: bool
) -> "QueueSettings":
    """What the recipe of the build says, unless the options say otherwise."""
    from pipeline.station.desk import recipe
    from reviewing.settings import ALL
    from reviewing.settings import policies as expanded

    kinds = [kind for kind in expanded({}) if kind != "gold"]
    chosen: dict[str, str] = {}
    for text in policies:
        kind, _, policy = text.partition("=")
        if policy not in ("one", "two", "three") or kind not in (*kinds, ALL):
            raise click.BadParameter(
                f"{text!r} is not KIND=one, two or three; kinds: {', '.join((ALL, *kinds))}",
                param_hint="--policy",
            )
        chosen[kind] = policy
    known = recipe(paths)
    return known.model_validate({
        **known.model_dump(),
        "control": known.control if control is None else control,
        "policy": chosen if ALL in chosen else {**known.policy, **chosen},
        "reserve": reserve,
    })  # fmt: skip


def _own_link(reviews: Path) -> str:
    """The path of a link for whoever starts the station; one is made where nobody is invited."""
    from reviewing import reviewers

    mine = reviews / ".own-link"
    if mine.is_file() and reviewers.who(reviewers.read(reviews), mine.read_text("utf-8").strip()):
        return f"/enter/{mine.read_text('utf-8').strip()}"
    if reviewers.read(reviews):
        return "/"
    secret = reviewers.invite(reviews, getpass.getuser(), chair=True)
    mine.touch(mode=0o600)
    mine.write_text(secret, "utf-8")
    return f"/enter/{secret}"


def _station(paths: Paths, settings: "QueueSettings", reviews: Path, decisions: Path) -> "Station":
    from pipeline.station.desk import desk
    from pipeline.station.originals import BuildOriginals
    from pipeline.versions import next_version
    from reviewing.board import Board
    from reviewing.desk import Desk
    from reviewing.errata import FILE
    from reviewing.station.station import Station

    opened = Desk(desk(paths, settings, reviews / FILE))
    board = Board(reviews / "opinions", opened)
    originals = BuildOriginals(paths.build)
    following = partial(next_version, paths=paths, decisions=decisions)
    return Station(reviews, decisions, opened, board, originals, following)


@command.command(epilog="Example: cpsyexam review invite 林老师 --chair")
@click.argument("name")
@click.option("--chair", is_flag=True, help="May settle disputes.")
@click.option("--address", default="http://127.0.0.1:8765", show_default=True, help="Of the link.")
@_FOLDER
def invite(name: str, address: str, reviews: Path, *, chair: bool) -> None:
    """Make a key for the reviewer NAME (a pseudonym, which releases will show) and print the link.

    Inviting again makes the old link worthless.
    """
    from reviewing import reviewers

    secret = reviewers.invite(reviews, name, chair=chair)
    echo(f"{address.rstrip('/')}/enter/{secret}")
    told = "for {} (chair); it leads to the station at {}, other places: --address"
    plain = "for {}; it leads to the station at {}, other places: --address"
    echo(say(told if chair else plain, name, address), err=True)


@command.command(epilog="Example: cpsyexam review status")
@_FOLDER
@recipe_option
@out_option
def status(reviews: Path, recipe: Path | None, root: Path) -> None:
    """Show progress, agreement and the control sample of the last station."""
    _require()
    from pipeline.station.report import show

    show(Paths(root).of(recipe), reviews)


@command.command(epilog="Example: cpsyexam review settle && make dataset")
@_FOLDER
@_DECISIONS
@recipe_option
@out_option
@click.pass_context
def settle(
    context: click.Context, reviews: Path, decisions: Path, recipe: Path | None, root: Path
) -> None:
    """Write what reviewers agreed on to decisions/review.jsonl; the next build applies it.

    Exit code 1 where something agreed cannot be written; the reasons are printed.
    """
    from pipeline.station.report import named, open_board, place
    from pipeline.versions import next_version
    from reviewing.board import alone
    from reviewing.station.figures import settle_all
    from reviewing.station.words import Words

    paths = Paths(root).of(recipe)
    with alone(reviews), paths.field():
        desk, board = open_board(paths, reviews)
        report = settle_all(desk, board, decisions)
    echo(say("written: {}, written before: {}", len(report.filed), report.same))
    words = Words(language())
    if told := next_version(words, paths, decisions):
        echo(told)
    for line in report.lines(words):
        echo(line)
    for line in report.refused:
        echo(say("cannot be written: {}", line))
    for one in report.withdrawn:
        made = one.decision
        verdict = named("verdicts", made.verdict)
        echo(say("agreed no longer: {} {} ({})", made.id, verdict, place(one)))
    if report.refused:
        context.exit(1)


@command.command(epilog="Example: cpsyexam review export --to xlsx review.xlsx --kind no_key")
@click.argument("path", type=OutputPath())
@click.option(
    "--to",
    "kind_of_file",
    type=click.Choice(["xlsx", "label-studio", "answers", "marks"]),
    required=True,
    help="answers: a CSV a person; marks: comparisons and marks.",
)
@click.option("--kind", default="", help="Only items for this reason.")
@click.option("--limit", default=500, show_default=True, help="At most so many items.")
@click.option("--by", default=getpass.getuser, show_default="your login", help="Who fills it in.")
@_FOLDER
@recipe_option
@out_option
def export(  # noqa: PLR0913, PLR0917  the options of a verb
    path: Path, kind_of_file: str, kind: str, limit: int, by: str, reviews: Path,
    recipe: Path | None, root: Path,
) -> None:  # fmt: skip
    """Write the queue to PATH as a spreadsheet or as tasks of Label Studio; or what people answered
    (a folder) and marked. Own answer first: an item that the reviewer has not answered comes
    without its key; after the import, the next file has the keys of those still open.
    """
    _require()
    from pipeline.station.exchange import export as write

    paths = Paths(root).of(recipe)
    with paths.field():
        for line in write(paths, reviews, path, kind_of_file, kind=kind, limit=limit, by=by):
            echo(line)


@command.command("import", epilog="Example: cpsyexam review import review.xlsx --by 林老师")
@click.argument("path", type=InputPath())
@click.option("--by", default=getpass.getuser, show_default="your login", help="Who filled it in.")
@_FOLDER
@recipe_option
@out_option
@click.pass_context
def import_(
    context: click.Context, path: Path, by: str, reviews: Path, recipe: Path | None, root: Path
) -> None:
    """Take a filled spreadsheet, or a JSON export of Label Studio, as opinions of the reviewer.

    Importing a file twice changes nothing. Exit code 1 where rows are stale or cannot be.
    """
    _require()
    from pipeline.station.exchange import take

    paths = Paths(root).of(recipe)
    with paths.field():
        taken = take(paths, reviews, path, by)
    numbers = taken.taken, taken.same, taken.blank, taken.answers
    told = "opinions: {} new, {} known; {} rows without a verdict; own answers: {}"
    echo(say(told, *numbers))
    for line in taken.differs:
        echo(say("your answer differs from the key: {}; export again to see it, then decide", line))
    for word, lines in (("stale", taken.stale), ("not taken", taken.wrong)):
        for line in lines:
            echo(f"{say(word)}: {line}")
    if taken.stale or taken.wrong:
        context.exit(1)
