"""Charts of the report as inline SVG: text stays text, so the reader's fonts draw the Chinese."""

import io
import warnings
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

# Okabe and Ito (2008): told apart with any kind of colour vision, on white and on black
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999999")
_INK, _LINE = "#010203", "#040506"  # stand for the page's own colours, light or dark
_NARROW = 0.07  # of the longest bar: a number does not fit into less
_STYLE: Any = {
    "svg.fonttype": "none",
    "text.parse_math": False,  # a title with a dollar is no mathematics
    "font.size": 9,
    **dict.fromkeys(
        ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"), _INK
    ),
    "grid.color": _LINE,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "legend.frameon": False,
    "legend.fontsize": 8,
}
Series = Mapping[str, Sequence[float]]  # name of a series → a number per label


def stacked(labels: Sequence[str], series: Series, *, title: str, unit: str) -> str:
    """Horizontal bars, one per label, each made of the series."""

    def draw(axes: Axes) -> None:
        left = [0.0] * len(labels)
        longest = max((sum(values) for values in zip(*series.values(), strict=True)), default=0)
        for i, (name, values) in enumerate(series.items()):
            colour = COLOURS[i % len(COLOURS)]
            bars = axes.barh(
                range(len(labels)), values, left=left, color=colour, label=name, height=0.7
            )
            told = [f"{v:,.0f}" if v > _NARROW * longest else "" for v in values]
            axes.bar_label(bars, told, label_type="center", color="white" if not i else "black")
            left = [a + b for a, b in zip(left, values, strict=True)]
        axes.set_yticks(range(len(labels)), labels)
        axes.invert_yaxis()
        axes.set_xlabel(unit)
        axes.grid(axis="x")

    lines = (len(series) + 1) // 2
    return _svg(draw, title, height=1.0 + 0.3 * len(labels) + 0.2 * lines, across=2)


def grouped(labels: Sequence[str], series: Series, *, title: str, unit: str) -> str:
    """Upright bars side by side, a group per label."""

    def draw(axes: Axes) -> None:
        width = 0.8 / max(len(series), 1)
        for i, (name, values) in enumerate(series.items()):
            places = [x - 0.4 + width * (i + 0.5) for x in range(len(labels))]
            axes.bar(places, values, width=width, color=COLOURS[i % len(COLOURS)], label=name)
        axes.set_xticks(range(len(labels)), labels)
        axes.set_xlim(-0.6, max(len(labels), 4) - 0.4)  # few bars stay narrow
        axes.set_ylabel(unit)
        axes.grid(axis="y")

    return _svg(draw, title, height=2.8, across=len(series) if len(series) > 1 else 0)


def _svg(draw: Callable[[Axes], None], title: str, *, height: float, across: int) -> str:
    """One chart; `across` entries of the legend stand side by side below it, none for 0."""
    with mpl.rc_context(_STYLE), mpl.rc_context({"svg.hashsalt": title}), warnings.catch_warnings():
        # only the widths of labels are estimated here; the browser has the glyphs
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = Figure(figsize=(5.0, height), layout="constrained")
        axes = figure.subplots()
        axes.set_title(title, loc="left", fontsize=10, fontweight="bold")
        draw(axes)
        if across:
            figure.legend(loc="outside lower center", ncols=min(across, 4))
        stream = io.StringIO()
        figure.savefig(
            stream, format="svg", transparent=True, metadata={"Date": None, "Creator": None}
        )
    text = stream.getvalue()
    svg = text[text.index("<svg") :].replace(_INK, "var(--ink)").replace(_LINE, "var(--line)")
    return svg.replace("<svg ", f'<svg role="img" aria-label="{escape(title)}" ', 1)
