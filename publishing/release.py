"""Write a release folder, and beside it what of the split must stay private."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam import chain
from cpsyexam.errors import ReleaseError
from cpsyexam.files import canonical, digest, draft, write_json, write_text
from cpsyexam.stage import scan
from publishing import card, changes, croissant, eval_yaml, figures, licence, report, shards
from publishing.columns import ANSWERS, public
from publishing.settings import ReleaseSettings

PRIVATE = ("reserved",)
_NEEDED = (
    "id", "raw_id", "exam", "subject", "format", "task", "category", "material", "stem",
    "options", "answer", "reference", "explanation", "split",
)  # fmt: skip


def write(
    build: Path,
    release: Path,
    reserve: Path,
    *,
    name: str,
    version: str,
    settings: ReleaseSettings,
    facts: Mapping[str, str],
) -> None:
    """Write the drafts of both folders (`cpsyexam.files.draft`); sealing gives them their names.

    `facts` may hold commit, created, lock_sha256, recipe_sha256. Raises ReleaseError where the
    version does not fit what changed, or a source was taken down.
    """
    label = f"{name}-{version}"
    split = scan(build, chain.CHAIN.last).select(_NEEDED).collect()
    gathered = figures.gather(build)
    _check(gathered, split)
    public_folder, private_folder = fresh(release), fresh(reserve)
    public_shards = shards.write(
        split, public_folder, shards.PUBLIC, settings, seal=name, label=label
    )
    # the reserve's canary must be known to nobody who has not its questions
    secret = digest(canonical(sorted(split.filter(pl.col("split") == "reserved")["stem"])))
    shards.write(split, private_folder, PRIVATE, settings, seal=secret, label=label)
    if settings.test_answers == "withheld":
        _write_answers(split, private_folder, settings, label)
    reserved = split.filter(pl.col("split") == "reserved")["id"]
    told = changes.write(public_folder, release, name, version, settings, facts, reserved)
    _write_texts(public_folder, public_shards, gathered, name, version, settings, facts)
    report.write(build, public_folder, gathered, told, name=name, version=version)


def fresh(folder: Path) -> Path:
    """An empty draft of a folder; what a stopped run left there is deleted."""
    path = draft(folder)
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    return path


def _check(gathered: figures.Figures, split: pl.DataFrame) -> None:
    for source in gathered.sources:
        if source.terms.get("status") == "taken_down" and source.kept:
            raise ReleaseError(
                f"taken down, yet {source.kept} of its questions would be released",
                where=source.source,
                remedy="take the source out of the recipe",
            )
    if not split.filter(pl.col("split") != "reserved").height:
        raise ReleaseError("no question to release", remedy="see `cpsyexam show split`")


def _write_answers(
    split: pl.DataFrame, folder: Path, settings: ReleaseSettings, label: str
) -> None:
    tested = split.filter(pl.col("split") == "test")
    for (exam,), rows in sorted(tested.group_by("exam"), key=lambda item: str(item[0][0])):
        shards.write_table(
            folder / f"answers/{exam}-test.parquet",
            public(rows, None).select("id", *ANSWERS).sort("id"),
            group_rows=settings.group_rows,
            notes={"release": label},
        )


def _write_texts(
    folder: Path,
    written: list[shards.Shard],
    gathered: figures.Figures,
    name: str,
    version: str,
    settings: ReleaseSettings,
    facts: Mapping[str, str],
) -> None:
    layout = card.configs(written)
    texts: dict[str, str] = {
        "README.md": card.make(layout, written, gathered, name, version, settings, facts),
        "eval.yaml": eval_yaml.make(layout, settings),
        "LICENSE": licence.make(gathered, settings),
        "CANARY.md": licence.canaries(name, written),
    }
    for path, text in texts.items():
        write_text(folder / path, text)
    document: dict[str, Any] = croissant.make(
        folder, layout, written, name, version, settings, facts
    )
    write_json(folder / "croissant.json", document)
