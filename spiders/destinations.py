"""Where a crawl may go: checked for every request, and again for the address of the connection.

In: a request for a page, a redirect or robots.txt. Out: nothing, or RefusedError. Pages are written
by strangers: a link must not lead to this machine, its network or its files.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Sequence
from typing import Any, Self
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.resolver import CachingThreadedResolver
from twisted.internet.base import ReactorBase
from twisted.internet.defer import Deferred
from twisted.internet.error import DNSLookupError

from spiders.urls import refusal

PRIVATE = "CPSYEXAM_PRIVATE_ADDRESSES"  # Scrapy setting: addresses that are not public may be asked
HANDLERS: dict[str, Any] = {"file": None, "ftp": None, "s3": None, "data": None}


class RefusedError(IgnoreRequest):
    """A request that must not be sent."""


class DestinationMiddleware:
    """Refuses every request that leaves the site: by a link, a redirect, or one of robots.txt."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.hosts: dict[str, str] = {}  # why a host must not be asked, "" where it may

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor."""
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Raise RefusedError where the request must not be sent."""
        spider: Any = self.crawler.spider
        why = refusal(request.url)
        if not why and not spider.visited.site.at_home(request.url, spider.visited.seeds):
            why = "not a host of the site"
        if not why and not self.crawler.settings.getbool(PRIVATE):
            why = await self._host(urlsplit(request.url).hostname or "")
        if why:
            raise RefusedError(f"{request.url[:200]}: {why}")

    async def _host(self, name: str) -> str:
        if name not in self.hosts:
            try:
                found = await asyncio.to_thread(socket.getaddrinfo, name, None)
            except OSError:  # the engine will say so
                return ""
            reasons = (_not_public(str(place[0])) for *_, place in found)
            self.hosts[name] = next(filter(None, reasons), "")
        return self.hosts[name]


class PublicResolver(CachingThreadedResolver):
    """Resolves names to public addresses only: a name may mean another one a moment later."""

    def __init__(
        self, reactor: ReactorBase, cache_size: int, timeout: float, *, private: bool = False
    ) -> None:
        super().__init__(reactor, cache_size, timeout)
        self.private = private

    @classmethod
    def from_crawler(cls, crawler: Crawler, reactor: ReactorBase) -> Self:
        """Scrapy's constructor."""
        settings = crawler.settings
        size = settings.getint("DNSCACHE_SIZE") if settings.getbool("DNSCACHE_ENABLED") else 0
        private = settings.getbool(PRIVATE)
        return cls(reactor, size, settings.getfloat("DNS_TIMEOUT"), private=private)

    def getHostByName(self, name: str, timeout: Sequence[int] = ()) -> "Deferred[str]":  # noqa: N802
        """The address of a name. Fails where it is not public."""
        found = super().getHostByName(name, timeout)
        return found if self.private else found.addCallback(_public, name)


def _public(address: str, name: str) -> str:
    why = _not_public(address)
    if why:
        raise DNSLookupError(f"{name}: {why}")
    return address


def _not_public(host: str) -> str:
    """Why an address must not be asked, "" where it is public."""
    address = ipaddress.ip_address(host.partition("%")[0])
    if address.is_global and not address.is_multicast:
        return ""
    return f"{address} is not a public address"
