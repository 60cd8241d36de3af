"""Ink that is not the printer's, laid on clean pages: pencil, stamps, the reverse page."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from bench.designs.press import Pixels, Spot

SERIF = "/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc"
STAMPS = ("心理学系资料室", "师范学院图书馆藏书", "教务处考试专用章")
RED = (196, 38, 46)
GRAPHITE = 96
Floats = NDArray[np.float32]


def pencil(
    page: Pixels, spots: Sequence[Spot], answers: dict[str, str], dice: np.random.Generator
) -> Pixels:
    """A reader's pencil: rings round option letters, ticks, lines under words.

    `answers` by item id; most of the marked options are right ones. `spots` are this page's.
    """
    high, wide = page.shape[:2]
    thick = max(1, round(wide / 1100))
    ink = np.zeros((high, wide), np.uint8)
    habits = dice.permutation(["ring", "tick", "slash"])[:2]
    for spot in spots:
        left, top, right, bottom = (
            round(v * side) for v, side in zip(spot.box, (wide, high, wide, high), strict=True)
        )
        letter = "ABCDEFGH"[spot.at]
        if spot.kind == "option":
            right_one = letter in answers.get(spot.id, "")
            if dice.random() < (0.5 if right_one else 0.03):
                _option(ink, (left, top, right, bottom), str(dice.choice(habits)), thick, dice)
        elif spot.kind == "line" and dice.random() < 0.12:
            start = left + (right - left) * dice.uniform(0.0, 0.5)
            end = start + (right - start) * dice.uniform(0.3, 1.0)
            _wave(ink, (start, end), bottom - 0.12 * (bottom - top), thick, dice)
    grain = dice.uniform(0.45, 1.0, ink.shape).astype(np.float32)
    share = (
        cv2.GaussianBlur(ink, (0, 0), 0.5).astype(np.float32)[..., None] / 255 * grain[..., None]
    )
    return _mixed(page, np.full_like(page, GRAPHITE), np.asarray(share * 0.85, np.float32))


def _option(
    ink: Pixels, box: tuple[int, int, int, int], habit: str, thick: int, dice: np.random.Generator
) -> None:
    left, top, right, bottom = box
    size = (bottom - top) * 0.5
    x, y = (left + right) / 2 - size * 0.2, (top + bottom) / 2
    if habit == "ring":
        turn = np.linspace(0.2, 2 * np.pi * dice.uniform(0.98, 1.12), 40)
        radius = size * dice.uniform(0.85, 1.1) * (1 + 0.06 * np.sin(turn * 3 + dice.uniform(0, 6)))
        line = np.stack([x + radius * np.cos(turn), y + 0.9 * radius * np.sin(turn)], axis=1)
    elif habit == "tick":
        x += size * dice.uniform(-0.6, 0.6)
        line = np.array(
            [
                [x - size * 0.6, y],
                [x - size * 0.1, y + size * 0.7],
                [x + size * 1.3, y - size * 1.1],
            ]
        )
    else:
        line = np.array([[x + size, y - size], [x - size, y + size]])
    line = line + dice.normal(0, size * 0.04, line.shape)
    _stroke(ink, line, thick)


def _wave(
    ink: Pixels, ends: tuple[float, float], y: float, thick: int, dice: np.random.Generator
) -> None:
    along = np.linspace(ends[0], ends[1], 30)
    drift = np.cumsum(dice.normal(0, 0.35 * thick, 30))
    _stroke(ink, np.stack([along, y + drift], axis=1), thick)


def _stroke(ink: Pixels, line: NDArray[np.float64], thick: int) -> None:
    points = np.round(line * 8).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(
        ink, [points], isClosed=False, color=(255,), thickness=thick, lineType=cv2.LINE_AA, shift=3
    )


def stamp(page: Pixels, dice: np.random.Generator) -> Pixels:
    """A red round stamp with a star, somewhere on the page, unevenly inked."""
    high, wide = page.shape[:2]
    size = round(wide * dice.uniform(0.17, 0.23))
    seal = _seal(size, str(dice.choice(STAMPS))).rotate(
        float(dice.uniform(-25, 25)), Image.Resampling.BICUBIC
    )
    x = int(dice.uniform(0.05, 0.75) * wide)
    y = int(dice.uniform(0.08, 0.8) * high)
    room = page[y : y + size, x : x + size]
    share = np.asarray(seal, np.float32)[: room.shape[0], : room.shape[1]] / 255
    blotches = cv2.GaussianBlur(
        dice.uniform(0, 1, share.shape).astype(np.float32), (0, 0), size / 25
    )
    blotches = 0.45 + 0.5 * (blotches - blotches.min()) / (np.ptp(blotches) + 1e-6)
    done = page.copy()
    red = np.broadcast_to(np.array(RED, np.uint8), room.shape)
    # a stamp's ink is translucent: print below it stays black
    done[y : y + size, x : x + size] = np.minimum(
        _mixed(room, red, np.asarray(share * blotches, np.float32)[..., None]), np.maximum(room, 60)
    )
    return done


def _seal(size: int, text: str) -> Image.Image:
    scale = 3
    side = size * scale
    image = Image.new("L", (side, side), 0)
    draw = ImageDraw.Draw(image)
    edge = side // 30
    draw.ellipse((edge, edge, side - edge, side - edge), outline=255, width=edge)
    centre, outer = side / 2, side * 0.13
    star = [
        (
            centre + (outer if k % 2 == 0 else outer * 0.4) * np.sin(k * np.pi / 5),
            centre - (outer if k % 2 == 0 else outer * 0.4) * np.cos(k * np.pi / 5),
        )
        for k in range(10)
    ]
    draw.polygon(star, fill=255)
    font = ImageFont.truetype(SERIF, side // 9, 2)
    spread = min(300, 34 * len(text))
    for at, char in enumerate(text):
        angle = -spread / 2 + spread * (at + 0.5) / len(text)
        glyph = Image.new("L", (side, side), 0)
        ImageDraw.Draw(glyph).text((centre, side * 0.17), char, 255, font, anchor="mm")
        image.paste(255, mask=glyph.rotate(-angle, Image.Resampling.BICUBIC))
    return image.resize((size, size), Image.Resampling.LANCZOS)


def bleed(page: Pixels, reverse: Pixels, dice: np.random.Generator) -> Pixels:
    """The reverse page shining through thin paper, mirrored and blurred."""
    through = cv2.resize(reverse[:, ::-1], (page.shape[1], page.shape[0]))
    shift = np.array([[1, 0, dice.uniform(-12, 12)], [0, 1, dice.uniform(-12, 12)]], np.float32)
    through = cv2.warpAffine(through, shift, (page.shape[1], page.shape[0]), borderValue=(255,) * 3)
    soft = cv2.GaussianBlur(through, (0, 0), page.shape[1] / 1300).astype(np.float32)
    strength = dice.uniform(0.12, 0.2)
    shown = page.astype(np.float32) - (255 - soft) * strength
    return np.clip(shown, 0, 255).astype(np.uint8)


def _mixed(below: Pixels, above: Pixels, share: Floats) -> Pixels:
    mixed = below.astype(np.float32) * (1 - share) + above.astype(np.float32) * share
    return np.clip(mixed, 0, 255).astype(np.uint8)
