"""What a telephone's camera makes of a page: curl, perspective, desk, shadow, moiré, noise."""

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.designs.press import Pixels

Floats = NDArray[np.float32]
DESKS = ((112, 84, 58), (70, 66, 64), (150, 128, 98), (58, 74, 82), (176, 170, 160))


def photo(page: Pixels, dice: np.random.Generator, *, spine_left: bool) -> Pixels:
    """The page on a desk, seen a little from the side; the print keeps about its resolution."""
    high, wide = page.shape[:2]
    edge = (int(wide * dice.uniform(0.03, 0.09)), int(high * dice.uniform(0.03, 0.08)))
    size = (wide + 2 * edge[0], high + 2 * edge[1])
    across, down = _source(page, size, edge, dice, spine_left=spine_left)
    shape = (size[1], size[0])
    inside = ((across >= 0) & (across < wide - 1) & (down >= 0) & (down < high - 1)).astype(
        np.float32
    )
    inside = cv2.GaussianBlur(inside, (0, 0), 1.0)[..., None]
    seen = cv2.remap(page, across, down, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    paper = seen.astype(np.float32) * np.array([0.95, 0.935, 0.9], np.float32)
    paper *= _curl_shade(across / wide, dice, spine_left=spine_left)[..., None]
    desk = _desk(shape, dice)
    cast = cv2.GaussianBlur(inside[..., 0], (0, 0), wide / 60)
    desk *= 1 - 0.45 * np.roll(cast, (wide // 90, wide // 110), (0, 1))[..., None]
    lit = (paper * inside + desk * (1 - inside)) * _light(shape, dice)[..., None]
    blur = float(dice.uniform(0.55, 0.95))
    scene = np.asarray(cv2.GaussianBlur(lit, (0, 0), blur), np.float32)
    scene += _moire(shape, dice)[..., None] * inside
    scene += dice.normal(0, dice.uniform(3, 6), scene.shape).astype(np.float32)
    return np.asarray(np.clip(scene, 0, 255), np.uint8)


def _source(
    page: Pixels,
    size: tuple[int, int],
    edge: tuple[int, int],
    dice: np.random.Generator,
    *,
    spine_left: bool,
) -> tuple[Floats, Floats]:
    """For each pixel of the picture the place on the page that it shows."""
    high, wide = page.shape[:2]
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    jitter = dice.uniform(-0.6, 0.6, (4, 2)) * np.array(edge)
    seen = (corners + np.array(edge) + jitter).astype(np.float32)
    back = cv2.getPerspectiveTransform(seen, corners)
    x, y = np.meshgrid(np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32))
    depth = back[2, 0] * x + back[2, 1] * y + back[2, 2]
    across = ((back[0, 0] * x + back[0, 1] * y + back[0, 2]) / depth).astype(np.float32)
    down = ((back[1, 0] * x + back[1, 1] * y + back[1, 2]) / depth).astype(np.float32)
    place = across / wide if spine_left else 1 - across / wide
    rise = float(dice.uniform(0.004, 0.016)) * high * np.exp(-np.clip(place, 0, 1) * 5)
    middle = (down / high - 0.4) * 1.6
    return across, (down + rise * middle).astype(np.float32)


def _curl_shade(place: Floats, dice: np.random.Generator, *, spine_left: bool) -> Floats:
    near = place if spine_left else 1 - place
    dark = np.exp(-np.clip(near, 0, 1) * 16) * dice.uniform(0.15, 0.4)
    return np.asarray(1 - dark, np.float32)


def _light(shape: tuple[int, int], dice: np.random.Generator) -> Floats:
    """A gradient over the picture and the soft shadow of a hand or the telephone."""
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    x, y = x / shape[1], y / shape[0]
    turn = dice.uniform(0, 2 * np.pi)
    slope = ((x - 0.5) * np.cos(turn) + (y - 0.5) * np.sin(turn)) * dice.uniform(0.15, 0.4)
    border = (x - dice.uniform(0.1, 0.9)) + (y - 0.5) * dice.uniform(-0.8, 0.8)
    shadow = dice.uniform(0.05, 0.25) / (1 + np.exp(-border * dice.uniform(10, 30)))
    return np.asarray(np.clip(1 + slope - shadow, 0.35, 1.15), np.float32)


def _desk(shape: tuple[int, int], dice: np.random.Generator) -> Floats:
    base = np.array(DESKS[int(dice.integers(len(DESKS)))], np.float32)
    grain = dice.normal(0, 1, (shape[0] // 4 + 1, 12)).astype(np.float32)
    fibres = cv2.resize(grain, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(base[None, None] + fibres[..., None] * 9, np.float32)


def _moire(shape: tuple[int, int], dice: np.random.Generator) -> Floats:
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    turn, length = dice.uniform(0, np.pi), dice.uniform(6, 14)
    wave = np.sin((x * np.cos(turn) + y * np.sin(turn)) * 2 * np.pi / length)
    beat = np.sin((x * 0.7 - y) * 2 * np.pi / dice.uniform(180, 420))
    return np.asarray(wave * (0.5 + 0.5 * beat) * dice.uniform(1.5, 4.0), np.float32)
