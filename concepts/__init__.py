"""Catalogues of concepts: what a field asks for, and which of it a set of questions touches."""

from pathlib import Path

PSYCHOLOGY = Path(__file__).parent / "psychology"  # the catalogue that the project ships
