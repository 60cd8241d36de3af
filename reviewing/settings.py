"""The recipe's table `[review]`."""

from pathlib import Path

from cpsyexam.config import Settings


class ReviewSettings(Settings):
    """Where the decisions stand. Paths are relative to the folder you run in."""

    decisions: Path = Path("decisions")  # a folder of .jsonl files, or one file; may be missing


def decision_files(settings: ReviewSettings) -> tuple[Path, ...]:
    """The decision files of a recipe, by name."""
    place = settings.decisions
    return tuple(sorted(place.glob("*.jsonl"))) if place.is_dir() else (place,) * place.is_file()
