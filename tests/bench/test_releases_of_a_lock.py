"""Which releases a lock's bill of materials belongs to."""

import json
from pathlib import Path

from bench.releases_of_a_lock import beside


def test_only_releases_of_this_lock_get_its_bill(tmp_path: Path) -> None:
    for name, lock in (("a-1.0.0", "11"), ("b-1.0.0", "22"), ("c-1.0.0", "11")):
        (tmp_path / name).mkdir()
        manifest = json.dumps({"builder": {"lock_sha256": lock}})
        (tmp_path / name / "RELEASE.json").write_text(manifest, "utf-8")
    (tmp_path / "notes").mkdir()
    assert [path.name for path in beside(tmp_path, "11")] == [
        "a-1.0.0.sbom.cdx.json",
        "c-1.0.0.sbom.cdx.json",
    ]
