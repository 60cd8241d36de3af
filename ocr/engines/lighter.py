"""The embedded model, cheaper: a page at half its size and what is doubtful there at its full;
narrower lines; no numbers that are slow.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

SMALLEST = 1000  # pixels of the longer side: a smaller image is looked at in full at once
UNCLIP, HALF_UNCLIP = 1.6, 1.3  # how far boxes grow; at half size the core of a line is thicker
LOW = 26.0  # pixels that lines are high at least; lower ones were not measured at half size
TWO_LINES = 1.34  # line heights: a box over two lines, or a heading
DOWN = 0.2  # of the boxes higher than wide: a page whose text runs down
STROKE = 4  # pixels of the shorter side of a letter that no box covers
LETTER = (0.3, 1.6)  # line heights of its longer side
FILL = 0.15  # of its box that is ink
DARKER = 14  # grey levels than its surroundings
AROUND = 48  # pixels that a strip has above and below: a line and a half at 200 dpi
STRIP = 128  # pixels: strips' heights are multiples of it, shapes that come again are cheap
OVERLAP = 0.4  # of a box that others cover: it is theirs
MOST = 0.7  # of the page in strips, from which on the whole page is cheaper
Strips = list[tuple[float, float]]
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


class Glanced:
    """A detector of rapidocr's in the place of which it stands."""

    def __init__(self, detector: Any) -> None:
        self._detector = detector
        self.limit_side_len = int(detector.limit_side_len)

    def __call__(self, img: np.ndarray) -> Any:
        """Boxes of the lines of a page."""
        side = max(img.shape[:2])
        full = min(1.0, self.limit_side_len / side)
        if side < SMALLEST:
            return self._detect(img, full, UNCLIP)
        half = self._detect(img, full / 2, HALF_UNCLIP)
        doubts = None if half.boxes is None else doubtful(img[:, :, 0], half.boxes)
        strips = None if doubts is None else _strips(doubts, len(img))
        if doubts is None or strips is None:
            return self._detect(img, full, UNCLIP)
        kept = [
            (box, score)
            for box, score in zip(half.boxes, half.scores, strict=True)
            if not any(top <= box[:, 1].mean() <= base for top, base in doubts)
        ]
        covered = np.zeros(img.shape[:2], np.float32)
        _fill(covered, [box for box, _ in kept], 1.0)
        share = self._detector.postprocess_op.box_score_fast
        for top, base in strips:
            found = self._detect(img[top:base], full, UNCLIP)
            boxes = [] if found.boxes is None else found.boxes + np.asarray([0, top], np.float32)
            again = zip(boxes, found.scores if len(boxes) else [], strict=True)
            fresh = [(box, score) for box, score in again if share(covered, box) < OVERLAP]
            _fill(covered, [box for box, _ in fresh], 1.0)
            kept += fresh
        if not kept:
            return half
        boxes, scores = (list(part) for part in zip(*kept, strict=True))
        return replace(half, boxes=self._detector.sorted_boxes(np.array(boxes)), scores=scores)

    def _detect(self, img: np.ndarray, scale: float, unclip: float) -> Any:
        self._detector.limit_side_len = round(max(img.shape[:2]) * scale)
        self._detector.postprocess_op.unclip_ratio = unclip
        return self._detector(img)


def doubtful(page: np.ndarray, boxes: Sequence[np.ndarray]) -> Strips | None:
    """Top and base of what is doubtful among boxes found at half size; None: the whole page."""
    wide = [float(np.linalg.norm(box[1] - box[0])) for box in boxes]
    high = [float(np.linalg.norm(box[3] - box[0])) for box in boxes]
    line = float(np.median(high))
    down = sum(h > 1.5 * w for w, h in zip(wide, high, strict=True))
    if line < LOW or down > DOWN * len(boxes):
        return None
    ink = cv2.adaptiveThreshold(
        page, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 41, DARKER
    )
    ink = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    found = [
        (float(box[:, 1].min()), float(box[:, 1].max()))
        for box, h in zip(boxes, high, strict=True)
        if h > TWO_LINES * line
    ]
    _fill(ink, boxes, 0.0)
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    for _, y, w, h, area in stats[1:].tolist():
        letter = LETTER[0] * line < max(w, h) < LETTER[1] * line and min(w, h) >= STROKE
        if letter and area >= FILL * w * h:
            found.append((float(y), float(y + h)))
    return [(top - line / 4, base + line / 4) for top, base in found]


def _fill(image: np.ndarray, boxes: Sequence[np.ndarray], value: float) -> None:
    for box in boxes:  # one by one: where two overlap `fillPoly` leaves a hole
        corners = box.astype(np.int32)
        cv2.fillConvexPoly(image, corners, value)
        cv2.polylines(image, [corners], isClosed=True, color=value, thickness=5)


def _strips(doubts: Strips, high: int) -> list[tuple[int, int]] | None:
    """Parts of the page, from top to base, that hold what is doubtful; None where they are many."""
    spans: list[list[float]] = []
    for top, base in sorted(doubts):
        if spans and top - AROUND <= spans[-1][1]:
            spans[-1][1] = max(spans[-1][1], base + AROUND)
        else:
            spans.append([top - AROUND, base + AROUND])
    strips = []
    for top, base in spans:
        size = min(high, -int(-(base - top) // STRIP) * STRIP)
        first = min(max(0, int(top)), high - size)
        strips.append((first, first + size))
    return strips if sum(base - top for top, base in strips) < MOST * high else None


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
