"""A release of a made-up build, and the means to tamper with copies of it."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from bench import builds
from bench.leaks import repacked
from cpsyexam import browsing
from cpsyexam.files import canonical, digest_file, settle
from cpsyexam.parquet import write_table
from manifests import merkle, verify
from manifests.audit import Check, audit
from pipeline.release import release

LABEL = "made-up-0.1.0"


@dataclass
class Copy:
    """A copy of release and reserve that a test may tamper with."""

    folder: Path
    reserve: Path
    build: Path
    signers: Path

    @property
    def manifest(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / "RELEASE.json").read_text("utf-8"))
        return found

    def write_manifest(self, manifest: dict[str, Any]) -> None:
        (self.folder / "RELEASE.json").write_text(canonical(manifest) + "\n", "utf-8")

    def shard(self, split: str, task: str = "KG", exam: str = "GEE") -> str:
        """Path of a shard with this task's rows, of one right answer where there is one."""
        paths = sorted(self.folder.glob(f"data/{exam}/{split}-{task}-*.parquet"))
        paths.sort(key=lambda path: "-SCQ-" not in path.name)
        return paths[0].relative_to(self.folder).as_posix()

    def rewrite(self, path: str, change: Callable[[pl.DataFrame], pl.DataFrame]) -> None:
        """Replace the rows of a Parquet file."""
        file = self.folder / path
        notes = {k: v for k, v in pl.read_parquet_metadata(file).items() if k != "ARROW:schema"}
        write_table(file, change(pl.read_parquet(file)), group_rows=10_000, notes=notes)

    def edit(self, path: str, change: Callable[[str], str]) -> None:
        """Replace the text of a file."""
        file = self.folder / path
        before = file.read_text("utf-8")
        after = change(before)
        assert after != before
        file.write_text(after, "utf-8")

    def edit_page(self, change: Callable[[pl.DataFrame], pl.DataFrame]) -> None:
        """Other questions in the page of all."""
        text = (self.folder / browsing.NAME).read_text("utf-8")
        rows = change(browsing.unpack(text))
        self.edit(browsing.NAME, lambda text: repacked(text, rows))
        self.reseal()

    def reseal(self) -> None:
        """What a forger without the key can do: make digests, counts and roots fit again."""
        manifest = self.manifest
        for shard in manifest["shards"]:
            if shard["published"]:
                records = pl.read_parquet(self.folder / shard["path"])
                texts = merkle.texts(records)
                beside = self.folder / shard["provenance"]
                origins = pl.read_parquet(beside)
                if origins.height == records.height:
                    origins = origins.with_columns(merkle.digests(texts))
                    origins.write_parquet(beside)
                    shard["root"] = verify.root(merkle.leaves(texts, merkle.texts(origins)))
                shard["records"] = records.height
        manifest["root"] = verify.root([bytes.fromhex(s["root"]) for s in manifest["shards"]])
        found = sorted(p for p in self.folder.rglob("*") if p.is_file())
        manifest["files"] = [
            {
                "path": p.relative_to(self.folder).as_posix(),
                "size": p.stat().st_size,
                "sha256": digest_file(p),
            }
            for p in found
            if p.name not in verify.UNLISTED
        ]
        self.write_manifest(manifest)

    def audit(self, *only: str) -> dict[str, Check]:
        """The checks by name, all or some, with the reserve and a trusted list of signers."""
        trusted = self.signers if self.signers.stat().st_size else None
        checks = audit(self.folder, reserve=self.reserve, signers=trusted, only=only)
        return {check.name: check for check in checks}


def make(root: Path, *, key: Path | None = None, **settings: Any) -> Copy:
    """Build, write and seal below a folder."""
    builds.small(root / "build")
    spec = builds.spec(root, signing_key=str(key) if key else "", **settings)
    for folder in release({}, spec.settings, spec=spec).folders:
        settle(folder)
    shipped = spec.folder / "allowed_signers"
    (root / "signers").write_text(shipped.read_text("utf-8") if shipped.exists() else "")
    return made(root)


def made(root: Path) -> Copy:
    """What was made below a folder."""
    spec = builds.spec(root)
    return Copy(spec.folder, spec.reserve, spec.build, root / "signers")


def new_key(path: Path) -> Path:
    """A fresh signing key."""
    command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(path)]
    subprocess.run(command, check=True)
    return path


def duplicate(one: Copy, place: Path) -> Copy:
    """A copy of a release and its reserve."""
    shutil.copytree(one.folder, place / "releases" / LABEL)
    shutil.copytree(one.reserve, place / "reserve" / LABEL)
    folders = (place / "releases" / LABEL, place / "reserve" / LABEL)
    return Copy(*folders, build=one.build, signers=one.signers)


Tamper = Callable[[Copy], None]


@dataclass
class Cases:
    """Ways of tampering: the check that must fail and what it must say."""

    found: dict[str, tuple[Tamper, str, str]] = field(default_factory=dict)

    def case(self, check: str, message: str) -> Callable[[Tamper], Tamper]:
        def note(tamper: Tamper) -> Tamper:
            self.found[tamper.__name__] = (tamper, check, message)
            return tamper

        return note

    def run(self, name: str, copy: Copy) -> None:
        """Tamper, audit, and see that the right check says the right thing."""
        tamper, check, message = self.found[name]
        tamper(copy)
        found = copy.audit(check)[check]
        assert not found.ok
        assert any(re.search(message, problem) for problem in found.problems), found.problems


def first(frame: pl.DataFrame, column: str, value: object) -> pl.DataFrame:
    """The frame with another value in the first row of a column."""
    changed = pl.Series([value, *frame[column].to_list()[1:]], dtype=frame[column].dtype)
    return frame.with_columns(changed.alias(column))
