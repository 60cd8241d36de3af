"""Which steps on the Hub are tried again, after how long, and which are not."""

from collections.abc import Callable

import pytest
from huggingface_hub.errors import HfHubHTTPError, RepositoryNotFoundError
from huggingface_hub.utils import httpx  # type: ignore[attr-defined]  # 1.x: httpx, 2.x: httpx2

from cpsyexam.errors import RemoteError
from publishing import patience


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The waits that a step took, none of which is waited for."""
    found: list[float] = []
    monkeypatch.setattr("time.sleep", found.append)
    return found


def answer(code: int, kind: type[HfHubHTTPError] = HfHubHTTPError, after: str = "") -> Exception:
    request = httpx.Request("GET", "https://hub.invalid/x")
    said = httpx.Response(code, headers={"Retry-After": after} if after else {}, request=request)
    return kind(f"status {code}\nwith a second line", response=said)


def failing(*errors: Exception) -> Callable[[], str]:
    left = list(errors)

    def step() -> str:
        if left:
            raise left.pop(0)
        return "done"

    return step


@pytest.mark.parametrize("code", [408, 429, 500, 502, 503, 504])
def test_passing_faults_are_waited_out_longer_each_time(code: int, waited: list[float]) -> None:
    assert patience.patiently(failing(*[answer(code)] * 3), "org/x") == "done"
    assert waited == [0.5, 1.0, 2.0]


def test_the_last_try_says_what_the_hub_said(waited: list[float]) -> None:
    with pytest.raises(RemoteError, match=r"the Hub refused \(503\): status 503;") as told:
        patience.patiently(failing(*[answer(503)] * 9), "org/x")
    assert len(waited) == patience.TRIES - 1
    assert told.value.where == "org/x"


@pytest.mark.parametrize("code", [400, 403, 404, 409, 412, 501])
def test_a_refusal_is_not_asked_again(code: int, waited: list[float]) -> None:
    with pytest.raises(RemoteError, match=rf"\({code}\)"):
        patience.patiently(failing(answer(code)), "org/x")
    assert waited == []


@pytest.mark.parametrize("error", [answer(401), answer(404, RepositoryNotFoundError)])
def test_who_asks_decides_what_no_token_or_no_repository_means(
    error: Exception, waited: list[float]
) -> None:
    with pytest.raises(type(error)) as told:
        patience.patiently(failing(error), "org/x")
    assert told.value is error
    assert waited == []


@pytest.mark.parametrize(
    "error", [OSError("cut short"), KeyError("sha"), httpx.ConnectError("no route"), ValueError()]
)
def test_an_answer_that_never_came_whole_is_asked_for_again(
    error: Exception, waited: list[float]
) -> None:
    assert patience.patiently(failing(error, error), "org/x") == "done"
    with pytest.raises(RemoteError, match="no whole answer"):
        patience.patiently(failing(*[error] * 9), "org/x")
    assert patience.status(error) == 0


def test_the_hub_says_how_long_to_wait_up_to_a_minute(waited: list[float]) -> None:
    first, second = answer(429, after="7"), answer(429, after="3600")
    assert patience.patiently(failing(first, second), "org/x") == "done"
    assert waited == [7.0, 60.0]
