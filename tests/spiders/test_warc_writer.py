"""Writing captures: readable by others, without secrets, the same bytes twice."""

import gzip
import io
import subprocess
import sys
from pathlib import Path

from cpsyexam.files import digest
from spiders.archive import open_archive
from spiders.http_messages import Received, Sent, fingerprint, form
from spiders.warc_writer import (
    Place,
    Writer,
    write_exchange,
    write_info,
    write_unchanged,
    write_verdict,
)

DATE = "2026-01-31T12:00:00Z"
HTML = (("Content-Type", "text/html; charset=utf-8"),)


def written() -> bytes:
    stream = io.BytesIO()
    writer = Writer(stream)
    write_info(writer, source="s", seeds=("http://a.example/",), fetched=DATE)
    secret = (("Cookie", "sid=1"), ("Authorization", "Basic eA=="), ("User-Agent", "u"))
    told = (*HTML, ("Set-Cookie", "sid=1"), ("ETag", '"1"'))
    write_exchange(
        writer, Sent("http://a.example/", headers=secret), Received(200, told, b"one"), fetched=DATE
    )
    write_exchange(
        writer, Sent("http://a.example/b?x=1"), Received(200, HTML, b"one"), fetched=DATE
    )
    for field in ("1", "2"):
        sent = form("http://a.example/rpc", {"id": field, "名": "题"})
        write_exchange(writer, sent, Received(200, (), f"rpc {field}".encode()), fetched=DATE)
    write_exchange(writer, Sent("http://a.example/e"), Received(404, HTML, b""), fetched=DATE)
    write_verdict(writer, Sent("http://a.example/n"), "robots_disallowed", "no\nway", fetched=DATE)
    write_unchanged(
        writer, Sent("http://a.example/"), Received(304), fetched="2026-02-01T00:00:00Z",
        before=Place("http://a.example/", DATE), sha=digest(b"one"),
    )  # fmt: skip
    return stream.getvalue()


def test_warcio_finds_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(written())
    checked = subprocess.run(
        [str(Path(sys.executable).with_name("warcio")), "check", "-v", str(path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout
    assert checked.stdout.count("digest pass") == 12


def test_equal_calls_write_equal_bytes() -> None:
    assert written() == written()


def test_no_cookie_and_no_credentials() -> None:
    text = gzip.decompress(written()).decode().lower()
    assert "sid=1" not in text
    assert "basic" not in text
    assert "user-agent: u" in text


def test_reads_back_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(written())
    archive = open_archive(path, "s")
    assert archive.seeds == ("http://a.example/",)
    assert archive.damages == []
    bodies = {}
    for sent in (
        Sent("http://a.example/"),
        Sent("http://a.example/b?x=1"),
        form("http://a.example/rpc", {"id": "1", "名": "题"}),
        form("http://a.example/rpc", {"id": "2", "名": "题"}),
        Sent("http://a.example/e"),
    ):
        stored = archive.find(sent)
        assert stored is not None
        received = archive.payload(stored)
        bodies[sent.url, sent.body[:4]] = (received.status, received.body)
    assert [b for _, b in bodies.values()] == [b"one", b"one", b"rpc 1", b"rpc 2", b""]
    verdict = archive.verdict(Sent("http://a.example/n"))
    assert verdict is not None
    assert (verdict.rule, verdict.detail) == ("robots_disallowed", "no way")
    assert archive.find(Sent("http://a.example/other")) is None
    first = archive.find(Sent("http://a.example/"))
    assert first is not None
    assert dict(first.validators()) == {"ETag": '"1"'}


def test_fingerprints_count_method_and_body_but_not_the_order_of_the_query() -> None:
    assert fingerprint(Sent("http://a.example/?a=1&b=2")) == fingerprint(
        Sent("http://a.example/?b=2&a=1#x")
    )
    posts = {fingerprint(form("http://a.example/", {"a": v})) for v in "12"}
    assert len(posts | {fingerprint(Sent("http://a.example/"))}) == 3


def test_a_second_run_in_one_second_comes_after_the_first(tmp_path: Path) -> None:
    """Both files hold the page; the answer is the later one's."""
    for name, payload in (("s-20260131T120000Z", b"one"), ("s-20260131T120000Z-2", b"two")):
        with (tmp_path / f"{name}.warc.gz").open("wb") as stream:
            write_exchange(
                Writer(stream),
                Sent("http://a.example/"),
                Received(200, HTML, payload),
                fetched=DATE,
            )
    archive = open_archive(tmp_path, "s")
    latest = archive.find(Sent("http://a.example/"))
    assert latest is not None
    assert archive.payload(latest).body == b"two"
