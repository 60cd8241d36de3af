"""Generated question banks of any size, with the truth about their copies.

Words are random pairs and triples of common characters, so unrelated questions share little;
16 % of the questions lie in clusters of two to five copies (as printed elsewhere, lightly or
heavily edited), 2.8 % are an original with its meaning turned round (negation, opposite, number,
another word), 3.6 % share a case with other questions.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow.parquet as pq

from cleaning.duplicates.texts import comparison_rows

PART = 200_000  # questions made at a time; clusters lie within a part
_STEM, _OPTION = 12, 5  # words
_WORDS, _CHARACTERS, _RARE = 30_000, 1_600, 2_000
_COPIES, _FLIPS, _SIBLINGS, _KEYLESS = 0.16, 0.028, 0.036, 0.1
_LEVELS = ("printed", "light", "heavy")
_RESERVED = set("不非无没未否勿别除禁零〇一二两三四五六七八九十百千万半")
_LEADS = ["下列关于", "以下关于", "关于", ""]
_LINKS = ["和", "与", "及", "以及"]
_OPPOSITES = ["前面", "后面", "增加", "减少", "内部", "外部", "正向", "负向"]
_TAILS = ["包括", "不包括", "属于", "不属于"]
Array = npt.NDArray[np.int64]


@dataclass
class _Plan:
    """One row a question: the words of its slots (columns), as places in the vocabularies."""

    words: Array  # stem and options; + _WORDS: the word with a slip
    slots: Array  # lead, link, opposite, number, tail
    order: Array  # of the options
    key: Array  # right option, -1 unknown
    added: Array  # word put into the stem, -1 for none
    cluster: Array  # questions that are one
    case: Array  # questions that share a case, -1 for none
    level: list[str]


def write(path: Path, rows: int, seed: int = 1) -> Path:
    """A Parquet file of comparison rows with the truth (cluster, level), made once."""
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(".part")
    writer = None
    for frame, truth in printed(rows, seed):
        table = pl.concat([comparison_rows(frame), truth], how="horizontal").to_arrow()
        writer = writer or pq.ParquetWriter(temporary, table.schema, compression="zstd")
        writer.write_table(table)
    if writer:
        writer.close()
    temporary.rename(path)
    return path


def printed(rows: int, seed: int = 1) -> Iterator[tuple[pl.DataFrame, pl.DataFrame]]:
    """Questions as a bank prints them (raw_id, material, stem, options, answer) and their truth
    (cluster, level), part by part.
    """
    rng = np.random.default_rng(seed)
    words = _vocabulary(rng)
    for first in range(0, rows, PART):
        plan = _plan(rng, min(PART, rows - first))
        truth = pl.DataFrame({"cluster": plan.cluster + first, "level": plan.level})
        yield _printed(plan, words, first), truth


def planted(truth: pl.DataFrame) -> npt.NDArray[np.uint64]:
    """All pairs of rows that are one question (left row << 32 | right row), sorted."""
    rows = truth.select("cluster").with_row_index("row")
    shared = rows.filter(pl.col("cluster").is_duplicated())
    pairs = shared.join(shared, on="cluster").filter(pl.col("row") < pl.col("row_right"))
    left, right = (pairs[name].to_numpy().astype(np.uint64) for name in ("row", "row_right"))
    return np.sort((left << np.uint64(32)) | right)


def _vocabulary(rng: np.random.Generator) -> pl.Series:
    def block(lead: range) -> list[str]:
        made = [bytes([a, b]).decode("gb2312", "ignore") for a in lead for b in range(0xA1, 0xFF)]
        return [c for c in made if c and c not in _RESERVED]

    used = set("".join([*_LEADS, *_LINKS, *_OPPOSITES, *_TAILS]))
    common = np.array([c for c in block(range(0xB0, 0xD7)) if c not in used][:_CHARACTERS])
    rare = np.array(block(range(0xD8, 0xF7))[:_RARE])
    size = rng.choice([2, 3], _WORDS, p=[0.7, 0.3])
    letters = common[rng.integers(0, len(common), (_WORDS, 3))]
    place = rng.integers(0, 2, _WORDS)
    slips = letters.copy()
    slips[np.arange(_WORDS), place] = rare[rng.integers(0, len(rare), _WORDS)]
    plain = ["".join(row[:n]) for row, n in zip(letters, size, strict=True)]
    wrong = ["".join(row[:n]) for row, n in zip(slips, size, strict=True)]
    return pl.Series(plain + wrong)


def _plan(rng: np.random.Generator, rows: int) -> _Plan:
    origin = np.arange(rows)
    level = ["single"] * rows
    copies = _clusters(rng, int(_COPIES * rows))
    at = len(copies)
    origin[:at] = copies
    for row in np.flatnonzero(origin[:at] != np.arange(at)):
        level[row] = _LEVELS[rng.choice(3, p=[0.4, 0.35, 0.25])]
    cluster = origin.copy()
    flips = np.arange(at, at + int(_FLIPS * rows))
    origin[flips] = flips + len(flips)  # the next rows are their originals
    at += 2 * len(flips)
    case = np.full(rows, -1)
    siblings = np.arange(at, at + int(_SIBLINGS * rows))
    case[siblings] = siblings // 3
    cluster[flips] = flips
    for row in flips:
        level[row] = "flip"
    for row in siblings:
        level[row] = "sibling"
    plan = _Plan(
        words=rng.integers(0, _WORDS, (rows, _STEM + 4 * _OPTION))[origin],
        slots=np.stack([rng.integers(0, n, rows) for n in (4, 4, 8, 90, 2)], axis=1)[origin],
        order=np.argsort(rng.random((rows, 4)), axis=1),
        key=rng.integers(0, 4, rows)[origin],
        added=np.full(rows, -1),
        cluster=cluster,
        case=case,
        level=level,
    )
    plan.slots[:, 4] *= 2  # affirmative tails
    kinds = np.array(level)
    _edit(rng, plan, np.flatnonzero(kinds == "light"), slips=1)
    _edit(rng, plan, np.flatnonzero(kinds == "heavy"), slips=2)
    heavy = np.flatnonzero(kinds == "heavy")
    plan.added[heavy] = rng.integers(0, _WORDS, len(heavy))
    plan.words[heavy, _STEM + rng.integers(0, 4 * _OPTION, len(heavy))] += _WORDS
    _turn(rng, plan, flips)
    plan.key[rng.random(rows) < _KEYLESS] = -1
    return plan


def _clusters(rng: np.random.Generator, rows: int) -> Array:
    """The original's row of each row, for clusters of two to five rows."""
    sizes = rng.integers(2, 6, rows)
    sizes = sizes[: int(np.searchsorted(np.cumsum(sizes), rows))]
    firsts = np.cumsum(sizes) - sizes
    return np.repeat(firsts, sizes)


def _edit(rng: np.random.Generator, plan: _Plan, rows: Array, *, slips: int) -> None:
    plan.slots[rows, 0] = rng.integers(0, 4, len(rows))
    plan.slots[rows, 1] = rng.integers(0, 4, len(rows))
    places = np.argsort(rng.random((len(rows), _STEM)), axis=1)[:, :slips]
    plan.words[rows[:, None], places] += _WORDS


def _turn(rng: np.random.Generator, plan: _Plan, rows: Array) -> None:
    """Negation, opposite, number, or another word: the last with another key or none."""
    kinds = np.arange(len(rows)) % 4
    plan.slots[rows[kinds == 0], 4] += 1
    plan.slots[rows[kinds == 1], 2] ^= 1
    plan.slots[rows[kinds == 2], 3] += rng.integers(1, 9, int((kinds == 2).sum()))
    other = rows[kinds == 3]
    place = rng.integers(0, _STEM, len(other))
    plan.words[other, place] = (plan.words[other, place] + 1) % _WORDS
    plan.key[other] = (plan.key[other] + rng.integers(1, 4, len(other))) % 4


def _printed(plan: _Plan, words: pl.Series, first: int) -> pl.DataFrame:
    """Question rows: what a bank would print."""
    rows = len(plan.level)
    word = [words.gather(plan.words[:, i]) for i in range(plan.words.shape[1])]
    added = pl.Series(["", *words.head(_WORDS)]).gather(plan.added + 1)
    slot = [
        pl.Series(names).gather(plan.slots[:, i])
        for i, names in ((0, _LEADS), (1, _LINKS), (2, _OPPOSITES), (4, _TAILS))
    ]
    number = pl.Series(plan.slots[:, 3] + 2).cast(pl.String)
    stem = [
        slot[0], word[0], "的", word[1], slot[1], word[2], word[3], "在", word[4], added, word[5],
        slot[2], word[6], word[7], number, "名", *word[8:_STEM], slot[3], "（　）。",
    ]  # fmt: skip
    parts = [word[_STEM + i * _OPTION : _STEM + (i + 1) * _OPTION] for i in range(4)]
    options = [pl.concat_str([pl.lit(w) for w in part]) for part in parts]
    place = np.argmax(plan.order == plan.key[:, None], axis=1)
    answer = [[int(p)] if key >= 0 else [] for p, key in zip(place, plan.key, strict=True)]
    told = [words.gather((plan.case * 31 + i * 7919) % _WORDS) for i in range(40)]
    material = pl.concat_str([pl.lit(t) for t in told])
    return pl.select(
        raw_id=pl.format("q{}", pl.int_range(first, first + rows)),
        material=pl.when(pl.lit(pl.Series(plan.case)) >= 0).then(material).otherwise(pl.lit("")),
        stem=pl.concat_str([pl.lit(piece) for piece in stem]),
        options=pl.concat_list(options).list.gather(pl.lit(pl.Series(plan.order.tolist()))),
        answer=pl.lit(pl.Series(answer, dtype=pl.List(pl.Int64))),
    )
