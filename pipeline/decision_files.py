"""Whether the files of decisions still hold what a build applied."""

from collections.abc import Iterator
from pathlib import Path

from cpsyexam import stage
from cpsyexam.errors import ConfigError
from manifests.audit import Check

NAME = "decision files"


def check(build: Path | None) -> Check:
    """The chain of every file is whole, and holds each decision of the build as it was.

    `build`: the folder of the build that the audited release came from, None where it is not here.
    Decisions that were added since do not count: the next build applies them.
    """
    receipt = stage.read_receipt(build, "reviewed") if build else None
    place = receipt["settings"].get("decisions") if receipt else None
    if build is None or place is None:
        return Check(NAME, True, "not checked: needs the build folder", skipped=True)
    problems = tuple(_problems(build, Path(place)))
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        return Check(NAME, False, problems[0] + more, problems)
    return Check(NAME, True, (check.__doc__ or "").split("\n", maxsplit=1)[0])


def _problems(build: Path, place: Path) -> Iterator[str]:
    from reviewing.decisions import read
    from reviewing.settings import ReviewSettings

    files = ReviewSettings(decisions=place).files()
    try:
        known = {one.digest for one in read(files)}
    except ConfigError as error:
        yield error.line()
        return
    for row in stage.read(build, "reviewed/decisions").iter_rows(named=True):
        if row["decision"] not in known:
            where = f"{place / row['file'] if place.is_dir() else place} line {row['line']}"
            said = f"{row['verdict']} by {row['by']} on {row['id']}"
            yield f"{where}: the build applied {said}, which is not there any more"
