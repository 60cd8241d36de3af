"""The image of one line of text, cut out of its page."""

import numpy as np
from PIL import Image

from ocr.page.fragment import Quad
from ocr.page.pages import Pixels


def line_image(upright: Pixels, quad: Quad) -> Pixels:
    """The image of a line, straightened."""
    ax, ay, bx, by, cx, cy, dx, dy = quad
    size = max(1, round(bx - ax)), max(1, round(dy - ay))
    corners = (ax, ay, dx, dy, cx, cy, bx, by)  # Pillow goes round the other way
    image = Image.fromarray(upright)
    return np.asarray(
        image.transform(size, Image.Transform.QUAD, corners, Image.Resampling.BICUBIC)
    )
