"""How a bank is understood, by evidence from all its rows: keys that are numbers above all."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import polars as pl

from banks.bank_file import ABOVE, TYPES, BankFile
from banks.cases import UNCLEAR, cases_below
from banks.values import CHOICE, letters_alone
from cpsyexam.errors import SourceError
from cpsyexam.taxonomy import LETTERS

DOUBT = "doubt:key_number"  # note: the key may be an option's number as well as its text
_RARE = 0.01  # of the rows that show where counting begins may show the other beginning: slips
_VERDICTS = ("对", "错", "正确", "错误", "是", "否", "true", "false", "yes", "no")
_OWN_LETTER = r"^\s*[(（]?[A-H][)）.．、:：]\s*"
_LETTER = r"^[a-h](?:[\s,，、;；/|]*[a-h])*$"
_PLACE = r"^\d(?:\.0)?$"  # as an option's number; answers to sums have more digits here and there
_SHOWN = ("explanation", "declared", "exam", "category", "number", "id", "url")


class AmbiguousKeyError(SourceError):
    """Keys are numbers, and nothing in the bank tells which option is which."""


NAMED = (  # what to say where keys have no options
    'name them: --map options=A,B,C,D, or options in [mapping]; declared = "QA" in '
    "[[mapping.defaults]] where questions are open"
)
Words = list[tuple[str, tuple[object, ...]]]  # parts of a sentence: each a text and what fills it

_AS_TOLD: Words = [("as told", ())]


@dataclass(frozen=True)
class Understanding:
    """How a bank was read."""

    parts: dict[str, Words]  # question, options, key, case, subject … → how they were read
    first: int | None  # number of the first option, where keys are numbers
    missing: str = ""  # what has to be said before anything can come of the bank
    passed: dict[Path, str] = field(default_factory=dict)  # files that hold no question, and why

    @property
    def said(self) -> dict[str, str]:
        """How question, options, key, case, subject … were read, in English."""
        return {role: spoken(words, str.format) for role, words in self.parts.items()}


def spoken(words: Words, say: Callable[..., str]) -> str:
    """The parts of a sentence as one line, each said by `say(text, *values)`."""
    return " ".join("".join(say(text, *values) for text, values in words).split())


def settle(
    files: Sequence[BankFile], first: int | None, where: str
) -> tuple[list[BankFile], Understanding]:
    """Files with their cases (see cases_below) whose answers are letters or texts, and how that
    was found out; `first` is as told.

    A key that is a number is the text of an option where exactly one has it and more rows of the
    bank spell options out than can only count them; else it is a place, from 0 where a 0 occurs,
    from 1 where the number of options does. Raises AmbiguousKeyError where neither does, or both.
    """
    files = cases_below(files)
    first = files[0].mapping.first_answer if first is None else first
    marked = _marked(pl.concat([f.questions.select(_LOOKED_AT) for f in files]))
    counted, worded = marked.filter("counted"), marked.filter("worded").height
    hits = marked.filter("hit").height
    texts = bool(worded) or (first is None and hits > counted.height)
    places = counted if texts else marked.filter(pl.col("hit") | pl.col("counted"))
    how: Words = []
    begin = None
    if places.height:
        others = worded + marked.filter(pl.col("said").str.contains(_LETTER)).height
        begin, how = _first(places, others, where) if first is None else (first, _AS_TOLD)
    mixed = texts and not worded and counted.height > 0
    done = _chosen(
        [
            replace(f, questions=_lettered(f.questions, begin, texts=texts, mixed=mixed))
            for f in files
        ]
    )
    return done, Understanding(_said(done, marked, begin, how), begin, _missing(done))


def _chosen(files: list[BankFile]) -> list[BankFile]:
    """Files in which "multiple choice" is of several options where any of its keys has several."""
    choice = pl.col("declared") == CHOICE
    keys = pl.concat([f.questions.filter(choice)["answer"] for f in files])
    form = "MAQ" if any(len(letters_alone(key)) > 1 for key in keys) else "SCQ"
    told = pl.col("declared").replace(CHOICE, form)
    return [replace(f, questions=f.questions.with_columns(told)) for f in files]


_LOOKED_AT = ("options", "answer", "numbers", "locator")


def _marked(rows: pl.DataFrame) -> pl.DataFrame:
    """Choice rows with what their key can be: `hit` (a number that is the text of one option),
    `counted` (numbers that are no text), `worded` (the text of one option, no number).
    """

    def plain(text: pl.Expr) -> pl.Expr:
        return text.str.strip_chars().str.to_lowercase().str.replace(r"^(\d+)\.0$", "$1")

    choice = (
        rows.filter(pl.col("options").list.len() > 0)
        .with_row_index("row")
        .with_columns(
            clean=pl.col("options").list.eval(plain(pl.element())), said=plain(pl.col("answer"))
        )
    )
    spelt = (
        choice.select("row", "clean", "said")
        .explode("clean")
        .filter(pl.col("clean") == pl.col("said"))
    )
    once = spelt.group_by("row").len().filter(pl.col("len") == 1)["row"]
    same, number = (
        pl.col("row").is_in(once.implode()),
        pl.col("numbers").list.len().fill_null(0) > 0,
    )
    return choice.with_columns(
        hit=number & same,
        counted=number & ~same,
        worded=~number & same & ~pl.col("said").str.contains(_LETTER),
    )


def _first(places: pl.DataFrame, others: int, where: str) -> tuple[int | None, Words]:
    """The number of the first option, and what shows it; None where most rows are no numbers.

    Raises AmbiguousKeyError.
    """
    verdict = pl.col("clean").list.eval(pl.element().is_in(_VERDICTS)).list.any()
    looked = places if places.filter(~verdict).is_empty() else places.filter(~verdict)
    size, numbers = pl.col("clean").list.len(), pl.col("numbers").list
    inside = looked.filter(numbers.max() <= size)
    zeros, tops = inside.filter(numbers.min() == 0), inside.filter(numbers.max() == size)
    if zeros.height and tops.height <= _RARE * zeros.height:
        return 0, [("a 0 stands in {} of the rows", (zeros.height,))]
    if tops.height and zeros.height <= _RARE * tops.height:
        return 1, [("the number of options stands in {} of the rows", (tops.height,))]
    if others > places.height:
        return None, []
    said = "keys are numbers, and nothing tells whether the first option is 0 or 1: "
    if zeros.height and tops.height:
        said = (
            f"keys are numbers, from 0 in {zeros.height} rows ({zeros['locator'][0]}) and from 1 "
            f"in {tops.height} ({tops['locator'][0]}): "
        )
    raise AmbiguousKeyError(
        said + _either(looked.row(0, named=True)),
        where=where,
        remedy="say --first-option 0 or 1, or first_answer in [mapping]",
    )


def _either(row: dict[str, Any]) -> str:
    number, options = int(row["numbers"][0]), row["options"]
    read = [options[n].strip() if 0 <= n < len(options) else "none" for n in (number, number - 1)]
    return f"{number} is {read[0]!r} from 0, {read[1]!r} from 1"


def _lettered(rows: pl.DataFrame, first: int | None, *, texts: bool, mixed: bool) -> pl.DataFrame:
    """Rows of TYPES: numbers that are places as letters, the others as they are."""
    if first is None:
        return rows.select(TYPES.names())
    marked = _marked(rows.with_row_index("at"))
    numbered = marked.filter(pl.col("hit") | pl.col("counted"))
    if numbered.is_empty():
        return rows.select(TYPES.names())
    places = numbered.filter("counted") if texts else numbered
    letters = {
        at: "".join(LETTERS[n - first] for n in numbers)
        for at, numbers in places.select("at", "numbers").iter_rows()
        if all(0 <= n - first < len(LETTERS) for n in numbers)
    }
    found = pl.DataFrame(
        {"at": list(letters), "letters": list(letters.values())},
        schema={"at": pl.UInt32, "letters": pl.String},
    )
    joined = rows.with_row_index("at").join(found, on="at", how="left", maintain_order="left")
    doubted = pl.col("at").is_in(numbered["at"].implode()) & mixed
    return joined.with_columns(
        answer=pl.coalesce("letters", "answer"),
        notes=pl.when(doubted).then(pl.concat_list("notes", pl.lit(DOUBT))).otherwise("notes"),
    ).select(TYPES.names())


def _said(
    files: Sequence[BankFile], marked: pl.DataFrame, first: int | None, how: Words
) -> dict[str, Words]:
    """How questions, options, key, case, subject and split were read."""
    mapping = files[0].mapping
    columns = mapping.columns()
    parts: dict[str, Words] = {}
    if "stem" in columns:
        parts["question"] = [("column {}", (columns["stem"],))]
    if mapping.options == mapping.stem:
        parts["options"] = [("in column {}, behind A. B. C.", (mapping.stem,))]
    elif named := columns.get("options"):
        several = isinstance(mapping.options, tuple)
        parts["options"] = [("columns {}" if several else "column {}", (named,))]
    else:
        parts["options"] = [("none: open questions", ())]
    parts["key"] = [("column {}", (columns.get("answer", "(–)"),)), *_key(marked, first, how)]
    above = pl.concat([f.questions["notes"] for f in files]).explode().drop_nulls()
    filled = dict(above.filter(above.str.starts_with(ABOVE)).value_counts().iter_rows())
    for role in ("material", "group", "subject", *_SHOWN):
        if role in columns:
            words = parts[_WORDS.get(role, role)] = [("column {}", (columns[role],))]
            if role == "group":
                words.append((": rows with the same one stay together", ()))
            elif count := filled.get(ABOVE + role, 0):
                words.append(("; from above in {} of the rows", (count,)))
    if "group" in columns and (count := filled.get(ABOVE + "material", 0)):
        parts["group"].append((", and in {} of the rows its case's text", (count,)))
    if unclear := pl.concat([f.questions["notes"] for f in files]).list.contains(UNCLEAR).sum():
        parts["case"].append(("; {} rows below a case print none", (unclear,)))
        parts["case"].append((", and nothing tells whether they ask about it: held for a look", ()))
    if "split" in columns:
        told = "column {}, for inspect; a release draws its own"
        parts["split"] = [(told, (columns["split"],))]
    used = {column for group in mapping.by_role().values() for column in group}
    if unused := [heading for heading in files[0].headings if heading not in used]:
        parts["not read"] = [("{}", (", ".join(unused),))]
    return parts


_WORDS = {"material": "case", "declared": "format"}


def _key(marked: pl.DataFrame, first: int | None, how: Words) -> Words:
    if first is not None:
        return [(": numbers, the first option is {} (", (first,)), *how, (")", ())]
    texts = marked.filter(pl.col("worded") | pl.col("hit")).height
    letters = marked.filter(pl.col("said").str.contains(_LETTER)).height
    if max(texts, letters) == 0:
        return []
    return [(": letters" if letters >= texts else ": the texts of options", ())]


def _missing(files: Sequence[BankFile]) -> str:
    """Letters or places for keys and no options: a column was not found."""
    rows = pl.concat([f.questions.select("options", "answer", "declared") for f in files])
    said = pl.col("answer").str.strip_chars().str.to_lowercase()
    answered = rows.filter(said != "")
    letters, places = said.str.contains(_LETTER), said.str.contains(_PLACE)
    places &= ~pl.col("declared").is_in(["QA", "FILL"])
    bare = answered.filter((letters | places) & (pl.col("options").list.len() == 0))
    if bare.height * 2 <= answered.height or answered.is_empty():
        return ""
    kind = "letters" if bare.filter(letters).height else "numbers of options"
    return (
        f"keys are {kind}, and no options were found; columns are: {', '.join(files[0].headings)}"
    )
