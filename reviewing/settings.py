"""The recipe's table `[review]`."""

from pathlib import Path

from cpsyexam.config import Settings

FIGURES = "review.json"  # beside the decisions: how the review went, without names


class ReviewSettings(Settings):
    """Where the decisions stand. Paths are relative to the folder you run in."""

    decisions: Path = Path("decisions")  # a folder of .jsonl files, or one file; may be missing

    def files(self) -> tuple[Path, ...]:
        """The decision files, by name."""
        place = self.decisions
        if place.is_dir():
            return tuple(sorted(place.glob("*.jsonl")))
        return (place,) if place.is_file() else ()

    def figures(self) -> Path | None:
        """The file of the review's figures, None where there is none."""
        file = self.decisions / FIGURES
        return file if file.is_file() else None

    def outside_files(self) -> tuple[Path, ...]:
        """Decision files and figures."""
        figures = self.figures()
        return (*self.files(), *((figures,) if figures else ()))
