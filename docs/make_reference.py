"""Writes the pages that are made from the code: recipe.md and glossary.md."""

from pathlib import Path

from pipeline.reference import write

if __name__ == "__main__":
    write(Path(__file__).parent)
