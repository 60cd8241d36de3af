"""The life of one question, or of one that was rejected or held, from the tables of a build."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
from rapidfuzz.distance import Postfix, Prefix

from cpsyexam import chain, stage, taxonomy
from cpsyexam.errors import ConfigError
from cpsyexam.stage import scan

Row = Mapping[str, Any]
_LONG = 150  # characters of a text that are shown
_MOST = 6  # changes, copies, lines that are shown


@dataclass(frozen=True)
class QuestionHistory:
    """Headings with their lines, in the order in which things happened."""

    title: str
    chapters: tuple[tuple[str, tuple[str, ...]], ...]


def trace(build: Path, prefix: str) -> QuestionHistory:
    """The life of the question whose id or raw_id begins so.

    Raises ConfigError where there is none, or more than one.
    """
    rows, column = _find(build, prefix)
    row = rows.row(0, named=True)
    if column == "parent":
        return _end(build, row)
    place = f"{row['exam']} {row['subject']} · {row['format']} {row['task']} {row['category']}"
    later = chain.CHAIN.stage_names[1:]
    chapters = [("printed", _printed(build, row["raw_id"])), ("lineage", _lineage(build, row))]
    for name in later:
        heading, lines_of = _CHAPTERS.get(name, (name, _difference_by(name)))
        chapters.append((heading, lines_of(build, row)))
    chapters.append(("now", _now(row)))
    title = f"{row['id']}  {place.strip()} → {row['split']}"
    return QuestionHistory(title, tuple((heading, tuple(lines)) for heading, lines in chapters))


def _find(build: Path, prefix: str) -> tuple[pl.DataFrame, str]:
    """The row meant, and the column that names it: an exact name before the beginning of one."""
    searched = [
        (chain.CHAIN.last, "id"),
        (chain.CHAIN.last, "raw_id"),
        *((table, "parent") for table in chain.CHAIN.aside),
        *((f"{kind}/rejected", "parent") for kind in chain.CHAIN.kind_names),
    ]
    found: dict[str, tuple[pl.DataFrame, str]] = {}
    for name, column in searched:
        begins = scan(build, name).filter(pl.col(column).str.starts_with(prefix))
        rows = begins.sort(column).head(5).collect()
        for i, key in enumerate(rows[column]):
            found.setdefault(key, (rows[i : i + 1], column))
    if prefix in found:
        return found[prefix]
    if not found:
        raise ConfigError(
            "no question of this build begins so", where=prefix, remedy="see `cpsyexam show split`"
        )
    if len(found) > 1:
        names = ", ".join(sorted(found)[:5])
        raise ConfigError(f"begins several: {names}", where=prefix, remedy="give more of it")
    return next(iter(found.values()))


def _end(build: Path, row: Row) -> QuestionHistory:
    """The life of a row that was rejected, or is held."""
    held = row["stage"] == chain.CHAIN.gate
    gone = f"rejected by {row['rule']} at stage {row['stage']}"
    why = f"held for a look: {row['rule']}" if held else gone
    lines = [why, *([row["detail"]] if row["detail"] else [])]
    if row["counterpart"]:
        alike = f", alike by {row['strength']:.2f}" if row["strength"] is not None else ""
        lines.append(f"in favour of, or against, {row['counterpart']}{alike}")
    of_capture = row["stage"] in chain.CHAIN.kind_names
    printed = _capture(build, row["parent"]) if of_capture else _printed(build, row["parent"])
    return QuestionHistory(
        f"{row['parent']}  {why}", (("printed", tuple(printed)), ("end", tuple(lines)))
    )


def _printed(build: Path, raw_id: str) -> Iterator[str]:
    raw = scan(build, "parsed").filter(pl.col("raw_id") == raw_id).collect().row(0, named=True)
    yield from _capture(build, raw["capture"])
    place = [f"number {raw['number']}"] if raw["number"] else []
    place += [raw["section"]] if raw["section"] else []
    yield ", ".join([f"{raw['raw_id']} at {raw['locator']}", *place])
    if raw["confidence"] is not None:
        where = f", {_boxes(raw['boxes'])}" if raw["boxes"] else ""
        yield f"read with confidence {raw['confidence']:.3f}{where}"
    if raw.get("key_boxes"):
        yield f"its key stands apart, {_boxes(raw['key_boxes'])}"
    scanned = list(_lines(build, raw))
    if scanned:
        yield from scanned
        return
    if raw["material"]:
        yield _short(raw["material"])
    yield _short(raw["stem"])
    yield from _options(raw["options"])
    yield f"answer {_short(raw['answer']) or 'none'}"


def _lineage(build: Path, row: Row) -> Iterator[str]:
    """The name that outlives corrections, and the ids that the question or a copy had."""
    yield row["lineage"]
    mine = pl.col("lineage") == row["lineage"]
    other = pl.col("name").str.starts_with("q") & (pl.col("name") != row["id"])
    names = scan(build, "split/names").filter(mine, other).select("name", "since").collect()
    for name, since in names.sort("name").iter_rows():
        yield f"had the id {name}{f', in {since}' if since else ' in print'}"


def _capture(build: Path, name: str) -> Iterator[str]:
    pages = scan(build, "parsed/captures").filter(pl.col("capture") == name).collect()
    if not pages.height:
        yield f"page {name} is not listed"
        return
    page = pages.row(0, named=True)
    sources = stage.read(build, "parsed/sources").filter(pl.col("source") == page["source"])
    title = sources["title"][0] if sources.height else ""
    yield f"{title} ({page['source']}), {page['fetched'] or 'time unknown'}"
    yield f"{page['url']}"
    yield f"{name} in {page['archive']} at {page['offset']}, sha256 {page['digest'][:16]}…"


def _boxes(boxes: list[Row]) -> str:
    spelt = (
        f"page {b['page']} ({b['x0']:.0f}, {b['y0']:.0f})–({b['x1']:.0f}, {b['y1']:.0f})"
        for b in boxes
    )
    return "; ".join(spelt)


def _lines(build: Path, raw: Row) -> Iterator[str]:
    """The lines of the scan that lie in the question's boxes on its page."""
    scanned = [kind.name for kind in chain.CHAIN.kinds if "lines" in kind.tables]
    kept = [name for name in scanned if stage.product(build, f"{name}/lines").exists()]
    if not raw["boxes"] or not kept:
        return
    box = raw["boxes"][0]
    middle = (pl.col("y0") + pl.col("y1")) / 2
    across = (pl.col("x0") + pl.col("x1")) / 2
    rows = (
        pl.concat([scan(build, f"{name}/lines") for name in kept])
        .filter(
            pl.col("capture") == raw["capture"],
            middle.is_between(box["y0"], box["y1"]),
            across.is_between(box["x0"], box["x1"]),
        )
        .sort("order")
        .collect()
    )
    for text, score in rows.head(_MOST + 4).select("text", "score").iter_rows():
        yield f"{score:.2f} {_short(text)}"


def _options(options: list[str]) -> Iterator[str]:
    if options:
        pairs = zip(taxonomy.LETTERS, options, strict=False)
        yield "  ".join(f"{letter} {_short(text, 40)}" for letter, text in pairs)


def _decided(build: Path, row: Row) -> Iterator[str]:
    """What people decided about the question or a copy of it."""
    mine = pl.Series([row["raw_id"], *row["also"]], dtype=pl.String).implode()
    told = (
        scan(build, "reviewed/decisions")
        .filter(pl.col("raw_ids").list.eval(pl.element().is_in(mine)).list.any())
        .sort("when")
        .collect()
    )
    for one in told.iter_rows(named=True):
        yield f"{one['verdict']} by {one['by']}, {one['when'][:10]}: {one['why']}"
        for change in one["changes"]:
            yield f"  {change['field']}: {_short(change['before'])} → {_short(change['after'])}"
        if one["evidence"]:
            yield f"  {one['evidence']}"
    if not told.height:
        yield "nothing"


def _changes(build: Path, row: Row) -> Iterator[str]:
    del build
    changes = row["changes"]
    for change in changes[:_MOST]:
        before, after = _difference(change["before"], change["after"])
        yield f"{change['rule']} ({change['field']}): {before or '∅'} → {after or '∅'}"
    if len(changes) > _MOST:
        yield f"and {len(changes) - _MOST} more"
    if not changes:
        yield "nothing"


def _difference(before: str, after: str) -> tuple[str, str]:
    """The parts that differ, with two characters around them."""
    start = Prefix.similarity(before, after)
    end = Postfix.similarity(before[start:], after[start:])
    low, tail = max(start - 2, 0), max(end - 2, 0)
    return _short(before[low : len(before) - tail], 40), _short(after[low : len(after) - tail], 40)


def _copies(build: Path, row: Row) -> Iterator[str]:
    wanted = pl.Series(row["also"], dtype=pl.String).implode()
    gone = (
        scan(build, "unique/rejected")
        .filter(pl.col("parent").is_in(wanted) | (pl.col("counterpart") == row["raw_id"]))
        .sort("parent")
        .collect()
    )
    for copy in gone.head(_MOST).iter_rows(named=True):
        alike = f" {copy['strength']:.2f}" if copy["strength"] is not None else ""
        reason = f"{copy['rule']}{alike} {copy['detail']}".strip()
        yield f"{copy['parent']} of {copy['source']}: {reason}"
        yield f"  {json.loads(copy['record']).get('url', '')}"
    if gone.height > _MOST:
        yield f"and {gone.height - _MOST} more"
    if not gone.height:
        yield "to no other"


def _labels(build: Path, row: Row) -> Iterator[str]:
    del build
    words = f" ({', '.join(row['keywords'][:5])})" if row["keywords"] else ""
    yield f"{row['format']} by {row['format_rule']}"
    yield f"{row['task']} by {row['task_rule']}, {row['task_confidence']:.2f}{words}"
    if row["category"]:
        yield f"{row['category']} by {row['category_rule']}, {row['category_confidence']:.2f}"
    yield from (f"flag: {flag}" for flag in row["flags"][:_MOST])


def _order(build: Path, row: Row) -> Iterator[str]:
    del build
    if not row["options"]:
        yield "none"
        return
    moved = ", ".join(
        f"{taxonomy.LETTERS[i]} was {taxonomy.LETTERS[j]}" for i, j in enumerate(row["order"])
    )
    yield f"{moved or 'as printed'}; by {row['shuffle_rule']}"


def _split(build: Path, row: Row) -> Iterator[str]:
    same = scan(build, "split").filter(pl.col("unit") == row["unit"]).select(pl.len())
    yield f"{row['split']}: unit {row['unit']} of {same.collect().item()}, draw {row['draw'][:16]}…"


Chapter = Callable[[Path, Row], Iterator[str]]
# heading and lines of the stages that have words of their own
_CHAPTERS: dict[str, tuple[str, Chapter]] = {
    "reviewed": ("decided", _decided),
    "cleaned": ("changed", _changes),
    "unique": ("preferred", _copies),
    "labeled": ("labels", _labels),
    "shuffled": ("options", _order),
    "split": ("split", _split),
}


def _difference_by(name: str) -> Chapter:
    """What a stage without words of its own changed or added, column by column."""

    def lines_of(build: Path, row: Row) -> Iterator[str]:
        pair = (chain.CHAIN.before(name), name)
        frames = [scan(build, s).filter(pl.col("raw_id") == row["raw_id"]).collect() for s in pair]
        before, after = (frame.row(0, named=True) if frame.height else {} for frame in frames)
        differs = [key for key in after if key not in before or before[key] != after[key]]
        for key in differs[:_MOST]:
            old, new = _difference(_text(before.get(key)), _text(after[key]))
            yield f"{key}: {old or '∅'} → {new or '∅'}"

    return lines_of


def _text(value: object) -> str:
    if isinstance(value, list):
        return "; ".join(map(_text, value))
    return "" if value is None else str(value)


def _now(row: Row) -> Iterator[str]:
    if row["material"]:
        yield _short(row["material"])
    yield _short(row["stem"])
    yield from _options(row["options"])
    yield f"answer {taxonomy.letters(row['answer']) or _short(row['reference'])}"


def _short(text: str, most: int = _LONG) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= most else f"{flat[: most - 1]}…"
