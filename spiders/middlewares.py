"""Downloader middlewares: robots.txt, waiting and recording of a crawl; replay of an archive."""

import email.utils
import math
import time
from typing import Any, Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.retry import RetryMiddleware
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response

from cpsyexam.files import digest
from cpsyexam.records import capture_id
from spiders.archive import Archive
from spiders.http_messages import received_of, response_of, sent_of
from spiders.recorder import Recorder, robots_verdict

_MARKS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_NOTHING = b"User-agent: *\nDisallow: /\n"


class Stopped(IgnoreRequest):
    """The run ends here: a ceiling, or a wait longer than allowed."""


def _without_mark(body: bytes) -> bytes:
    """A robots.txt without its byte order mark, before which no rule would be seen."""
    for mark, name in _MARKS.items():
        if body.startswith(mark):
            return body.removeprefix(mark).decode(name, errors="replace").encode()
    return body


class RobotsMiddleware(RobotsTxtMiddleware):
    """Scrapy's robots.txt, but a site that cannot give its own (5xx, no answer) forbids all.

    As RFC 9309 §2.3.1 has it. The verdict goes into the report, a Crawl-delay into the pace.
    """

    async def _parse_robots(self, response: Response, netloc: str, request: Request) -> None:
        spider: Any = self.crawler.spider
        spider.robots[netloc] = robots_verdict(received_of(response))
        if response.status >= 500:
            response = response.replace(status=200, body=_NOTHING)
        elif response.status >= 400:
            response = response.replace(body=b"")
        else:
            response = response.replace(body=_without_mark(response.body))
        await super()._parse_robots(response, netloc, request)
        parser: Any = self._parsers[netloc]
        delay = parser.crawl_delay(self._robotstxt_useragent or "*")
        if not delay:
            return
        spider.robots[netloc]["crawl_delay"] = delay if math.isfinite(delay) else str(delay)
        if 0 < delay <= spider.crawl.longest_wait:
            spider.pace = max(spider.pace, delay)
        else:  # "inf" and "nan" are numbers too
            spider.stop(f"robots.txt asks for {delay:g} seconds between requests")

    def _robots_error(self, exc: Exception, netloc: str) -> None:
        spider: Any = self.crawler.spider
        spider.robots[netloc] = {"verdict": f"unreachable: nothing may be fetched ({exc})"}
        waiting: Any = self._parsers[netloc]
        parser = self._parserimpl.from_crawler(self.crawler, _NOTHING)
        self._parsers[netloc] = parser
        waiting.callback(parser)


class BackoffMiddleware(RetryMiddleware):
    """Scrapy's retries, with waits: Retry-After where it is given, else twice as long each time.

    A wait holds all further requests of the run, not only the one that was refused.
    """

    def process_response(  # type: ignore[override]
        self, request: Request, response: Response
    ) -> Request | Response:
        """Retry refusals after the wait that they ask for. Stops the run where it is too long."""
        if response.status in self.retry_http_codes:
            said = response.headers.get("Retry-After")
            wait = retry_after(said.decode("latin-1") if said else "")
            self._wait(request, wait)
        found: Request | Response = super().process_response(request, response)
        return found

    def process_exception(  # type: ignore[override]
        self, request: Request, exception: Exception
    ) -> Request | Response | None:
        """Retry connections that broke."""
        if isinstance(exception, self.exceptions_to_retry):
            self._wait(request, None)
        found: Request | Response | None = super().process_exception(request, exception)
        return found

    def _wait(self, request: Request, wait: float | None) -> None:
        spider: Any = self.crawler.spider
        tries = int(request.meta.get("retry_times", 0))
        if wait is None:
            wait = min(spider.crawl.delay * 2 ** (tries + 1), spider.crawl.longest_wait)
        elif wait > spider.crawl.longest_wait:
            spider.stop(f"the site asks to wait {wait:.0f} seconds")
            raise Stopped("waits too long")
        spider.until = max(spider.until, time.monotonic() + wait)


class RecordingMiddleware:
    """Answers from earlier captures where it can, and writes every exchange that goes out."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor."""
        return cls(crawler)

    @property
    def _recorder(self) -> Recorder:
        spider: Any = self.crawler.spider
        recorder: Recorder = spider.recorder
        return recorder

    async def process_request(self, request: Request) -> Response | None:
        """A capture that is good enough, or nothing: the request goes out.

        Raises Stopped, and Missing for a list that is left.
        """
        spider: Any = self.crawler.spider
        if why := spider.left(request):
            raise Missing("barren_list", why)
        sent = sent_of(request)
        known = self._recorder.answer(sent)
        request.meta["recorded"] = known is not None
        if known is not None:
            return response_of(known, request.url)
        if not spider.stopped:
            await spider.turn()
        reason = spider.stopped or spider.ceiling()
        if reason:
            spider.stop(reason)
            raise Stopped(reason)
        for key, value in self._recorder.conditions(sent):
            request.headers[key] = value
        return None

    def process_response(self, request: Request, response: Response) -> Response:
        """Write down what came."""
        received = received_of(response)
        sent, source = sent_of(request), self._recorder.source
        request.meta["capture"] = capture_id(source, sent.name, digest(response.body))
        if request.meta.get("recorded"):
            return response
        try:
            shown = self._recorder.record(sent, received)
        except OSError as error:
            spider: Any = self.crawler.spider
            spider.stop(f"cannot write {self._recorder.path}: {error.strerror}")
            raise Stopped("cannot write") from error
        return response if shown is received else response_of(shown, request.url)


def retry_after(said: str) -> float | None:
    """Seconds that a Retry-After header asks for (a number or a date), None where it says none."""
    text = said.strip()
    if text.isdecimal():
        return float(text)
    try:
        moment = email.utils.parsedate_to_datetime(text)
    except (ValueError, TypeError):
        return None
    return max(0.0, moment.timestamp() - time.time())


class Missing(IgnoreRequest):
    """The archive has no answer; `rule` and `detail` say what it has instead."""

    def __init__(self, rule: str, detail: str) -> None:
        super().__init__(f"{rule}: {detail}")
        self.rule, self.detail = rule, detail


class ReplayMiddleware:
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
