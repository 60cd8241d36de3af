"""The records, one definition for memory and disk (dataframely over polars, Parquet on disk).

From RawQuestion on, `raw_id` names the row in every stage; `id` (identity v1) names the question
and is unique from stage `unique` on.
"""

from collections.abc import Callable
from typing import Any

import dataframely as dy
import polars as pl

from cpsyexam import chain, taxonomy
from cpsyexam.identity import short_id
from cpsyexam.taxonomy import SPLITS


def _one_of(values: list[str]) -> Callable[[pl.Expr], pl.Expr]:
    return lambda column: column.is_in(values)


BOX = dy.Struct({"page": dy.Int32(), **{edge: dy.Float32() for edge in ("x0", "y0", "x1", "y1")}})
CHANGE = dy.Struct({part: dy.String() for part in ("rule", "field", "before", "after")})


class Source(dy.Schema):
    """A site, book or bank, with what is known of its terms (canonical JSON of config.Terms)."""

    source = dy.String(primary_key=True)
    kind = dy.String(check=lambda column: column.is_in(chain.CHAIN.kind_names))
    title = dy.String()
    terms = dy.String()


class Capture(dy.Schema):
    """One fetched response, one scanned page or one file of a bank."""

    capture = dy.String(primary_key=True)  # see capture_id
    source = dy.String()
    url = dy.String()  # of the page; for scans `<file>#page=N`
    digest = dy.String()  # sha256 of the payload bytes (of the page image for scans)
    fetched = dy.String()  # UTC, ISO 8601, seconds; "" where unknown
    media_type = dy.String()
    archive = dy.String()  # file that holds it, relative to the project
    offset = dy.Int64()  # of the WARC record; page number of a scan; 0 for a file


class Line(dy.Schema):
    """One line of text of a scanned page, in reading order; boxes in pixels of the page image."""

    capture = dy.String(primary_key=True)
    order = dy.Int32(primary_key=True)
    text = dy.String()
    score = dy.Float32()
    role = dy.String()  # body, header, footer, page_number, title ...
    x0 = dy.Float32()
    y0 = dy.Float32()
    x1 = dy.Float32()
    y1 = dy.Float32()


class RawQuestion(dy.Schema):
    """What the source printed, verbatim; options without their letters."""

    raw_id = dy.String(primary_key=True)  # see question_row
    source = dy.String()
    capture = dy.String()
    locator = dy.String()  # where in the capture: JSON id, line range, box
    url = dy.String()
    number = dy.String()
    section = dy.String()
    declared = dy.String(check=_one_of(["SCQ", "MAQ", "INDEF", "QA", "TF", "FILL", ""]))
    exam = dy.String()
    subject = dy.String()
    category = dy.String()  # hint of the source, "" mostly
    material = dy.String()
    stem = dy.String()
    options = dy.List(dy.String())
    answer = dy.String()  # letters "ACD", or the text of an open question; "" where missing
    explanation = dy.String()
    images = dy.List(dy.String())
    notes = dy.List(dy.String())  # which rule gave number, format, answer; doubts
    confidence = dy.Float64(nullable=True)  # how surely it was read, 0 to 1; null where typed
    boxes = dy.List(BOX)
    key_boxes = dy.List(BOX)  # of its key, where that is printed apart from it


class CleanQuestion(dy.Schema):
    """Repaired and valid; answers are positions, from 0."""

    raw_id = dy.String(primary_key=True)
    id = dy.String()
    source = dy.String()
    capture = dy.String()
    locator = dy.String()
    url = dy.String()
    number = dy.String()
    declared = dy.String(check=_one_of(["SCQ", "MAQ", "INDEF", "QA", ""]))
    exam = dy.String()
    subject = dy.String()
    category_hint = dy.String()
    material = dy.String()
    stem = dy.String()
    options = dy.List(dy.String())
    answer = dy.List(dy.Int8())  # empty for QA
    reference = dy.String()  # model answer of a QA, else ""
    explanation = dy.String()
    notes = dy.List(dy.String())
    flags = dy.List(dy.String())  # for reviewers, e.g. `doubtful_character: 査`
    confidence = dy.Float64(nullable=True)
    boxes = dy.List(BOX)
    changes = dy.List(CHANGE)  # what repair did, in order


class UniqueQuestion(CleanQuestion):
    """One row a question."""

    id = dy.String(unique=True)
    cluster = dy.String()  # exact and near copies, named by the winner's raw_id
    group = dy.String()  # cluster + variants + siblings on one case: never divided by a split
    also = dy.List(dy.String())  # raw_ids dropped in its favour


class LabeledQuestion(UniqueQuestion):
    """With exam, subject, format, task and category settled, and what settled them."""

    format = dy.String(check=_one_of(["SCQ", "MAQ", "QA"]))
    format_rule = dy.String()
    task = dy.String(check=lambda column: column.is_in(taxonomy.tasks()))
    task_rule = dy.String()
    task_confidence = dy.Float64()
    keywords = dy.List(dy.String())
    category = dy.String(check=lambda column: column.is_in([*taxonomy.categories(), ""]))
    category_rule = dy.String()
    category_confidence = dy.Float64()


class ShuffledQuestion(LabeledQuestion):
    """With options in release order; `answer` and letters in texts follow."""

    order = dy.List(dy.Int8())  # order[i] = printed position of the option now at i
    shuffle_rule = dy.String()


class SplitQuestion(ShuffledQuestion):
    """With the split, its unit and its draw."""

    unit = dy.String()  # group (reserve: and page or chapter): has one split
    draw = dy.String()  # HMAC of the unit, hex
    split = dy.String(check=_one_of(list(SPLITS)))
    lineage = dy.String(unique=True)  # name that outlives corrections (cpsyexam.lineage)


class ReleasedQuestion(dy.Schema):
    """In which file of the release, or of its reserve, a question lies."""

    raw_id = dy.String(primary_key=True)
    id = dy.String(unique=True)
    exam = dy.String()
    split = dy.String(check=_one_of(list(SPLITS)))
    shard = dy.String()  # path in the release folder, of a reserved one in the reserve folder


def _told(doc: str, *, nullable: bool = False) -> dy.String:
    return dy.String(nullable=nullable, metadata={"doc": doc})


class PublicRecord(dy.Schema):
    """The columns that readers of a release see, in their order."""

    id = _told("Name of the question: a hash of its normal form (identity v1).")
    exam = _told("{exams}.")
    subject = _told("Subject, in Chinese ({subjects} in all).")
    format = _told("SCQ one right answer, MAQ several, QA open question.")
    task = _told("{tasks}.")
    category = _told("{categories}.")
    group = _told(
        "Questions that hang together (one case, a shared stem, variants) have one name here; "
        "no split divides them, and intervals go by it."
    )
    material = _told("Case text shared by several questions, or empty.")
    question = _told("The stem.")
    options = dy.List(
        dy.String(), metadata={"doc": "Option texts in order; the first is A. Empty for QA."}
    )
    answer = _told("Letters such as `ACD`; empty for QA; null where withheld.", nullable=True)
    reference = _told("Model answer of a QA, else empty; null where withheld.", nullable=True)
    explanation = _told("Printed explanation or empty; null where withheld.", nullable=True)
    canary = _told(
        "In test: a GUID that must not appear in training data; else null.", nullable=True
    )


class Rejected(dy.Schema):
    """A record that goes no further, whole, and why. A product, not a log line."""

    parent = dy.String()  # id of the input row
    source = dy.String()
    stage = dy.String()
    rule = dy.String()
    detail = dy.String()
    counterpart = dy.String()  # raw_id that it duplicates or contradicts, or ""
    strength = dy.Float64(nullable=True)  # how strongly, 0 to 1
    record = dy.String()  # JSON of the whole row


def conform(rows: list[dict[str, Any]], schema: type[dy.Schema]) -> pl.DataFrame:
    """A frame with exactly a schema's columns and types, from row dicts (validates)."""
    types = {name: column.dtype for name, column in schema.columns().items()}
    return schema.validate(pl.DataFrame(rows, schema=types))


def reject(
    rows: pl.DataFrame,
    *,
    stage: str,
    rule: str | pl.Expr,
    detail: str | pl.Expr = "",
    parent: str = "raw_id",
    counterpart: str | pl.Expr = "",
    strength: float | pl.Expr | None = None,
) -> pl.DataFrame:
    """Rejected rows for whole rows of a stage's frame (needs columns `parent` and `source`).

    Texts are literals; pass an expression to take them from columns.
    """

    def as_text(value: str | pl.Expr) -> pl.Expr:
        return pl.lit(value) if isinstance(value, str) else value.cast(pl.String)

    weight = strength if isinstance(strength, pl.Expr) else pl.lit(strength, dtype=pl.Float64)
    return rows.select(
        pl.col(parent).alias("parent"),
        pl.col("source"),
        pl.lit(stage).alias("stage"),
        as_text(rule).alias("rule"),
        as_text(detail).fill_null("").alias("detail"),
        as_text(counterpart).fill_null("").alias("counterpart"),
        weight.cast(pl.Float64).alias("strength"),
        pl.struct(pl.all()).struct.json_encode().alias("record"),
    )


# in place of the digest in the id of a file of ours: with its other rows public, the few keys of a
# row whose answer is withheld could be tried until the digest of the whole fits
OWN_FILE = "file"


def capture_id(source: str, asked: str, content: str) -> str:
    """Id of a capture: of a source, what was asked (a URL, or a name of the request), what came.

    What came is told by its digest only where it can be had from a public place, or is an image.
    """
    return short_id("c", source, asked, content)


def capture_row(
    source: str, url: str, digest: str = "", *, asked: str = "", instead: str = "", **known: Any
) -> dict[str, Any]:
    """A row of Capture; the one place that makes its id. What is not `known` is empty.

    `asked` names the request where its URL does not (a POST); `instead` takes the place of the
    digest in the id where nothing came, nothing is read (a rule, a place in a file), or the bytes
    are ours alone (OWN_FILE).
    """
    return {
        "capture": capture_id(source, asked or url, instead or digest),
        "source": source,
        "url": url,
        "digest": digest,
        "fetched": "",
        "media_type": "",
        "archive": "",
        "offset": -1,
        **known,
    }


def question_row(source: str, capture: str, locator: str, **printed: Any) -> dict[str, Any]:
    """A row of RawQuestion; the one place that makes its id. What is not `printed` is empty."""
    return {
        "raw_id": short_id("r", source, capture, locator),
        "source": source,
        "capture": capture,
        "locator": locator,
        **dict.fromkeys(_TEXTS, ""),
        "options": [],
        "images": [],
        "notes": [],
        "confidence": None,
        "boxes": [],
        "key_boxes": [],
        **printed,
    }


_TEXTS = (
    "url", "number", "section", "declared", "exam", "subject", "category", "material", "stem",
    "answer", "explanation",
)  # fmt: skip
