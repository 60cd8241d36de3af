"""Writes the pages made from the code, docs/reference, and the figures of docs/benchmarks.md."""

from pathlib import Path

from bench.history import write_page
from pipeline.reference import write

if __name__ == "__main__":
    write(Path(__file__).parent / "reference")
    write_page()
