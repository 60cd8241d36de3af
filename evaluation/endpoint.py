"""An OpenAI-compatible endpoint: messages in, a reply out; patient with 429, 5xx and time-outs."""

import http.client
import json
import random
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cpsyexam.errors import ConfigError, RemoteError
from evaluation.prompting import Message
from evaluation.runs import Reply

_FINAL = {400: "refused", 404: "refused", 413: "refused", 422: "refused"}


@dataclass(frozen=True)
class Endpoint:
    """Where a model answers. `base_url` ends before /chat/completions; seconds for times."""

    base_url: str
    model: str
    key: str = field(default="", repr=False)
    sampling: Mapping[str, Any] = field(default_factory=dict)
    timeout: float = 120.0
    tries: int = 6
    pause: float = 1.0  # before the second try; doubles, unless the server says Retry-After

    def check(self) -> None:
        """One call before the first question.

        Raises ConfigError for a wrong address, key or model, RemoteError for a dead endpoint.
        """
        try:
            self._post([{"role": "user", "content": "1+1=?"}], {"max_tokens": 4})
        except urllib.error.HTTPError as error:
            said = _said(error)
            if error.code in (401, 403):
                raise ConfigError(
                    f"the key was not accepted ({error.code} {said})",
                    where=self.base_url,
                    remedy="set OPENAI_API_KEY",
                ) from error
            if error.code in _FINAL:
                raise ConfigError(
                    f"{self.model!r} is not served here ({error.code} {said})",
                    where=self.base_url,
                    remedy="check the model's name and the address (it ends in /v1 mostly)",
                ) from error
        except TimeoutError:
            return  # slow, but there: the questions have their own tries
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise RemoteError(
                f"no answer ({getattr(error, 'reason', error)})",
                where=self.base_url,
                remedy="start the endpoint or check --base-url",
            ) from error

    def ask(self, messages: Sequence[Message]) -> Reply:
        """A reply, or one that says why there is none; never raises for what the server does."""
        began, why, wait = time.monotonic(), "", 0.0
        for attempt in range(self.tries):
            if attempt:
                time.sleep(wait)
            wait = self.pause * 2**attempt * random.uniform(0.8, 1.2)  # noqa: S311
            try:
                return _reply(self._post(messages, self.sampling), time.monotonic() - began)
            except urllib.error.HTTPError as error:
                why = f"{error.code} {_said(error)}"
                if error.code in _FINAL or error.code in (401, 403):
                    return Reply(error=f"refused: {why}", seconds=time.monotonic() - began)
                wait = _retry_after(error) or wait
            except TimeoutError:
                why = f"no reply within {self.timeout:g} s"
            except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError) as error:
                why = str(getattr(error, "reason", error)) or type(error).__name__
        return Reply(error=f"no reply: {why}", seconds=time.monotonic() - began)

    def _post(self, messages: Sequence[Message], sampling: Mapping[str, Any]) -> Any:
        body = {"model": self.model, "messages": list(messages), **sampling}
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        request = urllib.request.Request(  # noqa: S310 (the address is the user's own)
            f"{self.base_url.rstrip('/')}/chat/completions",
            data=json.dumps(body, ensure_ascii=False).encode(),
            headers=headers,
        )
        with urllib.request.urlopen(request, timeout=self.timeout) as answer:  # noqa: S310
            return json.loads(answer.read())


def _reply(document: Any, seconds: float) -> Reply:
    first = document["choices"][0]
    message = first["message"]
    text = message.get("content") or ""
    if isinstance(text, list):  # parts
        text = "".join(part.get("text", "") for part in text)
    usage = document.get("usage") or {}
    reason = first.get("finish_reason") or ""
    error = {"length": "cut off: max_tokens", "content_filter": "refused: content filter"}
    return Reply(
        text=text,
        error=error.get(reason, ""),
        tokens_in=usage.get("prompt_tokens"),
        tokens_out=usage.get("completion_tokens"),
        seconds=round(seconds, 3),
    )


def _said(error: urllib.error.HTTPError) -> str:
    try:
        data = error.read(2000).decode("utf-8", "replace")
    except (OSError, http.client.HTTPException):
        return ""
    try:
        found = json.loads(data)["error"]
        text = found["message"] if isinstance(found, dict) else str(found)
    except (ValueError, KeyError, TypeError):
        text = data
    return " ".join(text.split())[:120]


def _retry_after(error: urllib.error.HTTPError) -> float:
    try:
        return min(60.0, float(error.headers.get("Retry-After", "")))
    except ValueError:
        return 0.0
