"""The recipe's table `[review]`."""

from pathlib import Path

from cpsyexam.config import Settings


class ReviewSettings(Settings):
    """Where the decisions stand. Paths are relative to the folder you run in."""

    decisions: Path = Path("decisions")  # a folder of .jsonl files, or one file; may be missing

    def outside_files(self) -> tuple[Path, ...]:
        """The decision files, by name."""
        place = self.decisions
        if place.is_dir():
            return tuple(sorted(place.glob("*.jsonl")))
        return (place,) if place.is_file() else ()
