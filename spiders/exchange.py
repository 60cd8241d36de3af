"""One request and its answer, as the wire carried them; no engine, no archive."""

from dataclasses import dataclass, field
from urllib.parse import urlencode

from scrapy import Request
from scrapy.utils.request import fingerprint as scrapy_fingerprint

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Sent:
    """A request. Two are equal where method, URL and body are (headers do not count)."""

    url: str
    method: str = "GET"
    body: bytes = b""
    headers: Headers = field(default=(), compare=False)


@dataclass(frozen=True)
class Received:
    """An answer: status, headers in their order, and the body as it was sent (maybe gzipped)."""

    status: int = 200
    headers: Headers = ()
    body: bytes = b""

    def header(self, name: str) -> str:
        """The last value of a header, "" where it is missing."""
        found = [value for key, value in self.headers if key.lower() == name.lower()]
        return found[-1] if found else ""


def form(url: str, fields: dict[str, str]) -> Sent:
    """A POST of form fields in the order given."""
    kind = ("Content-Type", "application/x-www-form-urlencoded")
    return Sent(url, "POST", urlencode(fields).encode(), (kind,))


def fingerprint(sent: Sent) -> str:
    """Scrapy's request fingerprint (method, canonical URL, body) as hex digits."""
    request = Request(sent.url, method=sent.method, body=sent.body)
    return scrapy_fingerprint(request).hex()
