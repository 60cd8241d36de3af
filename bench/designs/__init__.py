"""Book pages drawn apart from the code that reads them: designs, printing, wear, truth.

A design is a folder: `__init__.py` with DESIGN (which texts it prints), `page.html` (jinja2) and
`page.css`. `python -m bench.designs --list` names them.
"""

from bench.designs.bank import bank
from bench.designs.book import Book, designs, render

__all__ = ["Book", "bank", "designs", "render"]
