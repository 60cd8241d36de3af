"""One double page among single ones: read as two pages, in whatever way each is set."""

from dataclasses import replace

from bench.drops import one_spread
from bench.structure_pages import boxed
from ocr.book import Layout
from ocr.layout.assemble import assemble
from ocr.page.fragment import Reading, Rule

WIDE, HIGH = 1400, 2000


def lines(found: list[Reading]) -> list[str]:
    text = assemble(list(enumerate(found, 1)), Layout())
    return [p.text for p in text.paragraphs]


def page(first: int) -> Reading:
    """Questions in a frame, their answers in a frame beside it: two panels of many, or a page."""
    own = []
    for n in range(8):
        y = 200 + 200 * n
        own.append(
            boxed(
                f"{first + n}．下列说法中，不属于心理学研究方法的是（　　）。",
                (120, y, 900, y + 30),
            )
        )
        own.append(
            boxed("A．观察法　　B．实验法　　C．测验法　　D．推论法", (150, y + 60, 900, y + 90))
        )
        own.append(boxed("D", (1200, y, 1220, y + 30)))
    xs, ys = (100, 1100, 1300), (150, 1850)
    rules = [Rule(x, ys[0], x, ys[1], upright=True) for x in xs]
    rules += [Rule(xs[0], y, xs[-1], y) for y in ys]
    return Reading(WIDE, HIGH, 0, "test", tuple(own), rules=tuple(rules))


def test_answers_beside_the_questions_stay_with_their_page() -> None:
    pages = [page(8 * n + 1) for n in range(4)]
    assert lines(list(one_spread(pages))) == lines(pages)
    assert "【答案】D" in lines(pages)


def test_a_short_column_is_known_by_the_gutter_of_its_neighbours() -> None:
    def columns(first: int, rows: int) -> Reading:
        own = [
            boxed(
                f"{first + 12 * side + n}．心理学的研究对象是人的心理现象", (x, y, x + 520, y + 30)
            )
            for side, x in enumerate((100, 720))
            for n, y in enumerate(range(200, 200 + 60 * (12 if not side else rows), 60))
        ]
        return Reading(WIDE, HIGH, 0, "test", tuple(own))

    pages = [columns(1, 12), columns(25, 12), columns(49, 12), columns(73, 2), columns(87, 12)]
    assert lines(list(one_spread(pages))) == lines(pages)
    shifted = replace(
        pages[3],
        fragments=tuple(
            boxed(f.text, (f.quad[0] + 90, f.quad[1], f.quad[4] + 90, f.quad[5]))
            for f in pages[3].fragments
        ),
    )
    assert lines([*pages[:3], shifted, *pages[4:]]) == lines(pages)
