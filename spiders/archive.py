"""Reading WARC files: an index of captures by request fingerprint, and their payloads.

Reads files of other programs too: records without a fingerprint are found by method, URL and
body of their request. A damaged stretch is skipped and reported; what follows is read.
"""

from dataclasses import dataclass, field
from pathlib import Path

from cpsyexam.errors import SourceError
from cpsyexam.files import digest
from cpsyexam.records import capture_id
from spiders.http_messages import Headers, Received, Sent, fingerprint
from spiders.settings import USUAL, archive_files
from spiders.urls import refusal
from spiders.warc_reader import Damage, Record, read_at, records
from spiders.warc_writer import FINGERPRINT

LARGEST = USUAL.record * 2**20  # bytes of one record, unpacked; more is treated as damage


@dataclass(frozen=True)
class Stored:
    """One capture: what was asked, what came, and where it lies."""

    capture: str
    sent: Sent
    status: int
    digest: str
    fetched: str
    media_type: str
    path: Path
    offset: int
    place: int  # of the record among those at the same offset
    headers: Headers = ()

    def validators(self) -> Headers:
        """ETag and Last-Modified, to ask whether the page has changed."""
        return tuple((k, v) for k, v in self.headers if k.lower() in {"etag", "last-modified"})


@dataclass(frozen=True)
class Verdict:
    """Why a request has no answer: `robots_disallowed`, `fetch_failed`."""

    sent: Sent
    rule: str
    detail: str
    fetched: str
    path: Path
    offset: int


@dataclass
class Archive:
    """The captures of one source. The latest good answer to a request is `latest[fingerprint]`."""

    source: str
    seeds: tuple[str, ...] = ()
    captures: dict[str, Stored] = field(default_factory=dict)
    latest: dict[str, Stored] = field(default_factory=dict)
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    damages: list[Damage] = field(default_factory=list)
    stored: dict[str, Stored] = field(default_factory=dict)  # payload digest → first capture

    def find(self, sent: Sent) -> Stored | None:
        """The capture that answers a request, None where there is none."""
        return self.latest.get(fingerprint(sent))

    def verdict(self, sent: Sent) -> Verdict | None:
        """Why the crawl got no answer to a request, None where it says nothing."""
        return self.verdicts.get(fingerprint(sent))

    def payload(self, capture: Stored) -> Received:
        """The response of a capture. Raises SourceError where the file has changed since."""
        record = read_at(capture.path, capture.offset, capture.place)
        if record is None or digest(record.payload) != capture.digest:
            raise SourceError(
                "record is not what the index says",
                where=f"{capture.path} offset {capture.offset}",
                remedy="do not change archives during a run",
            )
        return Received(capture.status, capture.headers, record.payload)


def open_archive(path: Path, source: str, largest: int = LARGEST) -> Archive:
    """Index a WARC file, or the files of a folder. Raises SourceError where nothing is readable."""
    files = archive_files(path)
    if not files or not all(f.is_file() for f in files):
        raise SourceError(
            "no such archive", where=str(path), remedy="check the path, or crawl the source first"
        )
    archive = index(files, source, largest)
    if not archive.captures and not archive.verdicts:
        what = archive.damages[0].what if archive.damages else "it is empty"
        raise SourceError(f"no readable capture: {what}", where=str(path), remedy="crawl it again")
    return archive


def index(files: tuple[Path, ...], source: str, largest: int = LARGEST) -> Archive:
    """The captures of these files, oldest first; an empty archive for none.

    A record of more than `largest` bytes, unpacked, is damage.
    """
    archive = Archive(source)
    for file in files:
        _read_file(archive, file, largest)
    return archive


def _read_file(archive: Archive, path: Path, largest: int) -> None:
    requests: dict[str, Sent] = {}  # by id of their response
    answers: list[Record] = []
    try:
        for record in records(path, largest):
            if isinstance(record, Damage):
                archive.damages.append(record)
            elif record.kind != "warcinfo" and "://" not in record.url:
                what = f"no WARC record: kind {record.kind!r}, address {record.url!r}"
                archive.damages.append(Damage(record.path, record.offset, 0, what, ""))
            elif record.kind == "warcinfo":
                seeds = tuple(url for url in record.fields("seed") if not refusal(url))
                archive.seeds = seeds or archive.seeds
            elif record.kind == "request":
                sent = Sent(record.url, record.method or "GET", record.payload)
                requests[record.header("WARC-Concurrent-To") or f"{record.url} {record.date}"] = (
                    sent
                )
            elif record.kind in {"response", "revisit", "metadata", "resource"}:
                answers.append(record.light())
    except OSError as error:
        raise SourceError(f"cannot be read: {error.strerror}", where=str(path)) from error
    for answer in answers:
        asked = requests.get(answer.id) or requests.get(f"{answer.url} {answer.date}")
        try:
            _add(archive, answer, asked or Sent(answer.url))
        except ValueError as error:  # "http://[" and its like
            what = f"address {answer.url[:200]!r} is no URL: {error}"
            archive.damages.append(Damage(path, answer.offset, 0, what, ""))


def _add(archive: Archive, record: Record, sent: Sent) -> None:
    key = record.header(FINGERPRINT) or fingerprint(sent)
    if record.kind == "metadata":
        said = {k: next(iter(record.fields(k)), "") for k in ("rule", "detail")}
        if said["rule"]:
            archive.verdicts[key] = Verdict(
                sent, said["rule"], said["detail"], record.date, record.path, record.offset
            )
        return
    if record.kind == "revisit":
        # other programs may digest with sha1: then the address referred to says which
        other = record.header("WARC-Refers-To-Target-URI") or sent.url
        first = archive.stored.get(record.digest) or archive.latest.get(fingerprint(Sent(other)))
        if first is None:
            archive.damages.append(
                Damage(
                    record.path,
                    record.offset,
                    0,
                    "revisit of a payload that is not there",
                    sent.url,
                )
            )
            return
        if record.status == 304:
            # unchanged since: the capture it points to is still the answer, seen again now
            archive.latest[key] = archive.captures.get(first.capture, first)
            return
        _keep(archive, key, _stored(archive, record, sent, first))
        return
    _keep(archive, key, _stored(archive, record, sent, None))


def _stored(archive: Archive, record: Record, sent: Sent, first: Stored | None) -> Stored:
    where = first or record
    return Stored(
        capture=capture_id(archive.source, sent.name, record.digest),
        sent=sent,
        status=record.status,
        digest=record.digest,
        fetched=record.date,
        media_type=record.media_type,
        path=where.path,
        offset=where.offset,
        place=where.place,
        headers=record.headers,
    )


def _keep(archive: Archive, key: str, found: Stored) -> None:
    archive.captures.setdefault(found.capture, found)
    archive.stored.setdefault(found.digest, found)
    old = archive.latest.get(key)
    # a page that was once there is not replaced by a later failure
    if old is None or found.status < 400 or old.status >= 400:
        archive.latest[key] = found
