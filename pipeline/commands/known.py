"""`cpsyexam known FILE --against …`: which of these questions are already there."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cpsyexam.terminal import json_text, say
from pipeline.fail_on import exit_where_found, fail_on_option
from pipeline.paths import Paths, to_option
from pipeline.terminal import SafeConsole, echo

if TYPE_CHECKING:
    import polars as pl

    from cleaning.duplicates.index import DuplicateIndex

RESERVED = "reserved"
COPIES = ("exact", "near", "conflict")
# in the order in which a question counts as known
WORDS = {
    "exact": "exactly",
    "near": "nearly",
    "conflict": "with another key",
    RESERVED: "in the reserve",
    "review": "perhaps",
    "variant": "with other options",
    "orphan": "without its case",
    "flip": "turned round",
    "sibling": "as another question on the same case",
}


@click.command(
    epilog="Example: cpsyexam known new.csv --against releases/mine-1.0.0",
    short_help="Show which questions are already in a release or bank.",
)
@click.argument("bank", metavar="PATH|REPO")
@click.option(
    "--against",
    multiple=True,
    required=True,
    metavar="PATH|REPO",
    help="A release, a bank or an index written by --to.",
)
@to_option(
    "save",
    "Write all known questions, those of PATH too, as an index for the next time.",
    "--save",
    endings=(".index",),
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--limit", default=20, show_default=True, help="Show so many; 0 for all.")
@fail_on_option(tuple(WORDS))
def command(
    bank: str,
    against: tuple[str, ...],
    save: Path | None,
    *,
    as_json: bool,
    limit: int,
    fail_on: tuple[str, ...],
) -> None:
    """Show which questions of PATH are already in what --against names: exactly, nearly, with
    another key, or as another question on the same case. Of a release whose reserve folder lies
    beside it the reserve is compared as well: that a question is there, and nothing more.

    Copies are told as the build tells them (docs/duplicates.md). Exit codes: 0, 1 with --fail-on,
    2 where something cannot be read.
    """
    asked = _read(bank)
    index = known_index(against)
    edges = known_edges(asked, index, against)
    if as_json:
        for row in edges.iter_rows(named=True):
            echo(json_text(row))
    else:
        _print(asked, edges, index.rows.height, limit)
    if save:
        index.extend(asked)
        index.save(save)
        echo(say("{} known questions: {}", index.rows.height, save), err=as_json)
    exit_where_found(kind for kind in fail_on if (edges["kind"] == kind).any())


def _read(bank: str) -> "pl.DataFrame":
    from banks.read import questions
    from pipeline.bank_frames import comparable, locate

    path, _ = locate(bank)
    return comparable(questions(path))


def known_index(against: tuple[str, ...]) -> "DuplicateIndex":
    """The questions of releases, banks and saved indexes, as one index."""
    from cleaning.duplicates.index import DuplicateIndex, is_index

    whole = DuplicateIndex()
    for bank in against:
        path = Path(bank)
        if path.is_file() and is_index(path):
            whole.extend_rows(DuplicateIndex.load(path).rows)
        else:
            whole.extend(_read(bank))
    return whole


def known_edges(
    asked: "pl.DataFrame", index: "DuplicateIndex", against: tuple[str, ...]
) -> "pl.DataFrame":
    """One edge a question, to what `index` knows and to the reserves beside releases.

    Of a reserved question nothing is told: `known` and `reason` are "", `ratio` is null.
    """
    import polars as pl

    from cleaning.duplicates.index import DuplicateIndex

    hidden = DuplicateIndex()
    for bank in against:
        if (shards := _reserve(Path(bank))).is_dir():
            hidden.extend(_read(str(shards)))
    copies = hidden.query(asked).filter(pl.col("kind").is_in(COPIES))
    nothing = pl.lit("")
    mute = copies.with_columns(
        right=nothing, kind=pl.lit(RESERVED), reason=nothing, ratio=pl.lit(None, pl.Float64)
    )
    return strongest(pl.concat([index.query(asked), mute]))


def _reserve(release: Path) -> Path:
    """Where the reserved questions of a release lie, if they do."""
    place = release.resolve()
    return Paths(place.parent.parent).reserve(place.name) / "data"


def strongest(edges: "pl.DataFrame") -> "pl.DataFrame":
    """One edge a question: the kind that stands first in WORDS, then the closest text."""
    import polars as pl

    rank = pl.col("kind").replace_strict({k: i for i, k in enumerate(WORDS)}, default=99)
    ranked = edges.sort(rank, -pl.col("ratio"), "left", "right")
    kept = ranked.unique("left", keep="first", maintain_order=True)
    return kept.rename({"left": "question", "right": "known"})


def _print(asked: "pl.DataFrame", edges: "pl.DataFrame", size: int, limit: int) -> None:
    from rich.table import Table

    counts = dict(edges["kind"].value_counts().iter_rows())
    table = Table(say("already there"), say("questions"), title_justify="left")
    for kind, words in WORDS.items():
        if kind in counts:
            table.add_row(say(words), str(counts[kind]))
    table.add_row(say("not there"), str(asked.height - edges.height))
    SafeConsole(markup=False).print(table)
    stems = dict(asked.select("raw_id", "stem").iter_rows())
    shown = edges.head(limit) if limit else edges
    for row in shown.iter_rows(named=True):
        which = f": {row['known']}  ({row['reason']})" if row["known"] else ""
        echo(f"{row['question']}  {say(WORDS[row['kind']])}{which}")
        echo(f"    {stems[row['question']][:60]}")
    echo(say("{} questions against {} known", asked.height, size))
    if more := edges.height - shown.height:
        echo(say("{} more with --limit 0", more))
