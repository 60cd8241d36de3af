"""What reviewers say: one append-only, chained file a person; on the disk before it is answered.

An opinion is not a decision: it becomes one when a policy finds consensus (reviewing.consensus).
To change or take back what was said, another line is added.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import Field

from cpsyexam.errors import ConfigError
from cpsyexam.files import canonical
from cpsyexam.text import fold
from reviewing import chained
from reviewing.chained import Chained, Link
from reviewing.decisions import Patch, file_name
from reviewing.kinds import Policy

Verdict = Literal[
    "accept", "change", "reject", "unsure",  # check
    "same", "different",  # pair
    "better", "tie", "worse", "neither",  # compare: the item's question against the other
    "graded",
    "undo",
]  # fmt: skip
CHECKS = (
    "key_wrong", "several_right", "stem_unclear", "distractor_weak", "typing", "outdated",
    "off_subject", "case_missing",
)  # fmt: skip
_NAME = re.compile(r"[0-9a-f]{32}")
LARGEST_MARKS = (30, 30, 40)  # agreement with the reference, language, reasonableness


class Said(Chained):
    """A form that one person sent."""

    opinion: str = Field(pattern=rf"^{_NAME.pattern}$")  # made with the form: sent twice, kept once
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
    seen_others: bool = False  # given or changed after what others said was seen
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


class Look(Said):
    """What a person was shown of an item; from then on they know it."""

    item: str
    was: str
    shown: Literal["key", "others"]
    own: tuple[str, ...] | None = None  # their own answer before the key, where one was asked
    questions: tuple[str, ...] = ()  # names of all questions whose keys were to be seen


class Answer(Said):
    """What a person answered to a question of the examination, without seeing the key."""

    id: str
    text: str = ""  # letters of the released order, or the text of an open question; "" = no idea
    draft: bool = False  # may still be changed: not handed in


S = TypeVar("S", bound=Said)


class Forms(Generic[S]):
    """The file of one person. Opens with a check of its chain; half a last line is put aside.

    `told` is called with each row, as they are read and as they come; none stays in memory.
    """

    def __init__(
        self, folder: Path, by: str, model: type[S], told: Callable[[S], None] | None = None
    ) -> None:
        self.by = by
        self.file = folder / file_name(by)
        chained.mend(self.file, model)
        self._model, self._told = model, told
        self._last = ""
        self._known: set[int] = set()  # numbers take half of what their digits do
        for link in self._links():
            if link.row.by != by:
                raise ConfigError(
                    f"an {self._what} of {link.row.by!r}",
                    where=f"{self.file} line {link.number}",
                    remedy="give reviewers names that differ in letters or digits",
                )
            self._note(link)

    @property
    def rows(self) -> list[S]:
        """All rows, read from the file."""
        return [link.row for link in self._links()]

    @property
    def _what(self) -> str:
        return self._model.__name__.lower()

    def _links(self) -> Iterator[Link[S]]:
        if self.file.is_file():
            yield from chained.read(self.file, self._model, self._what)

    def _note(self, link: Link[S]) -> None:
        self._known.add(int(link.row.opinion, 16))
        self._last = link.digest
        if self._told:
            self._told(link.row)

    def knows(self, opinion: str) -> bool:
        """Whether a form of this name is in the file."""
        return bool(_NAME.fullmatch(opinion)) and int(opinion, 16) in self._known

    def add(self, said: S) -> bool:
        """Append; False where the same one was sent before. On the disk when this returns."""
        if self.knows(said.opinion):
            return False
        self._note(chained.append(self.file, said, self._last))
        return True


class Log(Forms[Opinion]):
    """The opinions of one reviewer."""

    def __init__(
        self, folder: Path, by: str, told: Callable[[Opinion], None] | None = None
    ) -> None:
        super().__init__(folder, by, Opinion, told)


class Paper(Forms[Answer]):
    """The answers of one person to the examination.

    `done`: what was handed in, the first of a question counts; `drafts`: the last of those that
    were not.
    """

    def __init__(self, folder: Path, by: str) -> None:
        self.done: dict[str, Answer] = {}
        self.drafts: dict[str, Answer] = {}
        super().__init__(folder, by, Answer, self._tell)

    def _tell(self, row: Answer) -> None:
        if row.id in self.done:
            return
        if row.draft:
            self.drafts[row.id] = row
        else:
            self.done[row.id] = row
            self.drafts.pop(row.id, None)


def every(
    folder: Path, model: type[S], told: Callable[[S], None] | None = None
) -> dict[str, Forms[S]]:
    """Name → file of all people in a folder. Raises ConfigError for a broken one."""
    found = {}
    for file in sorted(folder.glob("*.jsonl")):
        chained.mend(file, model)
        first = next(chained.read(file, model, model.__name__.lower()), None)
        if first:
            found[first.row.by] = Forms(folder, first.row.by, model, told)
    return found
