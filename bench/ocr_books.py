"""Books for `bench-ocr`: fonts × wear × columns × resolution, with the truth of every question."""

import io
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageFont

from bench.frame import SHARED
from ocr.habits.confusions import repair
from ocr.page.pages import Pixels
from samples.book.compose import Item, chapter
from samples.book.plan import bank
from samples.book.press import Face, Page, Press, Style
from samples.book.wear import Wear, jpeg, worn

FONTS = Path("/usr/share/fonts")
FACES = {
    "serif": Face(FONTS / "opentype/noto/NotoSerifCJK-Regular.ttc", 2),
    "sans": Face(FONTS / "opentype/noto/NotoSansCJK-Regular.ttc", 2),
    "zenhei": Face(FONTS / "truetype/wqy/wqy-zenhei.ttc", 0),
    "song": Face(FONTS / "truetype/arphic/uming.ttc", 0),
    "kai": Face(FONTS / "truetype/arphic/ukai.ttc", 0),
}
BOLD = Face(FONTS / "opentype/noto/NotoSansCJK-Bold.ttc", 2)
WEARS = {
    "clean": Wear(angle=0.0, noise=0.0, blur=0.0, shade=0.0, quality=92),
    "degraded": Wear(angle=0.7, noise=10.0, blur=0.8, shade=30.0, quality=60),
    "hard": Wear(angle=1.5, noise=18.0, blur=1.3, shade=45.0, quality=35),
}
HEADER = "心理学考试习题精选"
TITLE = "第一章　心理学综合练习"
SEED = 1300  # no book on which the repairs were worked out
STYLES = ("items", "runs", "explained")
MOST = {"SCQ": 18, "MAQ": 8, "QA": 3}


@dataclass(frozen=True)
class Plan:
    """One book of the benchmark."""

    font: str
    wear: str
    columns: int
    dpi: int
    source: str  # bank, released
    seed: int

    @property
    def name(self) -> str:
        """A short name, also for files."""
        return f"{self.font}-{self.wear}-{self.columns}col-{self.dpi}-{self.source}"


@dataclass(frozen=True)
class Printed:
    """A set book: clean pages and the items in print order."""

    pages: list[Page]
    items: list[Item]


def missing_fonts() -> list[str]:
    """Names of the fonts that this machine has not."""
    return [name for name, face in FACES.items() if not face.path.exists()]


def plans(*, quick: bool) -> Iterator[Plan]:
    """The books: all fonts at 200 dpi, two of them at 150 and 300; sources take turns."""
    count = 0
    sources = ["bank", "released"] if released() else ["bank"]
    for dpi, fonts in ((200, list(FACES)), (150, ["song", "sans"]), (300, ["serif", "kai"])):
        for font in fonts[:1] if quick else fonts:
            for columns in (1, 2):
                for wear in WEARS:
                    yield Plan(
                        font, wear, columns, dpi, sources[count % len(sources)], SEED + count
                    )
                count += 1


def set_book(plan: Plan) -> Printed:
    """Set a plan's book. The same plan gives the same pages."""
    items = list(_items(plan))
    faces = {"body": FACES[plan.font], "bold": BOLD, "title": BOLD, "kai": FACES["kai"]}
    press = Press(Style(faces, dpi=plan.dpi, header=HEADER))
    chars = 40 if plan.columns == 1 else 19
    style = STYLES[plan.seed % len(STYLES)]
    pages = press.set(chapter(TITLE, items, style, chars), plan.columns)
    return Printed(pages, items)


def scan(plan: Plan, printed: Printed) -> list[Pixels]:
    """Worn page images of a plan's book."""
    wear = WEARS[plan.wear]
    found = []
    for number, page in enumerate(printed.pages):
        image = worn(page.image, wear, plan.seed * 100 + number, left_gutter=number % 2 == 0)
        with Image.open(io.BytesIO(jpeg(image, wear.quality))) as copy:
            found.append(np.asarray(copy.convert("L")))
    return found


def _items(plan: Plan) -> Iterator[Item]:
    dice = random.Random(plan.seed)
    style = STYLES[plan.seed % len(STYLES)]
    rows = released() if plan.source == "released" else tuple(_alone())
    number = 0
    for kind, most in MOST.items():
        of_kind = [row for row in rows if row["format"] == kind and drawable(row, plan.font)]
        number = 0 if style == "runs" else number
        for row in dice.sample(of_kind, min(most, len(of_kind))):
            number += 1
            yield _item(row, number, style)
    cases = sorted({q["case"] for q in bank().values() if q["case"]})
    number = 0 if style == "runs" else number
    for case in dice.sample(cases, 2):
        for row in bank().values():
            if row["case"] == case:
                number += 1
                yield _item(row, number, style)


def _alone() -> Iterator[dict[str, Any]]:
    return (row for row in bank().values() if not row["case"])


def _item(row: dict[str, Any], number: int, style: str) -> Item:
    said = {**row, "explanation": row["explanation"] if style == "explained" else ""}
    return Item.of({**said, "number": number}, row.get("case", ""))


def drawable(row: dict[str, Any], font: str) -> bool:
    """Does the font have every character of a question?"""
    texts = (row["stem"], *row["options"], row["answer"], row["explanation"])
    return all(_has(font, char) for text in texts for char in text if not char.isspace())


@cache
def _has(font: str, char: str) -> bool:
    pen = _pen(font)
    return bytes(pen.getmask(char)) != bytes(pen.getmask("\uffff"))


@cache
def _pen(font: str) -> ImageFont.FreeTypeFont:
    face = FACES[font]
    layout = ImageFont.Layout.BASIC
    return ImageFont.truetype(str(face.path), 24, face.index, layout_engine=layout)


@cache
def released() -> tuple[dict[str, Any], ...]:
    """Released questions of the dev part that a book can print on few lines."""
    found = []
    for path in sorted((SHARED / "cpsyexam" / "dev").glob("KG-*.json")):
        text = path.read_text("utf-8").replace("\u00a0", " ")  # drawn as a frame by ZenHei
        for row in json.loads(text):
            options = [str(text).strip() for text in row["options"].values() if str(text).strip()]
            found.append(
                {
                    "key": f"{path.stem}-{row['id']}",
                    "format": "SCQ" if "单项" in path.stem else "MAQ",
                    "stem": str(row["question"]).strip(),
                    "options": options,
                    "answer": str(row["answer"]).strip(),
                    "explanation": "",
                    "material": "",
                    "case": "",
                }
            )
    return tuple(row for row in found if _fits(row))


def _fits(row: dict[str, Any]) -> bool:
    options: Sequence[str] = row["options"]
    letters = set("ABCDEFGH"[: len(options)])
    return (
        8 <= len(row["stem"]) <= 160
        and 4 <= len(options) <= 5
        and all(len(text) <= 60 for text in options)
        and not any("\n" in text for text in (row["stem"], *options))
        and bool(row["answer"])
        and set(row["answer"]) <= letters
        and (len(row["answer"]) == 1) == (row["format"] == "SCQ")
        and not any(repair(text).notes for text in (row["stem"], *options))  # misprints
    )
