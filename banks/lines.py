"""Lines of a text file, of bounded length, that may be put back and read again."""

from collections import deque
from collections.abc import Iterator
from typing import TextIO


class TooLongError(ValueError):
    """A row goes on and on."""


class Lines:
    """The lines of a stream; `used` are those given since the last `accept`."""

    def __init__(self, stream: TextIO, *, characters: int, lines: int) -> None:
        self.used: list[str] = []
        self._stream = stream
        self._waiting: deque[str] = deque()
        self._characters, self._lines = characters, lines
        self._length = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        """The next line with its end. Raises TooLongError where a row is beyond its bounds."""
        line = self._waiting.popleft() if self._waiting else self._stream.readline(self._characters)
        if not line:
            raise StopIteration
        if len(line) >= self._characters and not line.endswith(("\n", "\r")):
            self._skip_rest()
            self._keep(line[:200])
            raise TooLongError(f"a line of more than {self._characters} characters")
        self._keep(line)
        if self._length > self._characters:
            raise TooLongError(f"more than {self._characters} characters")
        if len(self.used) > self._lines:
            raise TooLongError(f"more than {self._lines} lines")
        return line

    def accept(self) -> None:
        """The row is whole."""
        self.used, self._length = [], 0

    def retry(self) -> None:
        """Give up the first line of the row; what came after it is read again."""
        self._waiting.extendleft(reversed(self.used[1:]))
        self.accept()

    def _keep(self, line: str) -> None:
        self.used.append(line)
        self._length += len(line)

    def _skip_rest(self) -> None:
        while (more := self._stream.readline(1 << 20)) and not more.endswith(("\n", "\r")):
            pass
