"""All that a release publishes is listed with what it tells; what is told confirms no guess."""

import hashlib
import itertools
import json
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

from bench import planted_questions as plants
from cpsyexam import browsing
from cpsyexam.files import canonical, digest
from tests.shared import made_once

if TYPE_CHECKING:
    from polars._typing import PolarsDataType

TEXT = (Path(__file__).parents[2] / "docs/threat-model.md").read_text("utf-8")
WORDS = ("README.md", "README.zh.md", "report.html", "CHANGELOG.md", "CANARY.md", "eval.yaml")
OURS = {"LICENSE", "verify.py", "allowed_signers", "RELEASE.json.sig"}
HEX = re.compile(r"(?<![0-9a-zA-Z])[a-z]?[0-9a-f]{12,}")


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of a CSV bank of 30 questions, the keys of its test part withheld."""

    def make(root: Path) -> None:
        plants.build(root, "0.1.0", bank=plants.found(30))

    return made_once(tmp_path_factory, "published", make) / "releases/planted-0.1.0"


def listed() -> list[tuple[str, str]]:
    """(file, value) patterns of the table in the threat model."""
    section = TEXT.partition("## What is published")[2].partition("\n## ")[0]
    rows = [line.split("|")[1:3] for line in section.splitlines() if line.startswith("| `")]
    return [
        (file, value.replace("[", "[[]"))
        for files, values in rows
        for file in re.findall("`(.*?)`", files)
        for value in re.findall("`(.*?)`", values)
    ]


def columns(name: str, kind: "PolarsDataType") -> Iterator[str]:
    if isinstance(kind, pl.List | pl.Array):
        yield from columns(f"{name}[]", kind.inner)
    elif isinstance(kind, pl.Struct):
        for field in kind.fields:
            yield from columns(f"{name}.{field.name}", field.dtype)
    else:
        yield name


def fields(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from fields(inner, f"{name}.{key}".lstrip("."))
    elif isinstance(value, list):
        for inner in value:
            yield from fields(inner, f"{name}[]")
    else:
        yield name, str(value)


def published(folder: Path) -> Iterator[tuple[str, str]]:
    """(file, value) of every column and field of a release."""
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        place = path.relative_to(folder).as_posix()
        if path.suffix == ".parquet":
            for name, kind in pl.read_parquet_schema(path).items():
                yield from ((place, column) for column in columns(name, kind))
        elif place == browsing.NAME:
            packed = browsing.unpack(path.read_text("utf-8"))
            yield from ((place, column) for column in packed.columns)
        elif path.suffix == ".json":
            yield from ((place, name) for name, _ in fields(json.loads(path.read_text("utf-8"))))
        else:
            assert place in {*WORDS, *OURS}, place


@pytest.mark.parametrize("which", ["sample", "bank"])
def test_every_published_value_is_listed(withheld: Path, release: Path, which: str) -> None:
    folder = withheld / "releases/withheld-0.1.0" if which == "sample" else release
    known = listed()
    for place, value in dict.fromkeys(published(folder)):
        told = [1 for f, v in known if fnmatchcase(place, f) and fnmatchcase(value, v)]
        assert told, f"{place}: {value} is not in docs/threat-model.md, What is published"


def test_a_digest_in_words_is_one_of_those_listed(withheld: Path) -> None:
    folder = withheld / "releases/withheld-0.1.0"
    known = set(HEX.findall((folder / "RELEASE.json").read_text("utf-8")))
    for path in folder.rglob("*.parquet"):
        known |= set(HEX.findall(json.dumps(pl.read_parquet(path).rows())))
        known |= set(HEX.findall(" ".join(pl.read_parquet_metadata(path).values())))
    for name in WORDS:
        odd = set(HEX.findall((folder / name).read_text("utf-8"))) - known
        cut = {one for one in odd if any(whole.startswith(one) for whole in known)}
        assert {one for one in odd - cut if not one.isdigit()} == set(), name


def test_no_withheld_key_is_found_by_trying(release: Path) -> None:
    """Who has all public rows of the bank and its very layout tries every key of three rows."""
    reserve = release.parents[1] / "reserve" / release.name
    truth = plants.answers(reserve)
    lines = (release.parents[1] / "bank.csv").read_bytes().split(b"\r\n")
    rows = {r["question"]: r for r in plants.records(release, "test") if r["format"] == "SCQ"}
    mine = [n for n, line in enumerate(lines) if line.decode().split(",")[0] in rows][:3]
    assert len(mine) == 3
    # he knows all other keys, and so the file but for three letters
    texts = set()
    for keys in itertools.product("ABCD", repeat=3):
        guess = list(lines)
        for at, key in zip(mine, keys, strict=True):
            head, _, tail = guess[at].rpartition(b",GEE")
            guess[at] = head[:-1] + key.encode() + b",GEE" + tail
        texts.add(b"\r\n".join(guess))
    assert b"\r\n".join(lines) in texts
    assert len(truth) >= 3
    told = {digest for path in release.rglob("*") if path.is_file() for digest in said(path)}
    whole = {hashlib.sha256(text).hexdigest() for text in texts}
    url = pl.read_parquet(release / "provenance/captures.parquet")["url"][0]
    named = {digest(f"bank\x1f{url}\x1f{one}") for one in whole}  # ids of captures before
    forms = {d[:n] for d in (*whole, *named) for n in (12, 16, 20, 64)}
    forms |= {digest(canonical([url, one])) for one in whole}
    assert not forms & {part for one in told for part in (one[:12], one[:16], one[:20], one)}


def said(path: Path) -> set[str]:
    if path.suffix == ".parquet":
        text = json.dumps(pl.read_parquet(path).rows(), ensure_ascii=False)
    else:
        text = path.read_text("utf-8", errors="replace")
    return set(re.findall(r"[0-9a-f]{12,64}", text))
