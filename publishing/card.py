"""README.md of a release: front matter for the Hub, a datasheet for people."""

from typing import Any

import yaml

from cpsyexam import taxonomy
from publishing import licence
from publishing.columns import COLUMNS
from publishing.contents import Config, Contents, templates

_SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
)


def make(contents: Contents) -> str:
    """The card's text."""
    matter = yaml.safe_dump(front_matter(contents), allow_unicode=True, sort_keys=False)
    template = templates().get_template("card.md.j2")
    body = template.render(
        contents=contents,
        spec=contents.spec,
        settings=contents.spec.settings,
        gathered=contents.statistics,
        columns=COLUMNS,
        licence=licence,
        known=taxonomy.current(),
        overview=contents.overview,
    )
    return f"---\n{matter}---\n\n{body.rstrip()}\n"


def chinese(contents: Contents) -> str:
    """README.zh.md: the card for readers of Chinese, in short."""
    return (
        templates()
        .get_template("card.zh.md.j2")
        .render(
            contents=contents,
            spec=contents.spec,
            settings=contents.spec.settings,
            licence=licence,
            known=taxonomy.current(),
            overview=contents.overview,
        )
    )


def front_matter(contents: Contents) -> dict[str, Any]:
    """The card's YAML: exact paths and exact numbers, no patterns."""
    settings, total = contents.spec.settings, contents.total
    open_ = any(shard.format == "QA" for shard in contents.shards)
    matter: dict[str, Any] = {
        "pretty_name": contents.spec.title,
        "license": settings.licence,
        "language": ["zh"],
        "multilinguality": ["monolingual"],
        "annotations_creators": ["found", "machine-generated"],
        "language_creators": ["found"],
        "source_datasets": ["original"],
        "task_categories": ["question-answering", "multiple-choice"],
        "task_ids": ["multiple-choice-qa", *(["open-domain-qa"] if open_ else [])],
        "size_categories": [next((name for top, name in _SIZES if total < top), "10M<n<100M")],
        "tags": [*taxonomy.current().words.tags, "exam", "benchmark", "provenance"],
    }
    if settings.licence == "other":
        matter["license_name"] = settings.licence_name or "see-licence-file"
        matter["license_link"] = settings.licence_link or "LICENSE"
    matter["configs"] = [
        {
            "config_name": config.name,
            **({"default": True} if config is contents.configs[0] else {}),
            "data_files": [
                {"split": split, "path": [shard.path for shard in shards]}
                for split, shards in config.files
            ],
        }
        for config in contents.configs
    ]
    matter["dataset_info"] = [_info(config) for config in contents.configs]
    return matter


def _info(config: Config) -> dict[str, Any]:
    features = [
        {"name": c.name, **({"list": "string"} if c.is_list else {"dtype": "string"})}
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
