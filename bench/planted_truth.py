"""A bank of the sample's choice questions with wrong keys and slips planted, and the truth."""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import polars as pl
from rich.console import Console

from bench.frame import ROOT
from bench.paper_bank import sample
from cpsyexam import stage
from cpsyexam.executor import Inline
from cpsyexam.files import digest, write_frame
from cpsyexam.taxonomy import LETTERS, letters, positions
from cpsyexam.text import fold
from evaluation import releases
from papers import Item
from pipeline.build import build
from pipeline.paths import Paths
from reviewing import errata

Kind = Literal["key", "slip", "good", "rest", "rest key"]
_KEYS, _SLIPS, _GOOD, _HIDDEN = 100, 40, 30, 0.1
# characters that recognition takes for one another
_LIKE = {"人": "入", "记": "己", "忆": "亿", "理": "埋", "学": "字", "情": "清", "验": "脸",
         "识": "织", "格": "恪", "动": "劲", "知": "和", "性": "牲"}  # fmt: skip
_TYPES = {"SCQ": "单项选择题", "MAQ": "多项选择题"}
RECIPE = """name = "planted"
version = "{version}"
keys = {{ split = "split.key", salt = "salt.key" }}
[banks]
sources = ["bank.toml"]
[split]
share = 0.8
reserved = 0.0
dev = 0.0
min_train = 0
few_shot = 0
[review]
decisions = "decisions"
[release]
test_answers = "open"
"""


@dataclass(frozen=True)
class Planted:
    """Stem and texts of the key of a question, both `plain`: in a release, or in truth."""

    stem: str
    key: str


@dataclass(frozen=True)
class Error:
    """What is true of a question. `kind`: what was planted, and whether it is doubted."""

    number: str
    kind: Kind
    right: Planted
    stem: str

    @property
    def wrong(self) -> bool:
        """Whether something was planted."""
        return self.kind in ("key", "slip", "rest key")


@dataclass(frozen=True)
class Bank:
    """The truth by number."""

    truth: Mapping[str, Error]

    @property
    def good(self) -> int:
        """How many good questions are doubted."""
        return sum(one.kind == "good" for one in self.truth.values())

    @property
    def unflagged_rate(self) -> float:
        """Share of errors among what nobody doubts."""
        rest = [one.wrong for one in self.truth.values() if one.kind.startswith("rest")]
        return sum(rest) / len(rest)

    def doubt(self, root: Path, reviews: Path) -> None:
        """Bring the doubts in: models doubt keys, readers report slips, and half of each errs."""
        rows = stage.read(root / "build", "split").select("id", "number")
        ids = dict(rows.select("number", "id").iter_rows())
        kinds = {name: [n for n, one in self.truth.items() if one.kind == name and n in ids]
                 for name in ("key", "slip", "good")}  # fmt: skip
        half = len(kinds["good"]) // 2
        suspects = [ids[n] for n in (*kinds["key"], *kinds["good"][:half])]
        table = {"id": suspects, "detail": ["able models differ"] * len(suspects),
                 "other": [[0]] * len(suspects)}  # fmt: skip
        write_frame(root / "evaluations/suspects.parquet", pl.DataFrame(table))
        for number in (*kinds["slip"], *kinds["good"][half:]):
            report = errata.Report(question=ids[number], problem="疑有错字", when="2026-11-22")
            errata.add(reviews, report)


def plant(root: Path, seed: int) -> Bank:
    """Write the bank, its TOML and the keys below a folder; the truth of it."""
    rng = random.Random(seed)
    rows, truth = [], {}
    for place, (item, kind) in enumerate(_drawn(rng), start=1):
        number, places = str(place), positions(item.answer)
        right = Planted(plain(item.stem), plain(*(item.options[i] for i in places)))
        truth[number] = Error(number, kind, right, item.stem)
        if kind.endswith("key"):
            places = [(places[0] + rng.randrange(1, len(item.options))) % len(item.options)]
        rows.append({
            "id": f"p{place:04d}", "number": number, "exam": "GEE", "subject": "普通心理学",
            "question_type": _TYPES[item.format], "material": item.material,
            "question": _slipped(item.stem) if kind == "slip" else item.stem,
            "options": dict(zip(LETTERS, item.options, strict=False)), "answer": letters(places),
        })  # fmt: skip
    (root / "planted.json").write_text(json.dumps(rows, ensure_ascii=False), "utf-8")
    terms = (ROOT / "samples/banks/structured.toml").read_text("utf-8")
    terms = terms.replace("samples/banks/structured.json", "planted.json")
    (root / "bank.toml").write_text(terms, "utf-8")
    for name in ("split", "salt"):
        (root / f"{name}.key").write_text(digest(name), "utf-8")
    return Bank(truth)


def _drawn(rng: random.Random) -> list[tuple[Item, Kind]]:
    """Wrong keys among single choices, the other kinds among all choices."""
    items = [item for item in sample() if item.format in _TYPES]
    rng.shuffle(items)
    single = [item for item in items if item.format == "SCQ"]
    keyed, free = single[:_KEYS], single[_KEYS:]
    hidden = round(_HIDDEN * (len(items) - _KEYS - _SLIPS - _GOOD))
    missed, other = free[:hidden], [item for item in items if item.format == "MAQ"] + free[hidden:]
    rng.shuffle(other)
    other.sort(key=lambda item: _slipped(item.stem) == item.stem)  # who can slip goes first
    slips, rest = other[:_SLIPS], other[_SLIPS:]
    rng.shuffle(rest)
    parts: list[tuple[list[Item], Kind]] = [
        (keyed, "key"), (slips, "slip"), (rest[:_GOOD], "good"), (missed, "rest key"),
        (rest[_GOOD:], "rest"),
    ]  # fmt: skip
    made = [(item, kind) for some, kind in parts for item in some]
    rng.shuffle(made)
    return made


def plain(*texts: str) -> str:
    """Texts without what cleaning may change, in one order."""
    return " ".join(sorted("".join(c for c in fold(text) if c.isalnum()) for text in texts))


def _slipped(stem: str) -> str:
    """The stem with a character mistaken, the last that can be."""
    for place in range(len(stem) - 1, -1, -1):
        if stem[place] in _LIKE:
            return stem[:place] + _LIKE[stem[place]] + stem[place + 1 :]
    return stem


def built(root: Path, version: str) -> dict[str, Planted]:
    """Build below the working folder; number → what the release says."""
    (root / "recipe.toml").write_text(RECIPE.format(version=version), "utf-8")
    made = build(Path("recipe.toml"), Paths(root), Console(quiet=True), executor=Inline())
    release = releases.open_release(made.release)
    names = dict(stage.read(root / "build", "split").select("id", "number").iter_rows())
    found = {}
    for split in ("train", "dev", "test"):
        if not list(made.release.glob(f"data/*/{split}-*.parquet")):
            continue
        for row in releases.questions(release, split).iter_rows(named=True):
            key = plain(*(row["options"][place] for place in row["key"]))
            found[names[row["id"]]] = Planted(plain(row["question"]), key)
    return found
