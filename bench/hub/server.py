"""The local Hub as a server on 127.0.0.1."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs, urlsplit

from bench.hub.faults import Fault
from bench.hub.messages import Answer, Call
from bench.hub.routes import Routes
from bench.hub.state import Refused, State
from bench.hub.xet import Store


class Hub:
    """A running local Hub: `url`, its `state`, a `log` of requests, `faults` to inject."""

    def __init__(self, tokens: dict[str, str], xet: Path | None = None, *, port: int = 0) -> None:
        self.state = State(tokens)
        self.routes = Routes(self.state, Store(xet) if xet else None)
        self.faults: list[Fault] = []
        self.log: list[str] = []
        self.lock = threading.Lock()
        hub = self

        class Bound(Handler):
            owner = hub

        self.server = ThreadingHTTPServer(("127.0.0.1", port), Bound)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self.server.serve_forever, args=[0.02], daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.server.shutdown()
        self.server.server_close()

    def serve(self, call: Call) -> Answer | None:
        """The answer to a request; None = do it, then drop the connection."""
        with self.lock:
            self.log.append(f"{call.method} {call.path}")
            fault = next((f for f in self.faults if f.hits(call.method, call.path)), None)
            if fault and fault.status:
                headers = {"Retry-After": fault.retry_after} if fault.retry_after else {}
                return Answer({"error": f"fault {fault.status}"}, fault.status, headers)
            try:
                answer = self.routes.answer(call)
            except Refused as refused:
                headers = {"X-Error-Message": refused.message}
                if refused.code:
                    headers["X-Error-Code"] = refused.code
                answer = Answer({"error": refused.message}, refused.status, headers)
            if fault and fault.cut and isinstance(answer.body, bytes):
                answer.body = answer.body[: -fault.cut]
                return answer
            return None if fault else answer


class Handler(BaseHTTPRequestHandler):
    """HTTP on one side, Call and Answer on the other."""

    owner: Hub
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def _serve(self) -> None:
        url = urlsplit(self.path)
        headers = {k.lower(): v for k, v in self.headers.items()}
        token = headers.get("authorization", "").removeprefix("Bearer ")
        call = Call(
            self.command, url.path, parse_qs(url.query), headers, self._body(headers),
            self.owner.url, self.owner.state.tokens.get(token, ""),
        )  # fmt: skip
        answer = self.owner.serve(call)
        if answer is None:
            self.close_connection = True
            self.connection.close()
            return
        raw = isinstance(answer.body, bytes)
        data = answer.body if raw else json.dumps(answer.body).encode()
        self.send_response(answer.status)
        sent = {"Content-Type": "application/octet-stream" if raw else "application/json"}
        sent |= {"Content-Length": str(len(data))} | answer.headers
        for name, value in sent.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _body(self, headers: dict[str, str]) -> bytes:
        if headers.get("transfer-encoding") != "chunked":
            return self.rfile.read(int(headers.get("content-length") or 0))
        parts = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = _serve  # noqa: N815

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Stay silent; tests read Hub.log."""
