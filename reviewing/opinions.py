"""What reviewers say: one append-only, chained file a person; on the disk before it is answered.

An opinion is not a decision: it becomes one when a policy finds consensus (reviewing.consensus).
To change or take back what was said, another line is added.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import Field

from cpsyexam.errors import ConfigError
from cpsyexam.files import canonical
from cpsyexam.text import fold
from reviewing import chained
from reviewing.chained import Chained
from reviewing.decisions import Patch, file_name
from reviewing.kinds import Policy

Verdict = Literal[
    "accept", "change", "reject", "unsure",  # check
    "same", "different",  # pair
    "better", "tie", "worse",  # compare: the item's question against the other
    "graded",
    "undo",
]  # fmt: skip
CHECKS = (
    "key_wrong", "several_right", "stem_unclear", "distractor_weak", "typing", "outdated",
    "off_subject", "case_missing",
)  # fmt: skip
LARGEST_MARKS = (30, 30, 40)  # agreement with the reference, language, reasonableness


class Said(Chained):
    """A form that one person sent."""

    opinion: str = Field(pattern=r"^[0-9a-f]{32}$")  # made with the form: sent twice, kept once
    by: str = Field(min_length=1)
    when: str = Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
    seconds: int = 0  # from opening the page to sending


class Opinion(Said):
    """One thing that one person said about one item."""

    item: str
    kinds: tuple[str, ...] = ()  # why it was asked, and
    policy: Policy = "two"  # who had to agree: a rebuild may take the item out of the queue
    was: str  # digest of the question and key that were seen
    verdict: Verdict
    fields: Patch = Patch()
    checks: tuple[Literal[CHECKS], ...] = ()  # type: ignore[valid-type]
    marks: tuple[Annotated[int, Field(ge=0, le=40)], ...] = ()  # of a graded answer
    note: str = ""
    saw: str = ""  # what of the original was shown: scan, page, text
    chair: bool = False  # settles a dispute
    undoes: str = ""  # the opinion that is taken back

    def stance(self) -> str:
        """What it comes to: equal for two who agree; blanks and width do not count."""
        said = self.fields.fields()
        plain = {name: _plain(value) for name, value in said.items()}
        if self.fields.key is not None:
            plain["key"] = sorted(str(_plain(text)) for text in self.fields.key)
        return canonical([self.verdict, plain, list(self.marks)])


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {_plain(key): _plain(text) for key, text in value.items()}
    if isinstance(value, list):
        return [_plain(text) for text in value]
    return "".join(fold(str(value)).split()).lower()


class Answer(Said):
    """What a person answered to a question of the examination, without seeing the key."""

    id: str
    text: str = ""  # letters of the released order, or the text of an open question; "" = no idea


S = TypeVar("S", bound=Said)


class Forms(Generic[S]):
    """The file of one person. Opens with a check of its chain; a torn last line is cut off."""

    def __init__(self, folder: Path, by: str, model: type[S]) -> None:
        self.by = by
        self.file = folder / file_name(by)
        self.torn = _heal(self.file)
        self.rows: list[S] = []
        self._last = ""
        what = model.__name__.lower()
        for link in chained.read(self.file, model, what) if self.file.is_file() else ():
            if link.row.by != by:
                raise ConfigError(
                    f"an {what} of {link.row.by!r}",
                    where=f"{self.file} line {link.number}",
                    remedy="give reviewers names that differ in letters or digits",
                )
            self.rows.append(link.row)
            self._last = link.digest
        self._known = {row.opinion for row in self.rows}

    def add(self, said: S) -> bool:
        """Append; False where the same one was sent before. On the disk when this returns."""
        if said.opinion in self._known:
            return False
        link = chained.append(self.file, said, self._last)
        self.rows.append(link.row)
        self._known.add(said.opinion)
        self._last = link.digest
        return True


class Log(Forms[Opinion]):
    """The opinions of one reviewer."""

    def __init__(self, folder: Path, by: str) -> None:
        super().__init__(folder, by, Opinion)


def _heal(file: Path) -> bool:
    """Cut off a last line without an end: a killed process wrote it and nobody was answered."""
    if not file.is_file():
        return False
    data = file.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole == len(data):
        return False
    with file.open("r+b") as stream:
        stream.truncate(whole)
        os.fsync(stream.fileno())
    return True


def logs(folder: Path) -> list[Log]:
    """The logs of all files in a folder, by name. Raises ConfigError for a broken one."""
    found = []
    for file in sorted(folder.glob("*.jsonl")):
        first = next(_names(file), None)
        if first:
            found.append(Log(folder, first))
    return found


def _names(file: Path) -> Iterator[str]:
    _heal(file)
    for link in chained.read(file, Opinion, "opinion"):
        yield link.row.by


def latest(rows: list[Opinion]) -> dict[str, Opinion]:
    """Item → the last word of one reviewer; what was taken back is gone."""
    said: dict[str, list[Opinion]] = {}
    for row in rows:
        mine = said.setdefault(row.item, [])
        if row.verdict == "undo":
            mine[:] = [one for one in mine if one.opinion != row.undoes]
        else:
            mine.append(row)
    return {item: mine[-1] for item, mine in said.items() if mine}
