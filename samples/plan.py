"""What the sample prints: papers of four sites and a bank, question by question, with the truth.

The data stand in plan.toml, questions/ and planted/. `printed()` is what a paper shows and what a
build must make of it; the book's part is book.plan.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from cpsyexam.taxonomy import LETTERS, find_subject
from samples.book import plan as book

HERE = Path(__file__).parent
PLANTED = HERE / "planted"
REJECTED = frozenset(
    {
        "answer_beyond_options",
        "conflict",
        "format",
        "identical_options",
        "image_needed",
        "mismatch",
        "missing_answer",
        "mojibake",
        "orphan",
    }
)
REPAIRED = frozenset(
    {"advert", "letters_left", "number_left", "score_left", "tag_left", "watermark"}
)
COPIED = frozenset({"exact", "near"})
_FORMATS = ("SCQ", "MAQ", "TF", "FILL", "QA")


@dataclass(frozen=True)
class Paper:
    """A paper of a site. `set` holds fields of papers.Layout."""

    id: str
    site: str
    title: str
    subject: str
    keys: tuple[str, ...]
    set: Mapping[str, Any] = field(default_factory=dict)
    pages: int = 1
    apart: bool = False  # answers in an article of their own

    @property
    def exam(self) -> str:
        """The exam of the paper's subject, "" for the bank (its rows say it)."""
        found = find_subject(self.subject)
        return found[0] if found else ""


@dataclass(frozen=True)
class Question:
    """A question as it must come out; `category` only where it stands on a case."""

    key: str
    format: str
    stem: str
    options: tuple[str, ...]
    answer: str
    explanation: str
    material: str
    case: str
    category: str
    exam: str
    subject: str
    image: str = ""  # file name of a picture that is printed with it


@dataclass(frozen=True)
class Printed:
    """A question where it is printed: what must come out, and what stands there instead."""

    paper: str
    truth: Question
    stem: str
    options: tuple[str, ...]
    answer: str
    defect: str = ""

    @property
    def rejected(self) -> bool:
        """Whether it must not reach a release."""
        return self.defect in REJECTED


@cache
def papers() -> tuple[Paper, ...]:
    """All papers, in the order of plan.toml."""
    return tuple(
        Paper(**{**table, "keys": tuple(table["keys"])})
        for table in _toml(HERE / "plan.toml")["paper"]
    )


@cache
def questions() -> dict[str, Question]:
    """Every question that is printed anywhere, by key: the bank's and the planted ones."""
    found = {key: _question(table) for key, table in book.bank().items()}
    for name in ("flips", "conflicts", "mismatch", "unusable"):
        for table in _toml(PLANTED / f"{name}.toml")["question"]:
            base = book.bank().get(table.get("of", ""), {})
            found[table["key"]] = _question({**base, **table})
    return found


def printed(paper: Paper) -> tuple[Printed, ...]:
    """A paper's questions, choice questions first, questions on a case last and together."""
    found = [_printed(paper, questions()[key]) for key in _keys(paper)]
    alone = [p for p in found if not p.truth.case]
    alone.sort(key=lambda p: _FORMATS.index(p.truth.format))
    return (*alone, *(p for p in found if p.truth.case))


@cache
def wrong_key() -> tuple[str, ...]:
    """The key of another paper that is printed as the answers of `mismatch`."""
    return tuple(_toml(PLANTED / "mismatch.toml")["wrong_key"])


@cache
def captures() -> tuple[dict[str, Any], ...]:
    """Captures without a question: site, title, keys and kind (see planted/captures.toml)."""
    return tuple(_toml(PLANTED / "captures.toml")["capture"])


def _keys(paper: Paper) -> list[str]:
    names = []
    for name in paper.keys:
        group = [key for key in questions() if key.rpartition("-")[0] == name]
        names += [name] if name in questions() else group
    return names


def _question(table: Mapping[str, Any]) -> Question:
    return Question(
        key=table["key"],
        format=table["format"],
        stem=table["stem"],
        options=tuple(table.get("options", ())),
        answer=table["answer"],
        explanation=table.get("explanation", ""),
        material=table.get("material", ""),
        case=table.get("case", ""),
        category=table.get("category", ""),
        exam=table.get("exam", ""),
        subject=table.get("subject", ""),
        image=table.get("image", ""),
    )


def _printed(paper: Paper, question: Question) -> Printed:
    edit = edits().get((paper.id, question.key), {})
    if paper.subject:
        question = replace(question, exam=paper.exam, subject=paper.subject)
    truth = _edited(question, edit, second=_second(paper, question.key))
    shown = Printed(
        paper=paper.id,
        truth=truth,
        stem=_replaced(truth.stem, edit.get("shown", ())),
        options=_shown_options(truth.options, edit),
        answer=truth.answer,
        defect=edit.get("kind") or _defects().get(question.key, ""),
    )
    return _garbled(shown) if shown.defect == "mojibake" else shown


def _edited(question: Question, edit: Mapping[str, Any], *, second: bool) -> Question:
    options = list(question.options)
    for place, text in edit.get("options", {}).items():
        options[int(place)] = text
    answer = edit.get("answer", question.answer)
    order = [LETTERS.index(letter) for letter in edit.get("order", "")]
    if order:
        options = [options[i] for i in order]
        chosen = [order.index(LETTERS.index(letter)) for letter in answer]
        answer = "".join(LETTERS[i] for i in sorted(chosen))
    if second:
        answer = _others()[question.key]
    stem = _replaced(question.stem, edit.get("stem", ()))
    return replace(question, stem=stem, options=tuple(options), answer=answer)


def _replaced(text: str, pairs: Any) -> str:
    for old, new in pairs:
        if old not in text:
            raise ValueError(f"{old!r} does not stand in {text!r}")
        text = text.replace(old, new)
    return text


def _shown_options(options: tuple[str, ...], edit: Mapping[str, Any]) -> tuple[str, ...]:
    pattern, last = edit.get("shown_options", "{option}"), edit.get("shown_last", "{option}")
    shown = [pattern.format(letter=LETTERS[i], option=text) for i, text in enumerate(options)]
    return (*shown[:-1], last.format(option=shown[-1])) if shown else ()


def _garbled(shown: Printed) -> Printed:
    def read_as_gbk(text: str) -> str:
        return text.encode().decode("gb18030", errors="replace")

    return replace(
        shown,
        stem=read_as_gbk(shown.stem),
        options=tuple(read_as_gbk(text) for text in shown.options),
    )


def _second(paper: Paper, key: str) -> bool:
    """Whether this is the second place where a contradictory question is printed."""
    places = [p.id for p in papers() if key in p.keys]
    return key in _others() and places.index(paper.id) > 0


@cache
def _others() -> dict[str, str]:
    return {q["key"]: q["other"] for q in _toml(PLANTED / "conflicts.toml")["question"]}


@cache
def _defects() -> dict[str, str]:
    unusable = _toml(PLANTED / "unusable.toml")["question"]
    found = {q["key"]: q["defect"] for q in unusable}
    found |= dict.fromkeys(_others(), "conflict")
    found |= {key: "mismatch" for key in questions() if key.startswith("mismatch-")}
    flips = _toml(PLANTED / "flips.toml")["question"]
    return found | {q["key"]: "flip" for q in flips}


@cache
def edits() -> dict[tuple[str, str], dict[str, Any]]:
    """What is changed at a printed question, by paper and key (see planted/edits.toml)."""
    edits = _toml(PLANTED / "edits.toml")["edit"]
    return {(edit["paper"], edit["key"]): edit for edit in edits}


def _toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))
