"""The words of question papers, read once from `words.toml`: what they announce, mark or litter.

Words are matched on folded text (`source_text.fold`: half width, simplified), Latin words in any
case. A new label, type, mark or button is one more word in that file.
"""

import re
import tomllib
from importlib.resources import files
from typing import Any

_READ: dict[str, Any] = tomllib.loads(files("parsing").joinpath("words.toml").read_text("utf-8"))


def learnt(regression: str) -> tuple[float, dict[str, float]]:
    """Bias and weights by sign of a regression in `weights.toml`."""
    read = tomllib.loads(files("parsing").joinpath("weights.toml").read_text("utf-8"))[regression]
    return read["bias"], read["weights"]


def _words(table: str, name: str) -> tuple[str, ...]:
    found = _READ[table][name]
    if len(set(found)) < len(found) or not all(found):
        raise ValueError(f"words.toml, {table}.{name}: a word is empty or stands there twice")
    return tuple(found)


def any_of(*tables: tuple[str, ...]) -> str:
    """An alternation of words, longest first; a blank may stand between Latin words."""
    words = sorted({w for table in tables for w in table}, key=lambda w: (-len(w), w))
    return "(?:" + "|".join(re.escape(w).replace(r"\ ", r"\s{1,2}") for w in words) + ")"


def spaced(*tables: tuple[str, ...]) -> str:
    """An alternation of Chinese words whose characters may stand apart: 答　案."""
    words = sorted({w for table in tables for w in table}, key=lambda w: (-len(w), w))
    return "(?:" + "|".join(r"\s?".join(map(re.escape, w)) for w in words) + ")"


ANSWER, ANSWER_LATIN = _words("labels", "answer"), _words("labels", "answer_latin")
ANSWER_CHOICE = _words("labels", "choice")
OWN, OWN_LATIN = _words("labels", "own"), _words("labels", "own_latin")
EXPLANATION = _words("labels", "explanation")
EXPLANATION_LINE = _words("labels", "explanation_line")
EXPLANATION_LATIN = _words("labels", "explanation_latin")
EXTRA = _words("labels", "extra")
STATISTIC, STATISTIC_LATIN = _words("labels", "statistic"), _words("labels", "statistic_latin")
RIGHT, RIGHT_LATIN = _words("marks", "right"), _words("marks", "right_latin")
BULLETS = re.escape(_READ["marks"]["bullets"])  # inside a class of characters
TRUE, FALSE = _words("marks", "true"), _words("marks", "false")
FURNITURE, FURNITURE_LATIN = _words("furniture", "buttons"), _words("furniture", "buttons_latin")
AMBIGUOUS = _words("furniture", "ambiguous")
OPENERS = _words("questions", "openers")
TELLS = _words("questions", "tells")
ASKS = (*TELLS, *_words("questions", "asks"))
TYPES = {name: "|".join(_words("types", name)) for name in _READ["types"]}
VERDICTS = _words("verdicts", "letters")
NEGATED: str = _READ["verdicts"]["negated"]
LINES: list[dict[str, Any]] = _READ["lines"]
FOOTER: dict[str, Any] = _READ["footer"]
PIECES: list[list[str]] = _READ["inside"]["pieces"]
# what a sentence leaves to be filled in, printed or folded: (  ), 《 》, ____
BLANK = r"[(（《]\s{0,9}[)）》]|_{2,}"
# a label that the grammar knows, by the length of the word that it stands for
_KNOWN = {2: "答案", 3: "答 案", 4: "参考答案"}
_OTHER = any_of(tuple(word for word in ANSWER if "答案" not in word))
_OTHER_LABEL = re.compile(
    rf"(?P<word>{_OTHER})(?=\s?[:：]\s?[(（\[【]?\s?(?:[A-HＡ-Ｈ]{{1,8}}(?![A-Za-z])|[√×对错正]))"
    rf"|(?:^|(?<=[\n\[【〖]))\s{{0,20}}(?P<head>{_OTHER})(?=\s?[\]】〗:：](?!\s?\d))"
)


def usual_labels(text: str) -> str:
    """A text of the same length whose other words for 答案 are that one where they are labels."""
    return _OTHER_LABEL.sub(_usual, text)


def _usual(found: re.Match[str]) -> str:
    word = found["word"] or found["head"]
    return found[0].replace(word, _KNOWN.get(len(word), "答案").rjust(len(word)))
