"""Which way up a page or a block of it lies, told by what was read on it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ocr.engines import Engine
from ocr.layout.geometry import bounds
from ocr.page.fragment import Fragment, Reading
from ocr.page.pages import Pixels, turned

GOOD = 0.8  # mean score of an upright page is 0.95 and more, upside down 0.6
DOUBTED = 0.8  # score of a fragment that may stand upside down
MOST = 0.6  # of the fragments of a line of such a block
SURE = 0.85  # mean score of the block when turned
SURER = 0.15  # than before
SHORTEST = 4  # characters of a block when turned
LEVEL = 0.5  # of a line's height within which the middles of its fragments lie
BREADTH = 5.0  # line heights that its fragments are wide at least
APART = 2.5  # line heights between two lines of a block


def read_upright(engine: Engine, pixels: Pixels) -> Reading:
    """Read a page as it lies; where that looks wrong, turn it and keep the best reading."""
    tried = {0: engine.read(pixels)}
    turns = doubtful_turns(tried[0])
    for turn in turns:
        tried[turn] = engine.read(turned(pixels, turn))
    best = max(tried, key=lambda turn: (sureness(tried[turn]), -turn))
    height, width = pixels.shape if best in (0, 180) else pixels.shape[::-1]
    return Reading(width, height, best, engine.name, tuple(tried[best]))


def doubtful_turns(fragments: Sequence[Fragment]) -> tuple[int, ...]:
    """Turns worth a try: none for a page that reads well."""
    words = [f for f in fragments if len(f.text) >= 3]
    if len(words) < 3:
        return ()
    wide = sum(f.width > 1.5 * f.height for f in words) / len(words)
    if wide < 0.5:
        return (90, 270)
    return (180,) if mean_score(words) < GOOD else ()


def mean_score(fragments: Sequence[Fragment]) -> float:
    """Mean score, weighted by length of text; 0 for nothing."""
    letters = sum(len(f.text) for f in fragments)
    return sum(f.score * len(f.text) for f in fragments) / letters if letters else 0.0


def sureness(fragments: Sequence[Fragment]) -> float:
    """How sure a reading is; upright lines are wide, so tall boxes count against it."""
    words = [f for f in fragments if len(f.text) >= 3]
    if not words:
        return 0.0
    wide = sum(f.width > 1.5 * f.height for f in words) / len(words)
    return mean_score(words) * (0.5 + 0.5 * wide)


def upturned_read(engine: Engine, upright: Pixels, reading: Reading) -> Reading:
    """The reading of an `upright` page image, keys that lie upside down at its foot turned."""
    fragments = list(reading.fragments)
    for block in _blocks(fragments):
        x0, y0, x1, y1 = _around(block, upright)
        part = upright[y0:y1, x0:x1]
        found = [f for f in engine.read(turned(part, 180)) if f.text.strip()]
        sure = mean_score(found)
        long = sum(len(f.text.strip()) for f in found) >= SHORTEST
        if long and sure >= SURE and sure >= mean_score(block) + SURER:
            fragments = [f for f in fragments if f not in block]
            fragments += [_moved(f, x0, y0) for f in found]
    return replace(reading, fragments=tuple(fragments))


def _blocks(fragments: Sequence[Fragment]) -> Iterator[list[Fragment]]:
    """Fragments of doubtful lines that follow each other, with what little is read well in them."""
    block: list[Fragment] = []
    for row in [*_rows(fragments), []]:
        doubted = sum(f.score < DOUBTED for f in row)
        near = bool(row and block) and _top(row) - _top(block[-1:]) < APART * _height(row)
        if row and doubted >= MOST * len(row) and (near or not block):
            block = [*block, *row]
            continue
        if block and sum(f.width for f in block) > BREADTH * _height(block):
            yield block
        block = list(row) if row and doubted >= MOST * len(row) else []


def _rows(fragments: Sequence[Fragment]) -> list[list[Fragment]]:
    rows: list[list[Fragment]] = []
    for fragment in sorted(fragments, key=lambda f: f.middle[1]):
        if rows and fragment.middle[1] - rows[-1][0].middle[1] < LEVEL * fragment.height:
            rows[-1].append(fragment)
        else:
            rows.append([fragment])
    return rows


def _top(row: Sequence[Fragment]) -> float:
    return min(f.middle[1] for f in row)


def _height(row: Sequence[Fragment]) -> float:
    heights = sorted(f.height for f in row)
    return heights[len(heights) // 2]


def _around(block: Sequence[Fragment], page: Pixels) -> tuple[int, int, int, int]:
    high, wide = page.shape
    margin = _height(block)
    x0, y0, x1, y1 = bounds(f.box for f in block)
    left, right = max(0, int(x0 - margin)), min(wide, int(x1 + margin))
    return left, max(0, int(y0 - margin / 3)), right, min(high, int(y1 + margin / 3))


def _moved(fragment: Fragment, x: int, y: int) -> Fragment:
    ax, ay, bx, by, cx, cy, dx, dy = fragment.quad
    quad = (ax + x, ay + y, bx + x, by + y, cx + x, cy + y, dx + x, dy + y)
    return replace(fragment, quad=quad)
