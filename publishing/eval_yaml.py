"""`eval.yaml`: the benchmark's tasks for the Hub."""

import yaml

from publishing.card import Config
from publishing.settings import ReleaseSettings


def make(layout: list[Config], settings: ReleaseSettings) -> str:
    """The file's text: one task per config that has a test split."""
    tasks = [
        {"id": config.name.lower(), "config": config.name, "split": "test"}
        for config in layout
        if any(split == "test" for split, _ in config.files)
    ]
    document = {
        "name": settings.pretty_name,
        "description": settings.description,
        "evaluation_framework": "inspect-ai",
        "tasks": tasks,
    }
    return yaml.safe_dump(document, allow_unicode=True, sort_keys=False)
