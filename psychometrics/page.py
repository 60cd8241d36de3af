"""All item statistics as one HTML page; nothing in it is loaded from elsewhere."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from cpsyexam.pages import environment
from cpsyexam.pages.tongues import tongues
from cpsyexam.taxonomy import LETTERS
from psychometrics.items import Analysis
from psychometrics.rasch import information
from psychometrics.responses import MISSING

MEANINGS = {
    "key_suspect": "able models or people agree on another answer",
    "ambiguous": "a wrong option draws those who do well elsewhere",
    "too_easy": "nearly everybody is right",
    "no_discrimination": "those who do well elsewhere do not do better here",
    "dead_option": "an option that nobody chose",
    "people_models_differ": "people and models of equal ability differ",
}
Event = tuple[str, tuple[str, ...]]
_BUNDLES = 12  # rows shown
_WIDTH, _HEIGHT, _EDGE = 640, 320, 36


@dataclass(frozen=True)
class Print:
    """What is shown of the original: the addresses of pictures, of the question and of a key that
    stands apart from it, or lines and whether they are its own.
    """

    images: Sequence[str] = ()
    lines: Sequence[tuple[str, bool]] = ()
    place: str = ""
    why: str = "The private build of this release is not here."


def render(found: Analysis, questions: pl.DataFrame, release: str) -> str:
    """The page's text. `questions` gives the wording: id, material, question, options, cluster."""
    return (
        environment("psychometrics")
        .get_template("items.html.j2")
        .render(
            release=release,
            counts=_counts(found),
            meanings=MEANINGS,
            dots=_dots(found.items),
            ticks=[-4, -2, 0, 2, 4],
            curve=_curve(found),
            persons=found.persons.sort("ability", descending=True).to_dicts(),
            items=_sections(found, questions),
            alpha=found.alpha,
            bundles=found.bundles.head(_BUNDLES).to_dicts(),
            reliability=found.model.reliability,
            cases=len(set(found.responses.codes.tolist())),
            wider=float(np.sqrt(found.design)),
            tongues=tongues(),
        )
    )


def pages(
    found: Analysis, questions: pl.DataFrame, release: str,
    prints: Mapping[str, Print], histories: Mapping[str, Sequence[Event]],
) -> Iterator[tuple[str, str]]:  # fmt: skip
    """A page for every question: its id, and the text. `prints`, `histories`: by id.

    An event is a text of the catalogue of pages, and its values.
    """
    asked = found.responses
    template = environment("psychometrics").get_template("item.html.j2")
    at = {name: place for place, name in enumerate(asked.items)}
    for item in _sections(found, questions):
        chosen = asked.chosen[:, at[item["id"]]]
        named = [(asked.models[p], int(mask)) for p, mask in enumerate(chosen) if mask != MISSING]
        who = [
            [model for model, mask in named if mask >> place & 1]
            for place in range(len(item["rows"]))
        ]
        silent = [model for model, mask in named if mask == 0]
        yield item["id"], template.render(
            item=item, who=who, silent=silent, release=release, meanings=MEANINGS,
            print=prints.get(item["id"], Print()), history=histories.get(item["id"], ()),
            tongues=tongues(),
        )  # fmt: skip


def _counts(found: Analysis) -> dict[str, int]:
    flags = found.items.explode("flags")["flags"].value_counts()
    told = {row["flags"]: row["count"] for row in flags.iter_rows(named=True) if row["flags"]}
    whole = {"questions": found.items.height, "persons": found.persons.height}
    return whole | {name: told.get(name, 0) for name in MEANINGS}


def _dots(items: pl.DataFrame) -> list[dict[str, Any]]:
    """The map: difficulty to the right, upwards correlation with the rest (0 where it has none)."""
    shown = items.with_columns(pl.col("item_rest").fill_null(0.0))
    return [
        {
            "x": round(_x(row["difficulty"]), 1),
            "y": round(_EDGE + (1 - row["item_rest"]) / 2 * (_HEIGHT - 2 * _EDGE), 1),
            "id": row["id"],
            "suspect": "key_suspect" in row["flags"],
        }
        for row in shown.iter_rows(named=True)
    ]


def _x(logits: float) -> float:
    share = (min(max(logits, -5.0), 5.0) + 5) / 10
    return _EDGE + share * (_WIDTH - 2 * _EDGE)


def _curve(found: Analysis) -> str:
    """Information of the whole set over ability, as points of an SVG polyline."""
    places = np.linspace(-5, 5, 61)
    told = information(found.model, places)
    top = float(told.max()) or 1.0
    heights = (1 - told / top) * (_HEIGHT / 2 - _EDGE) + 8
    return " ".join(f"{_x(float(x)):.1f},{y:.1f}" for x, y in zip(places, heights, strict=True))


def _sections(found: Analysis, questions: pl.DataFrame) -> list[Mapping[str, Any]]:
    """Every question with its wording and options, the suspects first, then by difficulty."""
    wording = questions.unique("id").select("id", "material", "question", texts="options")
    options = {
        key[0]: part.to_dicts() for key, part in found.options.group_by("id", maintain_order=True)
    }
    joined = found.items.join(wording, on="id", how="left", maintain_order="left").with_columns(
        suspect=pl.col("flags").list.contains("key_suspect")
    )
    ranked = joined.sort(
        ["suspect", "llr", "difficulty"], descending=[True, True, True], nulls_last=True
    )
    return [{**row, "rows": options[row["id"]], "letters": LETTERS} for row in ranked.to_dicts()]
