"""The captures of one source on disk: what is there already, and what a run adds.

A run writes one WARC file, record by record. While it is not finished a marker beside it says so;
the next run cuts off a half-written record and carries on in the same file.
"""

import json
import os
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cpsyexam.errors import SourceError
from cpsyexam.files import digest, write_json
from spiders.archive import LARGEST, Archive, Stored, index
from spiders.http_messages import Headers, Received, Sent
from spiders.settings import archive_files
from spiders.warc_reader import good_size
from spiders.warc_writer import (
    Place,
    Writer,
    write_exchange,
    write_info,
    write_unchanged,
    write_verdict,
)

_OWN_FILE = re.compile(r"[\w-][\w.-]*\.warc\.gz", re.ASCII)
_ASK_AGAIN = frozenset({408, 429, 500, 502, 503, 504, 522, 524})


@dataclass
class Counts:
    """What a run did on the network."""

    requests: int = 0
    bytes: int = 0
    reused: int = 0
    unchanged: int = 0
    statuses: dict[str, int] = field(default_factory=dict)


class Recorder:
    """Opens a folder of captures for one run. Raises SourceError where it cannot be written."""

    def __init__(
        self, folder: Path, source: str, seeds: tuple[str, ...], *, final: str = "", since: str = ""
    ) -> None:
        self.folder, self.source, self.final, self.since = folder, source, final, since
        self.counts = Counts()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._open(seeds)
        except OSError as error:
            raise SourceError(f"cannot write: {error.strerror}", where=str(folder)) from error

    def answer(self, sent: Sent) -> Received | None:
        """A capture that makes asking needless, None where there is none.

        Needless: asked in this run; fetched since `since`; or a page that the site's TOML calls
        final. An earlier refusal (429, 5xx) is asked again.
        """
        for archive, fresh in ((self.run, True), (self.past, False)):
            stored = archive.find(sent)
            if stored and stored.status not in _ASK_AGAIN and (fresh or self._good(stored)):
                self.counts.reused += 1
                return archive.payload(stored)
        return None

    def conditions(self, sent: Sent) -> Headers:
        """Headers that ask only for what has changed since the last capture."""
        stored = self.past.find(sent)
        names = {"etag": "If-None-Match", "last-modified": "If-Modified-Since"}
        if stored is None or stored.status != 200:
            return ()
        return tuple((names[key.lower()], value) for key, value in stored.validators())

    def record(self, sent: Sent, received: Received) -> Received:
        """Write an exchange. Returns what the spider shall see: for a 304 the older capture."""
        self.counts.requests += 1
        self.counts.bytes += len(received.body)
        status = str(received.status)
        self.counts.statuses[status] = self.counts.statuses.get(status, 0) + 1
        old = self.past.find(sent)
        if received.status == 304 and old is not None:
            self.counts.unchanged += 1
            place = Place(old.sent.url, old.fetched)
            write_unchanged(
                self.writer, sent, received, fetched=now(), before=place, sha=old.digest
            )
            self.stream.flush()
            return self.past.payload(old)
        write_exchange(self.writer, sent, received, fetched=now())
        self.stream.flush()
        return received

    def verdict(self, sent: Sent, rule: str, detail: str) -> None:
        """Write down why a request brought nothing."""
        known = self.run.verdict(sent)
        if known is None or known.rule != rule:
            write_verdict(self.writer, sent, rule, detail, fetched=now())
            self.stream.flush()

    def close(self, report: dict[str, Any], *, finished: bool) -> None:
        """Sync the file; a finished run loses its marker. The report lies beside the file.

        Raises SourceError where the disk is full; what was written before stays.
        """
        try:
            self.stream.flush()
            os.fsync(self.stream.fileno())
            self.stream.close()
        except OSError as error:
            raise SourceError(
                f"cannot write: {error.strerror}",
                where=str(self.path),
                remedy="free some space, then run the same command again",
            ) from error
        write_json(self.path.with_name(self.path.name.removesuffix(".warc.gz") + ".json"), report)
        if finished:
            self._marker.unlink(missing_ok=True)

    def _new_name(self, started: str) -> str:
        stem = f"{self.source}-{re.sub(r'[^0-9TZ]', '', started)}"
        taken = len(list(self.folder.glob(f"{stem}*.warc.gz")))
        return f"{stem}-{taken + 1}.warc.gz" if taken else f"{stem}.warc.gz"

    @property
    def _marker(self) -> Path:
        return self.folder / "unfinished.json"

    def _good(self, stored: Stored) -> bool:
        if stored.status != 200:
            return False
        if self.since and stored.fetched >= self.since:
            return True
        return bool(self.final and re.search(self.final, stored.sent.url))

    def _open(self, seeds: tuple[str, ...]) -> None:
        name = _unfinished(self._marker)
        self.resumed = bool(name)
        started = now()
        self.path = self.folder / (name or self._new_name(started))
        files = archive_files(self.folder)
        self.past = index(tuple(f for f in files if f != self.path), self.source)
        if self.path.exists() and self.path.stat().st_size:
            os.truncate(self.path, good_size(self.path, LARGEST))
        write_json(self._marker, {"file": self.path.name, "started": started})
        there = self.path.exists() and self.path.stat().st_size > 0
        self.run = index((self.path,), self.source) if there else Archive(self.source)
        self.stream = self.path.open("ab")
        self.writer = Writer(self.stream)
        for archive in (self.past, self.run):
            for sha, stored in archive.stored.items():
                self.writer.known.setdefault(sha, Place(stored.sent.url, stored.fetched))
        if not there:
            write_info(self.writer, source=self.source, seeds=seeds, fetched=started)
            self.stream.flush()


def now() -> str:
    """The time as WARC writes it: UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def robots_verdict(received: Received) -> dict[str, Any]:
    """What a robots.txt answer amounts to, with the digest of its bytes."""
    if received.status >= 500:
        said = "unreachable: nothing may be fetched"
    elif received.status >= 400:
        said = "absent: everything may be fetched"
    else:
        said = "obeyed"
    return {"status": received.status, "sha256": digest(received.body), "verdict": said}


def _unfinished(marker: Path) -> str:
    """The file that an unfinished run writes, "" for none; only ever a file of the same folder."""
    try:
        name = str(json.loads(marker.read_text("utf-8"))["file"])
    except FileNotFoundError:
        return ""
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SourceError("marker cannot be read", where=str(marker), remedy="delete it") from error
    path = marker.parent / name
    if not _OWN_FILE.fullmatch(name) or path.is_symlink():
        raise SourceError(
            f"names {name!r}, which is no archive of a crawl", where=str(marker), remedy="delete it"
        )
    return name
