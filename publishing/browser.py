"""browse.html: every public question in one file that opens from disk, to search and to filter.

It is made of the sealed draft alone, so that it tells nothing that the shards and their provenance
do not tell.
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

import polars as pl

from cpsyexam import browsing, taxonomy
from cpsyexam.files import write_text
from cpsyexam.memo import Memo
from cpsyexam.pages.tongues import catalogue
from cpsyexam.release import ReleaseSpec
from publishing.contents import templates

LANGUAGES = ("en", "zh")
_DECISIONS = "provenance/decisions.parquet"
_ORDER = ("exam", "subject", "group", "format", "id")


def write(spec: ReleaseSpec) -> bool:
    """Write the page into the sealed draft, if a browser could hold it; whether it was written."""
    manifest = json.loads((spec.public / "RELEASE.json").read_text("utf-8"))
    shards = [shard for shard in manifest["shards"] if shard["published"]]
    if sum(shard["records"] for shard in shards) > browsing.MOST:
        return False
    labels = {"source": {one["source"]: [one["title"]] * 2 for one in manifest["sources"]}}
    page = (
        templates()
        .get_template("browse.html.j2")
        .render(
            spec=spec,
            words=words(),
            labels=labels | _labels(spec),
            questions=" ".join(_blocks(spec, manifest, shards)),
        )
    )
    write_text(spec.public / browsing.NAME, page)
    return True


def _blocks(
    spec: ReleaseSpec, manifest: Mapping[str, Any], shards: Sequence[Mapping[str, Any]]
) -> list[str]:
    """A block a shard; one that was made of the same bytes before is taken."""
    files = {one["path"]: one["sha256"] for one in manifest["files"]}
    sides = [(shard["path"], shard["provenance"]) for shard in shards]
    decisions = pl.read_parquet(spec.public / _DECISIONS)
    names = pl.concat(
        pl.read_parquet(spec.public / beside, columns=["raw_id"]).with_columns(path=pl.lit(path))
        for path, beside in sides
    )
    also = browsing.copies_by_shard(decisions, names)
    rows = [[*both, *(files[one] for one in both), also.get(both[0], "")] for both in sides]
    named = pl.DataFrame(rows, schema=["path", "beside", "sha256", "of", "also"], orient="row")

    def packed(part: pl.DataFrame) -> pl.DataFrame:
        records, origins = (
            [pl.read_parquet(spec.public / path) for path in part[side]]
            for side in ("path", "beside")
        )
        all_origins = pl.concat(origins)
        shown = browsing.rows(
            pl.concat(records), all_origins, browsing.copies(decisions, all_origins)
        )
        made, first = [], 0
        for one in records:
            made.append(browsing.pack(shown.slice(first, one.height).sort(_ORDER)))
            first += one.height
        return pl.DataFrame({"block": made}, schema={"block": pl.String})

    kept = spec.proofs
    cache = kept.parent.parent.parent / "publishing" if kept else None
    memo = Memo(cache, kept.stem if kept else "", least=1)
    return memo.rows("pages", named, packed)["block"].to_list()


def words() -> dict[str, Any]:
    """The words of the page: English, Chinese."""
    return tomllib.loads(files("publishing").joinpath("templates/browse.toml").read_text("utf-8"))


def _labels(spec: ReleaseSpec) -> dict[str, Mapping[str, list[str]]]:
    """What names of columns mean, by column: English, Chinese."""
    known = taxonomy.current()
    named: dict[str, Mapping[str, taxonomy.Names]] = {
        "exam": known.exams,
        "task": known.tasks,
        "category": known.categories,
    }
    found: dict[str, Mapping[str, list[str]]] = {
        column: {
            name: [about.english or about.chinese, about.chinese or about.english]
            for name, about in table.items()
        }
        for column, table in named.items()
    }
    # questions of some releases name a category in Chinese
    found["category"] = {
        **{pair[1]: pair for pair in found["category"].values()}, **found["category"]
    }  # fmt: skip
    subjects = {s: [e or s, s] for exam in known.exams.values() for s, e in exam.subjects.items()}
    doubts = {name: list(pair) for name, pair in spec.doubt_words.items()}
    rules = {name: [name, chinese] for name, chinese in catalogue()["rules"].items()}
    return found | {"subject": subjects, "doubts": doubts, "changes": rules}
