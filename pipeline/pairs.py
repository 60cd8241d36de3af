"""A generated question beside a printed one, for people who do not know which is which.

Method: the comparison of ConceptPsy (15 to 20 pairs a subject, win and tie rates). Two files: what
people see, and which side is the generated one.
"""

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from cpsyexam.errors import ConfigError
from cpsyexam.files import digest
from cpsyexam.taxonomy import LETTERS
from evaluation.intervals import wilson

LEFT, RIGHT = "甲题", "乙题"  # as at the review station
VERDICTS = {
    **dict.fromkeys(("甲题", "甲", "a", "left", "左"), "left"),
    **dict.fromkeys(("乙题", "乙", "b", "right", "右"), "right"),
    **dict.fromkeys(("平", "tie"), "tie"),
    **dict.fromkeys(("都不合格", "neither"), "neither"),
}
_SIDES = ("left", "right")


@dataclass(frozen=True)
class Pair:
    """Two questions of a subject; `generated` is the side of the generated one."""

    name: str
    subject: str
    left: str  # text: case, stem, options
    right: str
    generated: str
    ids: tuple[str, str]  # generated, printed


def pairs(generated: pl.DataFrame, printed: pl.DataFrame, each: int, seed: str) -> list[Pair]:
    """Up to `each` pairs a subject, drawn by hashes under the seed; no question stands twice.

    Both frames: raw_id, subject, material, stem, options. Subjects that one side lacks have none.
    """
    found = []
    for subject in sorted(set(generated["subject"]) & set(printed["subject"])):
        left, right = (_drawn(frame, subject, seed) for frame in (generated, printed))
        for one, two in list(zip(left, right, strict=False))[:each]:
            name = digest(f"{seed}/{one['raw_id']}/{two['raw_id']}")
            side = _SIDES[int(name[-1], 16) % 2]  # a digit that the sheet does not show
            texts = (_text(one), _text(two))
            shown = texts if side == "left" else texts[::-1]
            ids = (str(one["raw_id"]), str(two["raw_id"]))
            found.append(Pair(name[:10], subject, *shown, side, ids))
    return sorted(found, key=lambda pair: (pair.subject, pair.name))


def _drawn(frame: pl.DataFrame, subject: str, seed: str) -> list[dict[str, object]]:
    mine = frame.filter(pl.col("subject") == subject, pl.col("options").list.len() > 0)
    return sorted(mine.to_dicts(), key=lambda row: digest(f"{seed}/{row['raw_id']}"))


def _text(row: dict[str, object]) -> str:
    options = row["options"]
    assert isinstance(options, list)
    lettered = (f"{letter}. {text}" for letter, text in zip(LETTERS, options, strict=False))
    parts = [str(row["material"] or ""), str(row["stem"]), *lettered]
    return "\n".join(part for part in parts if part.strip())


def write(found: list[Pair], folder: Path) -> tuple[Path, Path]:
    """`pairs.csv` (pair, subject, 甲题, 乙题, person, verdict) for people, `pairs-key.csv` not."""
    shown, key = folder / "pairs.csv", folder / "pairs-key.csv"
    folder.mkdir(parents=True, exist_ok=True)
    rows = [(p.name, p.subject, p.left, p.right, "", "") for p in found]
    _write(shown, ("pair", "subject", LEFT, RIGHT, "person", "verdict"), rows)
    sides = [(p.name, p.generated, *p.ids) for p in found]
    _write(key, ("pair", "generated", "generated_id", "printed_id"), sides)
    return shown, key


def _write(path: Path, heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    with path.open("w", encoding="utf-8-sig", newline="") as file:  # opened with spreadsheets
        csv.writer(file).writerows([heads, *rows])


def verdicts(sheets: list[Path], key: Path) -> list[tuple[str, str, str]]:
    """Subject, verdict on the generated question (win, tie, loss, neither) and person, a row a
    judgement.

    Rows without a verdict are passed over. Raises ConfigError.
    """
    sides = {row["pair"]: row["generated"] for row in _read(key, {"pair", "generated"})}
    found, seen = [], Counter[tuple[str, str]]()
    for path in sheets:
        for row in _read(path, {"pair", "subject", "verdict"}):
            told = (row["verdict"] or "").strip().lower()
            if not told:
                continue
            if told not in VERDICTS or row["pair"] not in sides:
                bad = f"verdict {told!r}" if row["pair"] in sides else f"pair {row['pair']!r}"
                raise ConfigError(
                    f"{bad} is unknown",
                    where=str(path),
                    remedy="write 甲 (A), 乙 (B), 平 (tie) or 都不合格 (neither)",
                )
            person = (row.get("person") or "").strip() or path.stem
            seen[person, row["pair"]] += 1
            if seen[person, row["pair"]] > 1:
                raise ConfigError(f"{person} judges {row['pair']} twice", where=str(path))
            side = VERDICTS[told]
            won = side
            if side in _SIDES:
                won = "win" if side == sides[row["pair"]] else "loss"
            found.append((row["subject"], won, person))
    return found


def _read(path: Path, needed: set[str]) -> list[dict[str, str]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            missing = needed - set(reader.fieldnames or ())
            rows = list(reader)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ConfigError(f"cannot be read: {error}", where=str(path)) from error
    if missing:
        raise ConfigError(f"no column {', '.join(sorted(missing))}", where=str(path))
    return rows


def rates(found: list[tuple[str, str, str]]) -> list[tuple[str, float, float, float, float, int]]:
    """Rows: subject ("all" last), share won with its 95 % interval (Wilson), share of ties, n."""
    rows = []
    for name in [*sorted({subject for subject, _, _ in found}), "all"]:
        mine = [won for subject, won, _ in found if name in (subject, "all")]
        n = len(mine)
        if n:
            win = mine.count("win") / n
            low, high = wilson(win, n)
            rows.append((name, win, low, high, mine.count("tie") / n, n))
    return rows
