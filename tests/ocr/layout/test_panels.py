"""Slides and cards: each panel of a page is read by itself, in the order of their numbers."""

from ocr.layout.geometry import Piece
from ocr.layout.tables import Grid, panels
from ocr.page.fragment import Rule

BOXES = [Grid((x, x + 400), (y, y + 300)) for y in (100, 500) for x in (100, 600)]


def text(at: int, x0: float, y0: float, said: str, wide: float = 300) -> Piece:
    return Piece(at, said, 0.9, x0, y0, x0 + wide, y0 + 30)


def card(at: int, x0: float, y0: float, number: int) -> list[Piece]:
    said = (f"{number}．感觉后效是指什么？", "A．感觉对比", "B．感觉适应", "C．后像")
    return [text(at + n, x0, y0 + 50 * n, line) for n, line in enumerate(said)]


def firsts(pieces: list[Piece], grids: list[Grid]) -> list[str]:
    return [panel.pieces[0].text[:1] for panel in panels(pieces, grids)]


def test_slides_are_read_row_by_row() -> None:
    places = [(620, 540), (120, 140), (620, 140), (120, 540)]
    pieces = [p for n, (x, y) in enumerate(places) for p in card(10 * n, x, y, [4, 1, 2, 3][n])]
    assert firsts(pieces, BOXES) == ["1", "2", "3", "4"]
    first = panels(pieces, BOXES)[0]
    assert first.height == 300
    assert (first.pieces[0].x0, first.pieces[0].y0) == (20, 40)


def test_slides_numbered_down_are_read_down() -> None:
    places = [(120, 140), (120, 540), (620, 140), (620, 540)]
    pieces = [p for n, (x, y) in enumerate(places) for p in card(10 * n, x, y, n + 1)]
    assert firsts(pieces, BOXES) == ["1", "2", "3", "4"]


def test_cards_without_borders_are_known_by_numbers_that_count_across() -> None:
    places = [(120, 140), (620, 140), (120, 540), (620, 540)]
    title = text(99, 300, 60, "心理学复习卡片", 500)
    pieces = [title, *(p for n, (x, y) in enumerate(places) for p in card(10 * n, x, y, n + 5))]
    assert firsts(pieces, []) == ["5", "6", "7", "8"]


def test_backs_of_cards_run_from_right_to_left() -> None:
    places = [(620, 140), (120, 140), (620, 540), (120, 540)]
    pieces = [p for n, (x, y) in enumerate(places) for p in card(10 * n, x, y, n + 1)]
    assert firsts(pieces, []) == ["1", "2", "3", "4"]


def test_columns_whose_numbers_run_down_are_no_panels() -> None:
    places = [(120, 140), (120, 540), (620, 140), (620, 540)]
    pieces = [p for n, (x, y) in enumerate(places) for p in card(10 * n, x, y, n + 1)]
    assert panels(pieces, []) == []


def test_a_key_set_in_columns_is_no_row_of_panels() -> None:
    entries = [text(10 * r + c, 120 + 200 * c, 140 + 50 * r, f"{4 * r + c + 1}．B", 60)
               for r in range(4) for c in range(4)]  # fmt: skip
    assert panels(entries, []) == []


def test_frames_whose_upper_edge_is_a_bar_are_panels() -> None:
    sides = [(x, y) for y in (100, 500) for x in (100, 600)]
    rules = [
        rule
        for x, y in sides
        for rule in (
            Rule(x, y + 300, x + 400, y + 300),
            Rule(x, y + 40, x, y + 300, upright=True),
            Rule(x + 400, y + 40, x + 400, y + 300, upright=True),
        )
    ]
    pieces = [p for n, (x, y) in enumerate(sides) for p in card(10 * n, x + 20, y + 60, n + 1)]
    found = panels(pieces, [], rules)
    assert [panel.pieces[0].text[:1] for panel in found] == ["1", "2", "3", "4"]
    assert [panel.height for panel in found] == [260] * 4
