"""The page of each question for `cpsyexam items`: print and history, from build and release."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from cpsyexam.errors import CpsyexamError
from cpsyexam.files import replacing, write_text
from pipeline.paths import Paths

if TYPE_CHECKING:
    from psychometrics.items import Analysis
    from psychometrics.page import Event, Print
    from reviewing.station.originals import Originals

_AROUND = 3  # lines of a page before and after those of the question
Row = Mapping[str, Any]


def write(
    paths: Paths, folder: Path, found: "Analysis", asked: pl.DataFrame, *, same_build: bool
) -> None:
    """Write items/<id>.html beside items.html, and the crops of scans.

    `same_build`: whether the build below `paths` is the one that `folder` was released from.
    """
    from psychometrics import page

    place = paths.root / "evaluations/items"
    known = _questions(paths, set(found.items["id"])) if same_build else {}
    prints = _prints(paths, known, place)
    histories = _histories(folder, known)
    for name, text in page.pages(found, asked, folder.name, prints, histories):
        write_text(place / f"{name}.html", text)


def _questions(paths: Paths, names: set[str]) -> dict[str, Row]:
    """Id → the question as the review station shows it; without what only the reserve may show."""
    from cpsyexam.showing import secret
    from pipeline.station.desk import frames
    from reviewing.items import payloads

    tables = frames(paths, paths.root / "none")
    rows = secret(paths.build).without(tables["split"].filter(pl.col("id").is_in(list(names))))
    empty = pl.lit([], pl.List(pl.String))
    asked = rows.select(
        "raw_id", other=pl.lit(""), form=pl.lit("check"), kinds=empty, details=empty
    )
    found = {}
    for row in payloads(asked, tables):
        found[row["question"]["id"]] = row["question"]
    return found


def _prints(paths: Paths, known: Mapping[str, Row], place: Path) -> "dict[str, Print]":
    from pipeline.station.originals import BuildOriginals

    originals = BuildOriginals(paths.build)
    by_page = sorted(known.items(), key=lambda pair: str(pair[1]["place"]["boxes"]))
    return {name: _print(name, question, originals, place) for name, question in by_page}


def _print(name: str, question: Row, originals: "Originals", place: Path) -> "Print":
    from psychometrics.page import Print

    at = question["place"]
    where = " · ".join(filter(None, (at["title"], at["url"], question["printed"]["number"])))
    try:
        kind = originals.shows(question)
        if kind == "scan":
            images = {f"{name}.png": originals.scan}
            if at["key_boxes"]:
                images[f"{name}-key.png"] = originals.key
            for file, draw in images.items():
                with replacing(place / file) as temporary:
                    temporary.write_bytes(draw(question))
            return Print(images=tuple(images), place=where)
        if kind == "page":
            lines = [(line.text, line.mine) for line in originals.lines(question)]
            return Print(lines=_around(lines), place=where)
    except CpsyexamError as error:
        return Print(lines=_text(question["printed"]), place=f"{where}; {error.line()}")
    if at["held"]:
        return Print(place=where, why="Its page prints reserved questions, too.")
    return Print(lines=_text(question["printed"]), place=where)


def _around(lines: Sequence[tuple[str, bool]]) -> list[tuple[str, bool]]:
    mine = [i for i, (_, own) in enumerate(lines) if own]
    if not mine:
        return list(lines[: 4 * _AROUND])
    return list(lines[max(0, mine[0] - _AROUND) : mine[-1] + _AROUND + 1])


def _text(printed: Row) -> list[tuple[str, bool]]:
    texts = [printed["material"], printed["stem"], *printed["options"], printed["answer"]]
    return [(text, True) for text in texts if text]


def _histories(folder: Path, known: Mapping[str, Row]) -> "dict[str, list[Event]]":
    """Id → repairs, corrections by people, and what differs from the release before."""
    found = {name: _repairs(question) for name, question in known.items()}
    corrections = folder / "provenance/corrections.parquet"
    if corrections.is_file():
        for row in pl.read_parquet(corrections).sort("when").iter_rows(named=True):
            what = ", ".join(row["fields"] or ()) or "the question as it is"
            told = (row["when"][:10], row["by"], row["verdict"], what, row["why"])
            found.setdefault(row["id"], []).append(("{} {}: {} ({}): {}", told))
    changes = folder / "CHANGES.parquet"
    if changes.is_file():
        for row in pl.read_parquet(changes).iter_rows(named=True):
            what = ", ".join(row["fields"] or ())
            change = (row["change"], what, row["why"] or "")
            found.setdefault(row["id"], []).append(("since the release before: {} {} {}", change))
    return found


def _repairs(question: Row) -> "list[Event]":
    told: list[Event] = [
        ("printed with the key {} by {}", (copy["answer"] or "–", copy["source"]))
        for copy in question["copies"]
    ]
    changes = question["standing"]["changes"] if question["standing"] else ()
    return told + [
        (
            "{} repaired ({}): {} → {}",
            (one["field"], one["rule"], one["before"][:120], one["after"][:120]),
        )
        for one in changes
    ]
