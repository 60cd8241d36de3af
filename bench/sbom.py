"""`make sbom`: what a build runs on, as CycloneDX JSON: build/sbom.cdx.json, and beside releases.

Of requirements/base.lock: every package with its version, licence and the digests of its files.
The same lock gives the same bytes; each release in releases/ that was made from this lock gets a
copy beside its folder. Runs in an environment of its own (requirements/sbom.lock).
"""

import hashlib
import sys
import tomllib
import uuid
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

from bench.licences import FOLDER, Package, licences, locked
from bench.releases_of_a_lock import beside

OUT = FOLDER.parent / "build" / "sbom.cdx.json"


def main() -> None:
    """Write the file; the argument is the folder of installed packages that tell their licences."""
    told = licences([sys.argv[1]])
    project = tomllib.loads((FOLDER.parent / "pyproject.toml").read_text("utf-8"))["project"]
    lock = (FOLDER / "base.lock").read_bytes()
    bom = Bom(serial_number=uuid.UUID(hashlib.sha256(lock).hexdigest()[:32], version=4))
    bom.metadata.timestamp = None
    root = Component(
        name=project["name"], version=project["version"], type=ComponentType.APPLICATION,
        licenses=[LicenseFactory().make_from_string(project["license"])], bom_ref=project["name"],
    )  # fmt: skip
    bom.metadata.component = root
    parts = [_component(package, told) for package in locked("base")]
    for part in parts:
        bom.components.add(part)
    bom.register_dependency(root, parts)
    text = JsonV1Dot6(bom).output_as_string(indent=2)
    if errors := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise SystemExit(f"error: not CycloneDX: {errors}")
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(text + "\n", "utf-8")
    print(f"{len(parts)} packages: {OUT.relative_to(Path.cwd())}")
    digest = hashlib.sha256(lock).hexdigest()
    for path in beside(FOLDER.parent / "releases", digest):
        path.write_text(text + "\n", "utf-8")
        print(f"beside a release made from this lock: {path.relative_to(Path.cwd())}")


def _component(package: Package, told: dict[str, str]) -> Component:
    url = PackageURL("pypi", name=package.name, version=package.version)
    hashes = [HashType(alg=HashAlgorithm.SHA_256, content=digest) for digest in package.sha256]
    files = [
        ExternalReference(
            type=ExternalReferenceType.DISTRIBUTION, url=XsUri(f"{url}#{one.content[:12]}"),
            hashes=[one],
        )
        for one in hashes
    ]  # fmt: skip
    return Component(
        name=package.name, version=package.version, purl=url, bom_ref=str(url),
        licenses=[LicenseFactory().make_from_string(told[package.name])],
        external_references=files,
    )  # fmt: skip


if __name__ == "__main__":
    main()
