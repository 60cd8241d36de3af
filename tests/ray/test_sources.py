"""Banks and captures in a store that speaks S3: the same questions as from files."""

import os
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from banks.settings import BanksSettings
from banks.stage import extract as read_banks
from cpsyexam.errors import ConfigError, RemoteError
from cpsyexam.fetched import copy_of, fetch
from cpsyexam.store import Remote
from pipeline.recipe import read_recipe
from spiders.settings import WebSettings, WebSource
from spiders.stage import extract as replay
from tests.ray.objects import bucket

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def place() -> Iterator[Remote]:
    """A place in a bucket."""
    with pytest.MonkeyPatch.context() as patch, bucket(patch) as url:
        yield Remote(url.replace("/build", "/sources"))


def test_a_bank_and_an_archive_are_read_from_there(
    place: Remote, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    web = read_recipe(ROOT / "dataset.toml").table("web")
    assert isinstance(web, WebSettings)
    local = web.sources[0]
    toml = (ROOT / "samples/banks/structured.toml").read_text("utf-8")
    (place / "bank.json").put(ROOT / "samples/banks/structured.json")
    for path in sorted(p for p in web.outside_files() if ".warc" in p.name):
        if local.archive in (path, path.parent):
            (place / "warcs" / path.name).put(path)
    here = replay({}, WebSettings(sources=(local,)))
    banks_here = read_banks({}, BanksSettings(sources=(Path("samples/banks/structured.toml"),)))

    monkeypatch.chdir(tmp_path)
    said = local.model_dump() | {"archive": f"{place}/warcs"}
    there = WebSettings(sources=(WebSource.model_validate(said),))
    assert there.outside_files()
    made = replay({}, there)
    assert made.kept.drop("capture").equals(here.kept.drop("capture"))
    (tmp_path / "structured.toml").write_text(
        toml.replace("samples/banks/structured.json", f"{place}/bank.json"), "utf-8"
    )
    banks = BanksSettings(sources=(Path("structured.toml"),))
    assert banks.outside_files()[1] == copy_of(f"{place}/bank.json")
    read = read_banks({}, banks)
    texts = pl.col("stem", "options", "answer", "explanation")
    assert read.kept.select(texts).equals(banks_here.kept.select(texts))
    assert read.tables["captures"]["url"].unique().to_list() == [f"{place}/bank.json"]


def test_only_what_changed_is_fetched_again(
    place: Remote, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        (place / "some" / f"{name}.csv").write_text(name)
    url = f"{place}/some"
    fetch(url)
    one, two = (copy_of(url) / f"{name}.csv" for name in ("one", "two"))
    before = one.stat().st_mtime_ns, two.stat().st_mtime_ns
    (place / "some" / "two.csv").write_text("three")
    fetch(url)
    assert (one.stat().st_mtime_ns == before[0], two.read_text("utf-8")) == (True, "three")
    (place / "some" / "one.csv").delete()
    fetch(url)
    assert not one.exists()


def test_no_bucket_and_no_key_are_said(
    place: Remote, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match=r"s3://elsewhere/bank\.csv: nothing is found there: no "):
        fetch("s3://elsewhere/bank.csv")
    (place / "own.csv").write_text("x")
    asked = urllib.request.Request(  # from now on the server knows nobody
        f"{os.environ['AWS_ENDPOINT_URL']}/moto-api/reset-auth",
        data=b"0",
        headers={"Content-Type": "text/plain"},
    )
    with urllib.request.urlopen(asked):
        pass
    with pytest.raises(RemoteError, match=r"own\.csv: the store did not do it.*look at the addr"):
        fetch(f"{place}/own.csv")
    assert not copy_of(f"{place}/own.csv").exists()
