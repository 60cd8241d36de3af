"""Which image a page gave when it was drawn: one whose reading is kept need not be drawn again.

By the digests of its file, of how it is drawn and of the code that does it. A list lies in a
build's cache, with its own digest in its first line; a damaged one is none.
"""

from pathlib import Path

from cpsyexam.files import canonical, digest, digest_file, write_text
from cpsyexam.runner import code_digest
from ocr.cache import Cache
from ocr.page.pages import Place
from ocr.settings import BooksSettings

_HOW = {"dpi", "max_side", "pixels", "text_layer"}  # settings that decide an image


class Images:
    """The digests of images of pages; none are kept where the cache is a store."""

    def __init__(self, cache: Cache, settings: BooksSettings) -> None:
        state = code_digest(("ocr",))[:32]
        self._how = settings.model_dump(mode="json", include=_HOW)
        self._file = cache / "images" / f"{state}.txt" if isinstance(cache, Path) else None
        self._known = _read(self._file) if self._file else {}
        self._new: dict[str, str] = {}
        self._files: dict[Path, str] = {}

    def digest(self, place: Place) -> str:
        """Of the image of a page, "" where nobody knows."""
        try:
            return self._known.get(self._key(place), "") if self._known else ""
        except OSError:  # whoever draws it says so
            return ""

    def add(self, place: Place, image: str) -> None:
        """A page was read whose image has this digest; told from the next run on."""
        if self._file and self._known.get(key := self._key(place)) != image:
            self._new[key] = image

    def save(self) -> None:
        """Keep what came; lists of other code go."""
        if self._file is None or not self._new:
            return
        listed = sorted((self._known | self._new).items())
        lines = "".join(f"{key} {image}\n" for key, image in listed)
        write_text(self._file, f"{digest(lines)}\n{lines}")
        for other in self._file.parent.glob("*.txt"):
            if other != self._file:
                other.unlink(missing_ok=True)

    def _key(self, place: Place) -> str:
        if place.file not in self._files:
            self._files[place.file] = digest_file(place.file)
        return digest(canonical([self._files[place.file], place.page, self._how]))[:32]


def _read(file: Path) -> dict[str, str]:
    try:
        first, _, lines = file.read_text("ascii").partition("\n")
    except (OSError, ValueError):
        return {}
    if digest(lines) != first:
        return {}
    return dict(line.split(" ", 1) for line in lines.splitlines())
