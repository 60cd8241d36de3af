"""Names of the tables of a build, for people who ask for one, and how their rows are shown."""

import difflib
import json
from typing import Any

import click
from click.shell_completion import CompletionItem

from cpsyexam import chain
from cpsyexam.errors import ConfigError
from cpsyexam.taxonomy import letters


def names() -> list[str]:
    """Every table that a build may hold, in order."""
    found = []
    for kind in chain.CHAIN.kinds:
        found += [kind.name, f"{kind.name}/rejected"]
        found += [f"{kind.name}/{table}" for table in ("captures", "sources", *kind.tables)]
    for entry in (*chain.CHAIN.stages, chain.CHAIN.release):
        found += [entry.name, *([f"{entry.name}/rejected"] if entry.rejects else [])]
        found += [f"{entry.name}/{table}" for table in entry.tables]
    return found


def check(name: str) -> str:
    """The name, where there is such a table. Raises ConfigError that names the nearest."""
    known = names()
    if name in known:
        return name
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    tables = ", ".join(one for one in known if "/" not in one)
    hint = f"did you mean {near[0]!r}? " if near else ""
    raise ConfigError(
        f"no table {name!r}", remedy=f"{hint}tables: {tables}, and X/rejected of each"
    )


class Table(click.ParamType[str]):
    """A table's name; the shell completes it."""

    name = "table"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The tables that begin so."""
        del ctx, param
        return [CompletionItem(name) for name in names() if name.startswith(incomplete)]


def shown(row: dict[str, Any]) -> list[tuple[str, str]]:
    """Names and values of a row as a person reads them: answers as letters, no empty ones.

    The whole record of a rejected row is told field by field, indented.
    """
    found: list[tuple[str, str]] = []
    for name, value in row.items():
        if value in ("", None, []):
            continue
        if name == "record" and isinstance(value, str):
            found += [(f"  {key}", text) for key, text in shown(json.loads(value))]
        else:
            found.append((name, _text(name, value)))
    return found


def _text(name: str, value: Any) -> str:
    if name in ("answer", "order") and isinstance(value, list):
        return letters(value) if name == "answer" else "".join(letters([place]) for place in value)
    if name == "options" and isinstance(value, list):
        pairs = zip("ABCDEFGH", value, strict=False)
        return "  ".join(f"{letter}. {option}" for letter, option in pairs)
    return "; ".join(map(str, value)) if isinstance(value, list) else str(value)
