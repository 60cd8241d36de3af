"""Decoys lie in the reserve, are told in numbers and never asked."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from cpsyexam.files import canonical
from evaluation import releases
from manifests.audit import audit
from tests.publishing.conftest import LABEL, build_release

Told = dict[str, Any]


@pytest.fixture(scope="module")
def decoyed(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of which half the reserve are decoys, but for the questions of one source."""
    root = tmp_path_factory.mktemp("decoyed")
    shutil.copytree(made / "build", root / "build")
    path = root / "build/split/receipt.json"
    told = json.loads(path.read_text("utf-8"))
    own = pl.read_parquet(root / "build/split/kept.parquet").filter(split="reserved")["source"]
    told["settings"] |= {"decoys": 0.5, "unpublished": [own.sort()[0]]}
    path.write_text(json.dumps(told), "utf-8")
    build_release(root)
    return root


def test_half_is_held_back_for_show(decoyed: Path) -> None:
    folder, reserve = decoyed / "releases" / LABEL, decoyed / "reserve" / LABEL
    held = pl.concat(pl.read_parquet(path) for path in reserve.glob("provenance/*/*-*.parquet"))
    told = json.loads((reserve / "decoys.json").read_text("utf-8"))
    public = held.filter(~pl.col("source").is_in(told["unpublished"]))
    names = set(told["ids"])
    assert names < set(public["id"])
    asked = releases.questions(releases.open_release(folder), "reserved", reserve)
    assert set(asked["id"]) == set(held["id"]) - names
    card = " ".join((folder / "README.md").read_text("utf-8").split())
    assert f"{public.height}, of which {len(names)} are decoys that no test asks" in card
    assert "the reserve is no secret;" not in card
    assert f"其中 {len(names)} 道是" in (folder / "README.zh.md").read_text("utf-8")


def test_no_public_file_tells_which(decoyed: Path, made: Path) -> None:
    """Beside card, numbers and settings the files are those of a release without decoys."""
    folder, plain = decoyed / "releases" / LABEL, made / "releases" / LABEL
    texts = {"README.md", "README.zh.md", "RELEASE.json", "provenance/rules.json", "report.html"}
    for path in sorted(plain.rglob("*")):
        name = path.relative_to(plain).as_posix()
        if path.is_file() and name not in texts:
            assert (folder / name).read_bytes() == path.read_bytes(), name
    said = "".join((folder / name).read_text("utf-8") for name in texts)
    told = json.loads((decoyed / "reserve" / LABEL / "decoys.json").read_text("utf-8"))
    assert not [name for name in told["ids"] if name in said]


def _decoys(root: Path) -> list[str]:
    reserve = root / "reserve" / LABEL
    checks = audit(root / "releases" / LABEL, reserve=reserve, only=("decoys",))
    return list(checks[-1].problems)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda _: {}, "in only one of RELEASE.json and the reserve folder"),
        (lambda told: told | {"ids": told["ids"][1:]}, "number of decoys is not as RELEASE.json"),
        (lambda told: told | {"ids": ["q", *told["ids"][1:]]}, "the key draws others"),
        (lambda told: told | {"unpublished": []}, "the key draws others"),
        (lambda told: told | {"share": "0.9"}, "share or number"),
    ],
)
def test_exchanged_decoys_are_found(
    decoyed: Path, tmp_path: Path, edit: Callable[[Told], Told], said: str
) -> None:
    for name in ("releases", "reserve"):
        shutil.copytree(decoyed / name, tmp_path / name)
    assert _decoys(tmp_path) == []
    path = tmp_path / "reserve" / LABEL / "decoys.json"
    told = edit(json.loads(path.read_text("utf-8")))
    path.write_text(canonical(told), "utf-8")
    if not told:
        path.unlink()
    assert any(said in problem for problem in _decoys(tmp_path))
