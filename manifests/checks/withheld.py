"""Withheld answers: what the public folder alone gives away of them.

Three attempts, those of a reader without the reserve: what provenance tells beyond the allow-list;
texts that name a question beside letters or words of an answer; and digests, which are tried with
every possible answer, since there are few.
"""

import hashlib
import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from cpsyexam.files import canonical
from cpsyexam.taxonomy import LETTERS
from manifests import withholding
from manifests.release_reader import ReleaseReader

_HEX = r"[0-9a-f]{16,64}"
_LENGTHS = (64, 40, 32, 20, 16)  # a digest may stand there cut
_SAID = re.compile(r"(?<![A-Za-z0-9])[A-Ha-h]{1,8}(?![A-Za-z0-9])|答案|正确|错误|bitmask|[√×]")
_BLANK = re.compile(r"[（(][\s\u3000]*[)）]|_{2,}")
_REASONS = ("why", "by", "when", "evidence", "fields")


def withheld(release: ReleaseReader) -> Iterator[str]:
    """No withheld answer can be derived from the public folder: notes, order, texts, digests."""
    shards = hidden_shards(release)
    if not shards:
        return
    digests = _digests(release)
    names: set[str] = set()
    for shard in shards:
        origins = release.origins(shard)
        names |= {*origins["id"], *origins["raw_id"]}
        for name, column in withholding.beyond(origins)[:1]:
            yield f"{shard['provenance']}: {name}: {column} is told though its answer is withheld"
        for row in release.records(shard).iter_rows(named=True):
            if said := _tried(row, digests):
                yield f"{shard['path']}: {row['id']}: a digest gives its withheld answer: {said}"
    yield from _reasons(release, names)
    yield from _named(release, names)


def hidden_shards(release: ReleaseReader) -> list[dict[str, Any]]:
    """The published shards whose answers are withheld."""
    exams = {s["exam"] for s in release.manifest["shards"] if s["split"] == "answers"}
    return [s for s in release.public if s["split"] == "test" and s["exam"] in exams]


def _digests(release: ReleaseReader) -> set[str]:
    """All digests that stand in any file of the release."""
    found: set[str] = set()
    for path in release.files():
        column = release.texts(path).column
        runs = column.str.extract_all(_HEX).explode(empty_as_null=False).drop_nulls()
        found |= set(runs.unique())
    return found


def _tried(row: Mapping[str, Any], digests: set[str]) -> str:
    """The answer that a digest confirms; "" where none does."""
    for letters in _possible(row):
        for text in _forms(row, letters):
            digest = hashlib.sha256(text.encode()).hexdigest()
            if any(digest[:length] in digests for length in _LENGTHS):
                return letters
    return ""


def _possible(row: Mapping[str, Any]) -> Iterator[str]:
    letters = LETTERS[: len(row["options"])]
    most = 1 if row["format"] == "SCQ" else len(letters)
    for size in range(1, most + 1):
        yield from map("".join, itertools.combinations(letters, size))


def _forms(row: Mapping[str, Any], letters: str) -> Iterator[str]:
    """What a digest of an answer may have been made of."""
    places = [LETTERS.index(letter) for letter in letters]
    blank = {"reference": "", "explanation": ""}
    yield from (letters, ",".join(letters), canonical(places), str(sum(1 << i for i in places)))
    whole = {**row, "answer": letters, **blank}
    yield canonical(whole)
    yield canonical({name: value for name, value in whole.items() if name != "canary"})
    yield canonical({"answer": letters, "id": row["id"], **blank})
    if len(letters) == 1:
        text = row["options"][places[0]]
        for said in (letters, f" {letters} ", text):
            yield _BLANK.sub(f"（{said}）", row["question"])
            yield _BLANK.sub(f"({said})", row["question"])


def _reasons(release: ReleaseReader, names: set[str]) -> Iterator[str]:
    """What people decided: that they did may be told, not what or why."""
    for place in ("CHANGES.parquet", "provenance/corrections.parquet"):
        rows = release.table(release.folder / place).filter(
            pl.col("id").is_in(pl.Series(sorted(names), dtype=pl.String).implode())
        )
        if place == "CHANGES.parquet":
            rows = rows.select("id", "why")
        for column in (name for name in _REASONS if name in rows.columns):
            said = pl.col(column).list.len() > 0 if column == "fields" else pl.col(column) != ""
            told = rows.filter(said)
            if told.height:
                yield f"{place}: {told['id'][0]}: {column} is told though its answer is withheld"


def _named(release: ReleaseReader, names: set[str]) -> Iterator[str]:
    """Lines and values that name such a question and say something like an answer."""
    for path in release.files():
        if path.suffix == ".parquet":
            continue
        texts = release.texts(path)
        runs = texts.column.str.extract_all(r"[qr][0-9a-f]{20}")
        for row, found in enumerate(runs.to_list()):
            known = [name for name in found or () if name in names]
            if known and _SAID.search(re.sub("|".join(known), "", texts.column[row])):
                place = path.relative_to(release.folder).as_posix()
                yield f"{place}: {texts.place(row)}: says more of {known[0]} than may be told"
                break
