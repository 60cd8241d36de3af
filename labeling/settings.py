"""The recipe's tables `[label]` and `[shuffle]`."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from cpsyexam.config import Settings


class LabelSettings(Settings):
    """How doubtful labels are decided."""

    # a single-choice question with several answers, a multiple-choice question with one
    single_with_several: Literal["reject", "MAQ"] = "reject"
    multiple_with_one: Literal["reject", "SCQ"] = "reject"
    # below this confidence a category is flagged for a reviewer
    category_sure: Annotated[float, Field(ge=0, le=1)] = 0.7
    # a labelled bank that models of category and subject learn from (extra `classify`)
    learn_from: Path | None = None

    def outside_files(self) -> tuple[Path, ...]:
        """The files of the labelled bank."""
        path = self.learn_from
        if path is None:
            return ()
        return tuple(sorted(path.rglob("*"))) if path.is_dir() else (path,)


class ShuffleSettings(Settings):
    """How options are ordered."""

    seed: int = 0
    keep_scales: bool = True  # numbers in order and ordered scales keep their order
    # an explanation with letters that may or may not name options: flag it, or keep the order
    doubtful_letters: Literal["flag", "keep"] = "flag"
