"""Questions of a design's own: its texts.toml, part by part."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.designs.bank import Question


def own_texts(module: str) -> dict[str, Any]:
    """The texts.toml beside a design's `module` file."""
    return tomllib.loads((Path(module).parent / "texts.toml").read_text("utf-8"))


def own_parts(module: str) -> Callable[[str], list[Question]]:
    """The questions of a part, by its name, of the texts.toml beside a design's `module` file."""
    folder = Path(module).parent
    rows = own_texts(module)["question"]

    def part(name: str) -> list[Question]:
        return [
            _question(f"{folder.name}-{at}", row)
            for at, row in enumerate(rows, 1)
            if row["part"] == name
        ]

    return part


def _question(key: str, row: dict[str, Any]) -> Question:
    said = {name: value for name, value in row.items() if name not in ("part", "options", "table")}
    table = tuple(tuple(line) for line in row.get("table", ()))
    return Question(**{"key": key, **said}, options=tuple(row.get("options", ())), table=table)
