"""What printing and scanning do to a page: skew, uneven paper, blur, noise, JPEG."""

import io
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageFilter


@dataclass(frozen=True)
class Wear:
    """How worn a scan is; `angle` is the most that a page is turned, in degrees."""

    angle: float = 0.8
    noise: float = 6.0
    blur: float = 0.6
    shade: float = 18.0  # how much darker the gutter is, in grey levels
    quality: int = 42


def worn(image: Image.Image, wear: Wear, seed: int, *, left_gutter: bool) -> Image.Image:
    """The page as a scanner sees it; the same seed gives the same pixels."""
    dice = np.random.default_rng(seed)
    angle = float(dice.uniform(-wear.angle, wear.angle))
    turned = image.rotate(angle, Image.Resampling.BICUBIC, fillcolor=236)
    if wear.blur:
        turned = turned.filter(ImageFilter.GaussianBlur(wear.blur))
    grey = np.asarray(turned, dtype=np.float32)
    height, width = grey.shape
    across = np.linspace(0.0, 1.0, width, dtype=np.float32)
    gutter = np.exp(-(across if left_gutter else 1.0 - across) * 14.0)
    shaded = grey - wear.shade * gutter[None, :]
    noisy = shaded + dice.normal(0.0, wear.noise, (height, width)).astype(np.float32)
    return Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8))


def jpeg(image: Image.Image, quality: int) -> bytes:
    """The page as grey JPEG."""
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=quality, optimize=True)
    return buffer.getvalue()
