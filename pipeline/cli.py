"""The command line `cpsyexam`: finds its verbs in pipeline/commands and loads one when called."""

import importlib
import io
import logging
import os
import pkgutil
import sys

import click

from cpsyexam import __version__
from cpsyexam.errors import CpsyexamError
from cpsyexam.terminal import printable
from pipeline import commands

log = logging.getLogger(__name__)
_LONG = 300  # characters of an unforeseen error's own words


class Verbs(click.Group):
    """A click group whose commands are modules, so that help stays fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All verbs, by the alphabet."""
        del ctx
        found = (m.name for m in pkgutil.iter_modules(commands.__path__))
        return sorted(name.replace("_", "-") for name in found)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command object of a verb, or None where there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"pipeline.commands.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        command.name = cmd_name
        return command


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="cpsyexam")
@click.option("--debug", is_flag=True, help="Show tracebacks and debug messages.")
def cli(*, debug: bool) -> None:
    """Build exam benchmarks from web captures, book scans and question banks.

    Start with `cpsyexam build`, then `cpsyexam audit` and `cpsyexam trace ID`.
    """
    from rich.logging import RichHandler

    from pipeline.terminal import SafeConsole

    logging.basicConfig(
        level=logging.DEBUG if debug else logging.WARNING,
        format="%(message)s",
        handlers=[RichHandler(console=SafeConsole(stderr=True), show_path=False, show_time=False)],
    )


def main() -> None:
    """Entry point: one-line errors, exit codes 0 (fine), 1 (the answer is no), 2 (not done)."""
    try:
        code = cli.main(standalone_mode=False)  # click returns what a command gave to ctx.exit
        if isinstance(code, int):
            sys.exit(code)
    except CpsyexamError as error:
        _fail(f"error: {error.line()}", error.exit_code, error)
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(shown)
        _fail(shown.getvalue().rstrip(), 2, error)
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
        said = " ".join(str(error).split())[:_LONG]
        kind = type(error).__name__
        told = f"{kind}: {said}" if said else kind
        _fail(f"error: this should not happen: {told}; see it with --debug", 2, error)


def _fail(message: str, code: int, error: BaseException) -> None:
    log.debug("stopped by", exc_info=error)
    click.echo(printable(message), err=True)
    sys.exit(code)
