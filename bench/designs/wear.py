"""Wear by name: `base` or `base+layer+layer`; the same seed gives the same pixels."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bench.designs.camera import photo
from bench.designs.marks import bleed, pencil, stamp
from bench.designs.press import Pixels, Spot
from bench.designs.scanner import copy, flatbed
from cpsyexam.errors import ConfigError

BASES = {"clean": "as printed", "flatbed": "scanner", "copy": "photocopy", "photo": "telephone"}
LAYERS = {"pencil": "a reader's marks", "stamp": "red stamps", "bleed": "the reverse page"}
QUALITY = {"flatbed": 82, "photo": 40}  # JPEG; the others are PNG


@dataclass(frozen=True)
class Wear:
    """What happens to a page: a base and layers below it."""

    base: str
    layers: frozenset[str]

    @classmethod
    def of(cls, name: str) -> "Wear":
        """From `photo+pencil`. Raises ConfigError for a name that is none."""
        base, *layers = name.split("+")
        unknown = {base} - set(BASES) | set(layers) - set(LAYERS)
        if unknown:
            raise ConfigError(
                f"no wear {', '.join(sorted(unknown))}",
                where=name,
                remedy=f"take one of {', '.join(BASES)}, then +{', +'.join(LAYERS)}",
            )
        return cls(base, frozenset(layers))


def worn(
    pages: Sequence[Pixels],
    spots: Sequence[Spot],
    answers: dict[str, str],
    wear: Wear,
    seed: int,
    *,
    spread: bool,
) -> list[Pixels]:
    """Scans of clean pages; with `spread` two pages lie on one scan."""
    marked = []
    for at, page in enumerate(pages):
        dice = np.random.default_rng([seed, at, 1])
        done = page
        if "bleed" in wear.layers:
            done = bleed(done, pages[at ^ 1 if at ^ 1 < len(pages) else at - 1], dice)
        if "stamp" in wear.layers and (at == 0 or dice.random() < 0.3):
            done = stamp(done, dice)
        if "pencil" in wear.layers:
            done = pencil(done, [s for s in spots if s.page == at + 1], answers, dice)
        marked.append(done)
    scans = _spreads(marked) if spread else marked
    return [
        _based(scan, wear.base, np.random.default_rng([seed, at, 2]), spine_left=at % 2 == 0)
        for at, scan in enumerate(scans)
    ]


def _spreads(pages: Sequence[Pixels]) -> list[Pixels]:
    found = []
    for at in range(0, len(pages), 2):
        left = pages[at]
        right = pages[at + 1] if at + 1 < len(pages) else np.full_like(left, 255)
        both = np.concatenate([left, right], axis=1).astype(np.float32)
        across = np.abs(np.linspace(-1, 1, both.shape[1], dtype=np.float32))
        both -= (np.exp(-across * 40) * 70)[None, :, None]
        found.append(np.clip(both, 0, 255).astype(np.uint8))
    return found


def _based(page: Pixels, base: str, dice: np.random.Generator, *, spine_left: bool) -> Pixels:
    if base == "flatbed":
        return flatbed(page, dice, spine_left=spine_left)
    if base == "copy":
        return copy(page, dice)
    if base == "photo":
        return photo(page, dice, spine_left=spine_left)
    return page
