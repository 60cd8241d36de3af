"""Writing WARC 1.1: request and response, sha256 digests, revisits; no cookies, no credentials."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import IO, Any

from warcio.statusandheaders import StatusAndHeaders
from warcio.utils import Digester
from warcio.warcwriter import WARCWriter

from cpsyexam.files import digest
from spiders.http_messages import Headers, Received, Sent, fingerprint

FINGERPRINT = "X-Request-Fingerprint"
PRIVATE = frozenset(
    {"cookie", "set-cookie", "authorization", "proxy-authorization", "www-authenticate"}
)
_REASONS = {200: "OK", 301: "Moved Permanently", 302: "Found", 304: "Not Modified"}
_UNCHANGED = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"


class Writer(WARCWriter):  # type: ignore[misc]  # warcio is untyped
    """A WARC writer with sha256 digests and record ids that follow from the content."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(stream, gzip=True, warc_version="WARC/1.1")
        self.known: dict[str, Place] = {}

    @staticmethod
    def _create_digester() -> Any:
        return Digester("sha256")


@dataclass(frozen=True)
class Place:
    """Where a payload was first stored: what a revisit refers to."""

    url: str
    date: str


def write_info(writer: Writer, *, source: str, seeds: Sequence[str], fetched: str) -> None:
    """The warcinfo record: which source, which start URLs, which program."""
    lines = [("software", "cpsyexam"), ("format", "WARC File Format 1.1"), ("source", source)]
    lines += [("seed", seed) for seed in seeds]
    text = "".join(f"{key}: {value}\r\n" for key, value in lines).encode()
    headers = {"WARC-Record-ID": _id("info", source, fetched), "WARC-Date": fetched}
    _write(writer, "", "warcinfo", text, headers)


def write_exchange(writer: Writer, sent: Sent, received: Received, *, fetched: str) -> None:
    """One response and its request. A payload stored before becomes a revisit.

    `fetched` is UTC, ISO 8601 (`2026-01-31T12:00:00Z`). Equal calls write equal bytes.
    """
    sha = digest(received.body)
    key = fingerprint(sent)
    headers = _headers(sent, "response", sha, fetched)
    headers[FINGERPRINT] = key
    status = _status(received)
    before = writer.known.get(sha)
    if before and received.body:
        record = writer.create_revisit_record(
            sent.url, f"sha256:{sha}", before.url, before.date, status, headers
        )
    else:
        headers["WARC-Payload-Digest"] = f"sha256:{sha}"
        record = _record(writer, sent.url, "response", received.body, headers, status)
        writer.known.setdefault(sha, Place(sent.url, fetched))
    writer.write_record(record)
    _write_request(writer, sent, headers["WARC-Record-ID"], sha, fetched)


def write_unchanged(
    writer: Writer, sent: Sent, received: Received, *, fetched: str, before: Place, sha: str
) -> None:
    """A 304 answer: a revisit record that points to the capture which is still good."""
    headers = _headers(sent, "revisit", sha, fetched)
    headers[FINGERPRINT] = fingerprint(sent)
    record = writer.create_revisit_record(
        sent.url, f"sha256:{sha}", before.url, before.date, _status(received), headers
    )
    record.rec_headers.replace_header("WARC-Profile", _UNCHANGED)
    writer.write_record(record)
    _write_request(writer, sent, headers["WARC-Record-ID"], sha, fetched)


def write_verdict(writer: Writer, sent: Sent, rule: str, detail: str, *, fetched: str) -> None:
    """A metadata record for a request without an answer: `robots_disallowed`, `fetch_failed`."""
    headers = _headers(sent, "metadata", rule, fetched)
    headers[FINGERPRINT] = fingerprint(sent)
    text = f"rule: {rule}\r\ndetail: {' '.join(detail.split())}\r\n".encode()
    _write(writer, sent.url, "metadata", text, headers)


def public(headers: Headers) -> list[tuple[str, str]]:
    """Headers that may be stored: nothing that identifies a session or a person."""
    return [(key, value) for key, value in headers if key.lower() not in PRIVATE]


def _write_request(writer: Writer, sent: Sent, response_id: str, sha: str, fetched: str) -> None:
    path = sent.url.split("://", 1)[-1]
    path = "/" + path.partition("/")[2].partition("#")[0]
    headers = _headers(sent, "request", sha, fetched)
    headers["WARC-Concurrent-To"] = response_id
    line = StatusAndHeaders(
        f"{sent.method} {path} HTTP/1.1", public(sent.headers), is_http_request=True
    )
    writer.write_record(_record(writer, sent.url, "request", sent.body, headers, line))


def _headers(sent: Sent, kind: str, what: str, fetched: str) -> dict[str, str]:
    name = _id(kind, sent.method, sent.url, digest(sent.body), what, fetched)
    return {"WARC-Record-ID": name, "WARC-Date": fetched}


def _id(*parts: str) -> str:
    return f"<urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, chr(31).join(parts))}>"


def _status(received: Received) -> StatusAndHeaders:
    line = f"{received.status} {_REASONS.get(received.status, 'Status')}"
    return StatusAndHeaders(line, public(received.headers), protocol="HTTP/1.1")


def _record(
    writer: Writer, url: str, kind: str, body: bytes, headers: dict[str, str], http: Any = None
) -> Any:
    return writer.create_warc_record(
        url,
        kind,
        payload=BytesIO(body),
        length=len(body),
        warc_headers_dict=headers,
        http_headers=http,
    )


def _write(writer: Writer, url: str, kind: str, body: bytes, headers: dict[str, str]) -> None:
    headers["Content-Type"] = "application/warc-fields"
    writer.write_record(_record(writer, url, kind, body, headers))
