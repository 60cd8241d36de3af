"""`cpsyexam help`: words, rules, flags, notes, tables, recipe keys, and the help of a verb."""

import re

import click

from cpsyexam.terminal import say
from pipeline.terminal import echo

_TOPICS = ("words", "rules", "flags", "notes", "tables", "recipe", "completion")


@click.command(epilog="Example: cpsyexam help rules", short_help="Explain words, rules and flags.")
@click.argument("topic", required=False, metavar="[TOPIC|VERB]")
@click.pass_context
def command(ctx: click.Context, topic: str | None) -> None:
    """Explain TOPIC: words, rules, flags, notes, tables, recipe, completion, or a name in them.

    With VERB it shows the help of that verb.
    """
    group = ctx.parent.command if ctx.parent else None
    if topic is None:
        if ctx.parent:
            echo(ctx.parent.get_help())
        echo(say("\nTopics: {}.", ", ".join(_TOPICS)))
        return
    if topic in _TOPICS:
        echo("\n".join(_lines(topic)))
        return
    if isinstance(group, click.Group) and topic in group.list_commands(ctx):
        verb = group.get_command(ctx, topic)
        if verb is not None:
            with click.Context(verb, info_name=topic, parent=ctx.parent) as inner:
                echo(verb.get_help(inner))
            return
    found = _entries(topic)
    if not found:
        names = ", ".join(_TOPICS)
        raise click.UsageError(f"nothing is called {topic!r}; topics are {names}, or a verb")
    echo("\n".join(found))


def _entries(name: str) -> list[str]:
    """What words, rules, flags and notes say of one name."""
    from cpsyexam import taxonomy

    lines = [line for topic in _TOPICS[:4] for line in _lines(topic)]
    known = taxonomy.current()
    fields = [
        f"{key} ({about.chinese}): {about.english}"
        for key, about in [*known.exams.items(), *known.tasks.items()]
    ]
    wanted = name.casefold()
    return [
        line
        for line in [*lines, *fields]
        if wanted in re.split(r"[ ()、,/]+", line.split(": ")[0].casefold())
    ]


def _lines(topic: str) -> list[str]:
    from pipeline import reference, tables

    if topic == "words":
        return [f"{w['word']} ({w['chinese']}): {w['means']}" for w in reference.words()]
    if topic == "rules":
        return [f"{stage}  {name}: {doc}" for stage, name, doc in reference.rules()]
    if topic in {"flags", "notes"}:
        told = reference.flags() if topic == "flags" else reference.notes()
        return [f"{name}: {doc}" for name, doc in told]
    if topic == "tables":
        return tables.names()
    if topic == "recipe":
        return [reference.recipe()]
    return [
        'bash: eval "$(_CPSYEXAM_COMPLETE=bash_source cpsyexam)"   # in ~/.bashrc',
        'zsh:  eval "$(_CPSYEXAM_COMPLETE=zsh_source cpsyexam)"    # in ~/.zshrc',
        "fish: _CPSYEXAM_COMPLETE=fish_source cpsyexam | source    # in ~/.config/fish/config.fish",
        "Verbs, options, files, tables of `show`, ids of the build and releases are completed.",
    ]
