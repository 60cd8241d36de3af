"""Records: digests, roots, schema, identity, answers."""

from collections.abc import Iterator, Mapping
from functools import cache, partial
from typing import Any

import polars as pl

from cpsyexam.characters import REFUSED, UNSEEN
from cpsyexam.identity import ids_of
from cpsyexam.records import PublicRecord
from cpsyexam.taxonomy import (
    FORMATS,
    LETTERS,
    categories,
    current,
    exams,
    subjects,
    tasks,
)
from manifests import merkle, verify
from manifests.release_reader import ReleaseReader

FIELDS = {name: column.dtype for name, column in PublicRecord.columns().items()}
_FILLED = [name for name, column in PublicRecord.columns().items() if not column.nullable]


def roots(release: ReleaseReader) -> Iterator[str]:
    """Every record is the one its provenance names; every shard has the root of RELEASE.json."""
    yield from verify.check_roots(release.manifest)
    yield from release.each("roots")


def root(release: ReleaseReader, shard: Mapping[str, Any]) -> Iterator[str]:
    """The same of one shard."""
    files = release.folder / shard["path"], release.folder / shard["provenance"]
    said = [shard["records"], shard["root"]]
    yield from release.proofs.asked("roots", files, said, partial(_root, release, shard))


def _root(release: ReleaseReader, shard: Mapping[str, Any]) -> Iterator[str]:
    path = shard["path"]
    records, origins = release.records(shard), release.origins(shard)
    if records.height != shard["records"]:
        yield f"{path}: {records.height} records, RELEASE.json says {shard['records']}"
    if records.height != origins.height:
        yield f"{shard['provenance']}: {origins.height} rows for {records.height} records"
        return
    strange = records["id"].ne_missing(origins["id"])
    if strange.any():
        first = records["id"].filter(strange)[0]
        yield f"{path}: {first}: its provenance row is that of {origins['id'].filter(strange)[0]}"
    texts = merkle.texts(records)
    wrong = merkle.digests(texts).ne_missing(origins["record_sha256"])
    if wrong.any():
        first = records["id"].filter(wrong)[0]
        yield f"{path}: {first}: record was changed, its digest is not the one in provenance"
    if verify.root(merkle.leaves(texts, merkle.texts(origins))) != shard["root"]:
        yield f"{path}: Merkle root differs from RELEASE.json"


def schema(release: ReleaseReader) -> Iterator[str]:
    """Columns, types, nulls and words of every shard."""
    yield from release.each("schema")


def shape(release: ReleaseReader, shard: Mapping[str, Any]) -> Iterator[str]:
    """The same of one shard."""
    files, said = (release.folder / shard["path"],), [shard["exam"]]
    yield from release.proofs.asked("schema", files, said, partial(_schema, release, shard))


def _schema(release: ReleaseReader, shard: Mapping[str, Any]) -> Iterator[str]:
    path = shard["path"]
    found = dict(pl.read_parquet_schema(release.folder / path))
    fields = _fields(release)
    if found != fields:
        odd = sorted({*found.items()} ^ {*fields.items()}, key=str)
        yield (
            f"{path}: column {odd[0][0]} is not as documented" if odd else f"{path}: column order"
        )
        return
    records = release.records(shard)
    words = {
        "exam": [shard["exam"]], "format": list(FORMATS), "task": list(tasks()),
        "subject": list(subjects(shard["exam"])) if shard["exam"] in exams() else [],
        "category": ["", *categories()],
    }  # fmt: skip
    odd_words = {name: ~pl.col(name).is_in(allowed) for name, allowed in words.items()}
    for name, row in _first(records, odd_words):
        yield f"{path}: {row['id']}: {name} is {row[name]!r}"
    labelled = (pl.col("task") == current().knowledge) & (pl.col("category") != "")
    for row in records.filter(labelled).head(1).iter_rows(named=True):
        yield f"{path}: {row['id']}: category {row['category']} of a knowledge question"
    yield from _signs(path, records, fields)
    filled = {name: pl.col(name).is_null() for name in _FILLED if name in fields}
    for name, row in _first(records, filled):
        yield f"{path}: {row['id']}: {name} is null"


def _fields(release: ReleaseReader) -> Mapping[str, Any]:
    """Columns and types; before shards had a layout of their own they had no groups."""
    if "layout" in (release.manifest["builder"].get("writers") or {}):
        return FIELDS
    return {name: kind for name, kind in FIELDS.items() if name != "group"}


def _first(
    records: pl.DataFrame, tests: Mapping[str, pl.Expr]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The first record of each test that any meets; all tests in one query, as shards are many."""
    met = records.select(test.arg_true().first().alias(name) for name, test in tests.items())
    for name, place in met.row(0, named=True).items():
        if place is not None:
            yield name, records.row(place, named=True)


# what readers do not see, or take for another sign: no text of a release has it
_HIDDEN = f"(?:{UNSEEN}|{REFUSED})"
_COMPATIBLE = (
    r"[\u{F900}-\u{FA0D}\u{FA10}\u{FA12}\u{FA15}-\u{FA1E}\u{FA20}\u{FA22}\u{FA25}"
    r"\u{FA26}\u{FA2A}-\u{FAFF}\u{2F800}-\u{2FA1F}]"
)


def _signs(path: str, records: pl.DataFrame, fields: Mapping[str, Any]) -> Iterator[str]:
    """Signs that turn what is read, and ideographs that look like others."""
    tests, words = _sign_tests(tuple(fields.items()))
    for test, row in _first(records, tests):
        sign = records.filter(pl.col("id") == row["id"]).select(words[test].drop_nulls()).item(0, 0)
        yield f"{path}: {row['id']}: {test}: U+{ord(sign):04X}"


@cache  # shards are many, and have the same columns
def _sign_tests(fields: tuple[tuple[str, Any], ...]) -> tuple[dict[str, pl.Expr], ...]:
    """Of each such sign in each column whether it is there, and which it is."""
    tests, words = {}, {}
    for name, kind in fields:
        text = pl.col(name) if kind == pl.String else pl.col(name).list.join("")
        for what, signs in (("a control character", _HIDDEN), ("an ideograph", _COMPATIBLE)):
            test = f"{name} has {what} that is not to be there"
            tests[test], words[test] = text.str.contains(signs), text.str.extract(f"({signs})")
    return tests, words


def identity(release: ReleaseReader) -> Iterator[str]:
    """Every id is that of its text, and stands once in the release."""
    yield from release.each("identity")
    seen = pl.concat(
        release.columns(release.folder / shard["path"], ["id"]).with_columns(
            path=pl.lit(shard["path"])
        )
        for shard in release.public
    )
    twice = seen.filter(pl.col("id").is_duplicated())
    twice = twice.group_by("id", maintain_order=True).agg("path").sort("id")
    if twice.height:
        name, paths = twice.row(0)
        yield f"{paths[1]}: {name}: stands also in {paths[0]}"


def names(release: ReleaseReader, shard: Mapping[str, Any]) -> Iterator[str]:
    """Ids of one shard that are not those of their texts."""
    files = release.folder / shard["path"], release.folder / shard["provenance"]
    check = partial(_identity, release, shard)
    yield from release.proofs.asked("identity", files, "", check)


def _identity(release: ReleaseReader, shard: Mapping[str, Any]) -> Iterator[str]:
    records = release.asked(shard)
    wrong = ids_of(release.normals(shard)).ne_missing(records["id"])
    if wrong.any():
        wrong &= ~_renamed(release.origins(shard), records)
    if wrong.any():
        first = records["id"].filter(wrong)[0]
        yield f"{shard['path']}: {first}: material, question or options are not those of this id"


def _renamed(origins: pl.DataFrame, records: pl.DataFrame) -> pl.Series:
    """Questions whose options name others by letter: a shuffle renames them, the id stays."""
    moved = origins["order"].list.sort().ne_missing(origins["order"])
    moved |= origins["shuffle_rule"] == ""  # the order of withheld questions is not told
    cited = records["options"].list.join("").str.contains(r"[A-HＡ-Ｈ]")
    return moved & cited


def answers(release: ReleaseReader) -> Iterator[str]:
    """Answers fit their format and options; withheld ones are withheld altogether."""
    yield from release.each("answers")


def keys(release: ReleaseReader, shard: Mapping[str, Any]) -> Iterator[str]:
    """The same of one shard."""
    withheld = {s["exam"] for s in release.manifest["shards"] if s["split"] == "answers"}
    hidden = shard["split"] == "test" and shard["exam"] in withheld
    files, check = (release.folder / shard["path"],), partial(_answers, release, shard, hidden)
    yield from release.proofs.asked("answers", files, hidden, check)


def _answers(release: ReleaseReader, shard: Mapping[str, Any], hidden: bool) -> Iterator[str]:  # noqa: FBT001
    for reason, row in _first(release.records(shard), _hidden() if hidden else _open()):
        yield f"{shard['path']}: {row['id']}: {reason}"


def _hidden() -> dict[str, pl.Expr]:
    return {
        f"{name} is shown though it is withheld": pl.col(name).is_not_null()
        for name in ("answer", "reference", "explanation")
    }


def _open() -> dict[str, pl.Expr]:
    letters, options = pl.col("answer").str.len_chars(), pl.col("options").list.len()
    spelt = pl.col("answer").fill_null("?")
    beyond = pl.any_horizontal(
        (options <= i) & spelt.str.contains(letter, literal=True)
        for i, letter in enumerate(LETTERS)
    )
    choice = pl.col("format") != "QA"
    ordered = "^" + "".join(f"{letter}?" for letter in LETTERS) + "$"
    return {
        "answer is null": pl.col("answer").is_null(),
        "answer is not letters in order": ~spelt.str.contains(ordered),
        "answer names an option that is not there": choice & beyond,
        "SCQ without exactly one answer": (pl.col("format") == "SCQ") & (letters != 1),
        "MAQ with fewer than two answers": (pl.col("format") == "MAQ") & (letters < 2),
        "choice question with fewer than two options": choice & (options < 2),
        "two options are the same": options != pl.col("options").list.n_unique(),
        "open question with options or letters": ~choice & ((options > 0) | (letters > 0)),
        "open question without a model answer": ~choice & (pl.col("reference").fill_null("") == ""),
    }
