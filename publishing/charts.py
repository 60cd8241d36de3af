"""Charts of the report as inline SVG: text stays text, so the reader's fonts draw the Chinese.

Lengths are in units of the view box, in which a line of text is 9 high.
"""

import math
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from publishing.contents import templates

# Okabe and Ito (2008): told apart with any kind of colour vision, on white and on black
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999999")
WIDTH = 360
_NARROW = 0.07  # of the longest bar: a number does not fit into less
_TICKS = 5  # at most, besides zero
_LABELS = 150  # at most for the names of horizontal bars
_ROW, _BAR = 21.6, 15.1  # height of a horizontal bar's row and of the bar in it
_UPRIGHT = 130  # height of a group of upright bars
_TITLE, _LEGEND = 20, 14  # height of the title and of a line of the legend
Series = Mapping[str, Sequence[float]]  # name of a series → a number per label


@dataclass(frozen=True)
class _Frame:
    """The rectangle that the bars stand in."""

    left: float
    top: float
    right: float
    bottom: float


def stacked(labels: Sequence[str], series: Series, *, title: str, unit: str) -> str:
    """Horizontal bars, one per label, each made of the series."""
    longest = max((sum(values) for values in zip(*series.values(), strict=True)), default=0)
    ticks = _ticks(longest)
    left = 12 + min(max(map(_length, labels), default=0), _LABELS)
    frame = _Frame(left, _TITLE, WIDTH - 12, _TITLE + _ROW * max(len(labels), 1))
    scale = (frame.right - frame.left) / ticks[-1]
    bars = []
    for row, label in enumerate(labels):
        x, y = frame.left, round(frame.top + _ROW * row + (_ROW - _BAR) / 2, 2)
        for i, (name, values) in enumerate(series.items()):
            shown = f"{values[row]:,.0f}"
            bars.append(
                _bar(x, y, scale * values[row], _BAR, i, f"{label}, {name}: {shown}")
                | {"number": shown if values[row] > _NARROW * longest else ""}
            )
            x += scale * values[row]
    middle = frame.top + _ROW / 2 + 3
    named = [_label(frame.left - 4, middle + _ROW * n, _cut(v)) for n, v in enumerate(labels)]
    named.append(_label((frame.left + frame.right) / 2, frame.bottom + 24, unit, "middle"))
    lines = [
        {"x": round(frame.left + scale * tick, 2), "y": frame.top, "across": f"V{frame.bottom}"}
        | {"label_x": round(frame.left + scale * tick, 2), "label_y": frame.bottom + 11}
        | {"anchor": "middle", "label": f"{tick:,}"}
        for tick in ticks
    ]
    return _svg(frame, title, bars, named, lines, _legend(series, 2, frame.bottom + 40))


def grouped(labels: Sequence[str], series: Series, *, title: str, unit: str) -> str:
    """Upright bars side by side, a group per label."""
    ticks = _ticks(max((value for values in series.values() for value in values), default=0))
    left = 12 + max(_length(f"{tick:,}") for tick in ticks)
    frame = _Frame(left, _TITLE, WIDTH - 12, _TITLE + _UPRIGHT)
    scale = (frame.bottom - frame.top) / ticks[-1]
    step = (frame.right - frame.left) / max(len(labels), 4)  # few bars stay narrow
    wide = 0.8 * step / max(len(series), 1)
    bars = [
        _bar(
            frame.left + step * (n + 0.1) + wide * i,
            frame.bottom - scale * value, wide, scale * value, i, f"{label}, {name}: {value:,.4g}",
        )
        for i, (name, values) in enumerate(series.items())
        for n, (label, value) in enumerate(zip(labels, values, strict=True))
    ]  # fmt: skip
    every = math.ceil((max(map(_length, labels), default=0) + 4) / step) or 1
    named = [
        _label(frame.left + step * (n + 0.5), frame.bottom + 11, label, "middle")
        for n, label in enumerate(labels)
        if n % every == 0
    ]
    named.append(_label(frame.right, frame.top - 8, unit))
    lines = [
        {"x": frame.left, "y": round(frame.bottom - scale * tick, 2), "across": f"H{frame.right}"}
        | {"label_x": frame.left - 4, "label_y": round(frame.bottom - scale * tick + 3, 2)}
        | {"anchor": "end", "label": f"{tick:,}"}
        for tick in ticks
    ]
    legend = _legend(series, 4, frame.bottom + 28) if len(series) > 1 else []
    return _svg(frame, title, bars, named, lines, legend)


def _ticks(largest: float) -> list[int]:
    """Round numbers from 0 to the first that is not below the largest value."""
    step = 1
    for factor in _steps():
        step = factor
        if step * _TICKS >= largest:
            break
    return list(range(0, step * max(math.ceil(largest / step), 1) + 1, step))


def _steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50, …"""
    size = 1
    while True:
        yield from (size, 2 * size, 5 * size)
        size *= 10


def _length(text: str) -> float:
    """About how long a text is drawn."""
    return sum(9 if unicodedata.east_asian_width(sign) in "WF" else 5.6 for sign in text)


def _cut(text: str) -> str:
    """A text that fits beside the bars."""
    while _length(text) > _LABELS:
        text = text.removesuffix("…")[:-1] + "…"
    return text


def _bar(x: float, y: float, width: float, height: float, series: int, told: str) -> dict[str, Any]:
    sizes = {"x": x, "y": y, "width": width, "height": height}
    colour = COLOURS[series % len(COLOURS)]
    found: dict[str, Any] = {name: round(size, 2) for name, size in sizes.items()}
    ink = "black" if series else "white"
    return found | {"colour": colour, "ink": ink, "told": told, "number": ""}


def _label(x: float, y: float, text: str, anchor: str = "end") -> dict[str, Any]:
    return {"x": round(x, 2), "y": round(y, 2), "text": text, "anchor": anchor}


def _legend(series: Series, across: int, top: float) -> list[dict[str, Any]]:
    """Entries for the series, so many side by side."""
    wide = (WIDTH - 12) / min(across, len(series) or 1)
    return [
        {"name": name, "colour": COLOURS[i % len(COLOURS)]}
        | {"x": round(6 + wide * (i % across), 2), "y": round(top + _LEGEND * (i // across), 2)}
        for i, name in enumerate(series)
    ]


def _svg(
    frame: _Frame,
    title: str,
    bars: list[dict[str, Any]],
    labels: list[dict[str, Any]],
    lines: list[dict[str, Any]],
    legend: list[dict[str, Any]],
) -> str:
    lowest = [frame.bottom + 11, *(text["y"] for text in (*labels, *legend))]
    template = templates().get_template("chart.html.j2")
    return template.render(
        frame=frame, title=title, bars=bars, labels=labels, lines=lines, legend=legend,
        width=WIDTH, height=max(lowest) + 6,
    )  # fmt: skip
