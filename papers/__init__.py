"""The reverse of the parser: questions + layout → printed paper with its truth."""

from papers.items import Item
from papers.layouts import LAYOUTS, Layout
from papers.noise import NOISES
from papers.paper import Paper, render

__all__ = ["LAYOUTS", "NOISES", "Item", "Layout", "Paper", "render"]
