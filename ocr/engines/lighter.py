"""The embedded model, cheaper: narrower lines, no numbers that are slow."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

HIGH, LEAST = 48, 160  # pixels of a line as the model takes it, and to which it fills a short one
WIDTH = 0.6  # of what a line has at that height; of 0.7, 0.6 and 0.5 none read a character worse
SMALL = 34  # pixels: lines less high (8 pt at 200 dpi) have no strokes to lose
STEP = 32  # widths are multiples of it: shapes that come again are cheap
GROUND = (127, 127, 127)  # with which rapidocr fills lines
DOUBTED = 0.9  # score of a narrowed line that is read again
_WORD = re.compile(r"[A-Za-zÀ-ÿ]{3}")
_LEAST = 1e-30  # products of such weights and pixels are lost in the last digit of any sum
_FLOAT = 1  # TensorProto.DataType
# field numbers of onnx.proto: graph, its initializers; graph, node, attribute, its tensor
_TENSORS = ((7, 5), (7, 1, 5, 5))
_KIND, _RAW = 2, 9  # fields of a tensor
_FIXED = {1: 8, 5: 4}  # bytes of protobuf's fields of fixed length


class Narrowed:
    """A recogniser of rapidocr's in the place of which it stands."""

    def __init__(self, recogniser: Any) -> None:
        self._recogniser = recogniser

    def __call__(self, given: Any) -> Any:
        """Texts and scores of all images of lines, in their order."""
        images = [given.img] if isinstance(given.img, np.ndarray) else list(given.img)
        narrow = [narrowed(image) for image in images]
        found = self._recogniser(replace(given, img=[stepped(image) for image in narrow]))
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
        found = self._recogniser(replace(given, img=[stepped(image) for image in images]))
        return list(zip(found.txts, found.scores, strict=True))


def narrowed(image: np.ndarray) -> np.ndarray:
    """The image of a line at the model's height and less width; a short or small one as it is."""
    high, wide = image.shape[:2]
    least = wide / high * HIGH * WIDTH
    if least <= LEAST or high < SMALL:
        return image
    return np.asarray(cv2.resize(image, (-int(-least // STEP) * STEP, HIGH)))


def stepped(image: np.ndarray) -> np.ndarray:
    """The image of a line at the model's height, filled at its end to a width of whole steps."""
    high, wide = image.shape[:2]
    full = -int(-wide * HIGH // high)
    drawn = cv2.resize(image, (full, HIGH))
    rest = (0, 0, 0, -full % STEP)
    return np.asarray(cv2.copyMakeBorder(drawn, *rest, cv2.BORDER_CONSTANT, value=GROUND))


def settled(model: bytes) -> bytes:
    """An ONNX model (its serialised form) with its smallest weights made zero."""
    made = bytearray(model)
    for path in _TENSORS:
        for start, end in _spans(made, 0, len(made), path):
            found = {number: span for number, *span in _fields(made, start, end)}
            if _RAW not in found or _varint(made, found[_KIND][0])[0] != _FLOAT:
                continue
            first, last = found[_RAW]
            weights = np.frombuffer(made, np.float32, (last - first) // 4, first)
            weights[np.abs(weights) < _LEAST] = 0
    return bytes(made)


def _spans(data: bytearray, start: int, end: int, path: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where the messages lie that a path of field numbers leads to."""
    if not path:
        yield start, end
        return
    for number, first, last in _fields(data, start, end):
        if number == path[0]:
            yield from _spans(data, first, last, path[1:])


def _fields(data: bytearray, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """(number, first byte, end) of each field of a message, in protobuf's wire format."""
    while start < end:
        key, first = _varint(data, start)
        kind = key & 7
        if kind == 2:
            size, first = _varint(data, first)
            start = first + size
        else:
            start = first + _FIXED[kind] if kind in _FIXED else _varint(data, first)[1]
        yield key >> 3, first, start


def _varint(data: bytearray, start: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[start]
        start += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, start
