"""The one runner of stages: it enforces their contract.

In: a stage and a build folder. Out: its products and a receipt, written atomically, the receipt
last. A stage whose key and products are unchanged is skipped; one that loses a row, breaks its
schema or leaves other tables than it declares stops the build and changes nothing on disk.
"""

import gc
import importlib.util
import os
import re
import resource
import time
from collections.abc import Mapping
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import dataframely as dy
import polars as pl

from cpsyexam import files, row_law
from cpsyexam.chain import HELD
from cpsyexam.errors import StageError
from cpsyexam.records import Rejected
from cpsyexam.stage import Products, Report, Stage, StageResult, product, read_receipt, scan
from cpsyexam.worker import RARELY

_LEVEL = 1  # of compression: tables between stages are written and read once a build
LOCK = Path(__file__).parent.parent / "requirements" / "base.lock"  # in a checkout only


def run(stage: Stage, build: Path, *, force: bool = False) -> Report:
    """Run a stage, or skip it where nothing changed. Returns the receipt.

    Raises StageError where the stage breaks the row law or its schema.
    """
    folder = build / stage.name
    files.recover(folder)
    inputs = {name: _input_digest(build, name) for name in stage.reads}
    inputs |= {f"{name}/receipt": _receipt_digest(build, name) for name in stage.receipts}
    key = _key(stage, inputs)
    old = read_receipt(build, stage.name)
    if not force and old and old["key"] == key and _intact(folder, old):
        files.sweep(folder)
        return Report(stage.name, skipped=True, receipt=old)
    frames = Products(build, stage.reads)
    began, cpu = time.monotonic(), time.process_time()
    before = gc.get_threshold()
    gc.set_threshold(*RARELY)
    try:
        result = stage.run(frames, stage.settings)
    finally:
        gc.set_threshold(*before)
    _check(stage, build, result)
    spent = {
        "seconds": round(time.monotonic() - began, 3),
        "cpu_seconds": round(time.process_time() - cpu, 3),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }
    receipt = {
        "stage": stage.name,
        "key": key,
        "inputs": inputs,
        "rules": dict(sorted(result.rejected["rule"].value_counts().rows())),
        "settings": stage.settings.model_dump(mode="json"),
        "metrics": dict(result.metrics),
        "spent": spent,
    }
    return Report(
        stage.name,
        skipped=False,
        receipt=_write(folder, result, receipt, _same(build, frames, result)),
    )


def _same(build: Path, frames: Products, result: StageResult) -> Path | None:
    """The product whose bytes writing the kept rows would give; None where they are others."""
    name = frames.passed_on(result.kept)
    path = product(build, name)
    return path if name and files.digest_file(path) == _input_digest(build, name) else None


def _write(
    folder: Path, result: StageResult, receipt: dict[str, Any], same: Path | None
) -> dict[str, Any]:
    fresh = files.fresh_draft(folder)
    products = {"kept": result.kept, "rejected": result.rejected, **result.tables}
    outputs = {}
    for name, frame in products.items():
        path = fresh / f"{name}.parquet"
        if same and name == "kept":
            files.copy(same, path)
        else:
            files.write_frame(path, frame, level=_LEVEL)
        outputs[name] = {"sha256": files.digest_file(path), "rows": frame.height}
    folders = {}
    for other in result.folders:
        folders[os.path.relpath(other, folder)] = files.tree_digest(files.draft(other), hidden=True)
        files.settle(other)
    receipt = {**receipt, "outputs": outputs, "folders": folders}
    files.write_json(fresh / "receipt.json", receipt)
    files.settle(folder)
    return receipt


def _key(stage: Stage, inputs: Mapping[str, str]) -> str:
    code = code_digest(stage.code)
    outside = [[str(p), files.digest_file(p) if p.is_file() else ""] for p in stage.files]
    settings = str(stage.settings.model_dump(mode="json"))  # floats have no canonical JSON
    parts = [stage.name, dict(inputs), outside, settings, code, list(stage.extra_inputs)]
    return files.digest(files.canonical(parts))


@cache
def code_digest(packages: tuple[str, ...]) -> str:
    """Digest of the kernel, of these packages (code, data, templates) and of what they run on."""
    digests = []
    for package in ("cpsyexam", *packages):
        spec = importlib.util.find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            raise StageError(f"no package named {package!r}")
        root = Path(next(iter(spec.submodule_search_locations)))
        digests.append(files.tree_digest(root, (".py", ".toml", ".j2")))
    return files.digest("".join([*digests, _packages_digest()]))


def _packages_digest() -> str:
    """Digest of the packages that the code runs on: of the lock file, else of their versions."""
    if LOCK.exists():
        return files.digest_file(LOCK)
    try:
        needed = metadata.requires("cpsyexam") or []
    except metadata.PackageNotFoundError:
        return ""
    names = sorted({re.split(r"[^\w.-]", line)[0] for line in needed if "extra ==" not in line})
    return files.digest(files.canonical([[name, _version(name)] for name in names]))


def _version(package: str) -> str:
    """The installed version; "" where it is not installed, which other platforms may need."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _input_digest(build: Path, name: str) -> str:
    stage, _, table = name.partition("/")
    receipt = read_receipt(build, stage)
    output = receipt and receipt["outputs"].get(table or "kept")
    if not output:
        raise StageError(f"{name!r} is not built yet", where=stage, remedy="run `make dataset`")
    return str(output["sha256"])


def _receipt_digest(build: Path, name: str) -> str:
    """Digest of what a stage made and how; not of how long it took."""
    receipt = read_receipt(build, name)
    if receipt is None:
        raise StageError(f"{name!r} is not built yet", where=name, remedy="run `make dataset`")
    return files.digest(files.canonical([receipt["key"], receipt["outputs"]]))


def _intact(folder: Path, receipt: Mapping[str, Any]) -> bool:
    paths = {folder / f"{name}.parquet": o["sha256"] for name, o in receipt["outputs"].items()}
    whole = all(p.is_file() and files.digest_file(p) == sha for p, sha in paths.items())
    others = receipt.get("folders", {}).items()
    same = (files.tree_digest(folder / path, hidden=True) == sha for path, sha in others)
    return whole and all(same)


def _check(stage: Stage, build: Path, result: StageResult) -> None:
    try:
        stage.schema.validate(result.kept)
        Rejected.validate(result.rejected)
        held = Rejected.validate(result.tables[HELD]) if stage.holds else result.rejected.clear()
    except (dy.exc.ValidationError, dy.exc.SchemaError) as error:
        raise StageError(f"rows do not fit their schema: {error}", where=stage.name) from error
    counted = stage.reads if stage.counted is None else stage.counted
    if stage.reads:
        read_ids = [scan(build, name).select(stage.parent) for name in counted]
        ids = pl.concat(read_ids).collect()[stage.parent]
    else:
        ids = result.tables["captures"]["capture"]
    row_law.check(
        ids,
        result.kept[stage.parent],
        pl.concat([result.rejected["parent"], held["parent"]]),
        one_to_one=stage.one_to_one,
        stage=stage.name,
    )
    _check_names(stage, result, held)


def _check_names(stage: Stage, result: StageResult, held: pl.DataFrame) -> None:
    """What other stages, release and audit look for by name is there under that name."""
    named = set(result.rejected["stage"]) | set(held["stage"])
    if "sources" in result.tables and not stage.reads:
        named |= set(result.tables["sources"]["kind"])
    if named - {stage.name}:
        raise StageError(f"its rows name {min(named - {stage.name})!r} as stage", where=stage.name)
    if result.rejected.height and not stage.rejects:
        raise StageError(
            "rejects rows, but the chain says that it does not",
            where=stage.name,
            remedy="see cpsyexam/chain.py",
        )
    if stage.tables is not None and set(stage.tables) != set(result.tables):
        odd = min(set(stage.tables) ^ set(result.tables))
        raise StageError(
            f"table {odd!r} is made or declared, not both",
            where=stage.name,
            remedy="see cpsyexam/chain.py",
        )
