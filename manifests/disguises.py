"""Forms in which a text may stand and still be read: other script, backwards, encoded."""

import base64
import re
import urllib.parse
from collections.abc import Callable, Iterator
from functools import cache

import polars as pl
from opencc import OpenCC

# lines of it, as programs break them
_BASE64 = re.compile(r"(?:[A-Za-z0-9+/_-]{40,}\s+)*[A-Za-z0-9+/_-]{16,}={0,2}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){18,}")
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_DIGEST = r"^[a-z]?[0-9a-f]{1,64}$"  # too short for a question in hex or base64
_ENCODED = r"[A-Za-z0-9+/_-]{40}|(%[0-9a-fA-F]{2}){4}|\\u[0-9a-fA-F]{4}\\u"
_CHINESE = pl.col("text").str.contains(r"\p{Han}")  # all reserved texts have it in them
_SEPARATOR = "\x1e"


def forms(texts: pl.Series) -> Iterator[tuple[str, pl.DataFrame]]:
    """(how, row and text of the texts so read that hold Chinese).

    As they stand, in simplified script, and decoded (base64, hex, percent and escapes).
    """
    text = pl.col("text")
    numbered = texts.alias("text").to_frame().with_row_index("row")
    chinese = numbered.filter(_CHINESE)
    yield "", chinese
    traditional = chinese.filter(text.str.contains(_traditional()))
    yield "in traditional script", _read(traditional, simplified)
    encoded = numbered.filter(~text.str.contains(_DIGEST)).filter(text.str.contains(_ENCODED))
    yield "encoded", _read(encoded, _decoded).filter(_CHINESE)


def simplified(texts: pl.Series) -> pl.Series:
    """The texts in simplified script."""
    if not len(texts):
        return texts
    whole = _converter().convert(_SEPARATOR.join(texts.str.replace_all(_SEPARATOR, " ")))
    return pl.Series(whole.split(_SEPARATOR), dtype=pl.String)


def _decoded(texts: pl.Series) -> pl.Series:
    return simplified(pl.Series([decoded(text) for text in texts], dtype=pl.String))


def _read(rows: pl.DataFrame, read: Callable[[pl.Series], pl.Series]) -> pl.DataFrame:
    return rows.with_columns(read(rows["text"]).alias("text")) if rows.height else rows


def decoded(text: str) -> str:
    """What the encoded stretches of a text say, one after the other, and the text unescaped."""
    found = [_utf8(data) for run in _BASE64.findall(text) for data in _from_base64(run)]
    found += [_utf8(bytes.fromhex(run)) for run in _HEX.findall(text)]
    found.append(urllib.parse.unquote(text))
    found.append(_ESCAPE.sub(lambda code: chr(int(code[1], 16)), text))
    return "\n".join(said for said in found if said != text)


@cache
def _converter() -> OpenCC:
    return OpenCC("t2s")


@cache
def _traditional() -> str:
    """A pattern of the characters that simplified script writes otherwise."""
    signs = [chr(code) for code in range(0x3400, 0xA000)]
    simple = simplified(pl.Series(signs, dtype=pl.String))
    changed = [sign for sign, plain in zip(signs, simple, strict=True) if plain != sign]
    return f"[{''.join(changed)}]"


def _from_base64(run: str) -> Iterator[bytes]:
    """What a run says from each of the places where a group of four may begin."""
    signs = re.sub(r"\s|=", "", run).replace("-", "+").replace("_", "/")
    for start in range(4):
        rest = signs[start:]
        yield base64.b64decode(rest[: len(rest) - (len(rest) % 4 == 1)] + "=" * (-len(rest) % 4))


def _utf8(data: bytes) -> str:
    return data.decode("utf-8", errors="ignore")
