"""Every setting of a model that is asked has its effect at an endpoint, and every wait ends."""

import json
from pathlib import Path
from typing import Any

import pytest

from evaluation.client import LARGEST
from evaluation.engine import Engine
from evaluation.journal import Journal
from evaluation.runs import Ask, Replies
from tests.evaluation.conftest import Call
from tests.evaluation.stub import DRIP, FLOOD, Stub, serving

pytest.importorskip("inspect_ai", reason="it has its own environment: make test-eval")


def ask(name: str) -> Ask:
    return Ask(name, name, 0, [{"role": "user", "content": name}], [])


def answered(stub: Stub, folder: Path, *names: str, **given: Any) -> Replies:
    settings = {"pause": 0.02, "timeout": 60.0, "tries": 2, **given}
    engine = Engine("stub", stub.url, **settings)
    with Journal(folder / "journal.jsonl") as journal:
        return engine.call_all([ask(name) for name in names], journal, logs=folder / "logs")


def test_sampling_key_and_name_arrive_with_every_call(tmp_path: Path) -> None:
    sampling = {"temperature": 0.25, "max_tokens": 12}
    with serving(lambda _: "A", key="secret") as stub:
        replies = answered(stub, tmp_path, "one", "two", key="secret", sampling=sampling)
    assert [reply.text for reply, _ in replies.values()] == ["A", "A"]
    for sent in stub.settings:
        assert (sent["model"], sent["temperature"]) == ("stub", 0.25)
        assert 12 in (sent.get("max_tokens"), sent.get("max_completion_tokens"))


@pytest.mark.parametrize("connections", [1, 3])
def test_connections_are_the_calls_under_way(tmp_path: Path, connections: int) -> None:
    names = [str(n) for n in range(12)]
    with serving(lambda _: "A", delay=0.1, together=connections) as stub:
        answered(stub, tmp_path, *names, connections=connections)
    assert stub.at_once == connections


@pytest.mark.parametrize("tries", [1, 3])
def test_tries_are_the_requests_of_a_call(tmp_path: Path, tries: int) -> None:
    with serving(lambda _: "A", faults={"one": [500] * 9}) as stub:
        replies = answered(stub, tmp_path, "one", tries=tries)
    assert len(stub.calls) == tries
    assert replies["one", 0][0].error == "no reply: 500 busy"


def test_prices_make_the_cost(tmp_path: Path) -> None:
    prices = tmp_path / "prices.json"
    cost = {"input": 2.0, "output": 10.0, "input_cache_write": 2.0, "input_cache_read": 2.0}
    prices.write_text(json.dumps({"stub": cost}), "utf-8")
    with serving(lambda _: "A") as stub:
        replies = answered(stub, tmp_path, "one", prices=prices)
    assert replies["one", 0][0].cost == pytest.approx((10 * 2.0 + 2 * 10.0) / 1e6)


@pytest.mark.parametrize(
    ("fault", "timeout", "error"),
    [
        (DRIP, 1.0, "no reply: attempt_timeout '1' exceeded."),
        (FLOOD, 50.0, f"no reply: ValueError('an answer of more than {LARGEST // 2**20} MiB')"),
        (210, 50.0, "no reply: ValueError('an answer of 50000 choices, more than 16')"),
        (429, 50.0, "no reply: 429 busy"),  # its Retry-After is 30 years
        (503, 50.0, "no reply: 503 busy"),
    ],
)
def test_what_has_no_end_is_given_up_and_the_others_are_answered(
    tmp_path: Path, fault: int | str, timeout: float, error: str
) -> None:
    with serving(lambda _: "A", faults={"one": [fault] * 9}) as stub:
        replies = answered(stub, tmp_path, "one", "two", timeout=timeout, tries=3)
    assert replies["one", 0][0].error == error
    assert replies["two", 0][0].text == "A"
    assert len(stub.calls) >= 1 + 3


@pytest.mark.parametrize("verb", ["evaluate", "judge", "contamination"])
def test_options_of_a_verb_reach_its_calls(verb: str, call: Call, tmp_path: Path) -> None:
    sampling = ["--max-tokens", "77", "--temperature", "0.5"]
    expected = {"max_tokens": 77, "temperature": 0.5}
    if verb == "judge":
        assert call("evaluate").exit_code == 0  # the reference as an answer is judged as well
    if verb == "contamination":
        sampling, expected = [], {"max_tokens": 512, "temperature": 0.0}
    drips: list[int | str] = [DRIP]

    class Once(dict[str, list[int | str]]):
        """The first prompt of all is the one whose answer drips."""

        def get(self, key: str, default: Any = None) -> list[int | str]:
            del key, default
            return drips

    limit = [] if verb == "judge" else ["--limit", "6"]
    with serving(lambda _: "答案：A", faults=Once()) as stub:
        result = call(verb, "stub", "--base-url", stub.url, "--connections", "2", "--timeout", "1",
                      *sampling, *limit)  # fmt: skip
    assert result.exit_code == 0, result.output
    assert stub.at_once == 2
    assert len(stub.calls) == stub.served.total() + 1  # it was asked again
    for sent in stub.settings:
        longest = sent.get("max_tokens", sent.get("max_completion_tokens"))
        assert {"max_tokens": longest, "temperature": sent["temperature"]} == expected
