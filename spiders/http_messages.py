"""One request and its response, as the wire carried them, and Scrapy's form of both.

Scrapy is loaded where it is called: readers of pages, in processes of their own, need none.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from cpsyexam.files import digest

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Sent:
    """A request. Two are equal where method, URL and body are (headers do not count)."""

    url: str
    method: str = "GET"
    body: bytes = b""
    headers: Headers = field(default=(), compare=False)

    @property
    def name(self) -> str:
        """What a capture's id calls it: its URL; for a POST with method and body's digest."""
        return self.url if self.method == "GET" else f"{self.url} {self.method} {digest(self.body)}"


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
    """Scrapy's request fingerprint (method, canonical URL, body) as hex digits.

    Raises ValueError for what is no URL.
    """
    from scrapy import Request
    from scrapy.utils.request import fingerprint as scrapy_fingerprint

    request = Request(sent.url, method=sent.method, body=sent.body)
    return scrapy_fingerprint(request).hex()


def sent_of(request: "Request") -> Sent:
    """A Scrapy request in our words, headers included."""
    headers = tuple(
        (key.decode("latin-1"), value.decode("latin-1"))
        for key, values in request.headers.items()
        for value in values or []
    )
    return Sent(request.url, request.method, request.body, headers)


def received_of(response: "Response") -> Received:
    """A Scrapy response in our words."""
    headers = tuple(
        (key.decode("latin-1"), value.decode("latin-1"))
        for key, values in response.headers.items()
        for value in values or []
    )
    return Received(response.status, headers, response.body)


def response_of(received: Received, url: str) -> "Response":
    """A Scrapy response of the class that fits its type."""
    from scrapy.http import Headers as ScrapyHeaders
    from scrapy.responsetypes import responsetypes

    headers = ScrapyHeaders()
    for key, value in received.headers:
        if key.lower() != "transfer-encoding":  # undone already
            headers.appendlist(key, value.encode("latin-1"))
    kind = responsetypes.from_args(headers=headers, url=url, body=received.body)
    return kind(url=url, status=received.status, headers=headers, body=received.body)
