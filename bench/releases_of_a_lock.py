"""Which releases were made from a lock file: their manifests tell its digest."""

import json
from pathlib import Path


def beside(folder: Path, digest: str) -> list[Path]:
    """Where the bill of materials of each release in `folder` with this lock's SHA-256 stands.

    Beside the release's folder, not in it: what is sealed stays as it is.
    """
    manifests = sorted(folder.glob("*/RELEASE.json"))
    made = [
        path.parent
        for path in manifests
        if json.loads(path.read_text("utf-8"))["builder"].get("lock_sha256") == digest
    ]
    return [release.with_name(f"{release.name}.sbom.cdx.json") for release in made]
