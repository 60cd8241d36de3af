"""docs/maintain/architecture.md says what the code does: stages, reads, tables, folders, layers."""

import re
import tomllib
from pathlib import Path
from typing import Any

from cpsyexam.chain import CHAIN

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs/maintain/architecture.md").read_text("utf-8")
CONFIG: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
PACKAGES = set(CONFIG["importlinter"]["root_packages"])


def rows(heading: str) -> list[list[str]]:
    """Cells of the table with this heading, without their code marks."""
    lines = TEXT[TEXT.index(heading) :].splitlines()[2:]
    table = lines[: next(i for i, line in enumerate(lines) if not line.startswith("|"))]
    return [[cell.strip().strip("`") for cell in line.split("|")[1:-1]] for line in table]


def words(cell: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in cell.split(",") if word.strip())


def test_the_table_of_stages_is_the_chain() -> None:
    told = rows("| stage | reads | function")
    entries = (*CHAIN.stages, CHAIN.release)
    assert [row[0] for row in told] == [*CHAIN.kind_names, *(entry.name for entry in entries)]
    for kind, row in zip(CHAIN.kinds, told, strict=False):
        assert row[2] == kind.function.replace(":", "."), kind.name
        assert row[3] == "RawQuestion"
        assert words(row[4]) == ("captures", "sources", *kind.tables), kind.name
    for entry, row in zip(entries, told[len(CHAIN.kinds) :], strict=True):
        reads = CHAIN.reads(entry.name) if CHAIN.before(entry.name) else CHAIN.kind_names
        assert words(row[1]) == (*reads, *(("receipts",) if entry.receipts else ())), entry.name
        assert row[2] == entry.function.replace(":", "."), entry.name
        assert row[3] == entry.schema.rpartition(":")[2], entry.name
        assert words(row[4]) == entry.tables, entry.name


def test_the_picture_is_the_chain() -> None:
    picture = TEXT[TEXT.index("```") : TEXT.index("```", TEXT.index("```") + 3)]
    sources = re.findall(r"^ (\w+) +(\w+)/ +─", picture, re.MULTILINE)
    assert sources == [(kind.name, kind.function.partition(".")[0]) for kind in CHAIN.kinds]
    line = next(line for line in picture.splitlines() if "parsed" in line)
    shown = tuple(word.strip() for word in line.split("─>")[1:])
    assert shown == (*CHAIN.stage_names, CHAIN.release.name)


def test_every_folder_of_code_is_told() -> None:
    told = {row[0].rstrip("/") for row in rows("| folder | job |")}
    assert told == PACKAGES
    there = {path.parent.name for path in ROOT.glob("[!.]*/*.py")}
    # docs holds a script that writes tables of the docs, tests the order of the tests, requirements
    # what installs them
    assert there - {"docs", "requirements", "tests"} == PACKAGES
    assert set(CONFIG["hatch"]["build"]["targets"]["wheel"]["packages"]) == PACKAGES - {
        "samples",
        "bench",
    }


def test_the_layers_are_those_that_are_enforced() -> None:
    said = re.search(r"Layers, enforced by import-linter: (.*?)\. Siblings", TEXT, re.DOTALL)
    assert said
    told = [
        {w.strip(" `\n") for w in layer.split("|")} for layer in re.split(r"\s>\s", said.group(1))
    ]
    enforced = CONFIG["importlinter"]["contracts"][0]["layers"]
    assert told == [{word.strip() for word in layer.split("|")} for layer in enforced]


def test_what_the_text_names_is_there() -> None:
    for path in re.findall(r"`((?:cpsyexam|pipeline|docs|tests)/[\w/]+\.(?:py|md))`", TEXT):
        assert (ROOT / path).exists(), path
