"""Which way up a page lies, told by what was read on it (no classifier of its own)."""

from collections.abc import Sequence

from ocr.engines import Engine
from ocr.page.fragment import Fragment, Reading
from ocr.page.pages import Pixels, turned

GOOD = 0.8  # mean score of an upright page is 0.95 and more, upside down 0.6


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
