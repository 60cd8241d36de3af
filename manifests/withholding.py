"""What provenance may tell of a question whose answer is withheld: an allow-list.

Parsers note what they read (`answer: bitmask 4`, `doubt:answers_disagree A/B`), flags quote
explanations, and the order of options leads from a printed place to a released one. So of such a
question only what is listed here is told; whatever is new is hidden until it is listed.
"""

import hmac

import polars as pl

from parsing.words import NOTES as KINDS

TOLD = frozenset({
    "id", "record_sha256", "raw_id", "source", "capture", "url", "locator", "number", "boxes",
    "changes", "notes", "cluster", "preferred", "format_rule", "task_rule",
    "category_rule", "unit", "draw", "split", "lineage",
})  # fmt: skip
FIELDS = ("material", "stem")  # fields whose changes may be told, without digests: a stem may have
# had its answer in a bracket, and options are told by their letters
NOTES = frozenset(name for name in KINDS if name.startswith(("number:", "format:", "material:")))
_KEPT = r"^(?:concept:|decision:[a-z_]+:[0-9a-f]{12}$)"
_DECISION = r"^(decision:[a-z_]+:)([0-9a-f]{12})$"


def hide(rows: pl.DataFrame, salt_key: bytes) -> pl.DataFrame:
    """Provenance rows with column `withheld`; where it is true only what is allowed is left."""
    hidden = rows["withheld"]
    if not hidden.any():
        return rows
    held = rows.filter(hidden)
    told = [allowed(notes, salt_key) for notes in held["notes"].to_list()]
    empty = (
        pl.lit(_nothing(kind), dtype=kind).alias(name)
        for name, kind in rows.schema.items()
        if name not in TOLD | {"withheld"}
    )
    made = held.with_columns(pl.Series("notes", told, dtype=pl.List(pl.String)), _changes(), *empty)
    if made.height == rows.height:
        return made
    places = pl.concat([hidden.arg_true(), (~hidden).arg_true()])
    return pl.concat([made, rows.filter(~hidden)])[places.arg_sort()]


def allowed(notes: list[str], salt_key: bytes) -> list[str]:
    """The notes that may be told; decisions under a name that only the salt key leads to."""
    told = pl.Series(notes, dtype=pl.String)
    kept = told.filter(told.is_in(list(NOTES)) | told.str.contains(_KEPT))
    parts = kept.str.extract_groups(_DECISION).struct.unnest()
    return [
        f"{head}{pseudonym(name, salt_key)[:12]}" if name else note
        for note, head, name in zip(kept, parts["1"], parts["2"], strict=True)
    ]


def pseudonym(decision: str, salt_key: bytes) -> str:
    """A name for a decision that its text cannot be tried against (it may hold the answer)."""
    return hmac.digest(salt_key, f"decision/{decision[:12]}".encode(), "sha256").hex()


def beyond(origins: pl.DataFrame) -> list[tuple[str, str]]:
    """(id, column) of what rows of withheld questions tell beyond the allow-list."""
    found = []
    for name, kind in origins.schema.items():
        if name not in TOLD:
            told = pl.col(name).ne_missing(pl.lit(_nothing(kind), dtype=kind))
            found += [(one, name) for one in origins.filter(told)["id"]]
    for one, notes in origins.select("id", "notes").rows():
        said = pl.Series(notes, dtype=pl.String)
        if len(said.filter(~said.is_in(list(NOTES)) & ~said.str.contains(_KEPT))):
            found.append((one, "notes"))
    changes = origins.select("id", "changes").explode("changes").drop_nulls().unnest("changes")
    odd = ~pl.col("field").is_in(FIELDS) | (pl.col("before") != "") | (pl.col("after") != "")
    return found + [(one, "changes") for one in changes.filter(odd)["id"]]


def _changes() -> pl.Expr:
    blank = pl.lit("")
    told = pl.element().filter(pl.element().struct.field("field").is_in(FIELDS))
    return pl.col("changes").list.eval(
        told.struct.with_fields(blank.alias("before"), blank.alias("after"))
    )


def _nothing(kind: pl.DataType) -> object:
    if isinstance(kind, pl.List):
        return []
    return "" if kind == pl.String else None
