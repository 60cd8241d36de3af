"""A web server on 127.0.0.1 that serves given pages and misbehaves where it is told to."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from spiders.http_messages import Received, Sent

Rule = Callable[["Asked"], Received | None]


@dataclass(frozen=True)
class Asked:
    """One request as the server saw it, and how often its path was asked before."""

    method: str
    path: str
    body: bytes
    headers: Mapping[str, str]
    before: int


@dataclass
class Server:
    """`pages` by path; `rules` answer first, where they return something."""

    url: str = ""
    pages: dict[tuple[str, str, bytes], Received] = field(default_factory=dict)
    rules: dict[str, Rule] = field(default_factory=dict)
    otherwise: Rule = field(default=lambda _: None)  # answers what is no page
    log: list[Asked] = field(default_factory=list)
    drip: dict[str, float] = field(
        default_factory=dict
    )  # path → seconds between 64 bytes and the next
    cut: dict[str, int] = field(default_factory=dict)  # path → bytes sent of what is promised

    def serve(self, pages: Mapping[Sent, Received]) -> None:
        """Put pages of any host on this server."""
        for sent, received in pages.items():
            parts = urlsplit(sent.url)
            path = parts.path + (f"?{parts.query}" if parts.query else "")
            self.pages[sent.method, path, sent.body] = received

    def count(self, path: str) -> int:
        """How often a path was asked."""
        return sum(a.path == path for a in self.log)

    def answer(self, asked: Asked) -> Received:
        """What to send."""
        self.log.append(asked)
        rule = self.rules.get(asked.path)
        found = rule(asked) if rule else None
        missing = Received(404, (("Content-Type", "text/plain"),), b"none")
        page = found or self.pages.get((asked.method, asked.path, asked.body))
        return page or self.otherwise(asked) or missing


@contextmanager
def serving() -> Iterator[Server]:
    """A running server."""
    server, seen = Server(), Counter[str]()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            asked = Asked(self.command, self.path, body, dict(self.headers), seen[self.path])
            seen[self.path] += 1
            self._send(server.answer(asked))

        do_POST = do_GET  # noqa: N815 - the library's name

        def _send(self, received: Received) -> None:
            self.send_response(received.status)
            for key, value in received.headers:
                self.send_header(key, value)
            self.send_header("Content-Length", str(len(received.body)))
            self.end_headers()
            body = received.body[: server.cut.get(self.path, len(received.body))]
            wait = server.drip.get(self.path, 0.0)
            size = 64 if wait else len(body) or 1
            try:
                for start in range(0, len(body), size):
                    self.wfile.write(body[start : start + size])
                    time.sleep(wait)
            except OSError:
                pass
            if self.path in server.cut:
                self.close_connection = True

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    web = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    web.daemon_threads = True
    thread = threading.Thread(target=web.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    server.url = f"http://127.0.0.1:{web.server_address[1]}"
    try:
        yield server
    finally:
        web.shutdown()
        thread.join()
        web.server_close()


def with_header(received: Received, name: str, value: str) -> Received:
    """The same answer with one more header."""
    return replace(received, headers=(*received.headers, (name, value)))
