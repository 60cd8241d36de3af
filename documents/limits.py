"""How much of a file is read at all: bounds against hostile and broken input."""

from pydantic import Field

from cpsyexam.config import Settings
from cpsyexam.errors import SourceError


class Limits(Settings):
    """Table `[files.limits]` of a recipe; a file beyond one of them is an error of one line."""

    file_bytes: int = Field(default=128 * 2**20, gt=0)
    unpacked_bytes: int = Field(default=512 * 2**20, gt=0)  # of a zip: docx, xlsx, odt
    members: int = Field(default=20_000, gt=0)  # files in a zip
    markup_bytes: int = Field(default=64 * 2**20, gt=0)  # of one page or XML part
    text_bytes: int = Field(default=16 * 2**20, gt=0)  # of a page or text: about a minute's reading
    tags: int = Field(default=500_000, gt=0)  # of a page
    lines: int = Field(default=400_000, gt=0)  # of any document
    cells: int = Field(default=2_000_000, gt=0)  # of a spreadsheet
    pages: int = Field(default=5_000, gt=0)  # of a PDF
    seconds: int = Field(default=120, gt=0)  # for a converter


def bounded(size: int, most: int, what: str, where: str, name: str) -> None:
    """Raises SourceError where `size` is above `most`, the limit called `name`."""
    if size > most:
        raise SourceError(
            f"{what}: {size} is more than {most}",
            where=where,
            remedy=f"if you trust the file, raise {name} in [files.limits]",
        )
