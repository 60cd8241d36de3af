"""Writes docs/reference, the pages that are made from the code."""

from pathlib import Path

from pipeline.reference import write

if __name__ == "__main__":
    write(Path(__file__).parent / "reference")
