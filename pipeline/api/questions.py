"""Questions of a frame: read, inspected, compared, labelled, shuffled, split."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import polars as pl

from cpsyexam.errors import SourceError
from pipeline.api import frames
from pipeline.api.frames import clean_of, like, plain_of, polars_of, raw_of

if TYPE_CHECKING:
    from pipeline.api.frames import Frame

_PARSED: dict[str, Any] = {
    "number": pl.String, "format": pl.String, "material": pl.String, "question": pl.String,
    "options": pl.List(pl.String), "answer": pl.String, "explanation": pl.String,
    "notes": pl.List(pl.String),
}  # fmt: skip


def parse(paper: str | Path, *, key: str | Path | None = None) -> pl.DataFrame:
    """The questions of a paper: a text, or the Path of a file of any kind that is read.

    Columns: number, format, material, question, options, answer (letters, or the text of an open
    question's answer), explanation, notes. `key` is a text or file with the answers, where they
    stand apart. Raises SourceError where a file cannot be read.
    """
    from parsing import parse as read_paper
    from pipeline.commands.parse import as_record
    from pipeline.reading import read_document

    def lines(given: str | Path) -> Any:
        return given.splitlines() if isinstance(given, str) else read_document(given)

    read = lines(paper)
    told = lines(key) if key is not None else None
    answers = told if told is None or isinstance(told, list) else told.lines
    if isinstance(read, list):
        found = read_paper(read, key=answers)
    else:
        found = read_paper(read.lines, key=answers, marks=read.marks)
    rows = [as_record(one) for one in found.questions]
    return pl.DataFrame([{"question": r.pop("stem"), **r} for r in rows], schema=_PARSED)


def read_bank(path: str | Path, *, columns: dict[str, Any] | None = None) -> pl.DataFrame:
    """The questions of a bank: a file or folder of CSV, xlsx, Parquet, JSON, or a Hub dataset.

    Gives plain columns: id, exam, subject, format, category, material, question, options, answer,
    explanation, split. `columns` names those that are not guessed: {"stem": "内容"}. Raises
    SourceError where nothing can be read, ConfigError for an unknown role.
    """
    from banks.mapping import Mapping
    from banks.read import questions
    from cpsyexam.config import parse as settings
    from pipeline.bank_frames import locate

    mapping = settings(columns or {}, Mapping, where="columns")
    place, _ = locate(str(path))
    return plain_of(questions(place, mapping))


def inspect(frame: "Frame", against: "Frame | None" = None) -> "Frame":
    """What is wrong with the questions, a row a finding: family, rule, id, detail, other_id.

    Families: leak, conflict, duplicate, defect, leftover, doubt. With `against` also what the
    questions share with others. Raises SourceError where a plain column is missing.
    """
    from cleaning.inspection import inspect as look

    others = raw_of(polars_of(against), "against") if against is not None else None
    health = look(raw_of(polars_of(frame), "frame"), others)
    found = health.findings.select("family", "rule", "id", "detail", "other_id", "strength")
    return like(frame, found)


def deduplicate(frame: "Frame") -> "Frame":
    """The frame with what became of each question as one of several copies.

    New columns: `kept` (false for copies and contradictions), `rule` (exact_duplicate,
    near_duplicate, conflicting_answers or ""), `same_as` (the id, or row, that it is a copy of),
    `reason`, `group` (what must not be divided by a split). Raises SourceError.
    """
    from cleaning.unique import UniqueSettings, unique

    given = polars_of(frame)
    clean = clean_of(given)
    done = unique({"cleaned": clean}, UniqueSettings())
    gone = done.rejected.select(
        pl.col("parent").alias("raw_id"), "rule",
        pl.col("counterpart").alias("same_as"), pl.col("detail").alias("reason"),
    )  # fmt: skip
    groups = done.kept.select("raw_id", "group")
    fates = (
        clean.select("raw_id")
        .join(gone, on="raw_id", how="left", maintain_order="left")
        .join(groups, on="raw_id", how="left", maintain_order="left")
    )
    new = fates.select(
        pl.col("rule").is_null().alias("kept"),
        *(pl.col(name).fill_null("") for name in ("rule", "same_as", "reason", "group")),
    )
    return like(frame, _beside(given, new))


def known(frame: "Frame", against: Any) -> "Frame":
    """Which questions are already there, a row a question that is: question, known, kind, reason.

    `against` is a frame, or the path of a release, bank or saved index. `kind` is exact, near,
    conflict (another key), reserved (in the reserve beside a release; which one is not told),
    review, variant (other options), orphan, flip or sibling (another question on one case);
    `likeness` is 0 to 1. Raises SourceError.
    """
    from cleaning.duplicates.index import DuplicateIndex
    from pipeline.bank_frames import comparable
    from pipeline.commands.known import known_edges, known_index

    beside: tuple[str, ...] = ()
    if isinstance(against, str | Path):
        beside = (str(against),)
        index = known_index(beside)
    else:
        index = DuplicateIndex()
        index.extend(comparable(raw_of(polars_of(against), "against")))
    edges = known_edges(comparable(raw_of(polars_of(frame), "frame")), index, beside)
    found = edges.select("question", "known", "kind", "reason", pl.col("ratio").alias("likeness"))
    return like(frame, found)


def label(frame: "Frame") -> "Frame":
    """The frame with format, task, category and what gave them.

    New columns: `format`, `task`, `category` ("" for knowledge), `task_confidence` (0.5 to 1),
    `keywords`, `flags` (doubts for a reviewer). Raises SourceError.
    """
    from labeling.labels import judge
    from labeling.settings import LabelSettings
    from pipeline.bank_frames import comparable

    given = polars_of(frame)
    labels = judge(comparable(raw_of(given)), LabelSettings())
    new = labels.select(
        "format", "task", "category", "task_confidence", "keywords",
        pl.col("new_flags").alias("flags"),
    )  # fmt: skip
    return like(frame, _beside(given, new))


def shuffle(frame: "Frame", *, key: bytes) -> "Frame":
    """The frame with the options in an order that the key and the question alone decide.

    `options`, `answer` and letters in `explanation` follow; new column `shuffle_rule` says why an
    order was kept. The key is a secret of 16 bytes or more. Raises SourceError.
    """
    import hmac

    from labeling.option_order import shuffle_rows
    from labeling.settings import ShuffleSettings

    _check_key(key)
    given = polars_of(frame)
    secret = hmac.digest(key, b"option order/0", "sha256")
    done, _ = shuffle_rows(clean_of(given), ShuffleSettings(), secret)
    answer = frames.as_letters(done["answer"])
    choice = done["options"].list.len() > 0
    new = pl.DataFrame([done["options"], done["shuffle_rule"]]).with_columns(
        pl.when(choice).then(answer).otherwise(given["answer"].cast(pl.String)).alias("answer")
    )
    if "explanation" in given.columns:
        new = new.with_columns(done["explanation"])
    return like(frame, _beside(given, new))


def split(
    frame: "Frame",
    *,
    key: bytes | None = None,
    test: float = 0.1,
    reserved: float = 0.0,
    dev: float = 0.1,
    by: Literal["group"] = "group",
) -> "Frame":
    """The frame with column `split`: train, dev, test, reserved; copies and cases stay together.

    Shares are of every exam, subject and format: `test` and `reserved` of all, `dev` of the rest.
    The same `key` (16 bytes or more; a new one where None) gives the same splits. Columns `task`,
    `category` and `group` are used where they are there (`label`, `deduplicate`). Raises
    SourceError.
    """
    from splitting.settings import SplitSettings
    from splitting.stage import split as draw

    secret = secrets.token_bytes(32) if key is None else key
    _check_key(secret)
    given = polars_of(frame)
    rows = _with_groups(given)
    settings = SplitSettings(
        share=test, reserved=reserved / test if test else 0.0, dev=dev, reserve_unit=by,
        min_train=1, few_shot=0,
    )  # fmt: skip
    done = draw({"shuffled": rows}, settings, key=secret)
    return like(frame, given.with_columns(done.kept["split"].alias("split")))


def _with_groups(given: pl.DataFrame) -> pl.DataFrame:
    """ShuffledQuestion's columns for a split; groups as `unique` finds them."""
    from cpsyexam.records import ShuffledQuestion

    labelled = label(given)
    grouped = given if "group" in given.columns else deduplicate(given)
    clean = clean_of(given)
    same = pl.when(grouped["group"] != "").then(grouped["group"]).otherwise(
        pl.when(grouped["same_as"] != "").then(grouped["same_as"]).otherwise(clean["raw_id"])
        if "same_as" in grouped.columns else clean["raw_id"]
    )  # fmt: skip
    told = clean.with_columns(
        same.alias("group"), *(labelled[name] for name in ("format", "task", "category"))
    )
    # ids of copies are the same: the stage knows rows by raw_id
    types = {name: column.dtype for name, column in ShuffledQuestion.columns().items()}
    empty = {
        name: pl.lit([] if isinstance(kind, pl.List) else 1.0 if kind == pl.Float64 else "", kind)
        for name, kind in types.items()
        if name not in told.columns
    }
    return told.with_columns(**empty).select(
        pl.col(name).cast(kind) for name, kind in types.items()
    )


def _beside(given: pl.DataFrame, new: pl.DataFrame) -> pl.DataFrame:
    """The frame with new columns, in place of those of the same names."""
    return given.with_columns(new.get_columns())


def _check_key(key: bytes) -> None:
    if not isinstance(key, bytes) or len(key) < 16:
        raise SourceError(
            "the key is to be a secret of 16 bytes or more",
            remedy="make one: secrets.token_bytes(32), and keep it",
        )
