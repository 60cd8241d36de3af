"""Card, Croissant, eval.yaml and canaries agree with the files."""

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

import polars as pl
import pyarrow.parquet as pq

from cpsyexam.taxonomy import exams
from manifests import strict_yaml, verify
from manifests.checks.records import FIELDS
from manifests.release_reader import ReleaseReader

_MATTER = {
    "pretty_name", "license", "license_name", "license_link", "language", "multilinguality",
    "annotations_creators", "language_creators", "source_datasets", "task_categories", "task_ids",
    "size_categories", "tags", "configs", "dataset_info",
}  # fmt: skip


def card(release: ReleaseReader) -> Iterator[str]:
    """Exact paths, exact counts, columns, one default, no shard left out or named twice."""
    matter = release.front_matter
    yield from _keys(matter)
    rows = {shard["path"]: shard["records"] for shard in release.public}
    info = {one["config_name"]: one for one in matter["dataset_info"]}
    named: set[str] = set()
    for config in matter["configs"]:
        name = config["config_name"]
        place = f"README.md: config {name}"
        counts = {s["name"]: s["num_examples"] for s in info.get(name, {}).get("splits", [])}
        files = {entry["split"]: entry["path"] for entry in config["data_files"]}
        if set(files) != set(counts):
            yield f"{place}: data_files and dataset_info name other splits"
        for split, paths in files.items():
            yield from _paths(name, split, paths, rows)
            total = sum(rows.get(path, 0) for path in paths)
            if (have := counts.get(split)) != total:
                yield f"{place}: {split} has {total} rows, dataset_info says {have}"
            named |= set(paths)
        yield from _features(name, info.get(name, {}))
    for path in sorted(set(rows) - named):
        yield f"README.md: no config loads {path}"
    if sum(bool(config.get("default")) for config in matter["configs"]) != 1:
        yield "README.md: not exactly one config is the default"


def _keys(matter: dict[str, Any]) -> Iterator[str]:
    """Only keys that a release writes: others, such as data_dir, would load something else."""
    for key in sorted(set(matter) - _MATTER):
        yield f"README.md: front matter has {key}, which no release has"
    names = [config["config_name"] for config in matter["configs"]]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"README.md: config {name} is named twice"
    for config in matter["configs"]:
        place = f"README.md: config {config['config_name']}"
        for key in sorted(set(config) - {"config_name", "default", "data_files"}):
            yield f"{place}: has {key}, which no release has"
        for entry in config["data_files"]:
            if set(entry) != {"split", "path"} or not isinstance(entry["path"], list):
                yield f"{place}: data_files are not a list of paths by split"


def _paths(config: str, split: str, paths: list[str], rows: dict[str, int]) -> Iterator[str]:
    for path in paths:
        if path not in rows:
            yield f"README.md: config {config}: {path} is not a shard of RELEASE.json"
        elif not PurePosixPath(path).name.startswith(f"{split}-"):
            yield f"README.md: config {config}: {path} is loaded as {split}"
        elif not rows[path]:
            yield f"README.md: config {config}: {path} is empty"
        if config in exams() and f"data/{config}/" not in path:
            yield f"README.md: config {config}: {path} is of another exam"


def _features(config: str, info: dict[str, Any]) -> Iterator[str]:
    listed = {
        f["name"]: f.get("dtype") or f"list of {f.get('list')}" for f in info.get("features", [])
    }
    real = {k: "string" if v == pl.String() else "list of string" for k, v in FIELDS.items()}
    if listed != real:
        odd = sorted(set(listed.items()) ^ set(real.items()))
        yield f"README.md: config {config}: feature {odd[0][0]} is not the column's"


def croissant(release: ReleaseReader) -> Iterator[str]:
    """croissant.json lists every shard with its digest, and this version."""
    document = verify.read_json(release.folder / "croissant.json")
    digests = {entry["path"]: entry["sha256"] for entry in release.manifest["files"]}
    listed = {one["contentUrl"]: one.get("sha256") for one in document["distribution"]}
    for shard in release.public:
        if listed.pop(shard["path"], None) != digests.get(shard["path"]):
            yield f"croissant.json: {shard['path']}: absent or of another digest"
    for path in listed:
        yield f"croissant.json: {path}: is not a shard of RELEASE.json"
    if document.get("version") != release.manifest["version"]:
        yield f"croissant.json: version {document.get('version')} is not that of RELEASE.json"


def tasks(release: ReleaseReader) -> Iterator[str]:
    """eval.yaml names only configs and splits that exist."""
    document = strict_yaml.load(
        verify.read_text(release.folder / "eval.yaml"), "eval.yaml", linked=True
    )
    known = {
        (config["config_name"], entry["split"])
        for config in release.front_matter["configs"]
        for entry in config["data_files"]
    }
    for task in document["tasks"]:
        if (task["config"], task["split"]) not in known:
            yield f"eval.yaml: task {task['id']}: no {task['split']} in config {task['config']}"


def canaries(release: ReleaseReader) -> Iterator[str]:
    """Each shard carries the GUID that CANARY.md gives its exam and split."""
    text = verify.read_text(release.folder / "CANARY.md")
    lines = (line.strip("| \n").split(" | ") for line in text.splitlines() if line.startswith("| "))
    guids = {(cells[0], cells[1]): cells[2] for cells in lines if len(cells) == 3}
    for shard in release.public:
        guid = guids.get((shard["exam"], shard["split"]))
        notes = pq.read_metadata(release.folder / shard["path"]).metadata or {}
        if guid is None or notes.get(b"canary", b"").decode() != guid:
            yield f"{shard['path']}: canary in its metadata is not that of CANARY.md"
        records = release.columns(release.folder / shard["path"], ["id", "canary"])
        tested = guid if shard["split"] == "test" else None
        odd = records.filter(pl.col("canary").ne_missing(pl.lit(tested, pl.String)))
        if odd.height:
            yield f"{shard['path']}: {odd['id'][0]}: canary is not that of CANARY.md"
