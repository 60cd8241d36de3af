"""Text for comparison: what counts as the same; never the text that people read."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import takewhile

import polars as pl

_JOINT, _PERCENT, _MINUS = "\ue000", "\ue001", "\ue002"  # stand in for what stays
_BLANK_LIKE = r"[\p{P}\p{Z}\p{Cc}\p{Cf}~`^|$]"
CJK = "\u3400-\u4dbf\u4e00-\u9fff"  # inside brackets of a pattern, of Python or of polars
NUMERALS = "一二三四五六七八九十"
_CJK = re.compile(rf"[{CJK}\uf900-\ufaff]")


def fold(text: str) -> str:
    """NFKC with full-width forms, ligatures and Kangxi radicals folded; zero-width marks out."""
    return re.sub(r"[\u200b-\u200f\u2060\ufeff\u00ad]", "", unicodedata.normalize("NFKC", text))


def bare(column: pl.Expr) -> pl.Expr:
    """Comparison form of a text column: NFKC, lower case, no punctuation and no blanks.

    A point between digits, a sign before a digit and the percent sign stay, since they carry
    meaning; so do the other mathematical symbols.
    """
    text = column.str.normalize("NFKC").str.to_lowercase()
    text = text.str.replace_all(r"[−–]", "-").str.replace_all(r"%", _PERCENT)
    for _ in range(2):  # digits are shared by neighbouring matches: 1.2.3
        text = text.str.replace_all(r"(\d)\.(\d)", "${1}" + _JOINT + "${2}")
    text = text.str.replace_all(r"(^|[^\da-z])-(\d)", "${1}" + _MINUS + "${2}")
    text = text.str.replace_all(_BLANK_LIKE, "")
    for mark, kept in ((_JOINT, "."), (_PERCENT, "%"), (_MINUS, "-")):
        text = text.str.replace_all(mark, kept, literal=True)
    return text


def cjk_share(text: str) -> float:
    """Share of Chinese characters among the letters and digits of a text, 0.0 for none."""
    letters = sum(c.isalnum() for c in text)
    return len(_CJK.findall(text)) / letters if letters else 0.0


def shared_ends(texts: Sequence[str]) -> tuple[int, int]:
    """Length of the beginning that all texts share, and of the end that their rests share."""

    def shared(texts: Sequence[str]) -> int:
        columns = zip(*texts, strict=False)
        return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, columns))

    head = shared(texts)
    return head, shared([text[head:][::-1] for text in texts])
