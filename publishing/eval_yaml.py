"""`eval.yaml`: the benchmark's tasks for the Hub."""

import yaml

from publishing.contents import Contents


def make(contents: Contents) -> str:
    """The file's text: one task per config that has a test split."""
    tasks = [
        {"id": config.name.lower(), "config": config.name, "split": "test"}
        for config in contents.configs
        if any(split == "test" for split, _ in config.files)
    ]
    document = {
        "name": contents.spec.settings.pretty_name,
        "description": contents.spec.settings.description,
        "evaluation_framework": "inspect-ai",
        "tasks": tasks,
    }
    return yaml.safe_dump(document, allow_unicode=True, sort_keys=False)
