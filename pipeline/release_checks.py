"""Checks of a release that need several packages: audit and loading."""

import tempfile
from pathlib import Path

from pipeline.keys import known_to_all
from pipeline.paths import Paths
from publishing.push import Checks


def checks(paths: Paths, folder: Path, signers: Path | None = None) -> Checks:
    """Audit (with the leak guard against the reserve) and loading of every config.

    `signers` is a trusted allowed_signers file: what it does not vouch for is not published.
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
        found = audit(candidate, reserve=reserve, build=None, signers=signers)
        return [f"{check.name}: {check.detail}" for check in found if not check.ok]

    return Checks(failures, load_all)


def load_all(folder: Path) -> list[str]:
    """What `datasets` cannot load of a release folder: a line per failing config."""
    import datasets

    failures = []
    with tempfile.TemporaryDirectory(prefix="cpsyexam-load-") as cache:
        for config in datasets.get_dataset_config_names(str(folder)):
            try:
                datasets.load_dataset(str(folder), config, cache_dir=cache)
            except (ValueError, OSError, datasets.exceptions.DatasetsError) as error:
                failures.append(f"config {config}: {error}")
    return failures
