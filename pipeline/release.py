"""The last step of a build: write, seal and keep the release of a finished split."""

import json
import os
import resource
import subprocess
import time
from pathlib import Path
from typing import Any

from cpsyexam import chain, files, stage
from cpsyexam.errors import ReleaseError
from pipeline.paths import Paths
from pipeline.recipe import Recipe, read_key

ROOT = Path(__file__).resolve().parent.parent


def write(recipe: Recipe, recipe_file: Path, paths: Paths, *, force: bool) -> stage.Report:
    """Write the release and reserve folders, unless they are there and nothing changed."""
    folder, reserve = paths.release(recipe.label_name), paths.reserve(recipe.label_name)
    key = _key(recipe, paths.build)
    path = paths.build / "release" / "receipt.json"
    old = stage.read_receipt(paths.build, "release")
    if not force and old and old["key"] == key and _whole(folder, old) and reserve.is_dir():
        return stage.Report("release", skipped=True, receipt=old)
    began, cpu = time.monotonic(), time.process_time()
    _write(recipe, recipe_file, paths, folder, reserve)
    spent = {
        "seconds": round(time.monotonic() - began, 3),
        "cpu_seconds": round(time.process_time() - cpu, 3),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }
    rows = stage.read(paths.build, chain.CHAIN.last).height
    receipt: dict[str, Any] = {
        "stage": "release",
        "key": key,
        "folder": str(folder),
        "manifest": files.digest_file(folder / "RELEASE.json"),
        "outputs": {"kept": {"rows": rows}, "rejected": {"rows": 0}},
        "spent": spent,
    }
    files.write_json(path, receipt)
    return stage.Report("release", skipped=False, receipt=receipt)


def _write(recipe: Recipe, recipe_file: Path, paths: Paths, folder: Path, reserve: Path) -> None:
    from manifests.seal import seal
    from publishing import release as publishing

    facts = _facts(recipe, recipe_file)
    publishing.write(
        paths.build,
        folder,
        reserve,
        name=recipe.name,
        version=recipe.version,
        settings=recipe.release,
        facts=facts,
    )
    seal(
        paths.build,
        folder,
        reserve,
        name=recipe.name,
        version=recipe.version,
        split_key=read_key(recipe.keys.split),
        salt_key=read_key(recipe.keys.salt),
        facts=facts,
        signing_key=recipe.release.signing_key,
        signer=recipe.release.signer,
        cleared=recipe.release.cleared,
    )


def _key(recipe: Recipe, build: Path) -> str:
    outputs = [(stage.read_receipt(build, name) or {}).get("outputs") for name in chain.CHAIN.names]
    code = [
        files.tree_digest(ROOT / p, (".py", ".toml", ".j2")) for p in ("publishing", "manifests")
    ]
    keys = [files.digest(read_key(p)) for p in (recipe.keys.split, recipe.keys.salt)]
    settings = str(recipe.release.model_dump(mode="json"))
    return files.digest(files.canonical([recipe.label_name, outputs, code, keys, settings]))


def _whole(folder: Path, receipt: dict[str, Any]) -> bool:
    """Whether the folder is as it was written: the manifest, and every file that it lists."""
    manifest = folder / "RELEASE.json"
    if not manifest.is_file() or files.digest_file(manifest) != receipt.get("manifest"):
        return False
    listed = json.loads(manifest.read_text("utf-8"))["files"]
    paths = {folder / item["path"]: item["sha256"] for item in listed}
    return all(p.is_file() and files.digest_file(p) == sha for p, sha in paths.items())


def _facts(recipe: Recipe, recipe_file: Path) -> dict[str, str]:
    """What a release says of its making; `created` follows SOURCE_DATE_EPOCH where that is set."""
    commit, date = _git("rev-parse", "HEAD"), _git("log", "-1", "--format=%ct")
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or date or str(int(time.time()))
    if not seconds.isdigit():
        raise ReleaseError("SOURCE_DATE_EPOCH is no number", where=seconds)
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(seconds)))
    lock = ROOT / "requirements" / "base.lock"
    return {
        "commit": commit,
        "created": recipe.release.created or created,
        "lock_sha256": files.digest_file(lock) if lock.exists() else "",
        "recipe_sha256": files.digest_file(recipe_file),
    }


def _git(*args: str) -> str:
    """What git says of the builder's checkout; "" where there is none."""
    try:
        done = subprocess.run(["git", *args], cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
