"""What was reserved stays so: no release makes public what another held back, unless it says so."""

from pathlib import Path

import polars as pl

from cpsyexam import stage
from cpsyexam.errors import ReleaseError
from cpsyexam.files import read_json
from cpsyexam.release import ReleaseSpec
from cpsyexam.versions import lying, numbers, remedy
from publishing.heirs import heirs_of


def others(spec: ReleaseSpec) -> list[Path]:
    """The folders of all other versions of this release, lower and higher."""
    found = lying(spec.name, spec.folder.parent)
    return [path for version, path in found.items() if version != spec.version]


def check(spec: ReleaseSpec, public: pl.Series) -> tuple[str, ...]:
    """Questions that this release reveals, of those that others reserved. `public`: its ids.

    By all ids that a question has had: a correction does not make it another.

    Raises ReleaseError where one is revealed that `[split] reveal` does not name, where it names
    one that was never reserved, or where the reserve of another version is not here to be asked.
    """
    receipt = stage.read_receipt(spec.build, "split") or {}
    named = set(receipt.get("settings", {}).get("reveal", ()))
    held: dict[str, str] = {}
    shown = [pl.Series("id", dtype=pl.String)]
    for folder in others(spec):
        held |= dict.fromkeys(_reserved(spec, folder), folder.name)
        shown.append(ids_in(sorted(folder.glob("data/*/*.parquet"))))
    secret = pl.Series([*held], dtype=pl.String)
    secret = secret.filter(~secret.is_in(pl.concat(shown).implode()))
    called = [pl.DataFrame({"name": public, "now": public})]
    if held:
        called.append(heirs_of(spec.build))
    told = pl.concat(called).filter(pl.col("name").is_in(secret.implode())).unique()
    opened = told.select("now", "name").sort("now", "name").rows()
    if odd := sorted(named - held.keys()):
        raise ReleaseError(
            f"reveals {odd[0]}, which no other version reserved", where="split.reveal",
            remedy="take it out",
        )  # fmt: skip
    if wrong := [(now, name) for now, name in opened if not {now, name} & named]:
        now, name = wrong[0]
        newest = next(reversed(lying(spec.name, spec.folder.parent)), spec.version)
        later = numbers(newest) > numbers(spec.version)
        raise ReleaseError(
            f"{len({now for now, _ in wrong})} questions that {held[name]} reserved would be "
            f"public, first {now}",
            where="split",
            remedy=remedy(newest, None)
            if later
            else "keep split.previous unset or name that release; to reveal some for good, "
            "name each in split.reveal",
        )
    return tuple(dict.fromkeys(now for now, _ in opened))


def answers_shown(spec: ReleaseSpec, split: pl.DataFrame) -> int:
    """How many of the answers that this release withholds another version shows."""
    if spec.settings.test_answers != "withheld":
        return 0
    tested = split.filter(pl.col("split") == "test")["id"]
    shown: set[str] = set()
    for folder in others(spec):
        for path in sorted(folder.glob("data/*/*.parquet")):
            rows = pl.read_parquet(path, columns=["id", "answer"])
            shown |= set(rows.filter(pl.col("answer").is_not_null())["id"])
    return len(shown & set(tested))


def _reserved(spec: ReleaseSpec, folder: Path) -> pl.Series:
    manifest = read_json(folder / "RELEASE.json")
    said = sum(s["records"] for s in manifest["shards"] if s["split"] == "reserved")
    private = spec.reserve.parent / folder.name
    ids = ids_in(sorted(private.glob("data/*/*.parquet")))
    if len(ids) < said and spec.settings.previous != "none":
        raise ReleaseError(
            f"{folder.name} reserved {said} questions, {len(ids)} of them are here",
            where=str(private),
            remedy="bring its reserve folder: without it nobody can see what must stay secret",
        )
    return ids


def ids_in(paths: list[Path]) -> pl.Series:
    """The ids of the questions in some shards."""
    found = (pl.read_parquet(path, columns=["id"])["id"] for path in paths)
    return pl.concat([pl.Series("id", dtype=pl.String), *found])
