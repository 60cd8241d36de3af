"""The edge to a model: one request → its answer, over the OpenAI-compatible HTTP interface.

429, 5xx and broken connections are tried again, later and later, or after the seconds that the
server names, a minute at most. Structured output is asked as a JSON schema, as a JSON object where
the endpoint refuses that, and as text where it refuses both. Where the model's `on` names a Ray
cluster its nodes ask; what is asked, tried again and paid is decided here all the same.
"""

import contextlib
import http.client
import json
import os
import random
import socket
import threading
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from asking.messages import Message
from asking.model import RAY, Model
from cpsyexam.errors import ConfigError, RemoteError
from cpsyexam.ray_cluster import remotely

MODES = ("json_schema", "json_object", "text")
_AGAIN = {408, 409, 425, 429, 500, 502, 503, 504, 529}
_LONGEST_WAIT = 60.0
_LARGEST = 8 * 1024 * 1024  # bytes of an answer


@dataclass(frozen=True)
class Reply:
    """What a model said, and what it cost."""

    text: str
    finish: str
    model: str
    mode: str
    tokens_in: int
    tokens_out: int


class Client:
    """Asks one endpoint; used by several threads at once."""

    def __init__(self, model: Model, *, pause: float = 1.0) -> None:
        self.model = model
        self.pause = pause  # seconds before the first second try
        self.calls = 0  # requests sent, the failed ones too
        self._mode = 0
        self._lock = threading.Lock()
        self._next = 0.0
        self._exchange = remotely(model.on.removeprefix(RAY), exchange) if model.on else exchange
        address = urlsplit(model.base_url)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ConfigError(
                f"no address of an endpoint: {model.base_url!r}",
                where="[model] base_url",
                remedy="write http://host:port/v1",
            )

    def ask(self, messages: tuple[Message, ...], schema: dict[str, Any]) -> Reply:
        """The answer to messages. Raises RemoteError where the endpoint keeps failing."""
        wait = self.pause
        for turn in range(self.model.retries + 1):
            mode = self._mode
            status, body, after = self._post(messages, schema, MODES[mode])
            if status == 200:
                reply = _reply(body, MODES[mode])
                if reply:
                    return reply
            elif status in (400, 422) and mode + 1 < len(MODES) and b"response_format" in body:
                with self._lock:
                    self._mode = max(self._mode, mode + 1)
                continue
            elif status not in _AGAIN and status:
                raise self._refused(status, body)
            if turn < self.model.retries:
                time.sleep(min(after or wait * random.uniform(0.5, 1), _LONGEST_WAIT))  # noqa: S311
                wait *= 2
        raise self._refused(status, body)

    def _request(
        self, messages: tuple[Message, ...], schema: dict[str, Any], mode: str
    ) -> dict[str, Any]:
        request: dict[str, Any] = {
            "model": self.model.name,
            "messages": list(messages),
            "temperature": self.model.temperature,
            "top_p": self.model.top_p,
            "max_tokens": self.model.max_tokens,
        }
        if mode == "json_schema":
            bounded = _bounded(schema, self.model.longest_text)
            named = {"name": "answer", "strict": True, "schema": bounded}
            request["response_format"] = {"type": mode, "json_schema": named}
        elif mode == "json_object":
            request["response_format"] = {"type": mode}
        return request

    def _post(
        self, messages: tuple[Message, ...], schema: dict[str, Any], mode: str
    ) -> tuple[int, bytes, float]:
        self._turn()
        return self._exchange(self.model, self._request(messages, schema, mode))

    def _turn(self) -> None:
        """Wait until another call may be made."""
        with self._lock:
            self.calls += 1
            if not self.model.per_minute:
                return
            now = time.monotonic()
            begin = max(now, self._next)
            self._next = begin + 60 / self.model.per_minute
        time.sleep(begin - now)

    def _refused(self, status: int, body: bytes) -> RemoteError:
        said = body.decode("utf-8", "replace")[:200]
        return RemoteError(
            f"answered {status}: {said}" if status else f"no answer: {said}",
            where=self.model.base_url,
            remedy="run again later; what was answered is kept",
        )


def exchange(model: Model, request: dict[str, Any]) -> tuple[int, bytes, float]:
    """Status (0: no answer), body, and the seconds that the server wants us to wait.

    Nothing takes longer than the model's `timeout`, however slowly the bytes come. Raises
    ConfigError where the key is not in the environment.
    """
    address = urlsplit(model.base_url)
    https = address.scheme == "https"
    kind = http.client.HTTPSConnection if https else http.client.HTTPConnection
    connection = kind(str(address.hostname), address.port, timeout=model.timeout)
    late = threading.Event()
    clock = threading.Timer(model.timeout, lambda: _hang_up(held, late))
    clock.daemon = True
    try:
        connection.connect()
        held = connection.sock  # the connection forgets it before the answer is read
        clock.start()
        connection.request(
            "POST",
            f"{address.path.rstrip('/')}/chat/completions",
            json.dumps(request).encode(),
            _headers(model),
        )
        response = connection.getresponse()
        body = response.read(_LARGEST)
        if len(body) == _LARGEST:
            return 0, f"{_LARGEST} bytes or more".encode(), 0.0
        if late.is_set():
            return 0, f"not within {model.timeout:g} s".encode(), 0.0
        after = response.headers.get("Retry-After", "")
        return response.status, body, float(after) if after.isdecimal() else 0.0
    except (OSError, http.client.HTTPException) as error:
        told = f"not within {model.timeout:g} s" if late.is_set() else str(error)
        return 0, (told or type(error).__name__).encode(), 0.0
    finally:
        clock.cancel()
        connection.close()


def _hang_up(held: socket.socket, late: threading.Event) -> None:
    """End a connection, whatever it is waiting for."""
    late.set()
    with contextlib.suppress(OSError):
        held.shutdown(socket.SHUT_RDWR)


def _headers(model: Model) -> dict[str, str]:
    headers = {"Content-Type": "application/json"}
    name = model.key_variable
    if name:
        key = os.environ.get(name, "")
        if not key:
            raise ConfigError(
                f"environment variable {name} is empty{' on a node' if model.on else ''}",
                where="[model] key_variable",
                remedy=f"export {name}=…",
            )
        headers["Authorization"] = f"Bearer {key}"
    return headers


def _bounded(schema: Any, longest: int) -> Any:
    """A schema whose texts end after so many characters: a small model may never end one."""
    if isinstance(schema, list):
        return [_bounded(part, longest) for part in schema]
    if not longest or not isinstance(schema, dict):
        return schema
    bound = {"maxLength": longest} if schema.get("type") == "string" else {}
    return {name: _bounded(part, longest) for name, part in schema.items()} | bound


def _reply(body: bytes, mode: str) -> Reply | None:
    """The reply in a body, None where it holds none."""
    try:
        found = json.loads(body)
        choice, usage = found["choices"][0], found.get("usage") or {}
        return Reply(
            text=_text(choice["message"].get("content")),
            finish=_text(choice.get("finish_reason")),
            model=_text(found.get("model")),
            mode=mode,
            tokens_in=int(usage.get("prompt_tokens") or 0),
            tokens_out=int(usage.get("completion_tokens") or 0),
        )
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError):
        return None


def _text(value: Any) -> str:
    """A value as text that a file can hold: JSON may bring half a pair of surrogates."""
    return str(value or "").encode("utf-8", "replace").decode()
