"""Lineages: every public question has one, and none shows more than an earlier version did."""

from collections.abc import Iterator

import polars as pl

from cpsyexam import earlier
from cpsyexam.identity import normal_form
from cpsyexam.lineage import PLACE, RANK, Lineages, commitment, links
from cpsyexam.versions import below, lying
from manifests import ancestry
from manifests.checks import reserve
from manifests.release_reader import NotChecked, ReleaseReader
from wording.rewritten import near_copies


def lineage(release: ReleaseReader) -> Iterator[str]:
    """Every public question has a lineage of its own; what is told of its earlier ids is of it."""
    if not release.has_lineages:
        raise NotChecked("not checked: made before there were lineages")
    twice = release.index.filter(pl.col("lineage").is_duplicated()).sort("lineage", "id")
    for path, name in twice.select("path", "id").head(1).rows():
        yield f"{path}: {name}: has the lineage of another question"
    told = release.table(release.folder / ancestry.TABLE)
    strange = told.join(release.index, on="lineage", how="anti")
    for name in strange["id"].sort().head(1):
        yield f"{ancestry.TABLE}: {name}: its lineage is that of no public question"


def inheritance(release: ReleaseReader) -> Iterator[str]:
    """No question or near copy is in a part that shows more than that of an earlier version."""
    if release.has_lineages:
        if commitment(release.private, release.keys["salt_key"]) != release.manifest["lineage"]:
            yield f"reserve: {PLACE}: is not what RELEASE.json commits to"
        yield from _own(release)
    for label in _before(release):
        folder, private = release.folder.parent / label, release.private.parent / label
        if not folder.is_dir() or not private.is_dir():
            raise NotChecked(f"not checked: needs {label} and its reserve beside this version")
        for said in reserve.commitment(ReleaseReader(folder, private)):
            yield f"{label}: {said}"
        known = earlier.lineages(folder, private).revealing(_reveals(release))
        yield from _by_name(release, known, label)
        yield from _by_likeness(release, known, label)


def _before(release: ReleaseReader) -> list[str]:
    """Labels of the version that it names as the one before, and of the newest lower beside it."""
    name, version = (str(release.manifest[key]) for key in ("name", "version"))
    lower = below(version, lying(name, release.folder.parent))
    parent = str(release.manifest.get("parent", {}).get("label", ""))
    return sorted({parent, lower.name if lower else ""} - {""})


def _reveals(release: ReleaseReader) -> list[str]:
    """Names that the recipe revealed for good, as rules.json tells."""
    settings = release.rules.get("split", {}).get("settings", {})
    return list(settings.get("reveal", ()))


def _own(release: ReleaseReader) -> Iterator[str]:
    """Its lineages in the reserve folder are those of its questions, in their parts."""
    held = [rows.select("id", "lineage", "split") for _, _, rows in release.held()]
    rows = pl.concat([release.index.select("id", "lineage", "split"), *held])
    known = release.lineages_now.join(release.lineages, on="lineage", how="semi")
    strange = rows.join(known, on=["id", "lineage", "split"], how="anti").sort("id")
    for name in strange["id"].head(1):
        yield f"reserve: {PLACE}: {name}: is not told of as it is"


def _by_name(release: ReleaseReader, known: Lineages, label: str) -> Iterator[str]:
    """Questions that by text, print or place are those of an earlier version."""
    now = release.index.select("path", "raw_id", question="id")
    dropped = release.decisions.filter(pl.col("rule").is_in(earlier.COPIES))
    copies = dropped.select(raw_id="counterpart", name="parent").join(now, on="raw_id")
    own = [now.with_columns(name=name) for name in ("question", "raw_id")]
    names = pl.concat(part.select("question", "name", "path") for part in (*own, copies))
    if release.has_lineages:
        more = release.lineages.select("lineage", "name").join(
            release.index.select("lineage", "path", question="id"), on="lineage"
        )
        names = pl.concat([names, more.select(names.columns)])
    back = known.kept_back()  # nothing shows more than train
    linked = links(names.select("question", "name"), known.names, back)
    now = release.index.select("path", "split", question="id")
    linked = linked.join(now, on="question").join(
        back.select("lineage", "id", was="split"), on="lineage"
    )
    yield from _worse(linked, f"{label} had it in")


def _by_likeness(release: ReleaseReader, known: Lineages, label: str) -> Iterator[str]:
    """New texts that are near copies of what an earlier version did not train with."""
    fresh = release.index.join(known.names, left_on="id", right_on="name", how="anti")
    back = known.kept_back()
    if fresh.is_empty() or back.is_empty():
        return
    texts = known.texts_of(back["lineage"])
    normals = release.earlier_forms(texts)
    old = texts.select(name="lineage", normal=normals)
    # all at once: to be ready for a search takes longer than the search
    new = pl.concat(map(release.asked, release.public))
    new = new.join(fresh, on="id", how="semi", maintain_order="left")
    new = new.select(name="id", normal=normal_form(new))
    pairs = near_copies(old, new, release.kept).select(lineage="old", question="new")
    together = pairs.join(_cleared(release), on=["question", "lineage"], how="anti")
    now = release.index.select("path", "split", question="id")
    linked = together.join(now, on="question").join(
        known.questions.select("lineage", "id", was="split"), on="lineage"
    )
    yield from _worse(linked, f"is a near copy of what {label} had in")


def _cleared(release: ReleaseReader) -> pl.DataFrame:
    """Columns question, lineage: pairs that were judged to be two questions."""
    rows = [{"question": one, "id": other} for one, other in release.cleared]
    pairs = pl.DataFrame(rows, schema={"question": pl.String, "id": pl.String})
    if not release.has_lineages:
        return pairs.select("question", lineage="id")
    known = release.lineages_now.select("id", "lineage")
    return pairs.join(known, on="id").select("question", "lineage")


def _worse(linked: pl.DataFrame, said: str) -> Iterator[str]:
    """The links (path, question, split, was, id) by which a question shows more than it did."""
    rank = (pl.col(n).replace_strict(RANK, return_dtype=pl.Int8) for n in ("split", "was"))
    worse = linked.filter(next(rank) < next(rank)).sort("path", "question", "id")
    for path, name, now, was, old in worse.select("path", "question", "split", "was", "id").rows():
        yield f"{path}: {name}: {said} {was} as {old}; it is in {now}"
