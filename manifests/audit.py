"""Check a release from its files; with the reserve and the build, against those too."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import call
from pathlib import Path
from typing import TypeVar

import polars as pl
from polars.exceptions import PanicException

from cpsyexam import chain, taxonomy
from cpsyexam.errors import CpsyexamError
from cpsyexam.memo import NO_MEMO, Memo
from cpsyexam.side_by_side import side_by_side
from manifests import verify
from manifests.checks import (
    browser,
    card,
    inheritance,
    records,
    reserve,
    rows,
    splits,
    withheld,
    written,
)
from manifests.checks import reserve as reserve_checks
from manifests.checks.leaks import LeakGuard
from manifests.proofs import Proofs
from manifests.release_reader import Alone, NotChecked, ReleaseReader


@dataclass(frozen=True)
class Check:
    """One row of the audit: `detail` says what was checked, or first what is wrong and where."""

    name: str
    ok: bool
    detail: str
    problems: tuple[str, ...] = ()
    skipped: bool = False  # nothing to check it with: neither good nor bad


T = TypeVar("T")
Test = Callable[[ReleaseReader], Iterator[str]]
Named = tuple[str, Callable[[T], Iterator[str]]]


def _manifest(release: ReleaseReader) -> Iterator[str]:
    """RELEASE.json is there, canonical and of a known format."""
    if not release.manifest["name"]:
        yield "RELEASE.json: names no release"


def _files(release: ReleaseReader) -> Iterator[str]:
    """Every file is listed, present and of its digest; no other file lies there."""
    yield from verify.check_files(release.folder, release.manifest)
    yield from verify.check_shards(release.manifest)


def _signature(release: ReleaseReader) -> Iterator[str]:
    """The signature is that of the signer over this RELEASE.json."""
    return verify.check_signature(release.folder, release.manifest, release.signers)


ALWAYS: tuple[tuple[str, Test], ...] = (
    ("files", _files),
    ("signature", _signature),
    ("roots", records.roots),
    ("bytes", written.written),
    ("schema", records.schema),
    ("identity", records.identity),
    ("answers", records.answers),
    ("withheld", withheld.withheld),
    ("card", card.card),
    ("croissant", card.croissant),
    ("eval.yaml", card.tasks),
    ("canaries", card.canaries),
    ("browser", browser.browser),
    ("places", splits.places),
    ("units", splits.units),
    ("concepts", splits.concepts),
    ("lineage", inheritance.lineage),
    ("row law", rows.counts),
    ("pages", rows.captures),
    ("decisions", rows.decisions),
    ("corrections", rows.corrections),
)
WITH_RESERVE: tuple[tuple[str, Test], ...] = (
    ("commitment", reserve.commitment),
    ("digests", reserve.digests),
    ("decoys", reserve.held_decoys),
    ("draws", splits.draws),
    ("inheritance", inheritance.inheritance),
)
# those of them that look at single shards besides
ALONE: Mapping[str, Alone] = {
    "roots": records.root,
    "bytes": written.shard,
    "schema": records.shape,
    "identity": records.names,
    "answers": records.keys,
    "units": splits.groups,
    "digests": reserve.opened_of,
}
LEAKS: tuple[tuple[str, Callable[[LeakGuard], Iterator[str]]], ...] = (
    ("leak: names", LeakGuard.names),
    ("leak: questions", LeakGuard.questions),
    ("leak: texts", LeakGuard.texts),
)
WITH_BUILD: tuple[tuple[str, Test], ...] = (("build", rows.build),)


def audit(
    folder: Path,
    *,
    reserve: Path | None = None,
    build: Path | None = None,
    signers: Path | None = None,
    only: Collection[str] = (),
    normals: Memo = NO_MEMO,
    proofs: Proofs | None = None,
) -> list[Check]:
    """All checks of a release, failed ones included; never raises for what it finds.

    Without `reserve` or `build` the checks that need it are skipped; an incomplete reserve fails.
    `signers` is an allowed_signers file that the auditor trusts; without it the release's own
    is used. `only` names the checks to run (default: all). A builder keeps normal
    forms of questions in `normals`, by their content, and in `proofs` what was found in order of
    the same bytes; a reader audits without, from the files alone.
    """
    held = reserve if reserve and reserve.is_dir() else None
    made = build if build and (build / chain.CHAIN.last).is_dir() else None
    alone = {
        name: ALONE[name]
        for name, _ in (*_chosen(ALWAYS, only), *(_chosen(WITH_RESERVE, only) if held else ()))
        if name in ALONE
    }
    release = ReleaseReader(folder, held, made, signers, normals, proofs or Proofs(), alone)
    manifest = _run("manifest", _manifest, release)
    if not manifest.ok:
        return [manifest]
    if not verify.is_plain(folder, release.manifest):
        return [manifest, _run("files", _files, release)]  # nothing else is opened
    if held and (odd := _run("reserve", reserve_checks.plain, release)) and not odd.ok:
        return [manifest, odd, *_all(replace(release, reserve=None), manifest, only)[1:]]
    with taxonomy.using(_field(folder)):
        checks = _all(release, manifest, only)
    if signers is None and not release.manifest.get("signer"):
        unsigned = Check("signature", True, "not checked: the release is not signed", skipped=True)
        checks = [unsigned if c.name == "signature" and c.ok else c for c in checks]
    return checks


def expected(folder: Path, expect: str, after: str = "") -> Check:
    """Whether a release is the NAME@VERSION that a reader means, and follows the one that he means:
    an old one is whole and signed too, and may lie under another tag or in another repository.
    """
    try:
        manifest = verify.read_manifest(folder)
        problems = tuple(verify.check_expected(manifest, expect, after))
    except ValueError as error:
        problems = (str(error),)
    if problems:
        return Check("expected", False, problems[0], problems)
    own = "The release is {name}@{version}; it follows ".format_map(manifest)
    match manifest.get("parent"):
        case {"label": label, "sha256": sha256}:
            own += f"{label} (RELEASE.json {sha256})"
        case _:
            own += "nothing"
    return Check("expected", True, own)


def _field(folder: Path) -> taxonomy.Taxonomy | None:
    """The release's own taxonomy; where it is broken the check of its files says so."""
    try:
        return taxonomy.of_release(folder)
    except CpsyexamError:
        return None


def _all(release: ReleaseReader, manifest: Check, only: Collection[str]) -> list[Check]:
    held, made = release.reserve, release.build
    runs = (
        *_runs(_chosen(ALWAYS, only), release, ""),
        *_runs(_chosen(WITH_RESERVE, only), release if held else None, "the reserve folder"),
        *_runs(_chosen(LEAKS, only), LeakGuard(release) if held else None, "the reserve folder"),
        *_runs(_chosen(WITH_BUILD, only), release if made else None, "the build folder"),
    )
    return [manifest, *side_by_side(call, runs)]


def _chosen(tests: Sequence[Named[T]], only: Collection[str]) -> Sequence[Named[T]]:
    return [test for test in tests if not only or test[0] in only]


def _runs(tests: Sequence[Named[T]], subject: T | None, what: str) -> Iterator[Callable[[], Check]]:
    """What makes the checks of a subject; where it is not here, all are skipped for want of it."""
    for name, test in tests:
        if subject is None:
            yield partial(Check, name, True, f"not checked: needs {what}", skipped=True)
        else:
            yield partial(_run, name, test, subject)


def _run(name: str, test: Callable[[T], Iterator[str]], subject: T) -> Check:
    found: list[str] = []
    try:
        found.extend(test(subject))
        problems = tuple(dict.fromkeys(found))
    except NotChecked as reason:
        if not found:
            return Check(name, True, str(reason), skipped=True)
        problems = tuple(dict.fromkeys(found))
    except (CpsyexamError, OSError, pl.exceptions.PolarsError) as error:
        problems = (" ".join(str(error).split()),)
    except (
        *verify.UNREADABLE,
        ArithmeticError,
        AttributeError,
        LookupError,
        PanicException,
    ) as error:
        problems = (f"{name}: cannot be checked: {type(error).__name__} {error}",)
    if not problems:
        return Check(name, True, " ".join((test.__doc__ or "").split("\n")[0].split()))
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return Check(name, False, problems[0] + more, problems)
