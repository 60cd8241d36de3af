"""Ids of questions by their beginning, and their completion in a shell."""

from collections.abc import Iterable
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from cpsyexam.errors import ConfigError

_TABLES = (("split", "id"), ("split", "raw_id"), ("parsed", "raw_id"))


def whole_id(build: Path, prefix: str) -> str:
    """The id or raw_id of the build that begins so; the prefix itself where none does.

    Raises ConfigError where several do.
    """
    return one_of(_begin(build, prefix), prefix)


def present_id(build: Path, name: str) -> str:
    """The id, else raw_id, of the question that had an id (or its beginning) before this build.

    The name itself where it is one of this build, or nobody's. Raises ConfigError for several.
    """
    import polars as pl

    from cpsyexam.stage import product, scan

    if _begin(build, name) or not product(build, "split/names").exists():
        return name
    names = scan(build, "split/names")
    mine = names.filter(pl.col("name").str.starts_with(name)).select("lineage").unique()
    here = mine.join(scan(build, "split"), on="lineage").select("id").collect()["id"]
    if here.is_empty():  # it left: the row that was rejected tells why
        rows = names.join(mine, on="lineage").select(raw_id="name")
        printed = rows.join(scan(build, "parsed"), on="raw_id").select("raw_id").collect()
        here = printed["raw_id"].head(1)
    if len(here) > 1:
        raise ConfigError(
            f"was the id of {len(here)} questions: {', '.join(here.sort().head(5))}", where=name,
            remedy="give one of them",
        )  # fmt: skip
    return str(here[0]) if len(here) else name


def one_of(names: Iterable[str], prefix: str) -> str:
    """The one name that begins so; the prefix where none does. Raises ConfigError for several."""
    found = sorted({name for name in names if name.startswith(prefix)})
    if prefix in found or not found:
        return prefix
    if len(found) > 1:
        some = ", ".join(found[:5])
        raise ConfigError(
            f"is the beginning of {len(found)} ids: {some}", where=prefix, remedy="give more of it"
        )
    return found[0]


def _begin(build: Path, prefix: str) -> list[str]:
    import polars as pl

    from cpsyexam.stage import product, scan

    found: list[str] = []
    for table, column in _TABLES:
        if product(build, table).exists():
            begins = scan(build, table).filter(pl.col(column).str.starts_with(prefix))
            found += begins.select(column).unique().head(50).collect()[column].to_list()
    return found


class QuestionId(click.ParamType[str]):
    """The id of a question, or its beginning; the shell completes those of the build."""

    name = "id"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The ids of the build that begin so."""
        del param
        root = ctx.params.get("root") or Path()
        found = _begin(Path(root) / "build", incomplete) if len(incomplete) > 1 else []
        return [CompletionItem(name) for name in sorted(found)]
