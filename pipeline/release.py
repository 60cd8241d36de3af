"""Stage `release`: publishing writes the drafts of both folders, manifests proves them."""

import dataclasses
import json
import logging
import os
import re
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from cpsyexam import browsing, chain, files
from cpsyexam.errors import ReleaseError
from cpsyexam.records import Rejected, ReleasedQuestion
from cpsyexam.release import Facts, ReleaseSettings, ReleaseSpec, Verdict
from cpsyexam.runner import LOCK
from cpsyexam.stage import Frames, StageResult, scan
from cpsyexam.versions import lying, remedy

if TYPE_CHECKING:
    from manifests.proofs import Proofs

log = logging.getLogger(__name__)
FAILED = "failed_checks"  # metric: of the builder's own audit
_SOURCES = (".py", ".toml", ".j2", ".lock")  # an untracked one may decide what comes out


def release(frames: Frames, settings: ReleaseSettings, *, spec: ReleaseSpec) -> StageResult:
    """Write, seal and hand over the release folder and its reserve; kept: where each question lies.

    An edge: it reads the build by itself. Raises ReleaseError where the release must not be made.
    """
    del frames, settings
    from manifests.proofs import Proofs
    from manifests.seal import relist, seal
    from publishing import browser, draft, report

    page = draft.write(spec)
    proofs = Proofs(spec.proofs)
    seal(spec, proofs)
    if browser.write(spec):
        relist(spec, browsing.NAME)
    else:
        most = f"{browsing.MOST:,} questions, more than a browser opens"
        log.warning("%s is left out: the release has over %s", browsing.NAME, most)
    verdict = _verdict(spec, proofs)
    proofs.save()
    page.write(verdict)  # known only now: of the report alone the seal is made again
    relist(spec, report.NAME)
    _keep_version(spec)
    return StageResult(
        kept=_placed(spec),
        rejected=Rejected.create_empty(),
        folders=(spec.reserve, spec.folder),
        metrics={FAILED: len(verdict.failed)},
    )


def _verdict(spec: ReleaseSpec, proofs: "Proofs") -> Verdict:
    """What an audit says of the sealed drafts, reserve and build included."""
    from manifests.audit import audit
    from manifests.signing import fingerprint

    checks = audit(
        spec.public,
        reserve=spec.private,
        build=spec.build,
        normals=spec.normals,
        proofs=proofs,
    )
    return Verdict(
        passed=tuple(c.name for c in checks if c.ok and not c.skipped),
        skipped=tuple(c.name for c in checks if c.skipped),
        failed=tuple(c.name for c in checks if not c.ok),
        fingerprint=fingerprint(spec.public / "allowed_signers"),
    )


def _keep_version(spec: ReleaseSpec) -> None:
    """A version names the same records for good, unless the builder says that nobody has it."""
    from publishing.changes import compare
    from publishing.heirs import heirs_of

    try:
        old = json.loads((spec.folder / "RELEASE.json").read_text("utf-8"))["root"]
    except (OSError, ValueError, KeyError, TypeError):
        return  # there is none, or nothing can be made of it
    new = json.loads((spec.public / "RELEASE.json").read_text("utf-8"))["root"]
    if old == new or spec.replace:
        return
    newest, folder = lying(spec.name, spec.folder.parent).popitem()
    diff = compare(folder, spec.public, {}, heirs_of(spec.build))
    # what moves did so since this version does not go on from itself; the next does
    diff = dataclasses.replace(diff, rows=diff.rows.filter(pl.col("change") != "moved"))
    said = remedy(newest, diff.level)
    last = "; while nobody has it: cpsyexam build --replace" if newest == spec.version else ""
    raise ReleaseError(
        f"{spec.label} is there already, with other records",
        where=str(spec.folder),
        remedy=f"{said}{last}",
    )


def _placed(spec: ReleaseSpec) -> pl.DataFrame:
    parts = [
        pl.read_parquet(path, columns=["id"]).with_columns(
            pl.lit(path.relative_to(folder).as_posix()).alias("shard")
        )
        for folder in (spec.public, spec.private)
        for path in sorted(folder.glob("data/*/*.parquet"))
    ]
    split = scan(spec.build, chain.CHAIN.last).select("raw_id", "id", "exam", "split").collect()
    placed = split.join(pl.concat(parts), on="id", maintain_order="left")
    return ReleasedQuestion.validate(placed.select(ReleasedQuestion.column_names()))


def facts(recipe_file: Path, created: str) -> Facts:
    """How a release was made; the commit is that of the recipe, else of this folder.

    `created` follows SOURCE_DATE_EPOCH where that is set, else the commit's date, else the clock.
    """
    commit, date = _checkout(recipe_file.parent)
    if not commit:
        commit, date = _checkout(Path())
    return Facts(
        commit=commit,
        created=created or _time(date),
        lock_sha256=files.digest_file(LOCK) if LOCK.exists() else "",
        recipe_sha256=files.digest_file(recipe_file),
    )


def _time(date: str) -> str:
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or date or str(int(time.time()))
    if not re.fullmatch("[0-9]{1,11}", seconds):
        raise ReleaseError("SOURCE_DATE_EPOCH is no number of seconds", where=seconds[:40])
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(seconds)))


def _checkout(folder: Path) -> tuple[str, str]:
    """Commit of a folder's checkout and its time; with changed files `-dirty` and no time."""
    commit = _git(folder, "rev-parse", "--verify", "HEAD")
    if commit and _differs(folder):
        return f"{commit}-dirty", ""
    return commit, _git(folder, "log", "-1", "--format=%ct") if commit else ""


def _differs(folder: Path) -> bool:
    """Whether files of a checkout differ from its commit, or sources lie there besides."""
    lines = _git(folder, "status", "--porcelain", "--untracked-files=all", "-z").split("\0")
    for line in filter(None, lines):
        path = Path(line[3:])
        made = set(path.parts) & {"build", "releases", "reserve", "evaluations"}
        if not line.startswith("??") or (path.suffix in _SOURCES and not made):
            return True
    return False


def _git(folder: Path, *args: str) -> str:
    """What git says in a folder; "" where it is not a checkout, or git is not installed."""
    try:
        done = subprocess.run(
            ["git", *args], cwd=folder, capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
