"""What a finished build lacks: sources without a question, files not understood, a failed audit."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import polars as pl

from cleaning.duplicates.settings import SET_ASIDE
from cpsyexam import chain, stage
from pipeline.build import Built
from pipeline.paths import Paths
from pipeline.program import program
from pipeline.release import FAILED

_UNREAD = ("columns_unknown", "unreadable_file")  # rules of a file that nobody could read
_NAMED = 3  # such files of a source, said one by one
_COPIES = ("exact_duplicate", "near_duplicate")  # rules whose rows another source gave


def shortfalls(built: Built, paths: Paths) -> list[str]:
    """A line each, with what to do; none where the build gave what its recipe asks for.

    A source that the recipe names in `allow_empty` may give nothing, and hold files that cannot be
    read or understood.
    """
    allowed = set(built.recipe.allow_empty)
    sources = stage.read(paths.build, "parsed/sources").select("source", "kind").rows()
    out = "" if paths.root == Path() else f" --out {paths.root}"
    found = [
        f"allow_empty names {name!r}, which is no source of this recipe"
        for name in sorted(allowed - {source for source, _ in sources})
    ]
    counts = _counts(paths)
    for source, kind in sources:
        if source in allowed:
            continue
        printed, kept = counts.get(source, (0, 0))
        if aside := _rejected(paths, source, ("unique",))["unique", SET_ASIDE]:
            found.append(
                f"source {source}: {aside} questions that came since the version before are set "
                "aside: one at least is like a reserved one, and which of them appeared would tell "
                f"which; if no stranger can add to it: [unique] vouched = [{source!r}]; else "
                f"allow_empty = [{source!r}]"
            )
            continue
        why, where = _empty(paths, source, kind) if not printed else ("", "")
        if printed and not kept:
            why, where = _all_gone(paths, source, printed)
        if why:
            look = f"{program()} show {where}{out} --where \"source = '{source}'\""
            found.append(f"source {source} gave nothing: {why}; see {look}")
        else:
            found += _files(paths, source, kind, out)
    return [*found, *_audit(built, out)]


def failed(built: Built) -> int:
    """How many checks the release failed in the builder's own audit."""
    found = (report.receipt.get("metrics", {}).get(FAILED, 0) for report in built.reports)
    return int(sum(found))


def _counts(paths: Paths) -> dict[str, tuple[int, int]]:
    """Source → questions printed, questions kept."""
    printed, kept = (
        dict(stage.read(paths.build, name)["source"].value_counts().rows())
        for name in ("parsed", chain.CHAIN.last)
    )
    return {source: (number, kept.get(source, 0)) for source, number in printed.items()}


def _empty(paths: Paths, source: str, kind: str) -> tuple[str, str]:
    """Why no question was found in a source, and the table that tells."""
    captures = stage.read(paths.build, "parsed/captures")
    number = captures.filter(pl.col("source") == source).height
    most = _rejected(paths, source, (kind,)).most_common(1)
    said = f", {most[0][1]} {most[0][0][1]}" if most else ""
    return f"no question in {number} pages or files{said}", f"{kind}/rejected"


def _all_gone(paths: Paths, source: str, printed: int) -> tuple[str, str]:
    """What became of most questions of a source, none of which is left, and the table that tells.

    Nothing where most are copies of others: these are in the release.
    """
    table = f"{chain.CHAIN.gate}/{chain.HELD}"
    held = stage.read(paths.build, table).filter(pl.col("source") == source).height
    gone = _rejected(paths, source, chain.CHAIN.rejecting)
    ((name, rule), number) = max(gone.items(), key=lambda item: item[1], default=(("", ""), 0))
    if held > number:
        return f"none of its {printed} questions is left, {held} held for a look", table
    if rule in _COPIES:
        return "", ""
    return f"none of its {printed} questions is left, {number} {rule}", f"{name}/rejected"


def _rejected(paths: Paths, source: str, stages: tuple[str, ...]) -> Counter[tuple[str, str]]:
    """Stage and rule → rows of a source."""
    found: Counter[tuple[str, str]] = Counter()
    for name in stages:
        rows = stage.read(paths.build, f"{name}/rejected").filter(pl.col("source") == source)
        found.update({(name, rule): number for rule, number in rows["rule"].value_counts().rows()})
    return found


def _files(paths: Paths, source: str, kind: str, out: str) -> Iterator[str]:
    """Files of a source that nobody could read, beside others that gave questions."""
    rows = stage.read(paths.build, f"{kind}/rejected").filter(
        pl.col("source") == source, pl.col("rule").is_in(_UNREAD)
    )
    where = stage.read(paths.build, "parsed/captures").select("capture", "url")
    unread = rows.join(where, left_on="parent", right_on="capture", maintain_order="left")
    for row in unread.head(_NAMED).iter_rows(named=True):
        yield f"source {source}: {row['url']}: {row['detail']}"
    if (more := unread.height - _NAMED) > 0:
        look = f"{program()} show {kind}/rejected{out} --where \"source = '{source}'\""
        yield f"source {source}: {more} more files cannot be read: {look}"


def _audit(built: Built, out: str) -> Iterator[str]:
    if failed(built):
        label = built.recipe.label_name
        checks = failed(built)
        told = f"1 check of {label} fails" if checks == 1 else f"{checks} checks of {label} fail"
        yield f"{told}; see {program()} audit {built.release}{out}"
