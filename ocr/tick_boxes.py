"""Boxes and circles to tick that a book prints before its option labels: no text."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ocr.geometry import Piece, line_height
from ocr.plain import flat

FEW = 6  # of them in a book
REACH = 1.6  # line heights between a box and the label that it belongs to
_BOX = r"[O0oQ○〇◯◎●□口☐■▢◇◆☆★]"
_ALONE = re.compile(rf"\s*{_BOX}\s*")
_LABEL = re.compile(r"\s*[(\[]?[A-H]\s*[.、)\]:]")
_BOXED = re.compile(rf"\s*{_BOX}\s*(?=[A-H]\s*[.．、])")


def tick_boxes(pages: Sequence[Sequence[Piece]]) -> tuple[list[list[Piece]], list[set[int]]]:
    """Pieces of each page without boxes, and the places of those that are nothing else."""
    alone = [_alone(page) for page in pages]
    count = sum(map(len, alone)) + sum(bool(_BOXED.match(p.text)) for page in pages for p in page)
    if count < FEW:
        return [list(page) for page in pages], [set() for _ in pages]
    bare = [
        [_unboxed(p) for p in page if p.at not in gone]
        for page, gone in zip(pages, alone, strict=True)
    ]
    return bare, alone


def _alone(page: Sequence[Piece]) -> set[int]:
    high = line_height(page)
    boxes = [p for p in page if _ALONE.fullmatch(p.text)]
    labels = [p for p in page if _LABEL.match(flat(p.text))] if boxes else []
    return {
        box.at
        for box in boxes
        if any(
            abs(box.middle - p.middle) < 0.6 * high and -0.5 * high < p.x0 - box.x1 < REACH * high
            for p in labels
        )
    }


def _unboxed(piece: Piece) -> Piece:
    match = _BOXED.match(piece.text)
    return replace(piece, text=piece.text[match.end() :]) if match else piece
