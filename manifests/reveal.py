"""Prove that one record was in the reserve all along, without showing the others."""

from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam.errors import ConfigError
from manifests import merkle, verify
from manifests.commitments import answer_leaves
from manifests.release_reader import ReleaseReader


def reveal(reserve: Path, name: str) -> dict[str, Any]:
    """The proof for a reserved question or a withheld answer: record, salt and path to its root.

    Anyone can check it against RELEASE.json with `verify.py --proof`. Raises ConfigError where
    the reserve holds no such id.
    """
    if not (reserve / "keys.json").is_file():
        raise ConfigError(
            "is not a reserve folder", where=str(reserve), remedy="give --reserve DIR"
        )
    release = ReleaseReader(reserve, reserve)
    key = release.keys["salt_key"]
    exams: dict[str, tuple[list[pl.DataFrame], list[pl.DataFrame]]] = {}
    for exam, records, origins in release.held():
        held = exams.setdefault(exam, ([], []))
        held[0].append(records)
        held[1].append(origins)
    for exam, (records_of, origins_of) in exams.items():
        records, origins = pl.concat(records_of), pl.concat(origins_of)
        place = records["id"].index_of(name)
        if place is not None:
            texts, beside = merkle.texts(records), merkle.texts(origins)
            leaves = merkle.leaves(texts, beside, [merkle.salt(key, n) for n in records["id"]])
            text = f'{{"provenance":{beside[place]},"record":{texts[place]}}}'
            return _proof(exam, "reserved", text, merkle.salt(key, name), leaves, place)
    for path in sorted(reserve.glob("answers/*.parquet")):
        answers = pl.read_parquet(path)
        place = answers["id"].index_of(name)
        if place is not None:
            leaves = answer_leaves(answers, key)
            salt = merkle.salt(key, f"answers/{name}")
            text = merkle.texts(answers)[place]
            return _proof(path.name.split("-")[0], "answers", text, salt, leaves, place)
    raise ConfigError(
        "not in the reserve", where=name, remedy="give the whole id of a reserved question"
    )


def _proof(
    exam: str, split: str, text: str, salt: bytes, leaves: list[bytes], place: int
) -> dict[str, Any]:
    return {
        "format": verify.PROOF,
        "exam": exam,
        "split": split,
        "leaf": text,
        "salt": salt.hex(),
        "path": merkle.proof(leaves, place),
    }
