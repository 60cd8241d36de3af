"""What a question was when somebody looked at it: digests free of option order and line breaks."""

import re
from collections.abc import Iterator, Sequence

import polars as pl

from cpsyexam.files import canonical, digest
from cpsyexam.identity import ids_of, normal_form
from cpsyexam.taxonomy import LETTERS, positions
from cpsyexam.text import fold
from reviewing.decisions import Seen

_LETTERS = re.compile(rf"[{LETTERS}]+")


def printed_ids(rows: pl.DataFrame) -> pl.Series:
    """Identity of each row's text as printed (columns material, stem, options)."""
    return ids_of(normal_form(rows)).alias("printed")


def key_texts(options: list[str], answer: str) -> tuple[str, ...]:
    """The key as texts: of the options whose letters the answer names, else the answer itself."""
    answer = answer.strip()
    if not options or not _LETTERS.fullmatch(answer):
        return (answer,) if answer else ()
    places = positions(answer)
    return tuple(options[i] for i in places) if max(places) < len(options) else (answer,)


def bare(text: str) -> str:
    """A text as it is compared: width, blanks and case do not count."""
    return "".join(fold(text).split()).lower()


def twin(text: str, options: Sequence[str]) -> bool:
    """Whether several options read like this one. A patch of it changes one, and states the key."""
    return sum(bare(option) == bare(text) for option in options) > 1


def was(printed: str, key: tuple[str, ...]) -> str:
    """Digest of a printed question and its key; blanks, width and the key's order do not count."""
    texts = sorted(map(bare, key))
    return digest(canonical([printed, texts]))


def digests(rows: pl.DataFrame) -> pl.Series:
    """`was` of raw questions (columns printed, options, answer)."""
    made = [
        was(printed, key_texts(options, answer))
        for printed, options, answer in rows.select("printed", "options", "answer").iter_rows()
    ]
    return pl.Series("was", made, dtype=pl.String)


def looked_at(rows: pl.DataFrame) -> Iterator[Seen]:
    """What a reviewer sees of raw questions (columns material, stem, options, answer)."""
    for material, stem, options, answer in rows.select(
        "material", "stem", "options", "answer"
    ).iter_rows():
        key = key_texts(options, answer)
        yield Seen(material=material, stem=stem, options=tuple(options), key=key)
