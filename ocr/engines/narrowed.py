"""Long lines are recognised narrower than they are printed: a third less work.

Chinese characters fill squares, in which the recogniser looks four to five times; at seven tenths
of the width it looks three times and reads the same. Letters are half as wide: a line with a word
of them is read again at its full width. So is one that it doubts, and the surer reading is kept.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

HIGH, LEAST = 48, 320  # pixels of a line as the model takes it, and to which it fills a short one
WIDTH = 0.7  # of what a line has at that height
SMALL = 34  # pixels: lines less high (8 pt at 200 dpi) have no strokes to lose
STEP = 32  # widths are multiples of it, so that lines of a batch are alike and shapes come again
DOUBTED = 0.9  # score of a narrowed line that is read again
_WORD = re.compile(r"[A-Za-zÀ-ÿ]{3}")


class Narrowed:
    """A recogniser of rapidocr's in the place of which it stands."""

    def __init__(self, recogniser: Any) -> None:
        self._recogniser = recogniser

    def __call__(self, given: Any) -> Any:
        """Texts and scores of all images of lines, in their order."""
        images = [given.img] if isinstance(given.img, np.ndarray) else list(given.img)
        narrow = [narrowed(image) for image in images]
        found = self._recogniser(replace(given, img=narrow))
        lines = list(zip(found.txts, found.scores, strict=True))
        again = [
            at
            for at, (text, score) in enumerate(lines)
            if narrow[at] is not images[at] and (score < DOUBTED or _WORD.search(text))
        ]
        for at, line in zip(again, self._wide(given, [images[at] for at in again]), strict=True):
            if _WORD.search(lines[at][0]) or line[1] > lines[at][1]:
                lines[at] = line
        texts, scores = zip(*lines, strict=True)
        return replace(found, imgs=images, txts=texts, scores=scores)

    def _wide(self, given: Any, images: Sequence[np.ndarray]) -> list[tuple[str, float]]:
        if not images:
            return []
        found = self._recogniser(replace(given, img=list(images)))
        return list(zip(found.txts, found.scores, strict=True))


def narrowed(image: np.ndarray) -> np.ndarray:
    """The image of a line at the model's height and less width; a short or small one as it is."""
    high, wide = image.shape[:2]
    least = wide / high * HIGH * WIDTH
    if least <= LEAST or high < SMALL:
        return image
    return np.asarray(cv2.resize(image, (-int(-least // STEP) * STEP, HIGH)))
