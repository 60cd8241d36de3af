"""All results as one HTML page; nothing in it is loaded from elsewhere."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cpsyexam.pages import environment
from cpsyexam.pages.tongues import Tongue, tongues
from evaluation.chapters import FEW
from evaluation.figures import Figure
from evaluation.formats import cell, numeric
from evaluation.pivot import Pivot
from evaluation.tables import Cell, Table

_NAMED = {"exam", "category", "task", "format", "split", "differs"}  # columns of names of the data
_WRITTEN = re.compile(r"(?<=>)[^<>]+(?=</text>)")
_HEAT = {"chapters": 2, "subjects": 3}  # tables that are heat maps → their first coloured column


def render(
    tables: Sequence[Table],
    figures: Sequence[Figure],
    release: str,
    counts: Mapping[str, Any],
    alarms: Sequence[str],
    by_exam: Pivot | None = None,
) -> str:
    """The page's text; `counts` are shown at its head, `alarms` and `by_exam` above the tables."""
    made = environment("evaluation")
    made.globals.update(
        cell=in_words, numeric=numeric, zip=zip, shade=shade, head=head, drawn=drawn
    )
    return made.get_template("results.html.j2").render(
        tables=tables, figures=figures, release=release, counts=counts, alarms=alarms,
        pivot=by_exam, fewest=FEW, tongues=tongues(),
    )  # fmt: skip


def head(tongue: Tongue, column: str) -> str:
    """A column's head in a language: `KG 0-shot SCQ` part by part."""
    said = tongue.told(column)
    if tongue.language == "en" or said != column:
        return said
    parts = (re.sub(r"^(\d+)-shot$", r"\1 样例", part) for part in column.split())
    return " ".join(map(tongue.name, parts))


def in_words(tongue: Tongue, column: str, value: Cell) -> str:
    """A cell in a language; names of models stay as they are."""
    said = cell(column, value)
    if column == "model":
        return tongue.note(said)
    return tongue.told(tongue.name(said) if column in _NAMED else said)


def drawn(tongue: Tongue, svg: str) -> str:
    """A chart with its words in a language."""
    return _WRITTEN.sub(lambda text: tongue.note(tongue.told(tongue.name(text[0]))), svg)


def shade(table: str, place: int, value: Cell) -> str:
    """Background of a cell in a heat map, the darker the better; "" elsewhere."""
    if table not in _HEAT or place < _HEAT[table] or not isinstance(value, float):
        return ""
    return f"background: rgb(var(--heat) / {max(0.0, value - 0.2) * 0.9:.2f})"
