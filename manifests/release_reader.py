"""What the checks of an audit look at: a release, and where given its reserve and its build."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Lock, RLock
from typing import Any, TypeVar

import polars as pl
from polars.exceptions import PanicException

from cpsyexam.kept_normals import kept_earlier_forms, kept_normal_forms
from cpsyexam.lineage import PLACE
from cpsyexam.memo import NO_MEMO, Memo
from cpsyexam.side_by_side import side_by_side
from manifests import decoding, strict_yaml, verify
from manifests.parquet_layout import refuse_odd
from manifests.proofs import Proofs

INDEX = (
    "id", "raw_id", "record_sha256", "source", "capture", "cluster", "unit", "draw", "split",
    "lineage",
)  # fmt: skip


KEPT = 128_000_000  # bytes that stay in memory: nearly every check reads every file of a release
UNPACKED = 4  # times as large as its file a table is at most
FEW = 20_000  # records

_ASKED = ("id", "material", "question", "options")
ASKED = ("id", "material", pl.col("question").alias("stem"), "options")
T = TypeVar("T")
Alone = Callable[["ReleaseReader", Mapping[str, Any]], Iterator[str]]  # a check of one shard
_Look = tuple[list[str], BaseException | None]  # its problems, and what it raised


class NotChecked(Exception):  # noqa: N818 - no error
    """A check could not be made, for a reason that is nobody's fault."""


@dataclass
class ReleaseReader:
    """A release folder; `reserve` and `build` are None where the auditor has them not.

    `alone` are the checks of single shards that will be asked for (`each`).
    """

    folder: Path
    reserve: Path | None = None
    build: Path | None = None
    signers: Path | None = None
    kept: Memo = NO_MEMO  # of normal forms
    proofs: Proofs = field(default_factory=Proofs)
    alone: Mapping[str, Alone] = field(default_factory=dict)
    page_problems: list[str] | None = None  # of browse.html; None: nobody asked
    page_lock: Any = field(default_factory=Lock, repr=False)
    _normals: dict[str, pl.Series] = field(default_factory=dict, repr=False)  # by shard
    _tables: dict[Path, pl.DataFrame] = field(default_factory=dict, repr=False)
    _texts: dict[Path, decoding.Texts] = field(default_factory=dict, repr=False)
    _plain: set[Path] = field(default_factory=set, repr=False)  # looked at by refuse_odd
    _room: int = KEPT
    _lock: Any = field(default_factory=RLock, repr=False)

    def each(self, check: str) -> Iterator[str]:
        """The problems that a check of single shards finds, shard after shard."""
        for found in self._looked:
            problems, error = found[check]
            yield from problems
            if error is not None:
                raise error

    @cached_property
    def _looked(self) -> list[dict[str, _Look]]:
        """What `alone` find in each shard: all of them while its tables are at hand."""
        return list(side_by_side(self._look, self.public))

    def _look(self, shard: Mapping[str, Any]) -> dict[str, _Look]:
        one = copy(self)
        one._tables, one._texts, one._room = {}, {}, KEPT  # noqa: SLF001 - its own
        found: dict[str, _Look] = {}
        for name, check in self.alone.items():
            problems: list[str] = []
            try:
                problems.extend(check(one, shard))
            except (Exception, PanicException) as error:  # noqa: BLE001 - raised where it is asked for
                found[name] = problems, error
            else:
                found[name] = problems, None
        return found

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """RELEASE.json. Raises ValueError where it cannot be used."""
        return verify.read_manifest(self.folder)

    @property
    def public(self) -> list[dict[str, Any]]:
        """Entries of the shards that are published."""
        return [shard for shard in self.manifest["shards"] if shard["published"]]

    def files(self) -> list[Path]:
        """The files of the release, sorted; what lies beside them, the check of files names."""
        if not (self.folder / "RELEASE.json").exists():
            return sorted(path for path in self.folder.rglob("*") if path.is_file())
        own = {*verify.UNLISTED, *(entry["path"] for entry in self.manifest["files"])}
        return sorted(path for name in own if (path := self.folder / name).is_file())

    def records(self, shard: Mapping[str, Any]) -> pl.DataFrame:
        """The rows of a shard."""
        return self.table(self.folder / shard["path"])

    def origins(self, shard: Mapping[str, Any]) -> pl.DataFrame:
        """The provenance rows of a shard."""
        return self.table(self.folder / shard["provenance"])

    def table(self, path: Path) -> pl.DataFrame:
        """The rows of a Parquet file, as they were when they were read first."""
        return self._kept(self._tables, path, decoding.read_rows, pl.DataFrame.estimated_size)

    def asked(self, shard: Mapping[str, Any]) -> pl.DataFrame:
        """What the questions of a shard ask: id, material, stem, options."""
        columns = self.columns(self.folder / shard["path"], _ASKED)
        return columns.select(*ASKED)

    def columns(self, path: Path, names: Sequence[str]) -> pl.DataFrame:
        """Some columns of a Parquet file; one that there is room for is read whole: a check that
        asks for some is seldom the last.
        """
        if path not in self._tables and path.stat().st_size * UNPACKED <= self._room:
            self.table(path)
        if path in self._tables:
            table = self._tables[path]
            return pl.DataFrame([table.get_column(name) for name in names])
        if path not in self._plain:
            refuse_odd(path)
            self._plain.add(path)
        return pl.read_parquet(path, columns=list(names), memory_map=False, glob=False)

    def texts(self, path: Path) -> decoding.Texts:
        """All texts of a file. Raises ValueError for one that cannot be decoded."""
        return self._kept(
            self._texts,
            path,
            lambda path: decoding.texts(path, self.table),
            lambda texts: texts.column.estimated_size(),
        )

    def _kept(
        self, kept: dict[Path, T], path: Path, read: Callable[[Path], T], size: Callable[[T], float]
    ) -> T:
        """What was read of a file; what is large is read each time."""
        if path in kept:
            return kept[path]
        found = read(path)
        taken = int(size(found))
        with self._lock:
            if taken <= self._room:
                self._room -= taken
                kept[path] = found
        return found

    @property
    def has_lineages(self) -> bool:
        """Whether it was made with lineages; versions before had none."""
        return "lineage" in self.manifest

    @cached_property
    def index(self) -> pl.DataFrame:
        """One row per public record: INDEX, and `path`, `exam` of its shard."""
        known = [name for name in INDEX if name != "lineage" or self.has_lineages]
        return pl.concat(
            self.columns(self.folder / shard["provenance"], known).with_columns(
                path=pl.lit(shard["path"]), exam=pl.lit(shard["exam"])
            )
            for shard in self.public
        )

    @cached_property
    def front_matter(self) -> dict[str, Any]:
        """The card's YAML. Raises ValueError where readers may see different ones, or none."""
        lines = verify.read_text(self.folder / "README.md").split("\n")
        fences = [number for number, line in enumerate(lines, 1) if line.strip() == "---"]
        if not lines or lines[0] != "---" or len(fences) < 2:
            raise ValueError("README.md: no front matter")
        if len(fences) > 2:
            raise ValueError(f"README.md: a second front matter may begin in line {fences[2]}")
        matter = lines[1 : fences[1] - 1]
        # the Hub's client ends it at the first `---`, wherever in a line
        odd = [number for number, line in enumerate(matter, 2) if "---" in line]
        if odd:
            raise ValueError(f"README.md: line {odd[0]} may end the front matter before its end")
        found = strict_yaml.load("\n".join(matter), "README.md: front matter")
        if not isinstance(found, dict):
            raise TypeError("README.md: front matter is not a table")
        return found

    @property
    def private(self) -> Path:
        """The reserve folder. Raises ValueError where the auditor has it not."""
        if self.reserve is None:
            raise ValueError("needs the reserve folder")
        return self.reserve

    @property
    def made(self) -> Path:
        """The build folder. Raises ValueError where the auditor has it not."""
        if self.build is None:
            raise ValueError("needs the build folder")
        return self.build

    def normals(self, shard: Mapping[str, Any]) -> pl.Series:
        """Normal forms of a shard's questions (they cost much, so they are kept)."""
        if shard["path"] in self._normals:
            return self._normals[shard["path"]]
        few = sum(one["records"] for one in self.public) <= FEW
        if not few and not self.kept.folder:
            self._normals[shard["path"]] = kept_normal_forms(self.asked(shard), self.kept)
            return self._normals[shard["path"]]
        with self._lock:  # small ones at once, and all where many are looked for among those kept
            if shard["path"] not in self._normals:
                shards = [one for one in self.public if one == shard or not self._identified(one)]
                frames = [self.asked(one) for one in shards]
                asked = pl.concat(frames)
                # to look at all that is kept takes longer than to make a few
                kept = self.kept if asked.height > FEW else NO_MEMO
                found, start = kept_normal_forms(asked, kept), 0
                for one, frame in zip(shards, frames, strict=True):
                    self._normals[one["path"]] = found.slice(start, frame.height)
                    start += frame.height
        return self._normals[shard["path"]]

    def _identified(self, shard: Mapping[str, Any]) -> bool:
        """Whether the ids of a shard are known to be those of its texts."""
        files = self.folder / shard["path"], self.folder / shard["provenance"]
        return self.proofs.takes("identity", files, "")

    @cached_property
    def lineages(self) -> pl.DataFrame:
        """Every name of every question that this or an earlier version had, with its lineage's
        split; of the reserve folder.
        """
        names = self.table(self.private / PLACE / "names.parquet")
        return names.join(self.lineages_now.select("lineage", "id", "split"), on="lineage")

    @property
    def lineages_now(self) -> pl.DataFrame:
        """Every question that this or an earlier version had, as it is or was last; of the reserve
        folder.
        """
        return self.table(self.private / PLACE / "questions.parquet")

    @property
    def decisions(self) -> pl.DataFrame:
        """What was set aside on pages of public questions, copies of them too."""
        return self.table(self.folder / "provenance/decisions.parquet")

    @cached_property
    def cleared(self) -> set[tuple[str, str]]:
        """Pairs of ids that were judged to be two questions, when the release was sealed."""
        pairs = verify.read_json(self.private / "cleared.json")
        return {(one, other) for one, other in pairs}

    @cached_property
    def rules(self) -> dict[str, Any]:
        """provenance/rules.json: per stage its key, settings, and rows per rule."""
        found = verify.read_json(self.folder / "provenance/rules.json")
        if not isinstance(found, dict):
            raise TypeError("provenance/rules.json is not a table")
        return found

    def earlier_forms(self, frame: pl.DataFrame) -> pl.Series:
        """Normal forms of questions of an earlier version (columns material, stem, options)."""
        return kept_earlier_forms(frame, self.kept)

    def hidden(self, table: str) -> pl.DataFrame:
        """A table of the reserve's provenance."""
        return self.table(self.private / f"provenance/{table}.parquet")

    @cached_property
    def keys(self) -> dict[str, bytes]:
        """The secret keys, of the reserve folder."""
        assert self.reserve is not None
        found = verify.read_json(self.private / "keys.json")
        return {name: bytes.fromhex(key) for name, key in found.items()}

    def held(self) -> Iterator[tuple[str, pl.DataFrame, pl.DataFrame]]:
        """(exam, records, provenance) of each reserved shard."""
        assert self.reserve is not None
        for path in sorted(self.private.glob("data/*/*.parquet")):
            beside = self.private / "provenance" / path.parent.name / path.name
            yield path.parent.name, self.table(path), self.table(beside)
