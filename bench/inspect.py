"""`cpsyexam inspect`: time and memory by size, and what it finds in the shared bank.

Recall is counted against definitions written here, on the raw files, without any code of the
inspection: a defect counts as found where the same row has a finding of the right kind.
"""

import json
import random
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
from rich.console import Console
from rich.table import Table

from bench.frame import ROOT, SHARED, measured, publish

SIZES = (15_000, 100_000, 1_000_000)
LIMITS = {15_000: (20, None), 1_000_000: (300, 4096)}
_RUN = "from pipeline.cli import main; main()"
Row = dict[str, Any]


def main(sizes: tuple[int, ...] = SIZES) -> None:
    """Measure each size in a process of its own; then the recall on the shared bank."""
    rows = []
    for size in sizes:
        path = make_bank(ROOT / "build" / "bench" / f"bank-{size}.parquet", size)
        with measured() as spent:
            found = inspect(path)
        seconds, memory = LIMITS.get(size, (None, None))
        rows.append(
            [
                size,
                len(found["findings"]) if "findings" in found else 0,
                round(spent.wall, 1),
                round(spent.cpu, 1),
                spent.peak_mb,
                f"{seconds or '-'} s, {memory or '-'} MB",
            ]
        )
    facts: dict[str, Any] = {}
    shared = SHARED / "cpsyexam"
    if shared.is_dir():
        facts["recall"] = recall(shared)
        _show(facts["recall"])
    columns = ["questions", "findings", "wall s", "CPU s", "peak MB", "limit"]
    publish("inspect", "cpsyexam inspect, reading and report included", columns, rows, facts)


def inspect(path: Path) -> dict[str, Any]:
    """Run the command in a process of its own and return its JSON."""
    done = subprocess.run(
        [sys.executable, "-c", _RUN, "inspect", str(path), "--json"],
        capture_output=True,
        check=True,
        cwd=ROOT,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def make_bank(path: Path, size: int) -> Path:
    """A bank of recombined clauses of the sample questions, with 10 % copies, as Parquet."""
    if path.exists():
        return path
    clauses, options = _material()
    draw = random.Random(size)
    stems: list[str] = []
    choices: list[list[str]] = []
    keys: list[str] = []
    for _ in range(size):
        if stems and draw.random() < 0.1:
            i = draw.randrange(max(0, len(stems) - 5000), len(stems))
            stems.append(stems[i].replace("，", ",", 1))
            choices.append(choices[i][1:] + choices[i][:1])
            keys.append("DABC"["ABCD".index(keys[i])])
            continue
        parts = draw.sample(clauses, 4)
        stems.append(f"{'，'.join(parts)}（　　）。")
        choices.append(draw.sample(options, 4))
        keys.append(draw.choice("ABCD"))
    path.parent.mkdir(parents=True, exist_ok=True)
    pl.DataFrame(
        {"question": stems, "options": choices, "answer": keys, "id": range(size)}
    ).write_parquet(path)
    return path


def _material() -> tuple[list[str], list[str]]:
    clauses: set[str] = set()
    options: set[str] = set()
    for path in sorted((ROOT / "samples" / "questions").rglob("*.toml")):
        for question in tomllib.loads(path.read_text("utf-8"))["question"]:
            texts = [question["stem"], question.get("explanation", ""), question["answer"]]
            found = (part for text in texts for part in re.split(r"[，。；？（）　：]", text))
            clauses.update(part for part in found if 6 <= len(part) <= 30)
            options.update(o for o in question.get("options", []) if 2 <= len(o) <= 20)
    return sorted(clauses), sorted(options)


def recall(folder: Path) -> list[dict[str, Any]]:
    """Per kind of defect: how many lie in the shared choice questions, how many are found."""
    rows = list(_rows(folder))
    truth: dict[str, set[str]] = defaultdict(set)
    groups: dict[tuple[str, ...], list[tuple[str, Row]]] = defaultdict(list)
    for name, row in rows:
        for kind in _defects(row):
            truth[kind].add(name)
        groups[_key(row)].append((name, row))
    truth["case shared by the splits: dev rows"] = set(_shared_cases(rows))
    told = _told(folder)
    counts = [_compare(kind, names, told[kind]) for kind, names in sorted(truth.items())]
    copies = [group for group in groups.values() if len(group) > 1]
    crossing = [g for g in copies if len({name.split("/")[0] for name, _ in g}) > 1]
    disagreeing = [g for g in copies if len({_answer(row) for _, row in g}) > 1]
    for kind, some in (
        ("copies: groups", copies),
        ("copies across splits: groups", crossing),
        ("contradictory keys: groups", disagreeing),
    ):
        found = sum(any(name in told[kind] for name, _ in group) for group in some)
        counts.append({"defect": kind, "there": len(some), "found": found})
    return counts


def _rows(folder: Path) -> Iterator[tuple[str, Row]]:
    for split in ("train", "dev"):
        for path in sorted((folder / split).glob("*.json")):
            for number, row in enumerate(json.loads(path.read_text("utf-8")), start=1):
                yield f"{split}/{path.name}#row={number}", row


def _answer(row: Row) -> tuple[str, ...]:
    texts = (row["options"].get(letter, "") for letter in row["answer"] if letter.isupper())
    return tuple(sorted(re.sub(r"[\W_]+", "", text) for text in texts))


def _shared_cases(rows: list[tuple[str, Row]]) -> Iterator[str]:
    """Dev questions a stretch of whose case (30 characters) stands in a train question."""
    bare = {name: re.sub(r"[\W_]+", "", row["question"]) for name, row in rows}
    train = "\n".join(t for n, t in bare.items() if n.startswith("train") and len(t) > 120)
    for name, text in bare.items():
        if name.startswith("dev") and len(text) > 120 and text[50:80] in train:
            yield name


def _compare(kind: str, names: set[str], found: set[str]) -> dict[str, Any]:
    return {"defect": kind, "there": len(names), "found": len(names & found)}


_KINDS = {
    "type tag behind the stem": {"trailing_mark"},
    "MAQ with one answer": {"multiple_choice_answers"},
    "answer without its option": {
        "answer_beyond_options", "answer_unreadable", "fallen_option", "answer_written_otherwise",
    },
    "identical options": {"identical_options"},
    "HTML residue": {"markup", "entity", "told_image"},
    "private-use or broken character": {"lost_sign", "mojibake", "lost_character"},
    "copies: groups": {"exact_copy", "near_copy", "contradictory_keys", "copy_across_splits"},
    "copies across splits: groups": {"copy_across_splits"},
    "contradictory keys: groups": {"contradictory_keys"},
    "case shared by the splits: dev rows": {"case_across_splits", "copy_across_splits"},
}  # fmt: skip


def _defects(row: Row) -> Iterator[str]:
    options = {letter: text.strip() for letter, text in row["options"].items()}
    named = [text for text in options.values() if text]
    whole = "\n".join([row["question"], *options.values(), row["explanation"]])
    if re.search(r"(?:单选|多选)题?\W*$", row["question"]):
        yield "type tag behind the stem"
    if row["question_type"] == "multi" and len(row["answer"]) == 1:
        yield "MAQ with one answer"
    if any(not options.get(letter, "") for letter in row["answer"]):
        yield "answer without its option"
    if len(set(named)) < len(named):
        yield "identical options"
    if re.search(r"</?[a-zA-Z]+[^>]*>|&(?:\w+|#\d+);", whole):
        yield "HTML residue"
    if re.search("[\ue000-\uf8ff\ufffd]|[一-龥]\\?\\?[一-龥]", whole):
        yield "private-use or broken character"


def _key(row: Row) -> tuple[str, ...]:
    texts = [row["question"], *sorted(row["options"].values())]
    return tuple(re.sub(r"[\W_]+", "", text).lower() for text in texts)


def _told(root: Path) -> dict[str, set[str]]:
    script = [sys.executable, "-c", _RUN, "inspect", str(root), "--json"]
    done = subprocess.run(script, capture_output=True, check=True, cwd=ROOT)
    told: dict[str, set[str]] = defaultdict(set)
    for finding in json.loads(done.stdout)["findings"]:
        for prefix in ("", "other_"):
            file = Path(finding[f"{prefix}file"])
            name = f"{file.parent.name}/{file.name}#{finding[f'{prefix}locator'].split(';')[0]}"
            for kind, rules in _KINDS.items():
                if finding["rule"] in rules:
                    told[kind].add(name)
    return told


def _show(rows: list[dict[str, Any]]) -> None:
    table = Table("defect", "there", "found", title="The shared train and dev sets")
    for row in rows:
        table.add_row(row["defect"], str(row["there"]), str(row["found"]))
    Console().print(table)


if __name__ == "__main__":
    main()
