"""Questions planted by other hands, who had seen neither the gates nor the catalogue, built into a
release like any others: `bench/data/planted_blind.jsonl` (100 good, 10 of each of ten faults) and
`planted_blind_2.jsonl` (100 good, 20 of each of five) and `planted_blind_3.jsonl`, `_4`, `_5` (100
good, 60 of six faults each), `_6` (100 good, 12 of each of five) and `_7` and `_8` (100 good, 20 of
each of three), or the files that are named. `_10` (60 good, 20 of each of three) is by the hand
that then changed the gates, before it changed them; `_12`, `_13` and `_14` are like it, by other
hands; `_15` (40 good, 10 of each of six) is by a hand that had seen none of it.

A row brings its concept with its description; they are a catalogue of their own, unless the rows
name the chapter of the catalogue that is shipped. `fault` is "" for a good question, `faulty_how`
says what was done, `near` how far a question off concept is from its own: chapter, subject or
elsewhere.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from asking.journal import Entry
from bench import planted_experts
from bench.frame import ROOT, publish
from concepts import PSYCHOLOGY
from cpsyexam.files import canonical

ROWS = Path(__file__).parent / "data" / "planted_blind.jsonl"
SETS = (ROWS, *(ROWS.with_stem(f"{ROWS.stem}_{n}") for n in (*range(2, 9), 10, *range(12, 17))))
_LISTED = {
    "心理统计学": "心理统计与测量", "心理测量学": "心理统计与测量", "心理学史": "普通心理学",
    "认知心理学": "普通心理学", "咨询心理学": "临床与咨询心理学", "生理心理学": "普通心理学",
    "医学心理学": "临床与咨询心理学",
}  # fmt: skip
_RECIPE = """name = "planted"
version = "0.1.0"
[keys]
split = "{root}/samples/keys/split.key"
salt = "{root}/samples/keys/salt.key"
[generated]
sources = ["{folder}/planted.toml"]
[split]
by = "chapter"
"""
_SOURCE = """title = "Planted"
journal = "{folder}/journal.jsonl"
catalogue = "{folder}/catalogue"
[terms]
owner = "cpsyexam project"
licence = "CC0-1.0"
terms_url = "https://creativecommons.org/publicdomain/zero/1.0/"
decided_by = "cpsyexam project"
decided_on = "2026-11-22"
[model]
name = "planted"
licence = "CC0-1.0"
"""


@dataclass(frozen=True)
class Fate:
    """What became of a row: the rule that refused it, or the doubts that it is left with."""

    refused: str = ""
    doubts: tuple[str, ...] = ()


def read_rows(path: Path = ROWS) -> list[dict[str, Any]]:
    """The rows, good ones first, so that a sibling comes after the question it repeats."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return sorted(rows, key=lambda row: bool(row["fault"]))


def write(folder: Path, rows: list[dict[str, Any]]) -> Path:
    """Catalogue, journal, source and recipe; the recipe's path."""
    if all("chapter" in row for row in rows):
        shutil.copytree(PSYCHOLOGY, folder / "catalogue")
    else:
        _write_catalogue(folder / "catalogue", rows)
    lines = []
    for number, row in enumerate(rows):
        question = {
            "stem": row["question"], "options": row["options"], "answer": row["answer"],
            "explanation": row["explanation"],
        }  # fmt: skip
        entry = Entry(
            key=f"{number:032x}", purpose="write", subject=_concept(row), sample=number,
            prompt=row["prompt_type"], model="planted", output=canonical({"questions": [question]}),
        )  # fmt: skip
        lines.append(entry.model_dump_json() + "\n")
    (folder / "journal.jsonl").write_text("".join(lines), "utf-8")
    (folder / "planted.toml").write_text(_SOURCE.format(folder=folder), "utf-8")
    recipe = folder / "recipe.toml"
    recipe.write_text(_RECIPE.format(folder=folder, root=ROOT), "utf-8")
    return recipe


def fates(folder: Path) -> dict[int, Fate]:
    """By row: what the stages of a built release made of it."""
    found: dict[int, Fate] = {}
    raw: dict[str, int] = {}
    for path in sorted((folder / "out" / "build").glob("*/kept.parquet")):
        frame = pl.read_parquet(path)
        if "url" in frame.columns:
            raw |= {row["raw_id"]: _number(row["url"]) for row in frame.iter_rows(named=True)}
    build = folder / "out" / "build"
    for path in [*sorted(build.glob("*/rejected.parquet")), build / "gated" / "held.parquet"]:
        for row in pl.read_parquet(path).iter_rows(named=True):
            number = _of(row, raw)
            if path.stem == "held" and number is not None:
                found[number] = Fate("", _doubts(json.loads(row["record"])))
            elif number is not None and row["rule"] != "too_few_questions":
                found[number] = Fate(row["rule"])
    last = pl.read_parquet(folder / "out" / "build" / "split" / "kept.parquet")
    for row in last.iter_rows(named=True):
        found.setdefault(_number(row["url"]), Fate("", _doubts(row)))
    return found


def _doubts(row: dict[str, Any]) -> tuple[str, ...]:
    told = [note for note in row["notes"] if note.startswith("doubt:")]
    return (*told, *(str(flag) for flag in row.get("flags") or []))


def main() -> None:
    """For each set: build, print one row a fault, write build/bench/<name of its file>.json.

    With --expert also what simulated models add (`bench.planted_experts`).
    """
    named = [Path(name) for name in sys.argv[1:] if name != "--expert"]
    for path in named or SETS:
        rows = read_rows(path)
        if "--expert" in sys.argv:
            _with_experts(path.stem, rows)
        else:
            _by_text(path.stem, rows)


def _by_text(name: str, rows: list[dict[str, Any]]) -> None:
    came = _built(rows)
    table: list[tuple[object, ...]] = []
    for fault, places in _by_fault(rows):
        mine = [came.get(i, Fate("lost")) for i in places]
        refused = Counter(fate.refused for fate in mine if fate.refused)
        doubted = Counter(fate.doubts[0].split()[0] for fate in mine if fate.doubts)
        how = ", ".join(f"{rule} {n}" for rule, n in (refused + doubted).most_common())
        table.append((fault, len(mine), refused.total(), doubted.total(), how))
    heads = ("fault", "planted", "refused", "doubted", "by")
    publish(name, f"Planted by other hands, {name}", heads, table)


def _with_experts(name: str, rows: list[dict[str, Any]]) -> None:
    settings = [None, *planted_experts.SKILLS]
    columns = [_built(rows, experts) for experts in settings]
    table = [
        (fault, len(places), *(sum(i in _told(came) for i in places) for came in columns))
        for fault, places in _by_fault(rows)
    ]
    heads = [f"{n} at {skill:.0%}" for n, skill in planted_experts.SKILLS]
    title = f"Refused or doubted, {name}: by text, and with simulated models"
    publish(f"{name}_experts", title, ("fault", "planted", "text", *heads), table)


def _told(came: dict[int, Fate]) -> set[int]:
    return {i for i, fate in came.items() if fate.refused or fate.doubts}


def _by_fault(rows: list[dict[str, Any]]) -> list[tuple[str, list[int]]]:
    """Rows by fault and `near`; the good ones last."""
    kinds: dict[str, list[int]] = {}
    for i, row in enumerate(rows):
        kind = " ".join(filter(None, (row["fault"], row.get("near", ""))))
        kinds.setdefault(kind or "good", []).append(i)
    return sorted(kinds.items(), key=lambda kind: (kind[0] == "good", kind[0]))


def _built(rows: list[dict[str, Any]], experts: tuple[int, float] | None = None) -> dict[int, Fate]:
    with tempfile.TemporaryDirectory() as temp:
        folder = Path(temp)
        recipe = write(folder, rows)
        if experts:
            planted_experts.ask(folder / "planted.toml", rows, *experts)
        told = ["build", str(recipe), "--out", f"{folder}/out", "--workers", "1"]
        run = [sys.executable, "-c", planted_experts.RUN, *told]
        subprocess.run(run, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
        return fates(folder)


def _write_catalogue(folder: Path, rows: list[dict[str, Any]]) -> None:
    folder.mkdir(parents=True)
    for subject in sorted({row["subject"] for row in rows}):
        text = _subject(subject, [row for row in rows if row["subject"] == subject])
        (folder / f"{subject}.toml").write_text(text, "utf-8")


def _subject(name: str, rows: list[dict[str, Any]]) -> str:
    head = {
        "name": name, "exam": "GEE", "listed_as": _LISTED.get(name, name), "source": "planted",
        "licence": "CC0-1.0",
    }  # fmt: skip
    parts = [f"{key} = {_quoted(value)}" for key, value in head.items()]
    parts += ["[[chapters]]", f"name = {_quoted(name)}"]
    prompts: dict[str, set[str]] = {}
    told: dict[str, str] = {}
    for row in rows:
        prompts.setdefault(_concept(row), set()).add(row["prompt_type"])
        told.setdefault(_concept(row), row["description"])
    for concept, kinds in prompts.items():
        parts += [
            "[[chapters.concepts]]",
            f"name = {_quoted(concept.split('/')[-1])}",
            f"description = {_quoted(told[concept])}",
            f"prompts = [{', '.join(map(_quoted, sorted(kinds)))}]",
        ]
    return "\n".join(parts) + "\n"


def _concept(row: dict[str, Any]) -> str:
    chapter = row.get("chapter", row["subject"])
    return f"{row['subject']}/{chapter}/{row['concept'].replace('/', '或')}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _number(url: str) -> int:
    return int(url.split("#")[1], 16)


def _of(row: dict[str, Any], raw: dict[str, int]) -> int | None:
    if row["stage"] == "generated":
        return int(json.loads(row["record"])["key"], 16)
    return raw.get(row["parent"], raw.get(json.loads(row["record"] or "{}").get("raw_id", "")))


if __name__ == "__main__":
    main()
