"""A design as a user's book: scans, truth.json, <book>.toml in a folder."""

import importlib.util
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PIL import Image

from bench.designs.bank import Draw, Question
from bench.designs.model import Chapter, Design, Volume
from bench.designs.press import Pixels, Printing, press, raster
from bench.designs.wear import QUALITY, Wear, worn
from cpsyexam.errors import ConfigError
from cpsyexam.files import write_json, write_text

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Book:
    """A rendered book: its folder, scans in order, `truth` as in truth.json, and the TOML."""

    folder: Path
    scans: tuple[Path, ...]
    truth: dict[str, Any]
    toml: Path


def designs(*paths: Path) -> dict[str, Design]:
    """Designs by name in this package and in further folders: folders with a page.* template."""
    found: dict[str, Design] = {}
    for path in (HERE, *paths):
        if not path.is_dir():
            raise ConfigError("no such folder", where=str(path), remedy="name a folder of designs")
        for page in sorted((*path.glob("*/page.html"), *path.glob("*/page.typ"))):
            found[page.parent.name] = replace(_load(page.parent), folder=page.parent)
    return found


def _load(folder: Path) -> Design:
    name = f"bench.designs.{folder.name}"
    spec = importlib.util.spec_from_file_location(name, folder / "__init__.py")
    if spec is None or spec.loader is None:
        raise ConfigError("not a design", where=str(folder), remedy="add an __init__.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    found: Design = module.DESIGN
    return found


def render(
    name: str,
    bank: Sequence[Question],
    seed: int,
    dpi: int,
    wear: str,
    folder: Path,
    paths: Sequence[Path] = (),
) -> Book:
    """Print a design's book and wear it. The same arguments give the same pixels.

    `wear` "" is the design's usual one, `paths` are further folders of designs. Writes scans/,
    truth.json and NAME.toml into `folder`. Raises ConfigError for unknown names.
    """
    known = designs(*paths)
    if name not in known:
        raise ConfigError("no such design", where=name, remedy=f"take one of {', '.join(known)}")
    design = known[name]
    said = wear or design.wears[0]
    asked = Wear.of(said)
    volume = design.compose(Draw(bank, seed))
    printing = press(design, volume, seed)
    answers = {item.id: item.answer for item in volume.items}
    pages = raster(printing.pdf, dpi)
    images = worn(pages, printing.spots, answers, asked, seed, spread=design.spread)
    scans = tuple(_written(images, asked, folder / "scans", dpi))
    facts = {"design": name, "seed": seed, "dpi": dpi, "wear": said}
    truth = {**facts, **truth_of(design, volume, printing, [path.name for path in scans])}
    write_json(folder / "truth.json", truth)
    toml = folder / f"{name}.toml"
    write_text(toml, about(volume))
    return Book(folder, scans, truth, toml)


def _written(images: Sequence[Pixels], wear: Wear, folder: Path, dpi: int) -> Iterator[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for at, pixels in enumerate(images, 1):
        image = Image.fromarray(pixels)
        if wear.base in QUALITY:
            path = folder / f"{at:02}.jpg"
            image.save(path, quality=QUALITY[wear.base], dpi=(dpi, dpi))
        else:
            path = folder / f"{at:02}.png"
            image.convert("1" if wear.base == "copy" else "RGB").save(path, dpi=(dpi, dpi))
        yield path


def truth_of(
    design: Design, volume: Volume, printing: Printing, scans: Sequence[str]
) -> dict[str, Any]:
    """What truth.json says: title, scans, questions in print order with their pages."""
    places: dict[tuple[str, str], set[int]] = defaultdict(set)
    for spot in printing.spots:
        places[spot.kind, spot.id].add((spot.page + 1) // 2 if design.spread else spot.page)
    rows = []
    for chapter in volume.chapters:
        for item in chapter.items:
            if not places["q", item.id] or not places["a", item.id]:
                raise ConfigError("a question or its answer was not printed", where=item.id)
            rows.append(
                {
                    "id": item.id,
                    "number": item.number,
                    "chapter": item.chapter,
                    "section": item.section,
                    "format": item.format,
                    "material": item.material,
                    "stem": item.stem,
                    "options": item.options,
                    "answer": item.answer,
                    "answer_printed": item.said,
                    "explanation": item.explanation,
                    "figure": item.question.figure,
                    "table": item.question.table,
                    "pages": sorted(places["q", item.id]),
                    "answer_pages": sorted(places["a", item.id]),
                    "material_pages": sorted(places["m", item.case]) if item.case else [],
                }
            )
    return {"title": volume.title, "scans": scans, "questions": rows}


def about(volume: Volume) -> str:
    """The TOML that a user would write: docs/books.md."""
    said = [
        f"title = {json.dumps(volume.title, ensure_ascii=False)}",
        'file = "scans"',
        "",
        "[terms]",
        'owner = "bench"',
        'licence = "unknown"',
        'terms_url = "https://example.org/"',
        'decided_by = "bench"',
        'decided_on = "2026-11-20"',
    ]
    return "\n".join([*said, *(_chapter(c) for c in volume.chapters)]) + "\n"


def _chapter(chapter: Chapter) -> str:
    title = json.dumps(chapter.title, ensure_ascii=False)
    return f'\n[[chapter]]\ntitle = {title}\nexam = "{chapter.exam}"\nsubject = "{chapter.subject}"'
