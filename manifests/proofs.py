"""What was found in order, by the bytes that were looked at: of the same bytes not asked again.

For a builder, who audits each draft. A check of one file alone (or of a shard and its provenance)
says the same of the same bytes as long as its code is the same; so where it found nothing wrong,
the SHA-256 of the files stand for it. Whoever audits a release has no proofs: all is checked.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from cpsyexam.files import canonical, digest, digest_file, write_text


class Proofs:
    """Checks that passed, kept in a file; without one they are neither taken nor kept.

    The file's name tells the state of the code. A damaged file is none.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._known = _read(file) if file else set()
        self._used: set[str] = set()
        self._digests: dict[Path, str] = {}

    def asked(
        self,
        check: str,
        files: tuple[Path, ...],
        said: object,
        problems: Callable[[], Iterator[str]],
    ) -> Iterator[str]:
        """The problems that a check finds; none where it found none before.

        The check depends on the bytes of these files and on `said` alone.
        """
        if self.takes(check, files, said):
            return
        sound = True
        for problem in problems():
            sound = False
            yield problem
        if sound and self._file:
            self._used.add(self._key(check, files, said))

    def told(self, check: str, digests: list[str], said: object) -> None:
        """A check was made of the bytes with these digests, and found nothing wrong."""
        self._known.add(_key(check, digests, said))

    def save(self) -> None:
        """Keep what this audit took or found; those of older code go."""
        if self._file is None:
            return
        lines = "".join(f"{key}\n" for key in sorted(self._used))
        write_text(self._file, f"{digest(lines)}\n{lines}")
        for other in self._file.parent.glob(f"*{self._file.suffix}"):
            if other != self._file:
                other.unlink(missing_ok=True)

    def takes(self, check: str, files: tuple[Path, ...], said: object) -> bool:
        """Whether the check found nothing wrong before, so that it is not made; as `asked` does."""
        if self._file is None or (key := self._key(check, files, said)) not in self._known:
            return False
        self._used.add(key)
        return True

    def _key(self, check: str, files: tuple[Path, ...], said: object) -> str:
        return _key(check, [self.digest(path) for path in files], said)

    @property
    def keeps(self) -> bool:
        """Whether anything is kept: a builder audits."""
        return self._file is not None

    def beside(self, what: str) -> Path | None:
        """Where else is kept what holds for this state of the code; None where nothing is."""
        return self._file.parent.parent / what / self._file.stem if self._file else None

    def digest(self, path: Path) -> str:
        """SHA-256 of a file, as it was when it was asked first."""
        if path not in self._digests:
            self._digests[path] = digest_file(path)
        return self._digests[path]


def _key(check: str, digests: list[str], said: object) -> str:
    return digest(canonical([check, digests, said]))


def _read(file: Path) -> set[str]:
    try:
        first, _, lines = file.read_text("utf-8").partition("\n")
    except (OSError, ValueError):
        return set()
    return set(lines.split()) if digest(lines) == first else set()
