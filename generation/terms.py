"""The right option of a question → another concept whose text has the term, where its own has not.

Terms stand in the names and descriptions of the catalogue. One of fewer than `gates.MANY` concepts
has few; the project's catalogue is read behind it for the subjects that both list.
"""

from dataclasses import dataclass

import numpy as np

from concepts import PSYCHOLOGY
from concepts.assignment import index_of
from concepts.reading import read_catalogue
from concepts.retrieval import NAME, Retrieval
from concepts.schema import Catalogue, Entry
from generation.clues import negative
from generation.gates import MANY, Item, sides
from generation.normal import plain, worded
from generation.options import content, core, number

RELATED = 3  # concepts nearest to a concept's own text, which may share its terms


@dataclass(frozen=True)
class Terms:
    """The texts in which terms are looked up, as written and with synonyms one, and their index."""

    index: Retrieval
    texts: tuple[tuple[str, str], ...]


def terms_of(catalogue: Catalogue) -> Terms:
    """The terms of a catalogue, with those of the project's where it is small."""
    entries = list(catalogue.entries())
    if len(entries) < MANY:
        listed = {subject.listed_as for subject in catalogue.subjects}
        behind = read_catalogue(PSYCHOLOGY)
        subjects = tuple(s for s in behind.subjects if s.listed_as in listed)
        catalogue = Catalogue(catalogue.name, (*catalogue.subjects, *subjects))
    index = index_of(catalogue)
    return Terms(index, tuple(map(_both, index.entries)))


def another_s(item: Item, terms: Terms) -> str:
    """The id of a concept that is not near the question's own and has the key's term; "" for none.

    Nothing of the own concept's name may stand in stem, key or explanation.
    """
    asked, right, _ = sides(item.question)
    term = core(right)
    if len(term) < 2 or number(right) or plain(right) or negative(asked):
        return ""
    name = core(item.entry.concept.name)
    said = content(f"{asked} {right} {item.question.explanation}")
    forms = term, worded(term)
    if _in(forms, _both(item.entry)) or any(pair in said for pair in _pairs(name) - _pairs(term)):
        return ""
    having = [place for place, texts in enumerate(terms.texts) if _in(forms, texts)]
    if not having or any(name in _headed(terms.index.entries[place]) for place in having):
        return ""
    near = _nearest(item.entry, terms.index)
    return "" if near & set(having) else terms.index.entries[having[0]].id


def _nearest(entry: Entry, index: Retrieval) -> set[int]:
    """Places of the concepts that are nearest to a concept's own text, itself among them."""
    concept = entry.concept
    scores = index.scores([(concept.name, NAME), (concept.description, 1.0)])
    return {int(place) for place in np.argsort(-scores, kind="stable")[:RELATED]}


def _in(forms: tuple[str, str], texts: tuple[str, str]) -> bool:
    return any(form in text for form, text in zip(forms, texts, strict=True))


def _both(entry: Entry) -> tuple[str, str]:
    return _text(entry), worded(_text(entry))


def _text(entry: Entry) -> str:
    return content(f"{entry.concept.name} {entry.concept.description}")


def _headed(entry: Entry) -> str:
    return content(entry.chapter.name) + _text(entry)


def _pairs(text: str) -> set[str]:
    return {text[i : i + 2] for i in range(len(text) - 1)}
