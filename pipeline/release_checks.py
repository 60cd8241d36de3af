"""Checks of a release that need several packages: audit, loading, and those of its past."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cpsyexam.errors import ConfigError, ReleaseError
from cpsyexam.files import read_json
from cpsyexam.stage import read_receipt
from pipeline import apart
from pipeline.keys import known_to_all
from pipeline.paths import Paths
from publishing.push import Checks


@contextmanager
def checks(paths: Paths, folder: Path, signers: Path | None = None) -> Iterator[Checks]:
    """Audit (with the leak guard against the reserve), loading of every config, and the past.

    `signers` is a trusted allowed_signers file: what it does not vouch for is not published.
    Without it, where the recipe signs, only what the recipe's own key signed is. Raises
    ReleaseError where that key is not here.
    """
    from manifests.audit import audit
    from manifests.verify import read_manifest

    reserve = paths.reserve(folder.name)

    def failures(candidate: Path) -> list[str]:
        if not reserve.is_dir():
            return [f"leak guard: the reserve is not here ({reserve})"]
        if known_to_all(read_manifest(candidate)):
            return [
                "keys: are the sample's, which everybody knows; make your own: openssl rand -hex 32"
            ]
        sealed = reserve / "RELEASE.json"
        if _bytes(sealed) != _bytes(candidate / "RELEASE.json"):
            return [f"RELEASE.json: is not the one that was sealed ({sealed})"]
        found = audit(candidate, reserve=reserve, build=None, signers=trusted)
        return [f"{check.name}: {check.detail}" for check in found if not check.ok]

    def former(files: Path) -> list[str]:
        return list(_former(files, reserve))

    def words(text: str) -> list[str]:
        return list(_words(text, reserve))

    with tempfile.TemporaryDirectory(prefix="cpsyexam-signers-") as scratch:
        trusted = signers or _own_signers(paths, folder, Path(scratch))
        yield Checks(failures, load_all, former, words)


def _own_signers(paths: Paths, folder: Path, scratch: Path) -> Path | None:
    """The signer that the recipe names, as a file of signers; None where it does not sign."""
    from manifests.signing import allowed_signers

    build = apart.of_label(paths.build, folder.name)
    receipt = (read_receipt(build, "release") or {}) if folder.name in apart.labels(build) else {}
    settings = receipt.get("settings", {})
    sealed = _manifest(paths.reserve(folder.name)) or _manifest(folder)
    signer = str(settings.get("signer") or sealed.get("signer") or "")
    key = str(settings.get("signing_key") or paths.signing / "release.key")
    if signer and sealed.get("signer") and Path(key).is_file():
        found = scratch / "allowed_signers"
        found.write_text(allowed_signers(Path(key), signer), "utf-8")
        return found
    if not paths.reserve(folder.name).is_dir():
        return None  # nothing goes up without the reserve: `failures` says so
    if sealed.get("signer") or settings.get("signing_key") not in (None, "", "none"):
        raise ReleaseError(
            "the recipe signs its releases, and its key is not here",
            where=str(folder),
            remedy="name the signers that you trust with --signers",
        )
    return None


def _former(files: Path, reserve: Path) -> Iterator[str]:
    """What keeps the files of a former commit from being public: not as sealed, or a leak."""
    from manifests import verify
    from manifests.checks.leaks import LeakGuard
    from manifests.release_reader import ReleaseReader

    try:
        yield from verify.check_files(files, verify.read_manifest(files))
        guard = LeakGuard(ReleaseReader(files, reserve))
        for check in (guard.names, guard.questions, guard.texts):
            yield from check()
    except (ValueError, KeyError, TypeError, OSError) as error:
        yield f"cannot be checked: {error}"


def _words(text: str, reserve: Path) -> Iterator[str]:
    """Names of the reserve in the message of a commit."""
    from manifests.checks.leaks import LeakGuard
    from manifests.release_reader import ReleaseReader

    with tempfile.TemporaryDirectory(prefix="cpsyexam-words-") as folder:
        (Path(folder) / "message.md").write_text(text, "utf-8")
        yield from LeakGuard(ReleaseReader(Path(folder), reserve)).names()


def _manifest(folder: Path) -> dict[str, str]:
    try:
        found = read_json(folder / "RELEASE.json")
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def load_all(folder: Path) -> list[str]:
    """What `datasets` cannot load of a release folder: a line per failing config."""
    from cpsyexam.extras import brought_by

    try:
        import datasets
    except ImportError as error:
        raise ConfigError(
            "publishing loads the release with datasets first", remedy=f"run {brought_by('push')}"
        ) from error
    failures = []
    with tempfile.TemporaryDirectory(prefix="cpsyexam-load-") as cache:
        for config in datasets.get_dataset_config_names(str(folder)):
            try:
                datasets.load_dataset(str(folder), config, cache_dir=cache)
            except (ValueError, OSError, datasets.exceptions.DatasetsError) as error:
                failures.append(f"config {config}: {error}")
    return failures
