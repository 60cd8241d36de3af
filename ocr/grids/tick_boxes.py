"""Boxes and circles to tick that a book prints before its option labels: no text."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ocr.habits.plain import flat
from ocr.layout.geometry import Piece, line_height

FEW = 6  # of them in a book
REACH = 1.6  # line heights between a box and the label that it belongs to
_BOX = r"[O0oQ○〇◯◎●□口☐■▢◇◆☆★]"
_ALONE = re.compile(rf"\s*{_BOX}\s*")
_LABEL = re.compile(r"\s*[(\[]?[A-H]\s*[.、)\]:]")
_BOXED = re.compile(rf"\s*{_BOX}\s*(?=[A-H]\s*[.．、])")
_SQUARE = r"[□口☐▢■]"  # is read for nothing else right before a letter
_LETTERED = re.compile(rf"(?<![^\s_]){_SQUARE}\s*([A-H])[^\S\n]*(?=[\u3400-\u9fff“《\d])")
_VERDICTS = re.compile(rf"[\s_]*{_SQUARE}\s*(?:对|正确|√)[\s_]*{_SQUARE}?\s*(?:错误?|不正确|×)\s*$")
_VERDICT = re.compile(rf"\s*{_SQUARE}\s*(?:对|正确|√|错误?|不正确|×)\s*")


def tick_boxes(pages: Sequence[Sequence[Piece]]) -> tuple[list[list[Piece]], list[set[int]]]:
    """Pieces of each page without boxes, and the places of those that are nothing else."""
    alone = [_alone(page) for page in pages]
    count = sum(map(len, alone)) + sum(_boxes(p) for page in pages for p in page)
    if count < FEW:
        return [list(page) for page in pages], [set() for _ in pages]
    bare = [
        [_unboxed(p) for p in page if p.at not in gone]
        for page, gone in zip(pages, alone, strict=True)
    ]
    return bare, alone


def _alone(page: Sequence[Piece]) -> set[int]:
    high = line_height(page)
    told = {p.at for p in page if _VERDICT.fullmatch(p.text)}
    boxes = [p for p in page if _ALONE.fullmatch(p.text)]
    labels = [p for p in page if _LABEL.match(flat(p.text))] if boxes else []
    return told | {
        box.at
        for box in boxes
        if any(
            abs(box.middle - p.middle) < 0.6 * high and -0.5 * high < p.x0 - box.x1 < REACH * high
            for p in labels
        )
    }


def _boxes(piece: Piece) -> int:
    """How many boxes a piece holds beside its text."""
    return (
        bool(_BOXED.match(piece.text))
        + len(_LETTERED.findall(piece.text))
        + bool(_VERDICTS.search(piece.text))
    )


def _unboxed(piece: Piece) -> Piece:
    match = _BOXED.match(piece.text)
    text = piece.text[match.end() :] if match else piece.text
    text = _VERDICTS.sub("", _LETTERED.sub(r"\1．", text))
    return replace(piece, text=text) if text != piece.text else piece
