"""Write the draft of a release, and beside it what of the split must stay private."""

import hmac

import polars as pl

from cpsyexam import chain, taxonomy
from cpsyexam.errors import ReleaseError
from cpsyexam.files import fresh_draft, write_json, write_text
from cpsyexam.parquet import write_table
from cpsyexam.release import ReleaseSpec
from cpsyexam.stage import read
from publishing import (
    card,
    changes,
    croissant,
    decoys,
    eval_yaml,
    licence,
    report,
    shards,
    statistics,
)
from publishing.columns import ANSWERS, public
from publishing.contents import Contents
from publishing.revealed import answers_shown

PRIVATE = ("reserved",)
_NEEDED = (
    "id", "raw_id", "source", "capture", "unit", "exam", "subject", "format", "task", "category",
    "material", "stem", "options", "answer", "reference", "explanation", "split",
)  # fmt: skip


def write(spec: ReleaseSpec) -> report.Report:
    """Write `spec.public` and `spec.private` anew; sealing them comes next.

    The report is returned too: it is written again once the draft was audited.

    Raises ReleaseError where the version does not fit what changed, or a source was taken down.
    """
    split = shards.in_order(
        read(spec.build, chain.CHAIN.last, list(_NEEDED)),
        read(spec.build, "parsed/captures", ["capture", "archive"]),
    )
    counted = statistics.gather(spec.build)
    _check(counted, split)
    fresh_draft(spec.folder)
    fresh_draft(spec.reserve).chmod(0o700)
    held = split.filter(pl.col("split") == "reserved")
    written = shards.write(split, spec.public, shards.PUBLIC, spec, seal=spec.name)
    # the reserve's canary must be known to nobody who has not its key: names and texts may be known
    secret = hmac.digest(spec.salt_key, b"canary of the reserve", "sha256").hex()
    shards.write(split, spec.private, PRIVATE, spec, seal=secret)
    if spec.settings.test_answers == "withheld":
        _write_answers(split, spec)
    diff = changes.write(spec, held["id"])
    shown = answers_shown(spec, split)
    contents = Contents(spec, tuple(written), counted, shown, decoys.write(spec), diff.previous)
    _write_texts(contents)
    page = report.Report(contents, diff)
    page.write()
    return page


def _check(counted: statistics.Statistics, split: pl.DataFrame) -> None:
    for source in counted.sources:
        if source.terms.get("status") == "taken_down" and source.kept:
            raise ReleaseError(
                f"taken down, yet {source.kept} of its questions would be released",
                where=source.source,
                remedy="take the source out of the recipe",
            )
    if not split.filter(pl.col("split") != "reserved").height:
        raise ReleaseError("no question to release", remedy="see `cpsyexam show split`")


def _write_answers(split: pl.DataFrame, spec: ReleaseSpec) -> None:
    tested = split.filter(pl.col("split") == "test")
    for (exam,), rows in sorted(tested.group_by("exam"), key=lambda item: str(item[0][0])):
        write_table(
            spec.private / f"answers/{exam}-test.parquet",
            public(rows, None).select("id", *ANSWERS).sort("id"),
            group_rows=spec.settings.group_rows,
            notes={"release": spec.label},
        )


def _write_texts(contents: Contents) -> None:
    folder = contents.spec.public
    texts = {
        "README.md": card.make(contents),
        "README.zh.md": card.chinese(contents),
        "eval.yaml": eval_yaml.make(contents),
        "LICENSE": licence.make(contents),
        "CANARY.md": licence.canaries(contents),
        taxonomy.PLACE: taxonomy.current().text(),
    }
    for path, text in texts.items():
        write_text(folder / path, text)
    write_json(folder / "croissant.json", croissant.make(contents))
