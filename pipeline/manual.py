"""docs/reference/commands.md: every verb of the command line with its arguments and options."""

import inspect
from collections.abc import Iterator

import click

from pipeline.cli import cli

_HEAD = """# Every command

For whoever wants to know what a command takes. Made from the code (`python docs/make_reference.py`
writes it anew); `cpsyexam VERB -h` says it with examples and defaults. `--debug`, `-v` and `-q` go
with every verb. Everywhere the same: `--out`, the folder that holds build/, releases/ and reserve/
(this one); `--release`, the release's folder (the newest); `--keys`, its reserve folder; `--json`,
for programs; `--recipe`, the recipe whose build is meant (the last one); `--reviews` and
`--decisions`, folders of opinions and of decisions; `--base-url`, `--connections` and `--timeout`
(seconds a try), of a model's endpoint. `CPSYEXAM_LANG=zh`, or a Chinese locale: results in
Chinese. Exit codes: 0 fine, 1 the answer is no (an audit failed, a leak was found), 2 it could not
be done.
"""

_SAME = {
    "--out", "--release", "--keys", "--json", "--recipe", "--reviews", "--decisions",
    "--base-url", "--connections", "--timeout",
}  # fmt: skip


def commands() -> str:
    """The page, verbs by the alphabet, subcommands below their verb."""
    parts = [_HEAD]
    for words, command in _verbs(cli, "cpsyexam"):
        pieces = command.collect_usage_pieces(click.Context(command))
        usage = " ".join([words, *(piece for piece in pieces if piece != "[OPTIONS]")])
        told = inspect.cleandoc(command.help or "").split("\n\n")[0]
        parts += [f"## {usage.removeprefix('cpsyexam ')}", "", told, ""]
        rows = [row for param in command.params if (row := _row(param))]
        parts += [*rows, ""] if rows else []
    return "\n".join(parts).rstrip() + "\n"


def _verbs(group: click.Group, words: str) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in sorted(group.list_commands(context)):
        command = group.get_command(context, name)
        assert command is not None
        yield f"{words} {name}", command
        if isinstance(command, click.Group):
            yield from _verbs(command, f"{words} {name}")


def _row(param: click.Parameter) -> str:
    """An option's line; arguments and hidden options have none."""
    if not isinstance(param, click.Option) or param.hidden or _SAME.intersection(param.opts):
        return ""
    names = "/".join([*param.opts, *param.secondary_opts])
    choices = "|".join(param.type.choices) if isinstance(param.type, click.Choice) else ""
    takes = f" {param.metavar or choices}" if param.metavar or choices else "=…"
    means = " ".join((param.help or "").split())
    return f"- `{names}{'' if param.is_flag else takes}`: {means}"
