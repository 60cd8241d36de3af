"""The provider's own HTTP client, but no answer is kept or parsed beyond a bound."""

from typing import Any

from cpsyexam.files import parsed_json

LARGEST = 8 * 1024 * 1024  # bytes of one answer, unpacked: an endless one is ended, not kept
CHOICES = 16  # of one answer, where one is asked for; 50,000 cost 42 s of CPU and 0.8 GB


def bounded(timeout: float) -> Any:
    """A client of openai's package that refuses answers beyond LARGEST and CHOICES."""
    from openai import DefaultAsyncHttpxClient

    async def read(response: Any) -> None:
        body = bytearray()
        async for part in response.aiter_bytes():
            body += part
            if len(body) > LARGEST:
                raise ValueError(f"an answer of more than {LARGEST // 1024 // 1024} MiB")
        if (many := _choices(bytes(body))) > CHOICES:
            raise ValueError(f"an answer of {many} choices, more than {CHOICES}")
        response._content = bytes(body)  # noqa: SLF001  what `aread` would have kept

    return DefaultAsyncHttpxClient(timeout=timeout, event_hooks={"response": [read]})


def _choices(body: bytes) -> int:
    """How many choices an answer holds; 0 where it is none, which its reader says better."""
    try:
        return len(parsed_json(body)["choices"])
    except (ValueError, TypeError, LookupError):
        return 0
