"""Steps on the Hub that may be repeated: passing faults are waited out, the rest is one line."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar

from huggingface_hub.errors import (
    EntryNotFoundError,
    HfHubHTTPError,
    HFValidationError,
    LocalTokenNotFoundError,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)
from huggingface_hub.utils import httpx  # type: ignore[attr-defined]  # 1.x: httpx, 2.x: httpx2

from cpsyexam.errors import RemoteError

T = TypeVar("T")
TRIES = 4
_LONGEST = 60.0  # seconds that a Retry-After may ask for
_PASSING = frozenset({408, 429, 500, 502, 503, 504})
_ABSENT = (
    EntryNotFoundError,
    LocalTokenNotFoundError,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)
_ODD = (OSError, ValueError, KeyError, TypeError, AttributeError)  # an answer cut short or garbled


def patiently(step: Callable[[], T], where: str) -> T:
    """Do a step that may be repeated; wait and try again where the fault is a passing one.

    Raises what says that a repository, revision, file or token is absent; RemoteError for the rest.
    """
    for attempt in range(TRIES):
        try:
            return step()
        except _ABSENT:
            raise
        except HFValidationError as error:
            raise RemoteError(
                "no name of a repository", where=where, remedy="it is written org/name"
            ) from error
        except (HfHubHTTPError, httpx.HTTPError) as error:
            if status(error) == 401:
                raise
            wait_or_raise(error, attempt, where)
        except _ODD as error:
            wait_or_raise(error, attempt, where)
    raise AssertionError


def status(error: Exception) -> int:
    """The HTTP status of an error, 0 where no answer came."""
    response = getattr(error, "response", None)
    return int(response.status_code) if response is not None else 0


def wait_or_raise(error: Exception, attempt: int, where: str) -> None:
    """Wait before the next try. Raises RemoteError after the last, or where waiting is in vain."""
    code = status(error)
    if (code and code not in _PASSING) or attempt == TRIES - 1:
        said = (str(error).splitlines() or [type(error).__name__])[0]
        raise RemoteError(
            f"the Hub refused ({code or 'no whole answer'}): {said}",
            where=where,
            remedy="nothing public was changed by this step; push again to carry on",
        ) from error
    response = getattr(error, "response", None)
    asked = response.headers.get("Retry-After", "") if response is not None else ""
    time.sleep(min(seconds(asked, 0.5 * 2**attempt), _LONGEST))


def seconds(asked: str, otherwise: float) -> float:
    """What a Retry-After asks for: seconds, or a date; `otherwise` where it is neither."""
    text = asked.strip()
    if text.isascii() and text.isdecimal():
        return float(text[:9])
    try:
        until = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return otherwise
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max((until - datetime.now(UTC)).total_seconds(), 0.0)
