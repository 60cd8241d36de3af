"""What differs from the release before: CHANGES.parquet, CHANGELOG.md, the version rule."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam import chain
from cpsyexam.errors import ConfigError, ReleaseError
from cpsyexam.files import digest, digest_file, read_json, write_text
from cpsyexam.parquet import write_table
from cpsyexam.release import ReleaseSpec
from cpsyexam.stage import scan
from cpsyexam.versions import LEVELS, below, lying, numbers, remedy
from publishing.columns import NAMES
from publishing.differences import differing, in_words, told
from publishing.heirs import followed, heirs_of
from publishing.revealed import check as check_reveals
from publishing.revealed import ids_in

_TEXT = pl.String()
SCHEMA: dict[str, pl.DataType] = {
    "id": _TEXT,  # now; of a question that left, the one it had
    "old_id": _TEXT,  # in the version before: a corrected text has another
    "change": _TEXT,  # added, removed, merged (it is one with `id` now), moved, changed
    "fields": pl.List(_TEXT),  # columns that differ
    "differences": pl.List(pl.Struct(dict.fromkeys(("field", "before", "after"), pl.String))),
    "why": _TEXT,
    "old_split": _TEXT,
    "new_split": _TEXT,
    "old_sha256": _TEXT,
    "new_sha256": _TEXT,
}
_MADE = ("canary", "group")  # columns that say nothing of the question: named anew by each crawl
_LEVEL = {"changed": 0, "added": 1, "removed": 1, "merged": 1, "moved": 2}


@dataclass(frozen=True)
class ReleaseDiff:
    """The changes against a release: label ("" for none), digest, rows, columns added or gone."""

    previous: str
    sha256: str  # of its RELEASE.json
    rows: pl.DataFrame
    columns: tuple[str, ...]
    gone: tuple[str, ...] = ()  # of the columns, those that readers will miss
    revealed: tuple[str, ...] = ()  # ids that were reserved before

    @property
    def level(self) -> int:
        """The least part of the version that must grow: 0 PATCH, 1 MINOR, 2 MAJOR."""
        if self.gone:
            return 2
        levels = [_LEVEL[change] for change in self.rows["change"].unique()]
        return max([1 if self.columns else 0, *levels])


def write(spec: ReleaseSpec, reserved: pl.Series) -> ReleaseDiff:
    """Compare the draft with the release before and write both files into it.

    Raises ReleaseError where the version does not grow as the changes demand, a question that was
    public would now be in the reserve (`reserved`: its ids), or one that was reserved public.
    """
    before = find_previous(spec)
    revealed = check_reveals(spec, ids_in(sorted(spec.public.glob("data/*/*.parquet"))))
    diff = ReleaseDiff("", "", _frame([]), ())
    if before:
        diff = replace(
            compare(before, spec.public, _reasons(spec), heirs_of(spec.build)), revealed=revealed
        )
        if spec.settings.test_answers == "withheld":
            diff = replace(diff, rows=_without_answers(diff.rows))
        _check_version(spec.version, diff)
        _check_reserve(diff, reserved)
    notes = {"previous": diff.previous, "sha256": diff.sha256}
    write_table(spec.public / "CHANGES.parquet", diff.rows, group_rows=100_000, notes=notes)
    write_text(spec.public / "CHANGELOG.md", _changelog(before, spec, diff))
    return diff


def _without_answers(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows without digests of what test questions were: with an answer in them the few that
    are possible could be tried.
    """
    tested = (pl.col("new_split") == "test") & (pl.col("old_sha256") != "")
    blank = pl.when(tested).then(pl.lit("")).otherwise("old_sha256")
    return rows.with_columns(blank.alias("old_sha256"))


def find_previous(spec: ReleaseSpec) -> Path | None:
    """The release before: as the recipe says, else the newest lower version beside it."""
    if spec.settings.previous == "none":
        return None
    if spec.settings.previous:
        path = Path(spec.settings.previous)
        if not (path / "RELEASE.json").is_file():
            raise ConfigError("is not a release", where=str(path), remedy="check release.previous")
        return path
    return below(spec.version, lying(spec.name, spec.folder.parent))


def records(
    folder: Path, without: Collection[str] = (), same: Collection[str] = ()
) -> pl.DataFrame:
    """All public records of a release: its columns, `split`, and `sha256` of each record but for
    the columns `without`. Of those in the shards `same` only id and split, with "" as digest.
    """
    parts = []
    for path in sorted(folder.glob("data/*/*.parquet")):
        split = pl.lit(path.name.split("-")[0]).alias("split")
        if path.relative_to(folder).as_posix() in same:
            frame = pl.read_parquet(path, columns=["id"], memory_map=False)
            parts.append(frame.with_columns(split, sha256=pl.lit("")))
            continue
        frame = pl.read_parquet(path, memory_map=False).sort("id")
        compared = sorted(set(frame.columns) - {*_MADE, *without})
        text = frame.select(pl.struct(compared).struct.json_encode())
        parts.append(
            frame.with_columns(
                split,
                pl.Series("sha256", [digest(row) for row in text.to_series()], dtype=pl.String),
            )
        )
    return pl.concat(parts, how="diagonal")


def compare(
    before: Path, after: Path, reasons: Mapping[str, str], heirs: pl.DataFrame | None = None
) -> ReleaseDiff:
    """What differs between two releases, a row per question that does.

    `heirs` (name, now) tells the present ids of questions by those that they had.
    """
    names = [_columns(folder) for folder in (before, after)]
    columns, gone = (tuple(sorted(odd)) for odd in (names[0] ^ names[1], names[0] - names[1]))
    digests = [_digests(folder) for folder in (before, after)]
    same = {path for path, sha256 in digests[0].items() if digests[1].get(path) == sha256}
    old, new = (records(folder, columns, same) for folder in (before, after))
    kept = [c for c in NAMES if c in old.columns and c not in ("id", *_MADE)]
    known = pl.DataFrame(schema={"name": pl.String, "now": pl.String}) if heirs is None else heirs
    old = followed(old, known, new["id"])
    merged = old.filter("merged").with_columns(split_new=None, sha256_new=None, id_new="now")
    both = old.filter(~pl.col("merged")).join(
        new, left_on="now", right_on="id", how="full", suffix="_new", coalesce=False
    )
    differs = both.filter(
        pl.col("sha256").ne_missing(pl.col("sha256_new"))
        | pl.col("split").ne_missing(pl.col("split_new"))
    )
    rows = [
        _row(row, kept, reasons) for part in (differs, merged) for row in part.iter_rows(named=True)
    ]
    rows.sort(key=lambda row: (row["id"], row["old_id"]))
    sha256 = digest_file(before / "RELEASE.json")
    return ReleaseDiff(_label(before), sha256, _frame(rows), columns, gone)


def _row(row: Mapping[str, Any], kept: Sequence[str], reasons: Mapping[str, str]) -> dict[str, Any]:
    """A row of CHANGES.parquet."""
    name, was = row.get("id_new") or row["now"] or row["id"], row["id"] or ""
    change = "merged" if row.get("merged") else _change(row["split"], row["split_new"])
    now = {name: row.get(f"{name}_new") for name in kept}
    fields = differing(row, now, kept) if change in ("changed", "moved") else []
    return {
        "id": name,
        "old_id": was,
        "change": change,
        "fields": fields,
        "differences": told(row, now, fields),
        "why": reasons.get(name, "") or reasons.get(was, ""),
        "old_split": row["split"] or "",
        "new_split": row["split_new"] or "",
        "old_sha256": row["sha256"] or "",
        "new_sha256": row["sha256_new"] or "",
    }


def _digests(release: Path) -> dict[str, str]:
    """By the path of each shard the digest of its bytes."""
    paths = release.glob("data/*/*.parquet")
    return {path.relative_to(release).as_posix(): digest_file(path) for path in paths}


def _columns(release: Path) -> set[str]:
    shard = min(release.glob("data/*/*.parquet"), default=None)
    return set(pl.read_parquet_schema(shard)) if shard else set()


def _label(release: Path) -> str:
    manifest = read_json(release / "RELEASE.json")
    return f"{manifest['name']}-{manifest['version']}"


def _change(old: str | None, new: str | None) -> str:
    if old is None:
        return "added"
    if new is None:
        return "removed"
    return "changed" if old == new else "moved"


def _frame(rows: list[dict[str, object]]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=SCHEMA)


def _reasons(spec: ReleaseSpec) -> dict[str, str]:
    """Why people decided that questions change, by id: as it was, and as it is.

    Where answers of the test part are withheld, reasons for its questions are, too.
    """
    told = scan(spec.build, "reviewed/decisions").filter(pl.col("status") == "applied").collect()
    if told.is_empty():
        return {}
    split = scan(spec.build, chain.CHAIN.last).select("id", "raw_id", "also", "split").collect()
    owners = {
        name: (row["id"], row["split"])
        for row in split.iter_rows(named=True)
        for name in (row["raw_id"], *row["also"])
    }
    hidden = "test" if spec.settings.test_answers == "withheld" else ""
    found: dict[str, str] = {}
    for row in told.sort("when", "decision").iter_rows(named=True):
        now = {owners[name] for name in row["raw_ids"] if name in owners}
        if any(part in (hidden, "reserved") for _, part in now):
            continue
        for name in {row["id"], *(name for name, _ in now)}:
            named = row["why"].startswith(tuple(f"{by}: " for by in row["by"].split(", ")))
            found[name] = row["why"] if named else f"{row['by']}: {row['why']}"
    return found


def _check_version(version: str, diff: ReleaseDiff) -> None:
    old = diff.previous.rsplit("-", 1)[1]
    was, now = numbers(old), numbers(version)
    grown = next((2 - i for i in range(3) if now[i] != was[i]), -1)
    if now <= was:
        raise ReleaseError(
            f"version {version} is not above {old}", where="version",
            remedy=remedy(old, diff.level),
        )  # fmt: skip
    if grown < diff.level:
        what = f"columns {', '.join(diff.columns)}" if diff.columns else _counted(diff.rows)
        levels = [
            diff.rows.filter(pl.col("change") == c)["id"] for c in _LEVEL if _LEVEL[c] == diff.level
        ]
        first = next((ids[0] for ids in levels if len(ids)), "")
        raise ReleaseError(
            f"{version} after {old} is a {LEVELS[max(grown, 0)]} step, but the changes {what} "
            f"(first {first}) ask for {LEVELS[diff.level]}",
            where="version",
            remedy=remedy(old, diff.level),
        )


def _counted(rows: pl.DataFrame) -> str:
    """Changes in words: `3 added, 1 moved from train to dev`."""
    moved = pl.col("change") == "moved"
    way = pl.format("moved from {} to {}", "old_split", "new_split")
    said = rows.select(pl.when(moved).then(way).otherwise("change").alias("said"))["said"]
    return ", ".join(f"{number} {text}" for text, number in sorted(said.value_counts().rows()))


def _check_reserve(diff: ReleaseDiff, reserved: pl.Series) -> None:
    names = pl.concat([diff.rows["id"], diff.rows["old_id"]]).unique().sort()
    back = names.filter(names.is_in(reserved.implode()))
    if len(back):
        raise ReleaseError(
            f"{len(back)} questions of {diff.previous} would now be reserved, first {back[0]}",
            where="split",
            remedy="what was public cannot be held back: keep the split key and the units",
        )


def _changelog(before: Path | None, spec: ReleaseSpec, diff: ReleaseDiff) -> str:
    date = f" ({spec.facts.created[:10]})" if spec.facts.created else ""
    lines = [f"## {spec.version}{date}", ""]
    if before is None:
        lines.append("First release.")
    elif not diff.rows.height and not diff.columns:
        lines.append(f"No record differs from {diff.previous}.")
    else:
        counts = sorted(diff.rows["change"].value_counts().rows())
        lines += [
            f"- column `{column}` {'gone' if column in diff.gone else 'added'}"
            for column in diff.columns
        ]
        lines += [f"- {change}: {rows}" for change, rows in counts]
        lines += [f"- {name} revealed: it was reserved before" for name in diff.revealed]
        lines += in_words(diff.rows)
        lines.append(
            f"\nEvery record that differs from {diff.previous} stands in `CHANGES.parquet`."
        )
    past = ""
    if before is not None and (before / "CHANGELOG.md").is_file():
        past = (before / "CHANGELOG.md").read_text("utf-8").partition("\n## ")[2]
        past = f"\n## {past}" if past else ""
    return f"# Changes of {spec.name}\n\n" + "\n".join(lines) + "\n" + past
