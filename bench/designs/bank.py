"""Questions that designs print: the sample's bank, invented further forms, released ones."""

import random
import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bench import released
from samples.book.plan import bank as sample_bank

TEXTS = Path(__file__).parent / "texts"
_MARKS = re.compile(
    r"^\W*\d|\s[.．]$|\d+[-—]\d+$|[<>{}|√×✓【】]|&[a-z]+;|https?:|[\ue000-\uf8ff\x00-\x1f]"
)
_LETTERED = re.compile(
    r"(?:^|\s)[A-H]\s*[.．、)）]|[单多]选|答案|解析|^[（(]|下图|如图|下表|见图|见表"
)
_SIGNED = re.compile(r"[^\w\s]")


@dataclass(frozen=True)
class Question:
    """A question of the bank. `answer`: letters for SCQ and MAQ, else text; TF: √ or ×.

    `case` names the questions that share one `material`, `kind` tells open forms apart (term,
    short, essay, case) and `figure` is the name of a drawing that the stem needs.
    """

    key: str
    format: str  # SCQ, MAQ, TF, FILL, MATCH, QA
    stem: str
    options: tuple[str, ...]
    answer: str
    explanation: str = ""
    material: str = ""
    case: str = ""
    exam: str = ""
    subject: str = ""
    kind: str = ""
    figure: str = ""
    table: tuple[tuple[str, ...], ...] = ()


def _kind(stem: str, answer: str) -> str:
    if stem.startswith("名词解释") or len(stem) <= 12:
        return "term"
    long = len(answer) > 260 or stem.startswith(("试述", "论述", "试比较", "试论"))
    return "essay" if long else "short"


@cache
def invented() -> tuple[Question, ...]:
    """The sample's questions and those of texts/."""
    found = [
        Question(
            row["key"],
            row["format"],
            row["stem"].removeprefix("名词解释："),
            tuple(row["options"]),
            row["answer"],
            row["explanation"],
            row["material"],
            row["case"],
            row["exam"],
            row["subject"],
            kind=_kind(row["stem"], row["answer"]) if row["format"] == "QA" else "",
        )
        for row in sample_bank().values()
    ]
    for path in sorted(TEXTS.glob("*.toml")):
        table = tomllib.loads(path.read_text("utf-8"))
        shared = {name: value for name, value in table.items() if name != "question"}
        for at, row in enumerate(table["question"], 1):
            said = {"key": f"{path.stem}-{at}", "options": (), **shared, **row}
            cells = tuple(tuple(line) for line in said.pop("table", ()))
            options = tuple(said.pop("options"))
            found.append(Question(**said, options=options, table=cells))
    return tuple(found)


@cache
def real() -> tuple[Question, ...]:
    """Released choice questions that a book can print; () where ../shared/data is absent."""
    if not released.FOLDER.is_dir():
        return ()
    found = []
    for row in released.unique(released.load()).iter_rows(named=True):
        stem, *options = (re.sub(r"\s+", " ", t).strip() for t in (row["stem"], *row["options"]))
        letters = "".join("ABCDEFGH"[p] for p in sorted(row["answer"]))
        reason = re.sub(r"\s+", " ", row["explanation"]).strip()
        said = Question(
            f"r{row['part']}-{row['task']}-{row['subject']}-{row['declared']}-{row['id']}",
            row["declared"],
            stem,
            tuple(options),
            letters,
            "" if _MARKS.search(reason) else reason,
            exam=row["exam"],
            subject=row["subject"],
        )
        if row["task"] == "KG" and printable(said):
            found.append(said)
    return tuple(found)


def printable(said: Question) -> bool:
    """A sound question without leftovers of its source, short enough for any page."""
    texts = (said.stem, *said.options)
    bare = {_SIGNED.sub("", text) for text in said.options}
    return (
        10 <= len(said.stem) <= 150
        and 4 <= len(said.options) <= 5
        and len(bare) == len(said.options)
        and all(1 <= len(text) <= 40 for text in said.options)
        and not any(_MARKS.search(text) or _LETTERED.search(text) for text in texts)
        and (len(said.answer) == 1) == (said.format == "SCQ")
        and len(said.answer) > 0
        and all(_paired(text) for text in texts)
    )


def _paired(text: str) -> bool:
    marks = (("(", "（"), (")", "）"), ("“", "“"), ("”", "”"))
    opened, closed, left, right = (sum(text.count(c) for c in set(pair)) for pair in marks)
    return opened == closed and left == right and text.count('"') % 2 == 0


def bank() -> tuple[Question, ...]:
    """Everything that is at hand."""
    return (*invented(), *real())


class Draw:
    """Draws questions without repeats; the same seed draws the same ones."""

    def __init__(self, questions: Sequence[Question], seed: int) -> None:
        self.dice = random.Random(seed)
        shuffled = sorted(questions, key=lambda q: q.key)
        self.dice.shuffle(shuffled)
        # two questions with one stem could not be told apart in what was read
        self._left = list({q.case + _SIGNED.sub("", q.stem): q for q in shuffled}.values())

    def take(
        self,
        form: str,
        count: int,
        *,
        subject: str = "",
        fit: Callable[[Question], bool] = lambda _: True,
    ) -> list[Question]:
        """Questions of a format (`QA:term` names a kind too) that stand alone.

        Too few of a subject are made up from others; fewer than `count` come only from a bank that
        has no more.
        """
        name, _, kind = form.partition(":")
        fitting = [
            q
            for q in self._left
            if (q.format == name and not q.case and not q.figure and not q.table)
            and (not kind or q.kind == kind)
            and fit(q)
        ]
        fitting.sort(key=lambda q: bool(subject) and q.subject != subject)
        return self._out(fitting[:count])

    def cases(self, count: int, *, least: int = 2, longest: int = 900) -> list[list[Question]]:
        """Cases with all of their questions."""
        groups: dict[str, list[Question]] = {}
        for q in sorted(self._left, key=lambda q: q.key):
            if q.case and q.format != "MATCH":
                groups.setdefault(q.case, []).append(q)
        good = [g for g in groups.values() if len(g) >= least and len(g[0].material) <= longest]
        picked = self.dice.sample(good, min(count, len(good)))
        self._out([q for group in picked for q in group])
        return picked

    def matching(self, count: int) -> list[list[Question]]:
        """Lists of options, each with all of its questions."""
        groups: dict[str, list[Question]] = {}
        for q in sorted(self._left, key=lambda q: q.key):
            if q.format == "MATCH":
                groups.setdefault(q.case, []).append(q)
        picked = self.dice.sample(list(groups.values()), min(count, len(groups)))
        self._out([q for group in picked for q in group])
        return picked

    def drawn(self, *names: str) -> list[Question]:
        """The questions of the named figures, in that order."""
        by_name = {q.figure: q for q in self._left if q.figure}
        return self._out([by_name[name] for name in names])

    def tabled(self, count: int) -> list[Question]:
        """Questions with a table in the stem."""
        return self._out([q for q in self._left if q.table][:count])

    def _out(self, found: list[Question]) -> list[Question]:
        keys = {q.key for q in found}
        self._left = [q for q in self._left if q.key not in keys]
        return found
