"""How long and how big a build will be, before it starts."""

from pathlib import Path

from cpsyexam import chain
from cpsyexam.errors import ConfigError
from cpsyexam.stage import read_receipt
from pipeline.recipe import Recipe

# Seconds for a megabyte of a kind of source on one core, measured on the sample and on 10,000 rows.
_RATES = {"web": 12.0, "books": 40.0, "banks": 1.5, "files": 8.0, "generated": 2.0}
_FIXED = 8.0  # imports, and the stages after the sources
_GROWTH = 6  # a build folder and its release against the bytes of the sources
_LEAST = 2_000_000
# MB of memory at the peak of a build: for a MB of a kind of source, and for a worker of a kind;
# from the line of 22,000, 60,000 and 1 M questions (docs/scaling.md), rounded up
_PEAK = {"web": 24.0, "books": 0.5, "banks": 10.0, "files": 10.0, "generated": 10.0}
_A_WORKER = {"web": 300, "books": 1200}
_AT_LEAST = 500
_MANY, _SPREAD = 70, 250  # MB of sources from which workers help after them, and MB for each
_COUNTERS = 200  # MB: counters of characters, which do not grow with the bank; small ones have none


def estimate(recipe: Recipe, build: Path) -> str:
    """One line: what is read, about how long it takes, what it will fill."""
    sizes = {kind: _size(recipe.table(kind).outside_files()) for kind in chain.CHAIN.kind_names}
    named = ", ".join(f"{kind} {_bytes(size)}" for kind, size in sizes.items() if size)
    before = _spent(build)
    guess = _FIXED + sum(_RATES.get(kind, 4.0) * size / 1e6 for kind, size in sizes.items())
    time = f"the last build took {_time(before)}" if before else f"about {_time(guess)}"
    return f"{recipe.label_name}: {named}; {time}, {_bytes(_disk(sizes))} on disk"


def memory(recipe: Recipe, workers: int) -> int:
    """MB of memory that a build takes at its peak, with so many worker processes beside it."""
    sizes = {kind: _size(recipe.table(kind).outside_files()) for kind in chain.CHAIN.kind_names}
    line = sum(_PEAK.get(kind, 10.0) * size / 1e6 for kind, size in sizes.items())
    line += min(_COUNTERS, 2 * line)
    if workers > 1 and sum(sizes.values()) / 1e6 >= _MANY:
        line += _SPREAD * workers
    reading = max((_A_WORKER.get(kind, 0) for kind, size in sizes.items() if size), default=0)
    return round(_AT_LEAST + max(line, reading * workers))


def check_memory(recipe: Recipe, bound: int, workers: int) -> None:
    """Raises ConfigError where a build would take more than `bound` MB of memory."""
    needed = memory(recipe, workers)
    if needed <= bound:
        return
    alone = memory(recipe, 1)
    if alone <= bound:
        remedy = f"with --workers 1 it takes about {_bytes(alone * 1e6)}"
    else:
        remedy = "allow more, or build parts of the sources as recipes of their own"
    raise ConfigError(
        f"takes about {_bytes(needed * 1e6)} of memory, more than {_bytes(bound * 1e6)}",
        where=recipe.label_name,
        remedy=remedy,
    )


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
