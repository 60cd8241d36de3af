"""Damaged archives, and archives of other programs."""

import gzip
import io
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from cpsyexam.errors import SourceError
from spiders.archive import open_archive
from spiders.http_messages import Received, Sent
from spiders.warc_reader import Damage, good_size, records
from spiders.warc_writer import Writer, write_exchange

DATE = "2026-01-31T12:00:00Z"
COUNT = 6


def archive_bytes() -> tuple[bytes, list[int]]:
    """An archive, and where each exchange ends."""
    stream = io.BytesIO()
    writer = Writer(stream)
    ends = []
    for n in range(COUNT):
        body = f"page {n} ".encode() * 50
        write_exchange(writer, Sent(f"http://a.example/{n}"), Received(200, (), body), fetched=DATE)
        ends.append(stream.tell())
    return stream.getvalue(), ends


def pages(path: Path) -> set[str]:
    return {c.sent.url[-1] for c in open_archive(path, "s").captures.values()}


def test_a_cut_file_loses_its_last_record_only(tmp_path: Path) -> None:
    data, ends = archive_bytes()
    path = tmp_path / "a.warc.gz"
    path.write_bytes(data[: ends[-2] + 40])
    archive = open_archive(path, "s")
    assert len(archive.captures) == COUNT - 1
    assert [d.offset for d in archive.damages] == [ends[-2]]
    assert good_size(path, 2**20) == ends[-2]


def test_damage_in_the_middle_loses_that_record_only(tmp_path: Path) -> None:
    data, ends = archive_bytes()
    path = tmp_path / "a.warc.gz"
    at = ends[1] + 30
    path.write_bytes(data[:at] + b"\0" * 20 + data[at + 20 :])
    archive = open_archive(path, "s")
    assert pages(path) == {"0", "1", "3", "4", "5"}
    assert len(archive.damages) == 1
    assert archive.damages[0].offset == ends[1]


def test_a_changed_payload_is_noticed_by_its_digest(tmp_path: Path) -> None:
    data, _ = archive_bytes()
    plain = gzip.decompress(data).replace(b"page 2 page 2", b"page 2 page X", 1)
    path = tmp_path / "a.warc"
    path.write_bytes(plain)
    archive = open_archive(path, "s")
    assert len(archive.captures) == COUNT - 1
    assert "digest failed" in archive.damages[0].what
    assert archive.damages[0].url == "http://a.example/2"


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
def test_plain_files_and_one_gzip_for_all(tmp_path: Path, name: str) -> None:
    data, _ = archive_bytes()
    plain = gzip.decompress(data)
    path = tmp_path / name
    path.write_bytes(plain if name.endswith("warc") else gzip.compress(plain))
    archive = open_archive(path, "s")
    for n in range(COUNT):
        stored = archive.find(Sent(f"http://a.example/{n}"))
        assert stored is not None
        assert archive.payload(stored).body.startswith(f"page {n} ".encode())


def test_a_plain_file_that_is_cut(tmp_path: Path) -> None:
    data, _ = archive_bytes()
    path = tmp_path / "a.warc"
    path.write_bytes(gzip.decompress(data)[:-900])
    archive = open_archive(path, "s")
    assert len(archive.captures) == COUNT - 1
    assert archive.damages


def test_a_record_larger_than_allowed_is_damage_not_memory(tmp_path: Path) -> None:
    stream = io.BytesIO()
    writer = Writer(stream)
    sent = Sent("http://a.example/big")
    write_exchange(writer, sent, Received(200, (), bytes(4 * 2**20)), fetched=DATE)
    path = tmp_path / "a.warc.gz"
    path.write_bytes(stream.getvalue())
    found = [r for r in records(path, 2**20) if isinstance(r, Damage)]
    assert "more than 1048576 bytes; raise record in [web.limits]" in found[0].what
    assert list(open_archive(path, "s").captures)
    with pytest.raises(SourceError, match="raise record"):
        open_archive(path, "s", 2**20)


def test_archives_of_other_programs(tmp_path: Path) -> None:
    """Chunked bodies, sha1 digests, no fingerprint, the request after the response."""
    path = tmp_path / "a.warc.gz"
    with path.open("wb") as stream:
        writer = WARCWriter(stream, gzip=True)
        chunked = StatusAndHeaders("200 OK", [("Transfer-Encoding", "chunked")], "HTTP/1.1")
        for n, body in (("1", b"5\r\nhello\r\n0\r\n\r\n"), ("2", b"3\r\nbye\r\n0\r\n\r\n")):
            url = "http://a.example/rpc"
            response = writer.create_warc_record(
                url, "response", payload=io.BytesIO(body), length=len(body), http_headers=chunked
            )
            asked = StatusAndHeaders("POST /rpc HTTP/1.1", [], is_http_request=True)
            request = writer.create_warc_record(
                url, "request", payload=io.BytesIO(f"id={n}".encode()), length=4, http_headers=asked
            )
            writer.write_request_response_pair(request, response)
    archive = open_archive(path, "s")
    for n, body in (("1", b"hello"), ("2", b"bye")):
        stored = archive.find(Sent("http://a.example/rpc", "POST", f"id={n}".encode()))
        assert stored is not None
        assert archive.payload(stored).body == body


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "no such archive"), (b"", "empty"), (b"<html>no archive", "not a WARC file"),
     (gzip.compress(b"<html>", mtime=0), "no WARC record")],
)  # fmt: skip
def test_nothing_readable_is_one_line(tmp_path: Path, content: bytes | None, said: str) -> None:
    path = tmp_path / "a.warc.gz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SourceError, match=said) as caught:
        open_archive(path, "s")
    assert str(path) in caught.value.line()


@settings(max_examples=40)
@given(st.data())
def test_any_damage_is_reported_and_the_rest_is_read(data: st.DataObject) -> None:
    """One flipped byte loses at most the record it is in, and never in silence."""
    content, ends = archive_bytes()
    at = data.draw(st.integers(0, len(content) - 1))
    value = data.draw(st.integers(1, 255))
    changed = bytearray(content)
    changed[at] ^= value
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.warc.gz"
        path.write_bytes(changed)
        try:
            archive = open_archive(path, "s")
        except SourceError:
            assert at < ends[0]
            return
    hit = next(n for n, end in enumerate(ends) if at < end)
    urls = {c.sent.url[-1] for c in archive.captures.values()}
    assert {str(n) for n in range(COUNT)} - urls <= {str(hit), str(hit + 1)}
    lost = COUNT - len(archive.captures)
    assert lost == 0 or archive.damages


def test_an_address_that_is_no_url_costs_its_own_record(tmp_path: Path) -> None:
    page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>1."
    addresses = ("http://[", "http://a:99999999/", "http://a/x")
    written = "".join(
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
        f"WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:{number}>\r\n"
        "Content-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(page)}\r\n\r\n{page.decode()}\r\n\r\n"
        for number, url in enumerate(addresses)
    )
    path = tmp_path / "a.warc"
    path.write_text(written, newline="")
    archive = open_archive(path, "s")
    assert pages(path) == {"x"}
    assert all(url in one.what for one, url in zip(archive.damages, addresses[:2], strict=True))
