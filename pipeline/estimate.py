"""How long and how big a build will be, before it starts."""

from pathlib import Path

from cpsyexam import chain
from cpsyexam.stage import read_receipt
from pipeline.recipe import Recipe

# Seconds for a megabyte of a kind of source on one core, measured on the sample and on 10,000 rows.
_RATES = {"web": 12.0, "books": 40.0, "banks": 1.5, "files": 8.0, "generated": 2.0}
_READ = 4.0  # of books whose readings the recipe names
_FIXED = 8.0  # imports, and the stages after the sources
_GROWTH = 6  # a build folder and its release against the bytes of the sources
_LEAST = 2_000_000


def estimate(recipe: Recipe, build: Path) -> str:
    """One line: what is read, about how long it takes, what it will fill."""
    sizes = {kind: _size(recipe.table(kind).outside_files()) for kind in chain.CHAIN.kind_names}
    named = ", ".join(f"{kind} {_bytes(size)}" for kind, size in sizes.items() if size)
    before = _spent(build)
    rates = _RATES | ({"books": _READ} if getattr(recipe.table("books"), "readings", None) else {})
    guess = _FIXED + sum(rates.get(kind, 4.0) * size / 1e6 for kind, size in sizes.items())
    time = f"the last build took {_time(before)}" if before else f"about {_time(guess)}"
    return f"{recipe.label_name}: {named}; {time}, {_bytes(_disk(sizes))} on disk"


def _size(files: tuple[Path, ...]) -> int:
    return sum(file.stat().st_size for file in files if file.is_file())


def _disk(sizes: dict[str, int]) -> int:
    return _LEAST + _GROWTH * sum(sizes.values())


def _spent(build: Path) -> float:
    receipts = [
        read_receipt(build, name) for name in (*chain.CHAIN.names, chain.CHAIN.release.name)
    ]
    if not all(receipts):
        return 0.0
    return sum(float(r["spent"]["seconds"]) for r in receipts if r)


def _bytes(size: float) -> str:
    if size < 1e6:
        return f"{max(1, round(size / 1e3))} kB"
    return f"{size / 1e6:.1f} MB" if size < 1e9 else f"{size / 1e9:.1f} GB"


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} minutes" if seconds < 5400 else f"{seconds / 3600:.1f} hours"
