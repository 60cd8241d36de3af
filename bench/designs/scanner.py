"""What a flatbed scanner and a photocopier make of a page."""

import cv2
import numpy as np

from bench.designs.press import Pixels

FLATBED_SKEW = 0.8  # degrees at most
COPY_SKEW = 1.5


def _turned(page: Pixels, most: float, dice: np.random.Generator, paper: int) -> Pixels:
    high, wide = page.shape[:2]
    turn = cv2.getRotationMatrix2D((wide / 2, high / 2), float(dice.uniform(-most, most)), 1.0)
    turn[:, 2] += dice.uniform(-0.006, 0.006, 2) * wide
    border = (paper, paper, paper)
    done = cv2.warpAffine(page, turn, (wide, high), flags=cv2.INTER_CUBIC, borderValue=border)
    return np.asarray(done, np.uint8)


def flatbed(page: Pixels, dice: np.random.Generator, *, spine_left: bool) -> Pixels:
    """Colour scan: a little skew, yellowish paper, a darker spine, fine noise."""
    turned = _turned(page, FLATBED_SKEW, dice, 244).astype(np.float32)
    soft = cv2.GaussianBlur(turned, (0, 0), float(dice.uniform(0.4, 0.7)))
    across = np.linspace(0, 1, page.shape[1], dtype=np.float32)
    spine = np.exp(-(across if spine_left else 1 - across) * 18) * dice.uniform(20, 60)
    tint = np.array([0.985, 0.975, dice.uniform(0.9, 0.96)], np.float32)
    noisy = soft * tint - spine[None, :, None] + dice.normal(0, 4.0, (*page.shape[:2], 1))
    return np.clip(noisy, 0, 255).astype(np.uint8)


def copy(page: Pixels, dice: np.random.Generator) -> Pixels:
    """Photocopy: two tones, skew up to 1.5°, toner specks, a streak, black at one edge."""
    grey = cv2.cvtColor(_turned(page, COPY_SKEW, dice, 255), cv2.COLOR_RGB2GRAY).astype(np.float32)
    high, wide = grey.shape
    soft = cv2.GaussianBlur(grey, (0, 0), float(dice.uniform(0.4, 0.65)))
    uneven = cv2.resize(
        dice.normal(0, 11, (9, 7)).astype(np.float32), (wide, high), interpolation=cv2.INTER_CUBIC
    )
    noisy = soft + uneven + dice.normal(0, 17, (high, wide)).astype(np.float32)
    tones = np.where(noisy > dice.uniform(162, 196), 255, 0).astype(np.uint8)
    for _ in range(int(dice.integers(60, 260))):
        x, y = int(dice.integers(0, wide)), int(dice.integers(0, high))
        cv2.circle(tones, (x, y), int(dice.integers(0, max(2, wide // 1100))), (0,), -1)
    if dice.random() < 0.4:
        x = int(dice.integers(wide // 10, wide - wide // 10))
        gaps = dice.random(high) < 0.35
        tones[gaps, x : x + 1] = 0
    if dice.random() < 0.5:
        edge = int(wide * dice.uniform(0.004, 0.014))
        slope = np.linspace(0, edge * dice.uniform(0.3, 1.8), high).astype(int)
        for y, far in enumerate(slope):
            tones[y, wide - int(far) :] = 0
    return np.repeat(tones[..., None], 3, axis=2)
