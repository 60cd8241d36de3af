"""README.md of a release: front matter for the Hub, a datasheet for people."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import jinja2
import polars as pl
import yaml

from cpsyexam import taxonomy
from publishing import licence
from publishing.columns import COLUMNS
from publishing.figures import Figures
from publishing.settings import ReleaseSettings
from publishing.shards import PUBLIC, Shard

_SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
)


@dataclass(frozen=True)
class Config:
    """What `load_dataset(repo, name)` loads: split → its shards."""

    name: str
    files: tuple[tuple[str, tuple[Shard, ...]], ...]


def configs(written: list[Shard]) -> list[Config]:
    """One config per exam, and `CA`: the case analyses of all exams, from the same files."""

    def config(name: str, mine: list[Shard]) -> Config:
        files = ((split, tuple(s for s in mine if s.split == split)) for split in PUBLIC)
        return Config(name, tuple((split, found) for split, found in files if found))

    made = [config(exam, [s for s in written if s.exam == exam]) for exam in taxonomy.EXAMS]
    made.append(config("CA", [s for s in written if s.task == "CA"]))
    return [one for one in made if one.files]


def make(
    layout: list[Config],
    written: list[Shard],
    gathered: Figures,
    name: str,
    version: str,
    settings: ReleaseSettings,
    facts: Mapping[str, str],
) -> str:
    """The card's text."""
    matter = yaml.safe_dump(
        front_matter(layout, written, settings), allow_unicode=True, sort_keys=False
    )
    body = (
        templates()
        .get_template("card.md.j2")
        .render(
            name=name,
            version=version,
            settings=settings,
            facts=facts,
            gathered=gathered,
            columns=COLUMNS,
            layout=layout,
            table=exam_table(gathered.counts),
            subjects=subject_table(gathered.counts),
            reserved=_reserved(gathered.counts),
            total=sum(shard.rows for shard in written),
            licence=licence,
            taxonomy=taxonomy,
        )
    )
    return f"---\n{matter}---\n\n{body.rstrip()}\n"


@cache
def templates() -> jinja2.Environment:
    """The texts of card and report; an unknown name in one of them is an error."""
    return jinja2.Environment(
        loader=jinja2.PackageLoader("publishing"),
        autoescape=jinja2.select_autoescape(["html.j2"]),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def front_matter(
    layout: list[Config], written: list[Shard], settings: ReleaseSettings
) -> dict[str, Any]:
    """The card's YAML: exact paths and exact numbers, no patterns."""
    total = sum(shard.rows for shard in written)
    matter: dict[str, Any] = {
        "pretty_name": settings.pretty_name,
        "license": settings.licence,
        "language": ["zh"],
        "multilinguality": ["monolingual"],
        "annotations_creators": ["found", "machine-generated"],
        "language_creators": ["found"],
        "source_datasets": ["original"],
        "task_categories": ["question-answering", "multiple-choice"],
        "task_ids": ["multiple-choice-qa", "open-domain-qa"],
        "size_categories": [next((name for top, name in _SIZES if total < top), "10M<n<100M")],
        "tags": ["psychology", "exam", "benchmark", "provenance"],
    }
    if settings.licence == "other":
        matter["license_name"] = settings.licence_name or "see-licence-file"
        matter["license_link"] = settings.licence_link or "LICENSE"
    matter["configs"] = [
        {
            "config_name": config.name,
            **({"default": True} if config is layout[0] else {}),
            "data_files": [
                {"split": split, "path": [shard.path for shard in shards]}
                for split, shards in config.files
            ],
        }
        for config in layout
    ]
    matter["dataset_info"] = [_info(config) for config in layout]
    return matter


def _info(config: Config) -> dict[str, Any]:
    features = [
        {"name": c.name, **({"list": "string"} if c.kind == "strings" else {"dtype": "string"})}
        for c in COLUMNS
    ]
    sizes = [
        (split, sum(s.rows for s in found), sum(s.size for s in found))
        for split, found in config.files
    ]
    return {
        "config_name": config.name,
        "features": features,
        "splits": [
            {"name": split, "num_examples": rows, "num_bytes": size} for split, rows, size in sizes
        ],
        "download_size": sum(size for _, _, size in sizes),
        "dataset_size": sum(size for _, _, size in sizes),
    }


def exam_table(counts: pl.DataFrame) -> list[dict[str, Any]]:
    """Exam × split of the public part, with numbers by task and format."""
    rows = []
    shown = counts.filter(pl.col("split") != "reserved")
    for exam in taxonomy.EXAMS:
        for split in PUBLIC:
            here = shown.filter(pl.col("exam") == exam, pl.col("split") == split)
            if here.height:
                row: dict[str, Any] = {"exam": exam, "split": split, "all": here["rows"].sum()}
                row |= dict.fromkeys((*taxonomy.TASKS, *taxonomy.FORMATS), 0)
                for column in ("task", "format"):
                    row |= dict(here.group_by(column).agg(pl.col("rows").sum()).rows())
                rows.append(row)
    return rows


def subject_table(counts: pl.DataFrame) -> list[dict[str, Any]]:
    """Exam × subject of the public part, with numbers by split."""
    shown = counts.filter(pl.col("split") != "reserved")
    wide = (
        shown.group_by("exam", "subject", "split").agg(pl.col("rows").sum()).sort("exam", "subject")
    )
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for exam, subject, split, rows in wide.iter_rows():
        english = taxonomy.subjects(exam).get(subject, "")
        entry = {"exam": exam, "subject": subject, "english": english, **dict.fromkeys(PUBLIC, 0)}
        found.setdefault((exam, subject), entry)[split] = rows
    return list(found.values())


def _reserved(counts: pl.DataFrame) -> dict[str, int]:
    held = counts.filter(pl.col("split") == "reserved").group_by("exam").agg(pl.col("rows").sum())
    return dict(held.sort("exam").rows())
