"""A question as its author knows it."""

from dataclasses import dataclass

CHOICES = ("SCQ", "MAQ", "INDEF")


@dataclass(frozen=True)
class Item:
    """A question to print; items with the same non-empty material must be neighbours."""

    stem: str
    options: tuple[str, ...] = ()
    answer: str = ""  # letters, text of an open question, 对/错 for TF
    explanation: str = ""
    format: str = "SCQ"  # SCQ, MAQ, INDEF, QA, TF, FILL
    material: str = ""
    key: str = ""  # the author's own name for it; not printed

    @property
    def chosen(self) -> tuple[str, ...]:
        """The texts of the right options."""
        return tuple(self.options["ABCDEFGH".index(c)] for c in self.answer if self.options)
