"""Makes samples/books/exercises.pdf and the page numbers of the truth; needs CJK fonts.

Run `python -m samples.book.make`; the result is committed, so only a change of the book needs it.
"""

import sys
from pathlib import Path

from cpsyexam.files import replacing, write_json
from samples.book.binding import bind
from samples.book.compose import Item, chapter
from samples.book.plan import CHAPTERS, PAGES, bank, content, printed
from samples.book.press import Face, Page, Press, Style
from samples.book.wear import Wear, jpeg, worn

BOOK = Path(__file__).parent.parent / "books" / "exercises.pdf"
FONTS = Path("/usr/share/fonts")
FACES = {
    "body": Face(FONTS / "opentype/noto/NotoSerifCJK-Regular.ttc", 2),
    "bold": Face(FONTS / "opentype/noto/NotoSansCJK-Bold.ttc", 2),
    "title": Face(FONTS / "opentype/noto/NotoSansCJK-Bold.ttc", 2),
    "kai": Face(FONTS / "truetype/arphic-gkai00mp/gkai00mp.ttf"),
}
HEADER = "心理学考试习题精选"
SEED = 20261120


def pages() -> list[Page]:
    """The clean pages of the book."""
    press = Press(Style(FACES, header=HEADER))
    truth = printed()
    for part in CHAPTERS:
        rows = [row for row in truth if row["chapter"] == part.title]
        items = [Item.of(row, bank()[row["key"]]["case"]) for row in rows]
        chars = 40 if part.columns == 1 else 19
        press.set(chapter(part.title, items, part.key_style, chars), part.columns)
    return press.pages


def main() -> int:
    """Write the scan and the pages of its questions."""
    scans, where = [], {}
    wear = Wear()
    for number, page in enumerate(pages(), 1):
        where.update(dict.fromkeys(page.keys, number))
        image = worn(page.image, wear, SEED + number, left_gutter=number % 2 == 1)
        scans.append((jpeg(image, wear.quality), *image.size))
    with replacing(BOOK) as temporary:
        temporary.write_bytes(bind(scans, Style(FACES).dpi))
    write_json(PAGES, {"content": content(), "pages": where})
    return 0


if __name__ == "__main__":
    sys.exit(main())
