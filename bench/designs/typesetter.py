"""A volume through a design's page.typ and Typst: the PDF and where everything stands.

Another engine than Chromium: other line breaking, other spacing of punctuation.
"""

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pypdfium2

from bench.designs.model import Design, Item, Volume
from cpsyexam.errors import ConfigError

HERE = Path(__file__).parent
TEXT = 10.0  # points: about how high and wide a marked letter is


def typeset(design: Design, volume: Volume) -> tuple[bytes, list[dict[str, Any]]]:
    """The PDF, and spots as paginate.js reports them with `box` as shares of the page.

    A question's spots are its beginning and its end. Raises ConfigError without Typst.
    """
    try:
        import typst
    except ImportError as error:
        raise ConfigError(
            "this design needs Typst", where=design.name, remedy="pip install .[bench]"
        ) from error
    said = json.dumps(_plain(volume), ensure_ascii=False)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        shutil.copy(HERE / "sheet.typ", root)
        page = Path(shutil.copy(design.folder / "page.typ", root))
        pdf: bytes = typst.compile(page, root=root, sys_inputs={"volume": said}, timestamp=0)
        found = typst.query(page, "<spot>", field="value", root=root, sys_inputs={"volume": said})
    document = pypdfium2.PdfDocument(pdf)
    wide, high = document[0].get_size()
    document.close()
    spots = json.loads(found)
    for spot in spots:
        x, y = spot.pop("x"), spot.pop("y")
        spot["box"] = (x / wide, (y - TEXT) / high, (x + TEXT) / wide, (y + 0.15 * TEXT) / high)
    return pdf, spots


def _plain(volume: Volume) -> dict[str, Any]:
    return {
        "title": volume.title,
        "facts": volume.facts,
        "chapters": [
            {
                "title": chapter.title,
                "sections": [
                    {"heading": s.heading, "items": [_item(item) for item in s.items]}
                    for s in chapter.sections
                ],
            }
            for chapter in volume.chapters
        ],
    }


def _item(item: Item) -> dict[str, Any]:
    names = ("id", "number", "format", "material", "case", "stem", "options", "answer", "said")
    return {**{name: getattr(item, name) for name in names}, "explanation": item.explanation}
