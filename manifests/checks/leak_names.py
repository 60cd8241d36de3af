"""Names of the reserve, and the words of a text that may be one of them."""

from collections.abc import Iterator

import numpy as np
import polars as pl

from cpsyexam.lineage import PLACE
from cpsyexam.taxonomy import SPLITS
from manifests import decoding
from manifests.release_reader import ReleaseReader
from wording.ngram_index import Slots

REMEDY = "take it out where it comes from: the recipe's words, a decision, an explanation"
_RUN = r"[!-'*-;=?-~]{6,}"  # signs of an address: ASCII without blanks, brackets, < and >
_MARKS = ".,;:!?'\"`[]{}|"  # of the sentence around it
_PARTS = (r"[0-9A-Za-z]{6,}", r"[0-9a-f-]{36}")  # ids and digests, GUIDs
_NAMES = ("raw_id", "record_sha256", "unit", "draw", "cluster", "lineage")


def _matches(texts: pl.Series, secret: pl.Series) -> pl.Series:
    """The secrets among the texts, or among the words in them."""
    together = words_of(texts)
    return together.filter(together.is_in(secret.implode())).unique().sort()


def marks(words: pl.Series) -> Slots:
    """Words as sorted numbers: others may have the same."""
    return np.unique(words.hash().to_numpy() >> np.uint64(32)).astype(np.uint32)


def words_of(texts: pl.Series) -> pl.Series:
    """The texts, and the words in them that may be names."""
    inner = texts.filter(texts.str.contains(r"[^0-9A-Za-z]"))
    runs = inner.str.extract_all(_RUN).explode(empty_as_null=False).unique()
    words = [texts, runs.str.strip_chars(_MARKS)]
    words += [runs.str.extract_all(part).explode(empty_as_null=False) for part in _PARTS]
    return pl.concat(words)


def secrets(release: ReleaseReader) -> set[str]:
    """All names of the reserve: ids, pages, addresses, digests, units, canaries, keys."""
    found: set[str] = {key.hex() for key in release.keys.values()}
    for _, records, origins in release.held():
        own = [name for name in _NAMES if name in origins.columns]
        for column in (records["id"], records["canary"], *(origins[name] for name in own)):
            found |= set(column.drop_nulls())
    if (release.private / PLACE).is_dir():  # names that it had before, in no public part
        held = release.lineages.filter(~pl.col("shown"), pl.col("split") == SPLITS[-1])
        found |= set(held["name"])
    pages = release.hidden("captures")
    hidden = {text for name in ("capture", "url", "digest") for text in pages[name]}
    return (found | (hidden - _public(release))) - {""}


def _public(release: ReleaseReader) -> set[str]:
    """What pages of public questions have in common with hidden ones: bytes, an address, or the
    archive, where a part of it could not be read.
    """
    path = release.folder / "provenance/captures.parquet"
    if not path.is_file():  # a text beside a release, a commit's message: nothing of it is excused
        return set()
    listed = release.table(path)
    listed = listed.filter(pl.col("capture").is_in(release.index["capture"].implode()))
    urls = [release.origins(shard)["url"] for shard in release.public]
    return set(pl.concat([listed["url"], listed["digest"], listed["archive"], *urls]))


def named(place: str, texts: decoding.Texts, secret: pl.Series) -> Iterator[str]:
    """The first name of the reserve that stands in a part, and where."""
    for hit in _matches(texts.column, secret).head(1):
        row = next(i for i, text in enumerate(texts.column) if hit in text)
        yield f"{place}: {texts.place(row)}: {hit} is of the reserve; {REMEDY}"
