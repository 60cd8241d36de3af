"""Downloader middleware that answers from an archive, and never from the network."""

from typing import Any, Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Headers as ScrapyHeaders
from scrapy.http import Response
from scrapy.responsetypes import responsetypes

from spiders.archive import Archive
from spiders.exchange import Received, Sent


class Missing(IgnoreRequest):
    """The archive has no answer; `rule` and `detail` say what it has instead."""

    def __init__(self, rule: str, detail: str) -> None:
        super().__init__(f"{rule}: {detail}")
        self.rule, self.detail = rule, detail


class Replay:
    """Answers every request from the spider's archive; a missing one is ignored with `Missing`."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor."""
        return cls(archive_of(crawler))

    def process_request(self, request: Request) -> Response:
        """The stored response, as the wire carried it. Raises Missing where there is none."""
        sent = sent_of(request)
        stored = self.archive.find(sent)
        if stored is None:
            verdict = self.archive.verdict(sent)
            if verdict:
                raise Missing(verdict.rule, verdict.detail)
            raise Missing("missing_capture", f"{sent.method} {sent.url} is not in the archive")
        request.meta["capture"] = stored.capture
        return response_of(self.archive.payload(stored), request.url)


def archive_of(crawler: Crawler) -> Archive:
    """The archive that the running spider carries."""
    spider: Any = crawler.spider
    found: Archive = spider.archive
    return found


def sent_of(request: Request) -> Sent:
    """A Scrapy request in our words, headers included."""
    headers = tuple(
        (key.decode("latin-1"), value.decode("latin-1"))
        for key, values in request.headers.items()
        for value in values or []
    )
    return Sent(request.url, request.method, request.body, headers)


def received_of(response: Response) -> Received:
    """A Scrapy response in our words."""
    headers = tuple(
        (key.decode("latin-1"), value.decode("latin-1"))
        for key, values in response.headers.items()
        for value in values or []
    )
    return Received(response.status, headers, response.body)


def response_of(received: Received, url: str) -> Response:
    """A Scrapy response of the class that fits its type."""
    headers = ScrapyHeaders()
    for key, value in received.headers:
        if key.lower() != "transfer-encoding":  # undone already
            headers.appendlist(key, value.encode("latin-1"))
    kind = responsetypes.from_args(headers=headers, url=url, body=received.body)
    return kind(url=url, status=received.status, headers=headers, body=received.body)
