"""An OpenAI-compatible server that answers by a known rule, and fails as real ones do."""

import contextlib
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.waiting import until

_FILTERED = {
    "error": {
        "message": "The response was filtered. A safe prompt may help.",
        "type": "invalid_request_error", "param": "prompt", "code": "content_filter",
    }
}  # fmt: skip
DRIP, FLOOD = "drip", "flood"  # an answer a byte at a time, and one of 64 KiB at a time
_CHOICE = b'{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"A"}}'
_NO_REPLY = {  # a torn body, other types, a nested one, one of many choices
    204: b'{"choices":[{"message":{"content":[7]},"index":"x"}],"usage":"none"}',
    206: b"{no",
    208: b"[" * 200_000 + b"]" * 200_000,
    210: b'{"choices":[' + b",".join([_CHOICE] * 50_000) + b"]}",
}
Rule = Callable[[list[dict[str, str]]], str]


@dataclass
class Stub:
    """What was asked, and the faults to make: prompt → codes to give before the answer."""

    rule: Rule
    faults: dict[str, list[int | str]] = field(default_factory=dict)  # codes, or DRIP, FLOOD
    key: str = ""
    calls: list[list[dict[str, str]]] = field(default_factory=list)
    settings: list[dict[str, Any]] = field(default_factory=list)  # of each call, without its text
    served: Counter[str] = field(default_factory=Counter)
    url: str = ""
    delay: float = 0.0
    together: int = 0  # no answer before so many calls were under way at one time
    endless: list[str] = field(default_factory=list)  # DRIP or FLOOD that a caller still bears
    times: list[float] = field(default_factory=list)  # at which each call came
    at_once: int = 0  # most calls under way at one time
    finish: str = "stop"
    filtered: set[str] = field(default_factory=set)  # prompts refused with a content filter's code


def _handler(stub: Stub) -> type[BaseHTTPRequestHandler]:
    lock = threading.Lock()
    open_: list[int] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            self.counted = True
            with lock:
                open_.append(1)
                stub.at_once = max(stub.at_once, len(open_))
            try:
                self._answer()
            finally:
                self._over()

        def _over(self) -> None:
            """A call is over before its caller can have the answer, and send the next."""
            with lock:
                if self.counted:
                    open_.pop()
                self.counted = False

        def _answer(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if stub.key and self.headers.get("Authorization") != f"Bearer {stub.key}":
                return self._send(401, {"error": {"message": "Incorrect API key"}})
            if body["model"] == "nosuch":
                return self._send(404, {"error": {"message": "no such model"}})
            asked = body["messages"]
            prompt = asked[-1]["content"]
            if isinstance(prompt, list):  # of text and pictures
                prompt = prompt[0]["text"]
            if prompt == "1+1=?":
                return self._send(200, _completion("2", "stop"))
            with lock:
                stub.calls.append(asked)
                stub.times.append(time.monotonic())
                stub.settings.append({k: v for k, v in body.items() if k != "messages"})
                code = stub.faults.get(prompt, []).pop(0) if stub.faults.get(prompt) else 200
            return self._reply(asked, prompt, code)

        def _reply(self, asked: list[dict[str, str]], prompt: str, code: int | str) -> None:
            if isinstance(code, str):
                stub.endless.append(code)
                return self._without_end(*((b" ", 0.05) if code == DRIP else (b" " * 65536, 0)))
            code = 400 if prompt in stub.filtered else code
            until(lambda: stub.at_once >= stub.together)
            time.sleep(stub.delay)
            if code == 200:
                with lock:
                    stub.served[prompt] += 1
                return self._send(200, _completion(stub.rule(asked), stub.finish))
            if code in _NO_REPLY:
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(_NO_REPLY[code])))
                self.end_headers()
                self.wfile.write(_NO_REPLY[code])
                return None
            busy = {"error": {"message": "busy"}}
            return self._send(code, _FILTERED if prompt in stub.filtered else busy)

        def _without_end(self, part: bytes, pause: float) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.close_connection = True
            with contextlib.suppress(OSError):  # the other side has had enough
                while True:
                    self.wfile.write(part)
                    time.sleep(pause)
            stub.endless.pop()

        def _send(self, code: int, document: dict[str, Any]) -> None:
            data = json.dumps(document).encode()
            self.send_response(code)
            if code in (429, 503):
                self.send_header("Retry-After", "1000000000")
            if code == 307:
                self.send_header("Location", "file:///nowhere")
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self._over()
            self.end_headers()
            try:
                self.wfile.write(data)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def log_message(self, *args: object) -> None:
            pass

    return Handler


def _completion(text: str, finish: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    return {
        "model": "stub",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12},
    }


@contextmanager
def serving(rule: Rule, **given: Any) -> Iterator[Stub]:
    """A running stub."""
    stub = Stub(rule, **given)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(stub))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=[0.02], daemon=True)
    thread.start()
    stub.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield stub
        until(lambda: not stub.endless)  # whoever asks leaves them
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
