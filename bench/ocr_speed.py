"""`make bench-ocr-speed`: CPU seconds a page and characters wrong, beside rapidocr as shipped.

Readers take turns page by page, so that a busy machine is busy for all of them. What the shipped
reader found is put in order by the same layout as the project's own readings, so that characters
wrong (CER) are those of detection and recognition alone. `--pages 12` reads more pages,
`--engines onnxruntime openvino` both runtimes where installed.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from bench.frame import publish
from bench.ocr_books import Plan, Printed, scan, set_book
from bench.ocr_measure import Score, measure
from ocr.engines import open_engine
from ocr.engines.embedded import quad
from ocr.page.fragment import Fragment, Reading
from ocr.page.pages import Pixels
from ocr.recognise import read_pixels
from ocr.settings import BooksSettings

COLUMNS = ["reader", "CPU s/page", "of the shipped", "CER %"]
SHIPPED = "rapidocr as shipped"
PLANS = (("serif", "degraded", 1), ("sans", "degraded", 2), ("sans", "hard", 1), ("kai", "hard", 2))
SEED = 2100
Read = Callable[[Pixels], Reading]


def main() -> None:
    """Read the same pages with every reader and publish the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=2, help="of each of the four books")
    parser.add_argument("--engines", nargs="+", default=["onnxruntime"])
    options = parser.parse_args()
    readers = {SHIPPED: shipped(), **{name: _own(name) for name in options.engines}}
    spent, scores = dict.fromkeys(readers, 0.0), {name: Score() for name in readers}
    pages = 0
    for printed, images in books(options.pages):
        found: dict[str, list[Reading]] = {name: [] for name in readers}
        for image in images:
            for name, read in readers.items():
                began = time.process_time()
                found[name].append(read(image))
                spent[name] += time.process_time() - began
        for name, readings in found.items():
            scores[name].add(measure(printed, readings))
        pages += len(images)
    rows = [
        [
            name,
            round(spent[name] / pages, 2),
            round(spent[name] / spent[SHIPPED], 2),
            round(100 * score.edits / score.characters, 3),
        ]
        for name, score in scores.items()
    ]
    publish("ocr-speed", "Pages of 200 dpi read", COLUMNS, rows, {"pages": pages})


def books(most: int) -> Iterator[tuple[Printed, list[Pixels]]]:
    """The first pages of each book, with what is printed on them."""
    for number, (font, wear, columns) in enumerate(PLANS):
        plan = Plan(font, wear, columns, 200, "bank", SEED + number)
        pages = set_book(plan).pages[:most]
        yield Printed(pages, []), scan(plan, Printed(pages, []))


def _own(name: str) -> Read:
    engine = open_engine(BooksSettings.model_validate({"engine": name}))
    engine.read(np.full((300, 300), 250, np.uint8))  # models open at the first page
    return lambda image: read_pixels(engine, image)


def shipped() -> Read:
    """The reader of rapidocr with none of its settings touched, on as many threads as it likes."""
    import rapidocr

    reader: Any = rapidocr.RapidOCR()

    def read(image: Pixels) -> Reading:
        found = reader(np.repeat(image[:, :, None], 3, axis=2))
        height, width = image.shape
        lines = (
            () if found.boxes is None else zip(found.txts, found.scores, found.boxes, strict=True)
        )
        fragments = tuple(Fragment(text, float(score), quad(box)) for text, score, box in lines)
        return Reading(width, height, 0, SHIPPED, fragments)

    read(np.full((300, 300), 250, np.uint8))
    return read


if __name__ == "__main__":
    main()
