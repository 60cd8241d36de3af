"""The command line `cpsyexam`: finds its verbs in pipeline/commands and loads one when called."""

import difflib
import importlib
import io
import logging
import os
import pkgutil
import sys

import click

from cpsyexam import __version__
from cpsyexam.errors import CpsyexamError
from cpsyexam.terminal import language, printable
from pipeline import commands

log = logging.getLogger(__name__)
GROUPS = {
    "Every day": "init build audit inspect trace show review decide push evaluate",
    "Look": "stages parse known duplicates label show-crop plan",
    "People": "people errata",
    "Models": "reread results items judge score contamination paraphrase",
    "Publish": "export sft reveal",
    "Sources": "crawl site probe book",
    "Concepts": "concepts coverage generate",
    "House": "clean help",
}
_SHORT = 60  # characters of a verb's line in the help
_LONG = 300  # characters of an unforeseen error's own words
_LINE = 500  # characters at either end of a message that are shown


class Verbs(click.Group):
    """A click group whose commands are modules, so that help stays fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All verbs, by the alphabet."""
        del ctx
        found = (m.name for m in pkgutil.iter_modules(commands.__path__))
        return sorted(name.replace("_", "-") for name in found)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs, then the few options of the program itself."""
        self.format_commands(ctx, formatter)
        click.Command.format_options(self, ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs by what they are for, those of every day first; what is in no group last."""
        groups = {title: verbs.split() for title, verbs in GROUPS.items()}
        named = {verb for verbs in groups.values() for verb in verbs}
        groups["More"] = [verb for verb in self.list_commands(ctx) if verb not in named]
        width = max(map(len, self.list_commands(ctx)))
        for title, verbs in groups.items():
            rows = [(verb.ljust(width), self._short(ctx, verb)) for verb in verbs]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def _short(self, ctx: click.Context, verb: str) -> str:
        command = self.get_command(ctx, verb)
        return command.get_short_help_str(_SHORT) if command else ""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command object of a verb, or None where there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"pipeline.commands.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        command.name = cmd_name
        if not any(param.name == f"voice_{logging.DEBUG}" for param in command.params):
            command.params += [_voice(*how, hidden=True) for how in _VOICES]
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb that is meant; an unknown one is an error that names the nearest."""
        verb = args[0]
        verbs = self.list_commands(ctx)
        if verb not in verbs and not verb.startswith("-") and not ctx.resilient_parsing:
            near = difflib.get_close_matches(verb, verbs, n=1)
            hint = f"did you mean {near[0]!r}?" if near else "see cpsyexam --help"
            ctx.fail(f"No such command {verb!r}; {hint}")
        return super().resolve_command(ctx, args)


_VOICES = (
    (("--debug",), logging.DEBUG, "Show tracebacks and debug messages."),
    (("-v", "--verbose"), logging.INFO, "Say more."),
    (("-q", "--quiet"), logging.ERROR, "Print results and errors only."),
)


def _voice(names: tuple[str, ...], level: int, told: str, *, hidden: bool = False) -> click.Option:
    """An option that sets how much is said; the same before and after a verb."""

    def heard(ctx: click.Context, param: click.Parameter, value: object) -> None:
        del param
        if value:
            ctx.meta["voice"] = level
            logging.getLogger().setLevel(level)

    return click.Option(
        [*names, f"voice_{level}"], is_flag=True, expose_value=False, callback=heard, hidden=hidden,
        help=told,
    )  # fmt: skip


@click.group(
    cls=Verbs,
    invoke_without_command=True,
    params=[_voice(*how) for how in _VOICES],
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="--debug, -v and -q also work after a verb. Words, rules, flags: cpsyexam help. "
    "CPSYEXAM_LANG=zh (or a Chinese locale): results in Chinese 结果用中文; errors stay English.",
)
@click.version_option(__version__, prog_name="cpsyexam")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Build exam benchmarks from web captures, book scans and question banks.

    Own questions: `cpsyexam init`. Then `cpsyexam build`, `cpsyexam audit` and `cpsyexam trace ID`.
    """
    from rich.logging import RichHandler

    from pipeline.terminal import SafeConsole

    logging.basicConfig(
        format="%(message)s",
        handlers=[RichHandler(console=SafeConsole(stderr=True), show_path=False, show_time=False)],
    )
    logging.getLogger().setLevel(ctx.meta.get("voice", logging.WARNING))
    language()  # a wrong one stops here
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """Entry point: one-line errors, exit codes 0 (fine), 1 (the answer is no), 2 (not done)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # what the terminal's encoding lacks
    try:
        code = cli.main(standalone_mode=False)  # click returns what a command gave to ctx.exit
        if isinstance(code, int):
            sys.exit(code)
    except CpsyexamError as error:
        _fail(f"error: {error.line()}", error.exit_code, error)
    except click.ClickException as error:
        _fail(f"error: {_told(error)}", 2, error)
    except click.exceptions.Exit as leave:
        sys.exit(leave.exit_code)
    except (KeyboardInterrupt, click.Abort) as error:
        _fail("stopped; finished stages are kept, run again to carry on", 130, error)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _fail(f"error: {where}{error.strerror or error}", 2, error)
    except MemoryError as error:
        _fail("error: not enough memory; fewer workers take less: --workers 1", 2, error)
    except Exception as error:  # noqa: BLE001 - a person sees one line; --debug has the rest
        _fail(_unforeseen(error), 2, error)


def _unforeseen(error: Exception) -> str:
    """What nobody foresaw, in one line: most often a table of build/ that is not its stage's."""
    said = " ".join(str(error).split())[:_LONG]
    kind = type(error).__name__
    told = f"{kind}: {said}" if said else kind
    if kind in ("ColumnNotFoundError", "SchemaError"):  # of polars, which loads slowly
        remedy = "build again; where that changes nothing, report it with --debug"
        return f"error: a table of the build is not what its stage made: {told}; {remedy}"
    return f"error: this should not happen: {told}; see it with --debug"


def _told(error: click.ClickException) -> str:
    """A wrong use in one line: what, and where to read on."""
    said = " ".join(error.format_message().split()).removesuffix(".")
    used = error.ctx if isinstance(error, click.UsageError) else None
    further = f"{used.command_path} --help" if used else ""
    finished = not further or "--help" in said or "did you mean" in said.lower()
    return said if finished else f"{said}; see {further}"


def _fail(message: str, code: int, error: BaseException) -> None:
    log.debug("stopped by", exc_info=error)
    if len(message) > 2 * _LINE:
        message = f"{message[:_LINE]} … {message[-_LINE:]}"
    click.echo(printable(message), err=True)
    sys.exit(code)
