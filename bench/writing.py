"""A source of generated questions for tests and benchmarks: a catalogue and a TOML."""

import json
from pathlib import Path

from concepts.importing.files import to_toml
from concepts.schema import Chapter, Concept, Subject

TERMS = (
    'terms = { owner = "test", licence = "CC0-1.0", terms_url = "https://example.org", '
    'decided_by = "test", decided_on = "2026-11-01" }'
)


def catalogue(folder: Path, names: list[str], prompts: str = "theory") -> Path:
    """A catalogue of one subject with two concepts a chapter."""
    chapters = tuple(
        Chapter(
            name=f"第{start // 2 + 1}章",
            concepts=tuple(
                Concept(
                    name=name,
                    description=f"{name}是本章要求掌握的内容，需要理解它的条件与用处。",
                    prompts=(prompts,),  # type: ignore[arg-type]
                    formula="a+b" if prompts == "calculation" else "",
                )
                for name in names[start : start + 2]
            ),
        )
        for start in range(0, len(names), 2)
    )
    subject = Subject(
        name="示例科目", exam="GEE", listed_as="普通心理学", source="test", licence="CC0-1.0",
        chapters=chapters,
    )  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "01.toml").write_text(to_toml(subject), "utf-8")
    return folder


def source(folder: Path, base_url: str, catalogue: Path, **model: object) -> Path:
    """The TOML of a source whose journal lies beside it."""
    settings = {
        "name": "templates", "base_url": base_url, "timeout": 1.5, "in_flight": 8,
        "price_in": 1.0, "price_out": 2.0, **model,
    }  # fmt: skip
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    path = folder / "written.toml"
    path.write_text(
        f'title = "示例"\njournal = "{folder}/journal.jsonl"\ncatalogue = "{catalogue}"\n{TERMS}\n'
        "[model]\n" + "\n".join(lines) + "\n",
        "utf-8",
    )
    return path
