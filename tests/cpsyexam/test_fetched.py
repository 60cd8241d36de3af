"""Sources at a URL and their copies: a web server of this machine, fsspec's own store in memory."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import fsspec
import pytest

from banks.settings import BanksSettings
from banks.stage import extract
from cpsyexam.config import parse
from cpsyexam.errors import ConfigError
from cpsyexam.fetched import copy_of, fetch
from spiders.settings import WebSource

ROW = '{"question": "经典条件反射的提出者是（ ）。", '
ROW += '"options": ["巴甫洛夫", "斯金纳"], "answer": "A"}\n'
TERMS = """
[terms]
owner = "nobody"
licence = "CC0-1.0"
terms_url = "https://exam.invalid/terms"
decided_by = "editors"
decided_on = "2026-01-01"
"""


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, without a log."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        """Say nothing."""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, where copies go."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """Address and folder of a web server."""
    folder = tmp_path / "served"
    folder.mkdir()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", folder
    server.shutdown()
    server.server_close()


@pytest.fixture
def store() -> Iterator[fsspec.AbstractFileSystem]:
    """A store in memory."""
    files = fsspec.filesystem("memory")
    yield files
    files.store.clear()


def bank(path: str) -> BanksSettings:
    """A recipe's table with one bank."""
    Path("bank.toml").write_text(f'title = "题库"\npath = "{path}"\n{TERMS}', "utf-8")
    return BanksSettings(sources=(Path("bank.toml"),))


def test_a_bank_at_an_address_is_read_like_a_file(served: tuple[str, Path]) -> None:
    address, folder = served
    (folder / "bank.jsonl").write_text(ROW, "utf-8")
    settings = bank(f"{address}/bank.jsonl")
    toml, copy = settings.outside_files()
    assert (toml.name, copy.read_text("utf-8")) == ("bank.toml", ROW)
    assert not copy.is_absolute()
    made = extract({}, settings)
    assert made.kept["stem"].to_list() == ["经典条件反射的提出者是（ ）。"]
    assert made.tables["captures"]["url"].to_list() == [f"{address}/bank.jsonl"]
    (folder / "bank.jsonl").write_text(ROW + ROW.replace("经典", "操作性"), "utf-8")
    settings.outside_files()
    assert extract({}, settings).kept.height == 2


def test_what_is_not_at_an_address_is_said(served: tuple[str, Path]) -> None:
    address, _ = served
    said = "jsonl: nothing is found there: no such bucket, folder or file, or nobody answers; check"
    for url in (f"{address}/none.jsonl", "http://127.0.0.1:9/x.jsonl"):
        with pytest.raises(ConfigError, match=said):
            bank(url).outside_files()
    with pytest.raises(ConfigError, match="a source: no store that can be used: 'nowhere://x/y'"):
        bank("nowhere://x/y").outside_files()


def test_a_folder_is_copied_as_it_is_now(store: fsspec.AbstractFileSystem) -> None:
    url = "memory://bucket/banks"
    for name in ("a.jsonl", "deep/b.jsonl"):
        store.pipe(f"/bucket/banks/{name}", ROW.encode())
    settings = bank(url)
    files = settings.outside_files()[1:]
    assert [path.relative_to(copy_of(url)).as_posix() for path in files] == [
        "a.jsonl", "deep/b.jsonl",
    ]  # fmt: skip
    made = extract({}, settings)
    assert made.tables["captures"]["url"].to_list() == [f"{url}/a.jsonl", f"{url}/deep/b.jsonl"]
    files[0].write_text("damaged", "utf-8")  # a copy that somebody wrote into
    store.rm("/bucket/banks/deep/b.jsonl")
    assert settings.outside_files()[1:] == files[:1]
    assert files[0].read_text("utf-8") == ROW


def test_what_did_not_change_is_not_fetched_again(store: fsspec.AbstractFileSystem) -> None:
    store.pipe("/bucket/large.jsonl", ROW.encode())
    fetch("memory://bucket/large.jsonl")
    copy = copy_of("memory://bucket/large.jsonl")
    before = copy.stat().st_mtime_ns
    fetch("memory://bucket/large.jsonl")
    told = store.info("/bucket/large.jsonl")
    again = copy.stat().st_mtime_ns
    assert copy.read_bytes() == ROW.encode()
    # a store that tells no time of change cannot say that nothing changed
    assert (again == before) == ("mtime" in told)


def test_an_archive_may_be_a_url_as_well(store: fsspec.AbstractFileSystem) -> None:
    store.pipe("/bucket/one.warc", b"WARC/1.1\r\n")
    source = WebSource.model_validate({"site": "sample", "archive": "memory://bucket/one.warc"})
    assert source.archive == Path("archives/fetched/memory/bucket/one.warc")
    assert WebSource.model_validate(source.model_dump()) == source
    with pytest.raises(ConfigError, match="a URL is given as archive"):
        parse({"site": "x", "archive": "here", "url": "memory://bucket"}, WebSource, where="[web]")
    with pytest.raises(ConfigError, match="archive is empty"):
        parse({"site": "x", "archive": ""}, WebSource, where="[web]")


def test_a_file_url_is_the_file_itself(tmp_path: Path) -> None:
    (tmp_path / "题 库.jsonl").write_text(ROW, "utf-8")
    url = (tmp_path / "题 库.jsonl").as_uri()
    assert bank(url).outside_files()[1] == tmp_path / "题 库.jsonl"
    assert not (tmp_path / "archives").exists()


def test_keys_do_not_stand_in_a_recipe() -> None:
    with pytest.raises(ConfigError, match="keys stand in the environment, not in a URL"):
        bank("s3://me:secret@bucket/x.jsonl").outside_files()
    assert not Path("archives").exists()


def test_no_copy_leaves_its_folder() -> None:
    assert copy_of("s3://bucket/../../etc/x.csv") == Path("archives/fetched/s3/bucket/etc/x.csv")
    assert copy_of("https://h/x.csv?v=1") != copy_of("https://h/x.csv?v=2")
    assert copy_of("https://h/x.csv?v=1").suffix == ".csv"
